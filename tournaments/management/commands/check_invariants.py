"""Checks what must always be true: replays every table, sums every ledger, looks at every tournament."""

import json
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from accounts import ledger
from accounts.clock import now
from tables import invariants as of_tables
from tournaments import invariants as of_tournaments


class Command(BaseCommand):
    """manage.py check_invariants [--json]: exit status 1 on any violation."""

    help = "Replay every table and check money, entries, places and draws."

    def add_arguments(self, parser: CommandParser) -> None:
        """How to print what was found."""
        parser.add_argument("--json", action="store_true", help="one JSON object: violations, checked")

    def handle(self, *args: Any, **options: Any) -> None:
        """Check everything and print what is wrong."""
        table_faults, tables = of_tables.check(now=now())
        tournament_faults, tournaments = of_tournaments.check()
        ledger_faults = ledger.check()
        violations = [*table_faults, *tournament_faults, *ledger_faults]
        checked = {**tables, **tournaments, **ledger.size()}
        if options["json"]:
            self.stdout.write(json.dumps({"violations": violations, "checked": checked}))
        else:
            for violation in violations:
                self.stdout.write(violation)
            looked_at = ", ".join(f"{count} {name}" for name, count in checked.items())
            self.stdout.write(f"{len(violations)} violations in {looked_at}.")
        if violations:
            sys.exit(1)
