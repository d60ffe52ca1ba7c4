"""What officials and the tournament do at a table: each act is an event in its log (tournaments.md 5)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from blackjack import events as e
from blackjack.actions import Action
from blackjack.elimination import DISQUALIFIED, Out
from blackjack.refusals import BadValue, IllegalAction
from blackjack.settling import confiscate, put_out
from blackjack.state import Draft, SeatState, TableState
from blackjack.table_rules import LARGEST


def rule(draft: Draft, action: Action) -> None:
    """Carry out an official's act. Raises `BadValue` or `IllegalAction` when it is not possible."""
    if draft.state.is_finished:
        raise IllegalAction("finished", "This table is finished.")
    _RULES[action.kind](draft, action)


def _pause(draft: Draft, action: Action) -> None:
    if draft.state.paused:
        raise IllegalAction("paused", "The table is paused.")
    draft.put(paused=True)
    draft.tell(e.Paused(hand=draft.state.hand, reason=action.text))


def _resume(draft: Draft, action: Action) -> None:
    if not draft.state.paused:
        raise IllegalAction("not_paused", "The table is not paused.")
    draft.put(paused=False)
    draft.tell(e.Resumed(hand=draft.state.hand))


def _extend(draft: Draft, action: Action) -> None:
    """The clock is the table's owner's; the log says that it got longer."""
    seconds = (action.data or {}).get("seconds")
    if type(seconds) is not int or not 0 < seconds <= 3600:
        raise BadValue("seconds", "Say a whole number of seconds up to {most}.", most=3600)
    draft.tell(e.ClockExtended(hand=draft.state.hand, seconds=seconds, reason=action.text))


def _hold(draft: Draft, action: Action) -> None:
    if action.amount is None or action.amount < 0:
        raise BadValue("hand_missing", "Say after which hand the table waits.")
    draft.put(held=action.amount)
    draft.tell(e.Held(hand=draft.state.hand, after_hand=action.amount))


def _release(draft: Draft, action: Action) -> None:
    if draft.state.held is None:
        raise IllegalAction("not_held", "The table does not wait for the others.")
    draft.put(held=None)
    draft.tell(e.Released(hand=draft.state.hand))


def _last_hand(draft: Draft, action: Action) -> None:
    """The next hand nobody has bet in is the last one, so that everybody bets knowing it."""
    state = draft.state
    last = state.hand if state.phase == "betting" and state.start is not None else state.hand + 1
    if last >= state.last_hand:
        raise IllegalAction("last_hand_set", "Hand {hand} is the last one already.", hand=state.last_hand)
    draft.put(last=last)
    draft.tell(e.LastHand(hand=state.hand, last=last))


def _void(draft: Draft, action: Action) -> None:
    """Put back everything the hand's start recorded; it is dealt again from the shoe's next attempt.

    The hand is the one in play or, until the first bet of the next one, the one before.
    """
    state = draft.state
    if state.before is None or state.dealt_from is None:
        raise IllegalAction("nothing_to_void", "There is no hand that can still be voided.")
    voided = state.before.hand + 1
    attempt = state.attempt if voided == state.hand or state.start is None else state.start.attempt
    number, shoe_attempt = state.dealt_from
    draft.put(
        **_kept_by_a_void(state),
        phase="between",
        hand=state.before.hand,
        attempt=state.before.attempt,
        button=state.before.button,
        bank=state.before.bank,
        shoe=state.before.shoe,
        attempts=tuple({**dict(state.attempts), voided: attempt}.items()),
        shoe_due=(number, shoe_attempt + 1),
        shoes_begun=max(state.shoes_begun, *state.unrevealed),
    )
    draft.tell(e.HandVoided(hand=voided, attempt=attempt, reason=action.text))


def _kept_by_a_void(state: TableState) -> dict[str, Any]:
    """The seats as they were, but who is away or was punished stays so; nothing of the hand on the table."""
    before = state.before or state
    seats = tuple(_restored(seat, before.seat(seat.number)) for seat in state.seats)
    return {
        "seats": seats,
        "to_act": (),
        "order": (),
        "kernel": (),
        "before": None,
        "start": None,
        "dealt_from": None,
    }


