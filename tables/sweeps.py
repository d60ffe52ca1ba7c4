"""The clock's rounds: find the tables that are due and advance each, and notice when the platform itself was
away (D1-D3).
"""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial

from tables import clocks, play, selectors
from tables.models import Pulse

logger = logging.getLogger(__name__)

# A pulse is written at most this often; an outage is told from ten times as much.
PULSE_EVERY = timedelta(seconds=1)
LIMIT = 200


class Watch:
    """Notices that a process's clock jumped: the time of day and the ticks since start-up went apart by over
    2 s.
    """

    def __init__(self) -> None:
        self._last: tuple[datetime, float] | None = None

    def jumped_at(self, now: datetime, ticks: float) -> datetime | None:
        """What the time would have been without a jump since the last call; None when there was none."""
        last, self._last = self._last, (now, ticks)
        if last is None:
            return None
        expected = last[0] + timedelta(seconds=ticks - last[1])
        return expected if abs(now - expected) > clocks.JUMP else None


_watch = Watch()


def sweep_once(now: datetime, *, limit: int = LIMIT, ticks: float | None = None) -> int:
    """Advance at most `limit` due tables, one transaction each, and return how many were advanced.

    Any number of processes may sweep at once. After an outage, or where `ticks` (seconds of a clock that
    never jumps, such as time.monotonic) shows that the time of day jumped, every running clock gets its time
    back first.
    """
    since = clocks.fault_since(now)
    jumped = _watch.jumped_at(now, ticks) if ticks is not None else None
    if since or jumped:
        _give_time_back(since or jumped or now, now)
    advance = partial(play.advance, now=now)
    done = sum(_unharmed(advance, table_id) for table_id in selectors.due_tables(now, limit))
    _beat(now)
    return done


def pulse_age(now: datetime) -> timedelta | None:
    """How long ago a sweep last ended; None when none ever did."""
    last = Pulse.objects.filter(name=clocks.PULSE).values_list("at", flat=True).first()
    return now - last if last else None


def _give_time_back(since: datetime, now: datetime) -> None:
    give = partial(play.give_time_back, since=since, now=now)
    given = sum(_unharmed(give, table_id) for table_id in selectors.running_clocks())
    logger.warning("the clock was away since %s: %d tables got time back", since.isoformat(), given)


def _unharmed(story: Callable[[int], bool], table_id: int) -> bool:
    """One broken table must not stop the clock of all others."""
    try:
        return story(table_id)
    except Exception:
        logger.exception("the clock could not serve table %s", table_id)
        return False


def _beat(now: datetime) -> None:
    last = Pulse.objects.filter(name=clocks.PULSE).values_list("at", flat=True).first()
    if last is None or not timedelta() <= now - last < PULSE_EVERY:
        Pulse.objects.update_or_create(name=clocks.PULSE, defaults={"at": now})
