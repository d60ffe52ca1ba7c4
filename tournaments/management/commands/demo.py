"""A demonstration on this machine: a tournament with a seat for the visitor, or one of bots alone."""

import json
import sys
import time
from functools import partial
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts.clock import now
from tournaments import demo, headless
from tournaments.format.presets import PRESETS
from tournaments.one_process import Site, serve

HOST = "127.0.0.1"


class Command(BaseCommand):
    """manage.py demo [--port N], or demo --headless [--entries N] [--seed S] [--preset ID] [--json]."""

    help = "Play a demonstration tournament in the browser, or a whole one of bots without a browser."

    def add_arguments(self, parser: CommandParser) -> None:
        """The port of the site; or the field and the seed of a simulated tournament."""
        parser.add_argument("--port", type=int, default=settings.PORT)
        parser.add_argument("--headless", action="store_true", help="bots only, on a simulated clock")
        parser.add_argument("--entries", type=int, default=21)
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument(
            "--preset", choices=sorted(PRESETS), default="", help="play this structure instead"
        )
        parser.add_argument("--json", action="store_true", help="the result as one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        """Set up what is missing, then play."""
        call_command("migrate", verbosity=0, interactive=False)
        if options["headless"]:
            self._play(options)
        else:
            self._serve(options["port"])

    def _play(self, options: dict[str, Any]) -> None:
        """A tournament of bots; progress goes to standard error, the result to standard output."""
        if options["entries"] < 2:
            raise CommandError("A tournament needs at least 2 entries.")
        began = time.monotonic()
        result = headless.play_headless(
            entries=options["entries"],
            seed=options["seed"],
            preset=options["preset"],
            progress=partial(print, file=sys.stderr),
            seconds=lambda: time.monotonic() - began,
        )
        if options["json"]:
            self.stdout.write(json.dumps(result))
            return
        for line in result["places"][:10]:
            self.stdout.write(f"{line['place']:>4}. {line['name']}")
        self.stdout.write(f"{result['champion']} is the champion of {result['entries']}.")

    def _serve(self, port: int) -> None:
        site = Site()

        def keep_going(moment: Any) -> None:
            demo.keep_going(moment, seconds_since_request=site.seconds_since_request())

        keep_going(now())
        address = f"http://{HOST}:{port}"
        tournament = demo.current()
        self.stdout.write(f"\n  Pitboss demo    {address}/")
        if tournament is not None:
            self.stdout.write(f"  Tournament      {address}/tournaments/{tournament.public_id}/")
            self.stdout.write(f"  Organiser desk  {address}/tournaments/{tournament.public_id}/desk/")
        self.stdout.write(f"  Sign in         {address}/accounts/login/")
        for title, person in (("Visitor", demo.VISITOR), ("Organiser", demo.ORGANISER)):
            self.stdout.write(f"  {title:<16}{person['username']} / {person['password']}")
        self.stdout.write(
            "\n  It starts a minute after you look at it. Ctrl-C stops; a second run goes on.\n"
        )
        self.stdout.flush()
        serve(site, host=HOST, port=port, chores=(keep_going,))
