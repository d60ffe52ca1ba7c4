"""One round at one table: opened, taken from decision to decision, until its places are final."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from blackjack import events as e
from blackjack.actions import CLOCK_KINDS, OFFICIAL_KINDS, PLAYER_KINDS, Action
from blackjack.betting import bet_bounds, place_bet
from blackjack.dealing import next_hand
from blackjack.events import Event
from blackjack.officials import remove_disqualified, rule
from blackjack.playing import decide, open_decisions
from blackjack.refusals import BadValue, IllegalAction
from blackjack.settling import hand_cut_someone
from blackjack.state import DECISIONS, Draft, SeatState, Shoes, TableState
from blackjack.table_rules import LARGEST, TableRules

Step = tuple[TableState, tuple[Event, ...]]
MAX_SEATS = 7


def open_table(rules: TableRules, seats: Sequence[tuple[int, int]], *, button: int, commitment: str) -> Step:
    """A table of (seat number, chips) pairs with the first button at one of them.

    `commitment` is what all its shoes are committed to with (R1). Raises `BadValue` for seats that cannot be.
    """
    numbers = [number for number, _ in seats]
    if not 2 <= len(seats) <= MAX_SEATS or len(set(numbers)) != len(numbers) or min(numbers) < 1:
        raise BadValue(
            "seats", "A table has {low} to {high} seats with different numbers.", low=2, high=MAX_SEATS
        )
    if button not in numbers:
        raise BadValue("button", "The button begins at an occupied seat.")
    for _, stack in seats:
        if type(stack) is not int or not 0 < stack <= LARGEST:
            raise BadValue("stack", "A stack is a whole number of chips.")
    states = tuple(
        SeatState(number=number, stack=stack, chips_before_hand=stack, secret_left=rules.secret_bets)
        for number, stack in sorted(seats)
    )
    state = TableState(
        rules=rules,
        phase="seating",
        button=button,
        seats=states,
        issued=sum(stack for _, stack in seats),
    )
    opened = e.TableOpened(
        rules=rules.to_json(),
        seats=[[seat.number, seat.stack] for seat in states],
        button=button,
        commitment=commitment,
    )
    return state, (opened,)


def step(state: TableState, action: Action, shoes: Shoes) -> Step:
    """What the table becomes by an action, and what happened, on to the next decision or between hands.

    Raises `BadValue` for what could never be right, `IllegalAction` for what is not open now; nothing is
    changed.
    """
    draft = Draft(state, shoes)
    if action.kind in PLAYER_KINDS:
        _play(draft, action)
    elif action.kind in OFFICIAL_KINDS:
        rule(draft, action)
    elif action.kind in CLOCK_KINDS:
        _run(draft, action)
    else:
        raise BadValue("unknown_action", "There is no such action.")
    return draft.state, tuple(draft.events)


def legal_actions(state: TableState, seat: int) -> dict[str, dict[str, Any]]:
    """What the player of a seat may do now, by kind of action, with bounds in chips where it takes any.

    The same check `step` makes. Only the seat's owner may see it: it tells what the chips allow (V2).
    """
    owner = next((each for each in state.seats if each.number == seat), None)
    if owner is None or not owner.live or owner.disqualified or state.paused or state.is_finished:
        return {}
    coming_or_going = "come_back" if owner.away else "sit_out"
    return {**_decisions(state, owner), coming_or_going: {}}


def clock_seconds(state: TableState) -> int:
    """How long the present wait lasts at most; 0 when the table waits for nothing."""
    rules = state.rules
    if state.phase == "seating":
        return rules.seat_seconds
    if state.phase == "opening":
        return rules.open_seconds
    if state.phase in DECISIONS:
        if all(state.seat(number).away for number in state.to_act):
            return rules.away_seconds
        return rules.decide_elimination_seconds if state.is_elimination else rules.decide_seconds
    if state.phase == "between" and state.hand:
        return rules.between_elimination_seconds if hand_cut_someone(state) else rules.between_seconds
    return 0


def _decisions(state: TableState, seat: SeatState) -> dict[str, dict[str, Any]]:
    if seat.number not in state.to_act:
        return {}
    if state.phase == "betting":
        return {"bet": bet_bounds(state, seat)}
    return open_decisions(state, seat.number)


def _play(draft: Draft, action: Action) -> None:
    """An action of a seat's player, or one made for it when its clock ended (`auto`)."""
    state = draft.state
    _check_shape(action)
    seat = next((each for each in state.seats if each.number == action.seat), None)
    if seat is None:
        raise BadValue("no_such_seat", "That seat is not at this table.")
    if state.paused:
        raise IllegalAction("paused", "The table is paused.")
    if not seat.live or state.is_finished:
        raise IllegalAction("out", "This seat is out of play.")
    if seat.disqualified and not action.auto:
        raise IllegalAction("disqualified", "The seat is disqualified.")
    if action.kind in ("sit_out", "come_back"):
        _come_or_go(draft, seat, action)
        return
    if seat.away and not action.auto:
        # Whoever acts is back, without having to say so (D4).
        draft.put_seat(seat.number, away=False)
        draft.tell(e.CameBack(hand=state.hand, seat=seat.number, asked=False))
    open_now = _decisions(state, seat)
    if action.kind not in open_now:
        if seat.number not in state.to_act:
            raise IllegalAction("not_your_turn", "It is not your turn.")
        raise IllegalAction("not_open", "You cannot do this now.")
    if action.kind == "bet":
        place_bet(draft, action)
    else:
        decide(draft, action, open_now[action.kind])


