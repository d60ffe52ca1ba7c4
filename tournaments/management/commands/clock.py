"""The clock without a broker: sweeps tables and tournaments until it is stopped."""

import signal
import threading
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from tournaments import clockwork


class Command(BaseCommand):
    """manage.py clock [--when-late SECONDS]: any number may run side by side."""

    help = "Run the sweeps in this process, without a broker."

    def add_arguments(self, parser: CommandParser) -> None:
        """When to stand in for other clocks."""
        parser.add_argument(
            "--when-late",
            type=float,
            metavar="SECONDS",
            help="only stand in: sweep once the pulse of the other clocks is older than this",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Sweep until SIGTERM or SIGINT; the sweep under way is finished first."""
        stop = threading.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: stop.set())
        clockwork.run(stop, when_late_seconds=options["when_late"])
