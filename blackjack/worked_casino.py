"""Worked hands of games A and B, played by the casino kernel."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from blackjack import casino_layout as k
from blackjack.cards import cards_text
from blackjack.casino import apply, bounds, deal, legal, settle
from blackjack.strategy import absent_action
from blackjack.worked_format import PADDING, Hand


def play_hand(hand: Hand) -> list[str]:
    """The ways in which a hand does not go as its file says, as sentences; empty when it does."""
    packed = k.pack(hand.rules)
    shoe = [*hand.shoe, *PADDING]
    log = k.new_log()
    state = k.prepare(
        [seat.stack for seat in hand.seats],
        [seat.bet for seat in hand.seats],
        [seat.pair for seat in hand.seats],
    )
    deal(packed, shoe, state, log)
    for place, action in enumerate(hand.actions, start=1):
        failures = _check_action(hand, packed, state, action)
        if failures:
            return [f"action {place}: {failure}" for failure in failures]
        kind = k.ACTIONS.index(action["action"])
        apply(packed, shoe, state, log, hand.position(action["seat"]), kind, action.get("amount", 0))
    if state[k.PHASE] != k.P_DEALER:
        return ["after the last action a seat still has to decide"]
    settle(packed, shoe, state, log)
    return _compare(hand, state)


def _check_action(hand: Hand, packed: list[int], state: list[int], action: Mapping[str, Any]) -> list[str]:
    seat = hand.position(action["seat"])
    open_actions = k.action_names(legal(packed, state, seat))
    chosen = action["action"]
    if chosen not in open_actions:
        return [f"seat {action['seat']} may not {chosen}; legal: {', '.join(open_actions) or 'nothing'}"]
    failures = []
    if "legal" in action and action["legal"] != open_actions:
        failures.append(f"legal is {open_actions}, expected {action['legal']}")
    in_turn = state[k.TURN_HAND] if state[k.PHASE] == k.P_TURNS else 0
    if action.get("hand", 0) != in_turn:
        failures.append(f"the hand in turn is {in_turn}, expected {action.get('hand', 0)}")
    low, high = bounds(packed, state, seat, k.ACTIONS.index(chosen))
    if not low <= action.get("amount", high) <= high:
        failures.append(f"{chosen} takes {low} to {high} chips, not {action['amount']}")
    if "by" in action:
        cards = k.cards_at(state, k.hand_at(seat, in_turn))
        played = absent_action(hand.rules, cards, state[k.DEALER + k.CARDS] % 13, open_actions)
        if played != chosen:
            failures.append(f"an absent seat is played {played}, expected {chosen}")
    return failures


def _compare(hand: Hand, state: list[int]) -> list[str]:
    """What differs at the end: chips, cards, and the number of cards dealt."""
    deltas: dict[str, int] = {}
    hands: dict[str, list[list[str]]] = {}
    for position, seat in enumerate(hand.seats):
        deltas[str(seat.number)] = state[k.seat_at(position) + k.STACK] - seat.stack
        count = state[k.seat_at(position) + k.HANDS]
        hands[str(seat.number)] = [
            cards_text(k.cards_at(state, k.hand_at(position, index))) for index in range(count)
        ]
    results = {"deltas": deltas, "hands": hands, "dealer": cards_text(k.cards_at(state, k.DEALER))}
    failures = [
        f"{name} {result}, expected {hand.expect[name]}"
        for name, result in results.items()
        if result != hand.expect[name]
    ]
    if state[k.POINTER] != len(hand.shoe):
        failures.append(f"{state[k.POINTER]} cards were dealt, the shoe has {len(hand.shoe)}")
    return failures
