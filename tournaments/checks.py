"""What `manage.py check --deploy` says about tournaments on this site."""

from typing import Any

from django.core import checks
from django.db import connection


def money_on_sqlite(**kwargs: Any) -> list[checks.CheckMessage]:
    """A warning where buy-ins could be money on SQLite (invariants.md 2, rule 8).

    Its one write lock is the whole database, on one machine: right for a club night, not for money.
    """
    if connection.vendor != "sqlite":
        return []
    warning = checks.Warning(
        "Tournaments with a currency would keep their money in SQLite, on one machine and without a standby.",
        hint="Set DATABASE_URL to a PostgreSQL database before buy-ins are money.",
        id="tournaments.W001",
    )
    return [warning]
