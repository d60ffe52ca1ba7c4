"""The Celery application: its beat only sends sweeps, which any worker may run, late, twice or never."""

import os

from celery import Celery
from django.conf import settings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("pitboss")
app.conf.update(
    broker_url=settings.CELERY_BROKER_URL,
    broker_connection_retry_on_startup=True,
    task_ignore_result=True,
    task_default_queue="clock",
    worker_prefetch_multiplier=1,
    worker_hijack_root_logger=False,
    timezone="UTC",
    beat_schedule_filename=str(settings.VAR_DIR / "beat-schedule"),
    # A sweep that nobody took in time is not worth taking: the next one does its work.
    beat_schedule={
        "play": {"task": "tables.tasks.sweep", "schedule": 0.25, "options": {"expires": 1}},
        "tournaments": {"task": "tournaments.tasks.sweep", "schedule": 1.0, "options": {"expires": 5}},
    },
)
# Read by Celery from its own configuration: without it each task would open a database connection of its own.
app.conf["CELERY_DB_REUSE_MAX"] = 1000
app.autodiscover_tasks(["tables", "tournaments"])
