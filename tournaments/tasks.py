"""The Celery door of the tournaments' clock; `manage.py clock` calls the same sweep without a broker."""

from celery import shared_task

from accounts.clock import now
from tournaments import sweeps


@shared_task(ignore_result=True)
def sweep() -> None:
    """Do what is due in tournaments. Safe twice, late, or never: the next one finds what was left."""
    sweeps.sweep_once(now())
