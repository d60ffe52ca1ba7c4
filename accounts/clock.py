"""What time it is: asked in doors only, and handed to stories as `now`."""

from datetime import datetime

from django.db import connection
from django.utils import timezone


def now() -> datetime:
    """The present time, in UTC: the database's clock on PostgreSQL, so that all processes agree (D2)."""
    if connection.vendor != "postgresql":
        return timezone.now()
    with connection.cursor() as cursor:
        # Not now(), which stands still inside a transaction.
        cursor.execute("SELECT clock_timestamp()")
        moment: datetime = cursor.fetchone()[0]
    return moment
