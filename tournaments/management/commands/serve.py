"""The site in one process, for a club night on a laptop: SQLite, keys and mail are kept in var/."""

import getpass
import io
import socket
import sys
from typing import Any

import segno
from django.conf import settings
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts.models import User
from accounts.people import create_user
from accounts.refusals import Refusal
from tournaments.one_process import Site, serve

EVERYWHERE = "0.0.0.0"  # noqa: S104 - compared with, never a default


class Command(BaseCommand):
    """manage.py serve [--host H] [--port N] [--organiser NAME --password P [--email E]]."""

    help = "Serve the site in one process; the first run asks for the organiser's account."

    def add_arguments(self, parser: CommandParser) -> None:
        """Where to listen, and the first organiser."""
        parser.add_argument("--host", default="127.0.0.1", help="0.0.0.0 lets the local network in")
        parser.add_argument("--port", type=int, default=settings.PORT)
        parser.add_argument("--organiser", default="", help="public name of the organiser to create")
        parser.add_argument("--password", default="")
        parser.add_argument("--email", default="")

    def handle(self, *args: Any, **options: Any) -> None:
        """Set up what is missing, say where the site is, and serve it until Ctrl-C."""
        call_command("migrate", verbosity=0, interactive=False)
        self._see_to_the_organiser(options)
        self._say_where(options["host"], options["port"])
        serve(Site(), host=options["host"], port=options["port"])

    def _see_to_the_organiser(self, options: dict[str, Any]) -> None:
        """The account that may do everything: from the options, else asked for at the first run."""
        name, password, email = options["organiser"], options["password"], options["email"]
        there_is_one = User.objects.filter(may_organise=True, is_bot=False).exists()
        if not name and there_is_one:
            return
        if not (name and password):
            if not sys.stdin.isatty():
                raise CommandError("The first run needs --organiser NAME and --password PASSWORD.")
            name = name or input("Organiser's name: ").strip()
            email = email or input("E-mail (may be left empty): ").strip()
            password = getpass.getpass("Password: ")
        username = name.lower().replace(" ", "-")
        if User.objects.filter(username=username).exists():
            self.stdout.write(f"  There is an account {username} already; it is left as it is.")
            return
        make_organiser(username, name, password, email)
        self.stdout.write(f"  Organiser       {username}")

    def _say_where(self, host: str, port: int) -> None:
        """The address, for phones as a QR code too, and what is not encrypted."""
        shown = lan_address() if host == EVERYWHERE else host
        address = f"http://{shown}:{port}"
        settings.ALLOWED_HOSTS = [*settings.ALLOWED_HOSTS, shown]
        settings.SITE_URL = address
        self.stdout.write(f"\n  Pitboss         {address}/\n")
        if host == EVERYWHERE:
            code = io.StringIO()
            segno.make(address).terminal(code, compact=True)
            self.stdout.write(code.getvalue())
            self.stdout.write(
                "  Nothing between the phones and this machine is encrypted, passwords and bets included: "
                "use a network you trust.\n"
            )
        self.stdout.flush()


def make_organiser(username: str, public_name: str, password: str, email: str) -> User:
    """The first account: organiser, staff of the admin, superuser. Raises CommandError with the reason."""
    try:
        validate_password(password)
        user = create_user(
            username=username,
            public_name=public_name,
            password=password,
            email=email,
            may_organise=True,
            is_staff=True,
        )
    except ValidationError as error:
        raise CommandError(" ".join(error.messages)) from None
    except Refusal as refused:
        raise CommandError(str(refused)) from None
    User.objects.filter(pk=user.pk).update(is_superuser=True)
    return user


def lan_address() -> str:
    """This machine's address on the local network, or the loopback address when it is on none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent: the system only chooses the interface it would send from.
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])
