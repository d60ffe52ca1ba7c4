"""How late does the clock act? The sweep loop at its own pace, against a loop that has nothing to do."""

import threading
import time
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from statistics import quantiles
from typing import Any
from unittest.mock import patch

from django.db import transaction

from accounts.clock import now
from bench.databases import new_database
from bench.figures import Figure
from tables import play, sweeps
from tables.models import Table
from tests.tables.builders import table
from tournaments.clockwork import TABLES_EVERY_SECONDS

TABLES = 200
SEATS = ["steady", "bold", "tight"] * 2
#: 33 tables come due each second, as in the measurements that the design rests on.
SECONDS = 6.0
#: Bots that think so long do not come due again while we measure.
SLOW = 10_000.0

Due = dict[int, datetime]


def run() -> Iterator[Figure]:
    """Milliseconds from due_at to the committed move of a bot, at three quantiles."""
    with new_database() as vendor:
        tables = _open_tables()
        swept = _lateness(_spread(tables), _sweep)
        idle = _lateness(_moments(tables), _notice)
    for name, index in (("p50", 49), ("p95", 94), ("p99", 98)):
        late, floor = (quantiles(each, n=100)[index] for each in (swept, idle))
        yield Figure(f"sweep_lateness_{name}_{vendor}", late, "ms", "a loop that only looks at a list", floor)


@transaction.atomic
def _open_tables() -> list[int]:
    """Tables of bots in their first hand, where a bot is to bet."""
    opened = [
        table(SEATS, scope=f"SWEEP{number:03}", now=now(), bot_pace=SLOW, hands=30).pk
        for number in range(TABLES)
    ]
    for pk in opened:
        play.advance(pk, now=now())
    return opened


def _moments(tables: list[int]) -> Due:
    """A moment for each table, evenly over the time of the measurement."""
    began = now() + timedelta(seconds=0.5)
    step = timedelta(seconds=SECONDS / TABLES)
    return {pk: began + number * step for number, pk in enumerate(tables)}


@transaction.atomic
def _spread(tables: list[int]) -> Due:
    """Let the tables come due one after the other."""
    due = _moments(tables)
    for pk, moment in due.items():
        Table.objects.filter(pk=pk).update(due_at=moment)
    return due


def _lateness(due: Due, look: Callable[[Due, Callable[[int], None]], None]) -> list[float]:
    """Look as often as the clock does until all are done; milliseconds that each was late."""
    late: dict[int, float] = {}
    stop = threading.Event()

    def done(pk: int) -> None:
        late[pk] = (now() - due[pk]).total_seconds() * 1000

    last = time.monotonic() + 5 * SECONDS
    while len(late) < len(due):
        if time.monotonic() > last:
            raise RuntimeError(f"{len(due) - len(late)} tables were never swept")
        look({pk: moment for pk, moment in due.items() if pk not in late}, done)
        stop.wait(TABLES_EVERY_SECONDS)
    return list(late.values())


def _sweep(open_: Due, done: Callable[[int], None]) -> None:
    advance = play.advance

    def noted(table_id: int, **how: Any) -> bool:
        moved = advance(table_id, **how)
        if moved:
            done(table_id)
        return moved

    with patch.object(play, "advance", noted):
        sweeps.sweep_once(now(), ticks=time.monotonic())


def _notice(open_: Due, done: Callable[[int], None]) -> None:
    moment = now()
    for pk, due_at in open_.items():
        if due_at <= moment:
            done(pk)
