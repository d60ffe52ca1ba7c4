"""A new database for a benchmark, of the kind that DATABASE_URL names; without it SQLite, in a file."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.db import connection


@contextmanager
def new_database() -> Iterator[str]:
    """An empty database with all tables, dropped afterwards; yields its vendor."""
    configured = connection.settings_dict["NAME"]
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        if connection.vendor == "sqlite":
            connection.settings_dict["TEST"]["NAME"] = str(Path(folder) / "bench.sqlite3")
        connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
        try:
            yield connection.vendor
        finally:
            connection.creation.destroy_test_db(configured, verbosity=0)
