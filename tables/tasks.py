"""The Celery door of the tables' clock; `manage.py clock` calls the same sweep without a broker."""

import time

from celery import shared_task

from accounts.clock import now
from tables import sweeps


@shared_task(ignore_result=True)
def sweep() -> None:
    """Advance the tables that are due. Safe twice, late, or never: the next one finds what was left."""
    sweeps.sweep_once(now(), ticks=time.monotonic())