def _check_shape(action: Action) -> None:
    """Numbers that could not be right in any decision."""
    for number in (action.amount, action.pair):
        if number is not None and type(number) is not int:
            raise BadValue("not_a_whole_number", "Chips are whole numbers.")
    if action.amount is not None and action.amount <= 0:
        raise BadValue("below_minimum", "The bet must be at least {minimum} chips.", minimum=1)
    if action.kind != "bet" and (action.secret or action.pair):
        raise BadValue("only_a_bet", "Only a bet may be secret or have a pair bet beside it.")


def _come_or_go(draft: Draft, seat: SeatState, action: Action) -> None:
    going = action.kind == "sit_out"
    if action.amount is not None:
        raise BadValue("amount_not_wanted", "This needs no number of chips.")
    if going == seat.away:
        raise IllegalAction("not_open", "You cannot do this now.")
    draft.put_seat(seat.number, away=going)
    hand = draft.state.hand
    draft.tell(
        e.SatOut(hand=hand, seat=seat.number)
        if going
        else e.CameBack(hand=hand, seat=seat.number, asked=True)
    )


def _run(draft: Draft, action: Action) -> None:
    """What the clock does: the seeds, the next hand, a seat that did not answer."""
    if draft.state.paused:
        raise IllegalAction("paused", "The table is paused.")
    _CLOCK[action.kind](draft, action)


def _close_seeds(draft: Draft, action: Action) -> None:
    if draft.state.phase != "seating":
        raise IllegalAction("seeds_closed", "The list of seeds is closed.")
    data = action.data or {}
    draft.put(phase="opening")
    draft.tell(
        e.SeedsClosed(
            hashes=data.get("hashes", {}), server_seeds=data.get("server_seeds", {}), hidden=("server_seeds",)
        )
    )


def _open_seeds(draft: Draft, action: Action) -> None:
    if draft.state.phase != "opening":
        raise IllegalAction("seeds_opened", "The seeds are not to be opened now.")
    data = action.data or {}
    draft.put(phase="between")
    draft.tell(
        e.SeedsOpened(
            opened=list(data.get("opened", [])),
            seeds=data.get("seeds", {}),
            cuts=data.get("cuts", {}),
            hidden=("cuts", "seeds"),
        )
    )


def _next_hand(draft: Draft, action: Action) -> None:
    remove_disqualified(draft)
    next_hand(draft)


def _mark_away(draft: Draft, action: Action) -> None:
    """The seat's clock ended; a seat that is away already stays so without another event."""
    seat = next((each for each in draft.state.live() if each.number == action.seat), None)
    if seat is None:
        raise BadValue("no_such_seat", "That seat is not in play at this table.")
    if not seat.away:
        draft.put_seat(seat.number, away=True)
        draft.tell(e.SatOut(hand=draft.state.hand, seat=seat.number, auto=True))


_CLOCK: dict[str, Callable[[Draft, Action], None]] = {
    "close_seeds": _close_seeds,
    "open_seeds": _open_seeds,
    "next_hand": _next_hand,
    "mark_away": _mark_away,
}
