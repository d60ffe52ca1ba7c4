"""Builders for tests of the chinese kernel: a deal from stacked cards, played by words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from blackjack import chinese_layout as k
from blackjack.cards import cards_text, parse_cards
from blackjack.chinese import apply, autopilot, bounds, deal, legal, may_open, settle
from blackjack.rules import GameRules

Event = tuple[int, int, int, int]


@dataclass
class Dealt:
    """One deal of the kernel with its packed rules, shoe, state and events so far; the last seat banks."""

    rules: GameRules
    shoe: list[int]
    stacks: Sequence[int]
    bets: Sequence[int]
    events: list[Event] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.packed = k.pack(self.rules)
        self.log = k.new_log()
        self.state = k.prepare(self.stacks, self.bets)
        deal(self.packed, self.shoe, self.state, self.log)
        self.events += k.take_events(self.log)

    @property
    def phase(self) -> int:
        return self.state[k.PHASE]

    @property
    def turn(self) -> int:
        return self.state[k.TURN_SEAT]

    def legal(self, seat: int | None = None) -> list[str]:
        return k.action_names(legal(self.packed, self.state, self.turn if seat is None else seat))

    def added(self, action: str) -> int:
        """The chips an action of the seat in turn puts down."""
        low, high = bounds(self.packed, self.state, self.turn, k.ACTIONS.index(action))
        assert low == high
        return high

    def may_open(self, seats: Iterable[int]) -> bool:
        return may_open(self.state, sum(1 << seat for seat in seats))

    def act(self, action: str, seats: Iterable[int] = ()) -> Dealt:
        """The seat in turn acts."""
        assert action in self.legal(), f"seat {self.turn} may not {action}, only {self.legal()}"
        named = sum(1 << seat for seat in seats)
        assert action != "open" or may_open(self.state, named)
        apply(self.packed, self.shoe, self.state, self.log, self.turn, k.ACTIONS.index(action), named)
        self.events += k.take_events(self.log)
        return self

    def autopilot(self) -> str:
        return k.ACTIONS[autopilot(self.packed, self.state, self.turn)]

    def settle(self) -> Dealt:
        assert self.phase == k.P_SETTLE
        settle(self.packed, self.state, self.log)
        self.events += k.take_events(self.log)
        return self

    def fields(self, offset: int) -> list[int]:
        """One int of the block of every seat."""
        return [self.state[k.seat_at(seat) + offset] for seat in range(len(self.stacks))]

    @property
    def results(self) -> list[int]:
        """The booked results of the players in stakes."""
        return self.fields(k.RESULT)[:-1]

    @property
    def why(self) -> list[str]:
        """The status of each player as a word."""
        return [k.STATUSES[status] for status in self.fields(k.STATUS)[:-1]]

    @property
    def deltas(self) -> list[int]:
        return [now - before for now, before in zip(self.fields(k.STACK), self.stacks, strict=True)]

    @property
    def shown(self) -> list[int]:
        """The seats whose cards everyone may see."""
        return [seat for seat, flag in enumerate(self.fields(k.SHOWN)) if flag]

    def cards(self, seat: int) -> str:
        return " ".join(cards_text(k.cards_of(self.state, seat)))


def start(rules: GameRules, cards: str, *seats: tuple[int, int]) -> Dealt:
    """A deal from `cards`; each seat is (stack before the bet, bet), the last one the banker's with bet 0."""
    stacks, bets = zip(*seats, strict=True)
    return Dealt(rules, parse_cards(cards), stacks, bets)


def play(rules: GameRules, cards: str, seats: Sequence[tuple[int, int]], actions: str) -> Dealt:
    """A deal played to its end by action words of whoever is in turn; `open:02` opens seats 0 and 2.

    Fails unless exactly the given cards are dealt.
    """
    dealt = start(rules, cards, *seats)
    for word in actions.split():
        action, _, named = word.partition(":")
        dealt.act(action, [int(seat) for seat in named])
    dealt.settle()
    assert dealt.state[k.POINTER] == len(dealt.shoe)
    return dealt
