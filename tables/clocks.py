"""When a table is due: deadlines, the grace, thinking times, and what an outage does to them (D1-D4)."""

from collections.abc import Callable
from datetime import datetime, timedelta

from blackjack import TableState, clock_seconds
from tables.models import Pulse, Seat, Table

# An action counts if it arrived by deadline_at + GRACE; a sweep looks at due_at = deadline_at + SWEEP_AFTER
# (D2).
GRACE = timedelta(seconds=1)
SWEEP_AFTER = timedelta(seconds=2)
# Nobody comes back from a pause to less than this, or the full clock where that is shorter (D3).
RESUME_SECONDS = 20
# A pulse that is older than this, or that lies this far in the future, tells of an outage or a clock that
# jumped (D3).
OUTAGE = timedelta(seconds=10)
JUMP = timedelta(seconds=2)
# How long a bot thinks, before its table's pace.
THINK_FROM, THINK_TO = 0.4, 2.0

PULSE = "tables"


def begin_wait(table: Table, state: TableState, now: datetime) -> None:
    """Start the clock of a new decision, or of the pause between two hands."""
    table.decision_seq = table.seq
    table.phase_at = now
    table.deadline_at = now + timedelta(seconds=clock_seconds(state))


def resume(table: Table, state: TableState, left: timedelta, now: datetime) -> None:
    """Give back what was left on the clock when it was stopped, and at least time to find one's place again
    (D3).
    """
    least = timedelta(seconds=min(RESUME_SECONDS, clock_seconds(state)))
    table.phase_at = now
    table.deadline_at = now + max(left, least)


def full_clock(table: Table, state: TableState) -> None:
    """Let a player who came back in his turn have its whole clock, counted from the turn's beginning (D4)."""
    table.deadline_at = max(_deadline(table), table.phase_at + timedelta(seconds=clock_seconds(state)))


def due_at(
    table: Table, state: TableState, seats: dict[int, Seat], chance: Callable[[str], float]
) -> datetime | None:
    """When a sweep must look at this table again; None while no clock runs."""
    if table.deadline_at is None:
        return None
    if not state.to_act:
        return table.deadline_at
    return min(seat_due_at(table, state, seats[number], chance) for number in state.to_act)


def seat_due_at(table: Table, state: TableState, seat: Seat, chance: Callable[[str], float]) -> datetime:
    """When a seat that is to act is played for: a bot has thought, an absent player is not waited for, a
    clock ended.
    """
    away = state.seat(seat.number).away
    if seat.bot and not away:
        wait = THINK_FROM + (THINK_TO - THINK_FROM) * chance(f"{table.decision_seq}/{seat.number}/think")
        return table.phase_at + timedelta(seconds=wait * table.bot_pace)
    if away:
        return min(table.phase_at + timedelta(seconds=state.rules.away_seconds), _deadline(table))
    return _deadline(table) + SWEEP_AFTER


def too_late(table: Table, arrived_at: datetime) -> bool:
    """Did an action arrive after the deadline and its grace? A tie goes to the player (D2)."""
    return table.deadline_at is not None and arrived_at > table.deadline_at + GRACE


def fault_since(now: datetime) -> datetime | None:
    """Since when the platform, not the players, has been away, judged by the last pulse; None when all is
    well.

    Without any pulse nothing is known, and nothing is held back.
    """
    last = Pulse.objects.filter(name=PULSE).values_list("at", flat=True).first()
    if last is None or -JUMP <= now - last < OUTAGE:
        return None
    return last


def left(table: Table, now: datetime) -> timedelta:
    """What is left on the running clock; less than nothing when its deadline is past."""
    return _deadline(table) - now


def left_before(table: Table, fault_since: datetime, now: datetime) -> timedelta:
    """What was left on this table's clock when a fault began, or when its present wait did if that was later.

    A clock that was set back takes nothing away.
    """
    return _deadline(table) - max(min(fault_since, now), table.phase_at)


def _deadline(table: Table) -> datetime:
    if table.deadline_at is None:
        raise ValueError(f"no clock runs at table {table.pk}")
    return table.deadline_at
