"""An account that may do everything, for a site that was not set up by `serve`."""

import getpass
import os
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts.models import User
from tournaments.management.commands.serve import make_organiser


class Command(BaseCommand):
    """manage.py organiser NAME [--email E]: the password is asked for, or taken from ORGANISER_PASSWORD."""

    help = "Create the account of an organiser who may use the admin and create tournaments."

    def add_arguments(self, parser: CommandParser) -> None:
        """Who; a password never stands on a command line."""
        parser.add_argument("name", help="public name; in small letters it also signs in")
        parser.add_argument("--email", default="")

    def handle(self, *args: Any, **options: Any) -> None:
        """Create the account, or say why not."""
        username = options["name"].lower().replace(" ", "-")
        if User.objects.filter(username=username).exists():
            raise CommandError(f"There is an account {username} already.")
        password = os.environ.get("ORGANISER_PASSWORD") or getpass.getpass("Password: ")
        make_organiser(username, options["name"], password, options["email"])
        self.stdout.write(f"Organiser {username}: sign in at /accounts/login/.")
