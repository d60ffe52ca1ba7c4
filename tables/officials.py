"""What officials do to a running table, each act an event in its log: the only ways in which a tournament
steers one.

Every story locks the table row. Who may do it is checked by the door; `by` is written to the site's log. All
of them raise NotFound, Conflict when the table is over, and what the rules refuse (BadValue, IllegalAction).
"""

import logging
from datetime import datetime
from typing import Any

from django.utils.translation import gettext_noop

from accounts.models import User
from accounts.refusals import BadValue, Conflict
from blackjack import Action
from tables.sitting import sitting_at

logger = logging.getLogger(__name__)

LONGEST_REASON = 500


def pause(table_id: int, *, by: User | None, now: datetime, reason: str = "") -> None:
    """Stop the clock; the time left is kept. Raises Conflict when the table is paused already."""
    _do(table_id, Action("pause", text=_checked(reason)), by=by, now=now, paused=False)


def resume(table_id: int, *, by: User | None, now: datetime) -> None:
    """Go on with max(time left, min(20 s, the full clock)) (D3). Raises Conflict when the table is not
    paused.
    """
    _do(table_id, Action("resume"), by=by, now=now, paused=True)


def void(table_id: int, *, by: User | None, reason: str, now: datetime) -> None:
    """Take back the hand, until the first bet of the next one; its replay is dealt from the shoe's next
    attempt.
    """
    _do(table_id, Action("void", text=_needed(reason)), by=by, now=now)


def hold(table_id: int, *, by: User | None, after_hand: int, now: datetime) -> None:
    """Let the table wait for the tournament after that hand."""
    _do(table_id, Action("hold", amount=after_hand), by=by, now=now)


def release(table_id: int, *, by: User | None, now: datetime) -> None:
    """Let a held table go on."""
    _do(table_id, Action("release"), by=by, now=now)


def last_hand(table_id: int, *, by: User | None, now: datetime) -> None:
    """Make the present hand the last one."""
    _do(table_id, Action("last_hand"), by=by, now=now)


def correct(table_id: int, *, by: User | None, seat: int, delta: int, reason: str, now: datetime) -> None:
    """Give a seat chips or take them, against the house (C1)."""
    _do(table_id, Action("correct", seat=seat, amount=delta, text=_needed(reason)), by=by, now=now)


def penalise(
    table_id: int, *, by: User | None, seat: int, reason: str, effect: dict[str, Any], now: datetime
) -> None:
    """Penalise a seat; `effect` is what the rules know of penalties."""
    _do(table_id, Action("penalise", seat=seat, text=_needed(reason), data=effect), by=by, now=now)


def disqualify(table_id: int, *, by: User | None, seat: int, reason: str, now: datetime) -> None:
    """Put a seat out; in mid-hand autoplay finishes its hand, and its chips go to the house's side."""
    _do(table_id, Action("disqualify", seat=seat, text=_needed(reason)), by=by, now=now)


def abandon(table_id: int, *, by: User | None, now: datetime) -> None:
    """Close a table for good without places, because its tournament was cancelled; its seats are free again.

    Quiet when the table is over already.
    """
    with sitting_at(now=now, pk=table_id) as sitting:
        if sitting.table.is_over:
            return
        if not sitting.state.paused:
            sitting.do(Action("pause", text="abandoned"))
        sitting.close()
        _note("abandon", table_id, by)


def _do(table_id: int, action: Action, *, by: User | None, now: datetime, paused: bool | None = None) -> None:
    """One official act; `paused` is what the table must be for it, None where that does not matter."""
    with sitting_at(now=now, pk=table_id) as sitting:
        if sitting.table.is_over:
            raise Conflict("finished", gettext_noop("This table is finished."))
        if paused is False and sitting.state.paused:
            raise Conflict("paused", gettext_noop("This table is paused already."))
        if paused is True and not sitting.state.paused:
            raise Conflict("not_paused", gettext_noop("This table is not paused."))
        sitting.do(action)
        _note(action.kind, table_id, by)


def _note(kind: str, table_id: int, by: User | None) -> None:
    logger.info("official act: %s at table %s by user %s", kind, table_id, by.pk if by else None)


def _needed(reason: str) -> str:
    text = _checked(reason)
    if not text:
        raise BadValue("no_reason", gettext_noop("Say why; everybody at the table will read it."))
    return text


def _checked(reason: str) -> str:
    text = reason.strip()
    if len(text) > LONGEST_REASON:
        raise BadValue(
            "reason_too_long", gettext_noop("A reason has at most {limit} characters."), limit=LONGEST_REASON
        )
    return text
