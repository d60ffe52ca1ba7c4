"""The sweeps of one process, over and over: for `manage.py clock`, and beside the pages in `serve`."""

import logging
import threading
import time
from collections.abc import Callable
from datetime import datetime, timedelta

from django.db import close_old_connections, connections

from accounts.clock import now
from tables import sweeps as table_sweeps
from tournaments import sweeps

logger = logging.getLogger(__name__)

TABLES_EVERY_SECONDS = 0.2
TOURNAMENTS_EVERY_SECONDS = 1.0
#: How long a stand-in goes on once the others were late, before it looks whether they are back.
STAND_IN_SECONDS = 10.0

#: Something else to be done once a second.
Chore = Callable[[datetime], object]


def run(
    stop: threading.Event, *, when_late_seconds: float | None = None, chores: tuple[Chore, ...] = ()
) -> None:
    """Sweeps tables and tournaments until `stop` is set.

    With `when_late_seconds` it stands in for other clocks: it sweeps once their pulse is older than that.
    """
    next_slow = stand_in_until = 0.0
    while not stop.is_set():
        ticks = time.monotonic()
        try:
            close_old_connections()
            if when_late_seconds is not None and ticks >= stand_in_until:
                if not _is_late(when_late_seconds):
                    stop.wait(TABLES_EVERY_SECONDS)
                    continue
                stand_in_until = ticks + STAND_IN_SECONDS
            table_sweeps.sweep_once(now(), ticks=ticks)
            if ticks >= next_slow:
                next_slow = ticks + TOURNAMENTS_EVERY_SECONDS
                sweep_slowly(chores)
        except Exception:
            # A database that is away for a while must not end the clock.
            logger.exception("a sweep failed")
            connections.close_all()
        stop.wait(TABLES_EVERY_SECONDS)
    connections.close_all()


def sweep_slowly(chores: tuple[Chore, ...] = ()) -> None:
    """One sweep of the tournaments, and the chores that go with it."""
    sweeps.sweep_once(now())
    for chore in chores:
        chore(now())


def _is_late(seconds: float) -> bool:
    """Is there no other clock, or none that has swept lately?"""
    age = table_sweeps.pulse_age(now())
    return age is None or age > timedelta(seconds=seconds)