def _restored(now: SeatState, before: SeatState) -> SeatState:
    return replace(
        before,
        away=now.away,
        disqualified=now.disqualified,
        forced_minimum=max(now.forced_minimum, before.forced_minimum),
    )


def _correct(draft: Draft, action: Action) -> None:
    """Chips to a seat from the house, or back, while none of them are on the table."""
    state = draft.state
    seat = _seat_in_play(state, action)
    if action.amount is None or action.amount == 0 or abs(action.amount) > LARGEST:
        raise BadValue("amount_missing", "Say how many chips the seat gets or gives.")
    _needs_reason(action)
    waiting = state.phase == "betting" and seat.bet == 0
    if state.phase not in ("seating", "opening", "between") and not waiting:
        raise IllegalAction("chips_in_play", "Chips are corrected between hands or before the seat bets.")
    if not 0 < seat.stack + action.amount <= LARGEST:
        # A seat in play must be able to bet.
        raise IllegalAction(
            "no_chips_left", "The seat has {stack} chips and must keep some.", stack=seat.stack
        )
    draft.put(bank=state.bank - action.amount)
    before = seat.chips_before_hand + (action.amount if waiting else 0)
    draft.put_seat(seat.number, stack=seat.stack + action.amount, chips_before_hand=before)
    _tell_ruling(draft, action, {"kind": "correct", "amount": action.amount})


def _penalise(draft: Draft, action: Action) -> None:
    """A warning, or the minimum bet for some hands: data {"minimum_hands": n}."""
    seat = _seat_in_play(draft.state, action)
    _needs_reason(action)
    hands = (action.data or {}).get("minimum_hands", 0)
    if type(hands) is not int or not 0 <= hands <= 1000:
        raise BadValue("minimum_hands", "Say for how many hands the minimum is bet.")
    draft.put_seat(seat.number, forced_minimum=seat.forced_minimum + hands)
    _tell_ruling(draft, action, {"kind": "penalise", "minimum_hands": hands})


def _disqualify(draft: Draft, action: Action) -> None:
    """Out at once between hands; in a hand autoplay finishes it and the seat is out at the settlement."""
    state = draft.state
    seat = _seat_in_play(state, action)
    _needs_reason(action)
    if seat.disqualified:
        raise IllegalAction("disqualified", "The seat is disqualified.")
    draft.put_seat(seat.number, disqualified=True, away=True)
    _tell_ruling(draft, action, {"kind": "disqualify"})
    if state.phase in ("seating", "opening", "between"):
        remove_disqualified(draft)


def remove_disqualified(draft: Draft) -> None:
    """Between hands: disqualified seats leave, their chips go to the house."""
    for seat in draft.state.live():
        if seat.disqualified:
            confiscate(draft, seat.number)
            put_out(draft, Out(seat.number, DISQUALIFIED, len(draft.state.live())))


def _seat_in_play(state: TableState, action: Action) -> SeatState:
    for seat in state.live():
        if seat.number == action.seat:
            return seat
    raise BadValue("no_such_seat", "That seat is not in play at this table.")


def _needs_reason(action: Action) -> None:
    if not action.text.strip():
        raise BadValue("reason_missing", "A ruling needs its reason in words.")


def _tell_ruling(draft: Draft, action: Action, effect: dict[str, Any]) -> None:
    draft.tell(e.Ruling(hand=draft.state.hand, seat=action.seat, text=action.text, effect=effect))


_RULES: dict[str, Callable[[Draft, Action], None]] = {
    "pause": _pause,
    "resume": _resume,
    "extend": _extend,
    "hold": _hold,
    "release": _release,
    "last_hand": _last_hand,
    "void": _void,
    "correct": _correct,
    "penalise": _penalise,
    "disqualify": _disqualify,
}
