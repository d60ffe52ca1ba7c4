"""Worked hands of games C and D, played by the chinese kernel."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from blackjack import chinese_layout as k
from blackjack.cards import cards_text
from blackjack.chinese import apply, autopilot, bounds, deal, legal, may_open, settle
from blackjack.worked_format import PADDING, Hand


def play_hand(hand: Hand) -> list[str]:
    """The ways in which a hand does not go as its file says, as sentences; empty when it does."""
    packed = k.pack(hand.rules)
    shoe = [*hand.shoe, *PADDING]
    log = k.new_log()
    state = k.prepare([seat.stack for seat in hand.seats], [seat.bet for seat in hand.seats])
    deal(packed, shoe, state, log)
    for place, action in enumerate(hand.actions, start=1):
        opened = sum(1 << hand.position(seat) for seat in set(action.get("seats", ())))
        failures = _check_action(hand, packed, state, action, opened)
        if failures:
            return [f"action {place}: {failure}" for failure in failures]
        kind = k.ACTIONS.index(action["action"])
        apply(packed, shoe, state, log, hand.position(action["seat"]), kind, opened)
    if state[k.PHASE] != k.P_SETTLE:
        return ["after the last action a seat still has to decide"]
    settle(packed, state, log)
    return _compare(hand, state)


def _check_action(
    hand: Hand, packed: list[int], state: list[int], action: Mapping[str, Any], opened: int
) -> list[str]:
    seat = hand.position(action["seat"])
    open_actions = k.action_names(legal(packed, state, seat))
    chosen = action["action"]
    if chosen not in open_actions:
        return [f"seat {action['seat']} may not {chosen}; legal: {', '.join(open_actions) or 'nothing'}"]
    failures = []
    if "legal" in action and action["legal"] != open_actions:
        failures.append(f"legal is {open_actions}, expected {action['legal']}")
    if chosen == "open" and not may_open(state, opened):
        failures.append(f"seats {action['seats']} may not be opened")
    if action.get("hand", 0) != 0:
        failures.append(f"the hand in turn is 0, expected {action['hand']}")
    _, added = bounds(packed, state, seat, k.ACTIONS.index(chosen))
    if action.get("amount", added) != added:
        failures.append(f"{chosen} takes {added} chips, not {action['amount']}")
    if "by" in action:
        played = k.ACTIONS[autopilot(packed, state, seat)]
        if played != chosen:
            failures.append(f"an absent seat is played {played}, expected {chosen}")
    return failures


def _compare(hand: Hand, state: list[int]) -> list[str]:
    """What differs at the end: chips, cards, booked results, and the number of cards dealt."""
    *players, banker = hand.seats
    results: dict[str, Any] = {
        "deltas": {
            str(seat.number): state[k.seat_at(position) + k.STACK] - seat.stack
            for position, seat in enumerate(hand.seats)
        },
        "hands": {
            str(seat.number): [cards_text(k.cards_of(state, position))]
            for position, seat in enumerate(players)
        },
        "dealer": cards_text(k.cards_of(state, hand.position(banker.number))),
        "multipliers": {str(seat.number): _booked(state, position) for position, seat in enumerate(players)},
        "void": state[k.VOID] == 1,
    }
    expect = {"multipliers": results["multipliers"], "void": False, **hand.expect}
    failures = [
        f"{name} {result}, expected {expect[name]}"
        for name, result in results.items()
        if result != expect[name]
    ]
    if state[k.POINTER] != len(hand.shoe):
        failures.append(f"{state[k.POINTER]} cards were dealt, the shoe has {len(hand.shoe)}")
    return failures


def _booked(state: list[int], position: int) -> int | str:
    """The booked result of a player in stakes, or the word for a licence penalty."""
    at = k.seat_at(position)
    return "pen" if state[at + k.STATUS] == k.S_PENALTY else state[at + k.RESULT]
