"""One transaction at one table: lock its row, read, step through the rules, write all or nothing (H6)."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.db import OperationalError, connection, transaction
from django.utils.translation import gettext_noop

import blackjack
from accounts import refusals
from accounts.models import User
from blackjack import Action, TableState
from tables import bus, clocks, log
from tables.models import Seat, Table, TableEvent
from tables.selectors import may_watch, seats_of
from tables.shoes import TableShoes

# How long anybody waits for a table's lock (D2).
LOCK_WAIT_MS = 1000
NO_TABLE = gettext_noop("There is no such table.")
# What a seat decides in its turn, or together with others; everything else leaves an open decision open.
DECISIONS = frozenset(
    ["bet", "insure", "decline", "even_money", "hit", "stand", "double", "split", "surrender", "continue"]
)
TABLE_FIELDS = [
    *("state", "phase", "hand_number", "seq", "head_hash", "event_at", "decision_seq"),
    *("phase_at", "deadline_at", "due_at", "paused_at", "left_seconds", "finished_at"),
]
SEAT_FIELDS = ["stack", "public_stack", "public_count", "live", "away", "place", "out_hand", "out_cause"]


class Sitting:
    """A locked table, its seats, its state, and what has been done to it in this transaction.

    `do` steps the rules and may be called any number of times; `save` writes what was not written yet.
    Made by `sitting_at`, which saves at the end.
    """

    def __init__(
        self, table: Table, seats: list[Seat], now: datetime, state: TableState | None = None
    ) -> None:
        self.table = table
        self.seats = {seat.number: seat for seat in seats}
        self.now = now
        self.state = state or TableState.from_json(table.state)
        self.shoes = TableShoes(table, seats)
        self._rows: list[TableEvent] = []
        self._changed = False

    @property
    def is_due(self) -> bool:
        """Has the moment come at which a sweep must act here?"""
        return self.table.due_at is not None and self.table.due_at <= self.now

    def seat_of(self, user_id: int | None) -> Seat | None:
        """The seat of a user at this table."""
        return next((seat for seat in self.seats.values() if user_id and seat.user_id == user_id), None)

    def own_seat(self, user: User) -> Seat:
        """The seat of a user who acts. Raises NotAllowed without one, NotFound where the table is not his to
        know.
        """
        seat = self.seat_of(user.pk)
        if seat is not None:
            return seat
        if not may_watch(user, self.table):
            raise refusals.NotFound("no_table", NO_TABLE)
        raise refusals.NotAllowed("not_seated", gettext_noop("You do not sit at this table."))

    def do(self, action: Action) -> None:
        """Step the rules, number the events, set the clock. Raises BadValue or IllegalAction, and nothing has
        changed.
        """
        before = self.state
        try:
            after, events = blackjack.step(before, action, self.shoes)
        except blackjack.BadValue as refused:
            raise refusals.BadValue(refused.code, refused.message, None, **refused.params) from None
        except blackjack.Refused as refused:
            raise refusals.IllegalAction(refused.code, refused.message, None, **refused.params) from None
        self.record(after, events)
        if not _same_decision(before, after, action):
            clocks.begin_wait(self.table, after, self.now)
        elif action.kind == "come_back" and action.seat in after.to_act and self.table.deadline_at:
            clocks.full_clock(self.table, after)
        if after.paused and self.table.deadline_at:
            self._pause_clock(self.table.deadline_at)
        elif before.paused and not after.paused:
            self._resume_clock()
        self.set_due()

    def record(self, state: TableState, events: tuple[blackjack.Event, ...]) -> None:
        """Take over a new state and number its events."""
        self.state = state
        self._rows += log.number(self.table, events, self.now)
        self._changed = True

    def restart_clock(self) -> None:
        """Begin the present wait anew, with its full clock."""
        clocks.begin_wait(self.table, self.state, self.now)
        self.set_due()

    def give_back(self, left: timedelta) -> None:
        """Let the present wait go on with so much time, or the least that anybody comes back to (D3)."""
        clocks.resume(self.table, self.state, left, self.now)
        self.set_due()

    def hurry(self) -> None:
        """Make the table due now: what it waited for has come early."""
        self.table.due_at = self.now
        self._changed = True

    def close(self) -> None:
        """The table is over, whatever its hand stood at."""
        self.table.finished_at = self.now
        self.set_due()

    def set_due(self) -> None:
        """When the clock must look again; it does not while the table is paused, held or over."""
        state, table = self.state, self.table
        if state.is_finished and table.finished_at is None:
            table.finished_at = self.now
        if table.is_over or state.is_held:
            table.deadline_at = None
        table.due_at = clocks.due_at(table, state, self.seats, self.shoes.chance)
        self._changed = True

    def save(self) -> None:
        """Write events, shoes, table and seats, and wake those who watch once all of it is committed."""
        if not self._changed:
            return
        table, state = self.table, self.state
        table.state, table.phase, table.hand_number = state.to_json(), state.phase, state.hand
        log.append(table, self._rows)
        self._rows, self._changed = [], False
        table.save(update_fields=TABLE_FIELDS)
        self._save_seats()
        transaction.on_commit(partial(bus.wake, table.public_id, table.seq), robust=True)
        if table.round_id:
            # The standings are made from the tables; their own version is for the tournament to say.
            transaction.on_commit(partial(bus.wake, "T" + table.scope, 0), robust=True)

    def _pause_clock(self, deadline_at: datetime) -> None:
        """Keep what is left on the clock, and stop it (D3)."""
        self.table.left_seconds = max(deadline_at - self.now, timedelta()).total_seconds()
        self.table.paused_at = self.table.paused_at or self.now
        self.table.deadline_at = None

    def _resume_clock(self) -> None:
        left = timedelta(seconds=self.table.left_seconds or 0)
        self.table.left_seconds = self.table.paused_at = None
        clocks.resume(self.table, self.state, left, self.now)

    def _save_seats(self) -> None:
        counts = {each["seat"]: each["count"] for each in blackjack.view(self.state, None)["seats"]}
        for number, seat in self.seats.items():
            before = _projection(seat)
            project(seat, self.state, counts[number], over=self.table.is_over)
            if _projection(seat) != before:
                seat.save(update_fields=SEAT_FIELDS)


def project(seat: Seat, state: TableState, count: int, *, over: bool) -> None:
    """Set a seat's row to what the state says; at a table that is over nobody holds a live seat (E1)."""
    true = state.seat(seat.number)
    seat.stack, seat.public_stack, seat.public_count = true.stack, true.public_stack, count
    seat.live, seat.away = true.live and not over, true.away
    seat.place, seat.out_hand, seat.out_cause = true.place, true.out_hand, true.out_cause or ""


