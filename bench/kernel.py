"""How fast do the rules play? Seven seats, the log on, against turning over the same cards."""

import random
from collections.abc import Iterator

from bench.figures import Figure, per_second
from blackjack import ELIMINATION, casino
from blackjack import casino_layout as layout
from blackjack.cards import VALUES

SEATS = 7
SHOES = 50
CARDS = 312
STACK, BET = 25_000, 500
STAND_AT = 17


def run() -> Iterator[Figure]:
    """Player-hands a second in one process, interpreted."""
    chance = random.Random(7)
    shoes = [[card % 52 for card in chance.sample(range(CARDS), CARDS)] for _ in range(SHOES)]
    rules = layout.pack(ELIMINATION)
    drawn = [_play(rules, shoe) for shoe in shoes]

    def play() -> int:
        for shoe in shoes:
            _play(rules, shoe)
        return SHOES * SEATS

    def turn_over() -> int:
        for shoe, cards in zip(shoes, drawn, strict=True):
            points = 0
            for at in range(cards):
                points += VALUES[shoe[at]]
        return SHOES * SEATS

    yield Figure(
        "kernel", per_second(play), "player-hands/s", "turning over the same cards", per_second(turn_over)
    )


def _play(rules: list[int], shoe: list[int]) -> int:
    """One round in which everybody hits below 17; returns how many cards it took."""
    state, log = layout.prepare([STACK] * SEATS, [BET] * SEATS, None), layout.new_log()
    casino.deal(rules, shoe, state, log)
    while state[layout.PHASE] != layout.P_DEALER:
        if state[layout.PHASE] == layout.P_INSURANCE:
            seat = next(seat for seat in range(SEATS) if casino.legal(rules, state, seat))
            action = "decline"
        else:
            seat = state[layout.TURN_SEAT]
            hand = layout.hand_at(seat, state[layout.TURN_HAND])
            action = "hit" if casino.total(state, hand) < STAND_AT else "stand"
        casino.apply(rules, shoe, state, log, seat, layout.ACTIONS.index(action), 0)
    casino.settle(rules, shoe, state, log)
    return sum(1 for event in layout.take_events(log) if event[0] == layout.E_CARD)
