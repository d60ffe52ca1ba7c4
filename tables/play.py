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
from accounts.refusals import Conflict, Refusal
from blackjack import Action
from tables import clocks, selectors
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
from tables.sitting import Sitting, sitting_at, sitting_if_free

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
    """After a fault of the platform that began at `since`: treat it as a pause of this table (D3).

    True when somebody got time back; giving it twice gives it once. Raises Busy: then it is still to be done.
    """
    with sitting_at(now=now, pk=table_id) as sitting:
        if sitting.table.deadline_at is None or not _waits_for_people(sitting):
            return False
        _extend(sitting, since)
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
    with sitting_at(now=now, public_id=public_id) as sitting:
        run = partial(_play, sitting, user, action, seq, arrived_at)
        if key is None:
            return run()
        mark = fingerprint("act", public_id, [seq, asdict(action)])
        return answer_once(user=user, key=key, fingerprint=mark, now=now, run=run)[0]


def _play(
    sitting: Sitting, user: User, action: Action, seq: int | None, arrived_at: datetime
) -> dict[str, Any]:
    seat = sitting.own_seat(user)
    _check_open(sitting.table, action, seq, arrived_at)
    sitting.do(replace(action, seat=seat.number, auto=False))
    # The answer tells the hand from its log, which must hold what this action did.
    sitting.save()
    return selectors.view_of(
        sitting.table, sitting.state, list(sitting.seats.values()), seat.number, now=sitting.now
    )


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
    with sitting_if_free(now=now, **which) as sitting:
        if sitting is None or not sitting.is_due:
            return False
        for _ in range(MOST_STEPS):
            _next_step(sitting)
            if not sitting.is_due:
                break
        return True


def _next_step(sitting: Sitting) -> None:
    """The one thing that is due."""
    match sitting.state.phase:
        case Table.Phase.SEATING:
            close_seeds(sitting)
        case Table.Phase.OPENING:
            open_seeds(sitting)
        case Table.Phase.BETWEEN:
            sitting.do(Action("next_hand"))
        case _:
            _play_for(sitting, _due_seat(sitting))


def _due_seat(sitting: Sitting) -> Seat:
    """The seat to act that has been waited for longest, in acting order."""
    waits = [sitting.seats[number] for number in sitting.state.to_act]
    return min(
        waits, key=lambda seat: clocks.seat_due_at(sitting.table, sitting.state, seat, sitting.shoes.chance)
    )


def _play_for(sitting: Sitting, seat: Seat) -> None:
    """Play for a bot, for an absent player, or for one whose clock has just ended (D4)."""
    away = sitting.state.seat(seat.number).away
    if seat.bot and not away:
        _play_bot(sitting, seat)
        return
    if not away:
        since = clocks.fault_since(sitting.now)
        if since is not None:
            _extend(sitting, since)
            return
        sitting.do(Action("mark_away", seat=seat.number, auto=True))
    sitting.do(blackjack.time_out(sitting.state, seat.number))


def _play_bot(sitting: Sitting, seat: Seat) -> None:
    """Let the policy choose from what its seat can see; a choice against the rules stops no table."""
    label = f"{sitting.table.decision_seq}/{seat.number}"
    view = blackjack.view(sitting.state, seat.number)
    choice = blackjack.policies[seat.bot](view, lambda name: sitting.shoes.chance(f"{label}/{name}"))
    try:
        sitting.do(replace(choice, seat=seat.number))
    except Refusal as refused:
        logger.error("bot %s chose what is refused: %s", seat.bot, refused.code)
        sitting.do(blackjack.time_out(sitting.state, seat.number))


def _extend(sitting: Sitting, since: datetime) -> None:
    """Give back the time that a fault of the platform took (D3)."""
    sitting.give_back(clocks.left_before(sitting.table, since, sitting.now))
    seconds = round(clocks.left(sitting.table, sitting.now).total_seconds())
    sitting.do(Action("extend", data={"seconds": max(seconds, 1)}, text="outage"))


def _waits_for_people(sitting: Sitting) -> bool:
    """Is it a person's clock that runs here?"""
    state = sitting.state
    return any(not sitting.seats[number].bot and not state.seat(number).away for number in state.to_act)