def _projection(seat: Seat) -> list[Any]:
    return [getattr(seat, name) for name in SEAT_FIELDS]


@contextmanager
def sitting_at(*, now: datetime, **which: Any) -> Iterator[Sitting]:
    """Lock the table named by `pk` or `public_id`, and write what was done when the block ends well.

    Raises NotFound, or Busy when the lock was not to be had in a second.
    """
    with transaction.atomic():
        table = _locked(which)
        sitting = Sitting(table, seats_of(table), now)
        yield sitting
        sitting.save()


@contextmanager
def sitting_if_free(*, now: datetime, **which: Any) -> Iterator[Sitting | None]:
    """The same for a sweep: None when another process holds the table, or it is gone."""
    with transaction.atomic():
        skip = connection.features.has_select_for_update_skip_locked
        table = Table.objects.select_for_update(skip_locked=skip).filter(**which).first()
        sitting = Sitting(table, seats_of(table), now) if table else None
        yield sitting
        if sitting:
            sitting.save()


def _locked(which: dict[str, Any]) -> Table:
    try:
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute(f"SET LOCAL lock_timeout = {LOCK_WAIT_MS}")
        return Table.objects.select_for_update().get(**which)
    except Table.DoesNotExist:
        raise refusals.NotFound("no_table", NO_TABLE) from None
    except OperationalError:
        raise refusals.Busy(
            "busy", gettext_noop("The table is busy. Nothing was changed; please try again.")
        ) from None


def _same_decision(before: TableState, after: TableState, action: Action) -> bool:
    """Does the decision that was open stay open, with its clock?"""
    if (before.phase, before.hand, before.attempt) != (after.phase, after.hand, after.attempt):
        return False
    if action.kind in DECISIONS:
        # One of several who decide at once has decided; the others share the decision and its clock.
        return bool(after.to_act) and set(after.to_act) < set(before.to_act)
    if before.is_held and not after.is_held:
        return False
    return after.to_act == before.to_act
