"""The clock through Celery: what a worker does with the messages of the beat, without Redis."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from celery.contrib.testing.worker import start_worker
from celery.signals import task_postrun
from django.db import connections

from config.celery import app
from tables.models import Table
from tests.tables.builders import assert_replays, table

MOST_SECONDS = 30


@contextmanager
def worker_done_with(messages: int) -> Iterator[threading.Event]:
    """A worker on Celery's memory transport; the event is set when it has run so many tasks."""
    done, run = threading.Event(), []

    def count(task_id: str, **_rest: Any) -> None:
        run.append(task_id)
        if len(run) >= messages:
            # The worker's thread ends with the test, and its connection with it.
            connections.close_all()
            done.set()

    task_postrun.connect(count)
    address = app.conf.broker_url
    app.conf.broker_url = "memory://"
    try:
        with start_worker(app, pool="solo", perform_ping_check=False, shutdown_timeout=MOST_SECONDS):
            yield done
    finally:
        app.conf.broker_url = address
        task_postrun.disconnect(count)


@pytest.mark.django_db(transaction=True)
def test_D1_a_message_of_the_beat_delivered_five_times_plays_a_due_table_once() -> None:
    waits = ("seat", "open", "between", "between_elimination")
    opened = table(["steady", "bold"], bot_pace=0, **{f"{name}_seconds": 0 for name in waits})
    beat = app.conf.beat_schedule["play"]
    with worker_done_with(messages=5) as done:
        for _ in range(5):
            app.send_task(beat["task"])
        assert done.wait(MOST_SECONDS)
    opened.refresh_from_db()
    assert opened.phase == Table.Phase.FINISHED
    assert opened.due_at is None
    assert_replays(opened)
