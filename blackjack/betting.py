"""Bets in turn from the button: what a seat may bet, and what placing a bet does (tournaments.md 2)."""

from __future__ import annotations

from typing import Any

from blackjack import events as e
from blackjack.actions import Action
from blackjack.dealing import hand_is_certain
from blackjack.playing import deal
from blackjack.refusals import BadValue, IllegalAction
from blackjack.state import Draft, SeatState, TableState


def bet_bounds(state: TableState, seat: SeatState) -> dict[str, Any]:
    """The bets open to the seat in turn, in chips: `secret` if one may be, `pair` the largest pair bet.

    A bet is a multiple of `step`, or all the seat has. A stack below the minimum may be bet whole.
    """
    limits = state.rules.limits_at(state.hand)
    low = min(limits.minimum, seat.stack)
    high = min(limits.maximum or seat.stack, seat.stack)
    if seat.forced_minimum:
        high = low
    return {
        "minimum": low,
        "maximum": high,
        "step": limits.step,
        "secret": may_be_secret(state, seat),
        "pair": min(limits.maximum // 10, seat.stack - low) if state.rules.game.pair_bet else 0,
    }


def may_be_secret(state: TableState, seat: SeatState) -> bool:
    """Whether the seat has a secret bet left that it may use in this hand."""
    rules = state.rules
    if rules.secret_last_hand_only and state.hand != state.last_hand:
        return False
    return seat.secret_left > 0 and state.hand >= rules.secret_from_hand and not seat.forced_minimum


def place_bet(draft: Draft, action: Action) -> None:
    """Put the bet of the seat in turn down; after the last one the cards are dealt."""
    state = draft.state
    seat = state.seat(state.to_act[0])
    amount = _checked_amount(state, seat, action)
    draft.put_seat(
        seat.number,
        stack=seat.stack - amount - action.pair,
        bet=amount,
        pair=action.pair,
        secret_bet=action.secret,
        bet_is_secret=action.secret,
        secret_left=seat.secret_left - action.secret,
        forced_minimum=max(0, seat.forced_minimum - 1),
    )
    draft.tell(
        e.BetPlaced(
            hand=state.hand,
            seat=seat.number,
            secret_=action.secret,
            amount=amount,
            pair=action.pair or None,
            auto=action.auto or None,
            hidden=("amount",) if action.secret else (),
        )
    )
    hand_is_certain(draft)
    following = state.order.index(seat.number) + 1
    draft.put(to_act=state.order[following : following + 1])
    if not draft.state.to_act:
        deal(draft)


def _checked_amount(state: TableState, seat: SeatState, action: Action) -> int:
    bounds = bet_bounds(state, seat)
    amount = action.amount
    if amount is None:
        raise BadValue("amount_missing", "Say how many chips you bet.")
    if amount < bounds["minimum"]:
        raise BadValue(
            "below_minimum", "The bet must be at least {minimum} chips.", minimum=bounds["minimum"]
        )
    if amount > seat.stack:
        raise BadValue("above_stack", "You have {stack} chips.", stack=seat.stack)
    if amount > bounds["maximum"]:
        raise BadValue("above_maximum", "The bet may be at most {maximum} chips.", maximum=bounds["maximum"])
    if amount % bounds["step"] and amount != seat.stack:
        raise BadValue("off_step", "Bets are in steps of {step} chips.", step=bounds["step"])
    if action.secret and not bounds["secret"]:
        raise IllegalAction("secret_not_open", "You have no secret bet for this hand.")
    _check_pair(seat, action, amount, bounds["pair"])
    return amount


def _check_pair(seat: SeatState, action: Action, amount: int, largest: int) -> None:
    if action.pair and action.secret:
        raise BadValue("pair_with_secret", "A pair bet cannot go with a secret bet.")
    if action.pair < 0:
        raise BadValue("below_minimum", "The bet must be at least {minimum} chips.", minimum=0)
    if action.pair > min(largest, seat.stack - amount):
        raise BadValue("above_maximum", "The bet may be at most {maximum} chips.", maximum=largest)
