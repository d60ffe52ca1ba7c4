"""Hands are played: a player's action (way C) and what the clock does when nobody acts (way D)."""

import logging
from dataclasses import asdict, replace
from datetime import datetime
from functools import partial
from typing import Any

from django.utils.translation import gettext_noop

import blackjack
from accounts.idempotency import answer_once, fingerprint
from accounts.models import User
from accounts.refusals import Conflict, NotAllowed, NotFound, Refusal
from blackjack import Action
from tables import clocks, selectors, sitting
from tables.models import Seat, Table
from tables.officials import (
    abandon,
    correct,
    disqualify,
    hold,
    last_hand,
    pause,
    penalise,
    release,
    resume,
    void,
)
from tables.opening import SeatPlan, close_seeds, offer_seed, open_seed, open_seeds, open_table
from tables.sitting import Sitting

__all__ = [
    "SeatPlan",
    "abandon",
    "act",
    "advance",
    "correct",
    "disqualify",
    "give_time_back",
    "hold",
    "last_hand",
    "offer_seed",
    "open_seed",
    "open_table",
    "pause",
    "penalise",
    "release",
    "resume",
    "void",
]

logger = logging.getLogger(__name__)

# These belong to no decision, so they name none and are never late.
PRESENCE = frozenset({"sit_out", "come_back"})
# One transaction of the clock plays on this far at most where nothing is waited for; the next sweep goes on.
MOST_STEPS = 500


def act(
    public_id: str,
    *,
    user: User,
    action: Action,
    seq: int | None,
    arrived_at: datetime,
    now: datetime,
    key: str | None = None,
) -> dict[str, Any]:
    """A player's action; returns the player's own view after it.

    `seq` names the event that opened the decision; `arrived_at` is the time at the door, before any lock;
    with `key` the same request again has the same answer. Locks the table row. Raises NotFound, NotAllowed,
    Conflict (`stale`, `too_late`, `paused`, `finished`), and what the rules refuse: BadValue, IllegalAction.
    """
    once = partial(_act, public_id, user, action, seq, arrived_at, now, key)
    try:
        return once()
    except Conflict as refused:
        # The clock had its turn before this action came: it gets it now, in a transaction of its own, and the
        # action is looked at again (after an outage it may be in time, D3).
        if refused.code not in ("stale", "too_late") or not _advance(now, public_id=public_id):
            raise
        return once()


def advance(table_id: int, *, now: datetime) -> bool:
    """Do what is due at a table: close the seeds, play for bots and absent players, start the next hand.

    True when something was done; False when nothing is due (any more) or another process has the table.
    """
    return _advance(now, pk=table_id)


def give_time_back(table_id: int, *, since: datetime, now: datetime) -> bool:
    """After a fault of the platform that began at `since`: treat it as a pause of this table (D3)."""
    with sitting.at_if_free(now=now, pk=table_id) as table:
        if table is None or table.table.deadline_at is None or not _waits_for_people(table):
            return False
        _extend(table, since)
        return True


def _act(
    public_id: str,
    user: User,
    action: Action,
    seq: int | None,
    arrived_at: datetime,
    now: datetime,
    key: str | None,
) -> dict[str, Any]:
    with sitting.at(now=now, public_id=public_id) as table:
        run = partial(_play, table, user, action, seq, arrived_at)
        if key is None:
            return run()
        mark = fingerprint("act", public_id, [seq, asdict(action)])
        return answer_once(user=user, key=key, fingerprint=mark, now=now, run=run)[0]


def _play(
    table: Sitting, user: User, action: Action, seq: int | None, arrived_at: datetime
) -> dict[str, Any]:
    seat = _seat_of(table, user)
    _check_open(table.table, action, seq, arrived_at)
    table.do(replace(action, seat=seat.number, auto=False))
    return selectors.view_of(table.table, table.state, list(table.seats.values()), seat.number, now=table.now)


def _seat_of(table: Sitting, user: User) -> Seat:
    seat = table.seat_of(user.pk)
    if seat is not None:
        return seat
    if not selectors.may_watch(user, table.table):
        raise NotFound("no_table", gettext_noop("There is no such table."))
    raise NotAllowed("not_seated", gettext_noop("You do not sit at this table."))


def _check_open(table: Table, action: Action, seq: int | None, arrived_at: datetime) -> None:
    """Is the decision that the action names still open? (D2, bad inputs 17, 18, 21)"""
    if table.is_over:
        raise Conflict("finished", gettext_noop("This table is finished."))
    if action.kind in PRESENCE:
        return
    if table.paused_at is not None:
        raise Conflict("paused", gettext_noop("This table is paused."))
    if seq != table.decision_seq:
        raise Conflict("stale", gettext_noop("The table has moved on; this is how it stands now."))
    if clocks.too_late(table, arrived_at):
        raise Conflict("too_late", gettext_noop("The time for this decision is over."))


def _advance(now: datetime, **which: Any) -> bool:
    with sitting.at_if_free(now=now, **which) as table:
        if table is None or not table.is_due:
            return False
        for _ in range(MOST_STEPS):
            _next_step(table)
            if not table.is_due:
                break
        return True


def _next_step(table: Sitting) -> None:
    """The one thing that is due."""
    match table.state.phase:
        case Table.Phase.SEATING:
            close_seeds(table)
        case Table.Phase.OPENING:
            open_seeds(table)
        case Table.Phase.BETWEEN:
            table.do(Action("next_hand"))
        case _:
            _play_for(table, _due_seat(table))


def _due_seat(table: Sitting) -> Seat:
    """The seat to act that has been waited for longest, in acting order."""
    waits = [table.seats[number] for number in table.state.to_act]
    return min(waits, key=lambda seat: clocks.seat_due_at(table.table, table.state, seat, table.shoes.chance))


def _play_for(table: Sitting, seat: Seat) -> None:
    """Play for a bot, for an absent player, or for one whose clock has just ended (D4)."""
    away = table.state.seat(seat.number).away
    if seat.bot and not away:
        _play_bot(table, seat)
        return
    if not away:
        since = clocks.fault_since(table.now)
        if since is not None:
            _extend(table, since)
            return
        table.do(Action("mark_away", seat=seat.number, auto=True))
    table.do(blackjack.time_out(table.state, seat.number))


def _play_bot(table: Sitting, seat: Seat) -> None:
    """Let the policy choose from what its seat can see; a choice against the rules stops no table."""
    label = f"{table.table.decision_seq}/{seat.number}"
    view = blackjack.view(table.state, seat.number)
    choice = blackjack.policies[seat.bot](view, lambda name: table.shoes.chance(f"{label}/{name}"))
    try:
        table.do(replace(choice, seat=seat.number))
    except Refusal as refused:
        logger.error("bot %s chose what is refused: %s", seat.bot, refused.code)
        table.do(blackjack.time_out(table.state, seat.number))


def _extend(table: Sitting, since: datetime) -> None:
    """Give back the time that a fault of the platform took (D3)."""
    table.give_back(clocks.left_before(table.table, since, table.now))
    seconds = round(clocks.left(table.table, table.now).total_seconds())
    table.do(Action("extend", data={"seconds": max(seconds, 1)}, text="outage"))


def _waits_for_people(table: Sitting) -> bool:
    """Is it a person's clock that runs here?"""
    state = table.state
    return any(not table.seats[number].bot and not state.seat(number).away for number in state.to_act)
