"""Checks the log of one table: numbers, hash chain, promises of the shoes, and the replay from empty."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts.ids import clean
from tables import log
from tables.models import Table


class Command(BaseCommand):
    """manage.py verify_table <id>: exit status 1 and one line for each thing that is wrong."""

    help = "Check the shoes and the replay of one table."

    def add_arguments(self, parser: CommandParser) -> None:
        """The table's public id."""
        parser.add_argument("table", help="public id of the table, eight characters")

    def handle(self, *args: Any, **options: Any) -> None:
        """Verify the table."""
        table = Table.objects.filter(public_id=clean(options["table"])).first()
        if table is None:
            raise CommandError(f"There is no table {options['table']!r:.40}.")
        wrong = log.verify(table)
        for line in wrong:
            self.stderr.write(line)
        if wrong:
            raise CommandError(f"Table {table.public_id}: {len(wrong)} problems.")
        self.stdout.write(f"Table {table.public_id}: {table.seq} events, everything fits.")
