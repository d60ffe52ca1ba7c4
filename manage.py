#!/usr/bin/env python
"""Django's command line for this site: `manage.py help` lists the commands."""

import os
import sys
from pathlib import Path

from django.core.management import execute_from_command_line

from config.first_run import make_keys

# These set a site up where there is none; its keys must be there before the settings are read.
SETS_UP = ("demo", "serve")


def main() -> None:
    """Run the command named on the command line under this site's settings."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    if sys.argv[1:2] and sys.argv[1] in SETS_UP and not os.environ.get("SECRET_KEY"):
        make_keys(Path(os.environ.get("VAR_DIR") or Path(__file__).resolve().parent / "var"))
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
