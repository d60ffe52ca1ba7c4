"""Builders for tests of the casino kernel: a round dealt from stacked cards, played by words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from blackjack import casino_layout as k
from blackjack.cards import cards_text, parse_cards
from blackjack.casino import apply, bounds, deal, legal, settle
from blackjack.rules import GameRules

Event = tuple[int, int, int, int]


@dataclass
class Round:
    """One round of the kernel with its packed rules, shoe, state and events so far; seats count from 0."""

    rules: GameRules
    shoe: list[int]
    stacks: Sequence[int]
    bets: Sequence[int]
    pairs: Sequence[int] | None = None
    concealed: Sequence[int] = ()
    events: list[Event] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.packed = k.pack(self.rules)
        self.log = k.new_log()
        self.state = k.prepare(self.stacks, self.bets, self.pairs)
        for seat in self.concealed:
            self.state[k.seat_at(seat) + k.CONCEALED] = 1
        deal(self.packed, self.shoe, self.state, self.log)
        self.events += k.take_events(self.log)

    @property
    def phase(self) -> int:
        return self.state[k.PHASE]

    def legal(self, seat: int) -> list[str]:
        return k.action_names(legal(self.packed, self.state, seat))

    def bounds(self, seat: int, action: str) -> tuple[int, int]:
        return bounds(self.packed, self.state, seat, k.ACTIONS.index(action))

    def act(self, seat: int, action: str, amount: int = 0) -> Round:
        assert action in self.legal(seat), f"seat {seat} may not {action}, only {self.legal(seat)}"
        apply(self.packed, self.shoe, self.state, self.log, seat, k.ACTIONS.index(action), amount)
        self.events += k.take_events(self.log)
        return self

    def settle(self) -> Round:
        assert self.phase == k.P_DEALER
        settle(self.packed, self.shoe, self.state, self.log)
        self.events += k.take_events(self.log)
        return self

    def stack(self, seat: int) -> int:
        return self.state[k.seat_at(seat) + k.STACK]

    @property
    def deltas(self) -> list[int]:
        return [self.stack(seat) - stack for seat, stack in enumerate(self.stacks)]

    def hands(self, seat: int) -> list[str]:
        """The cards of each hand of a seat as text, such as `8S 3C`."""
        count = self.state[k.seat_at(seat) + k.HANDS]
        return [" ".join(cards_text(k.cards_at(self.state, k.hand_at(seat, hand)))) for hand in range(count)]

    @property
    def dealer(self) -> str:
        """The dealer's cards as text, a face-down one included."""
        return " ".join(cards_text(k.cards_at(self.state, k.DEALER)))

    def hand_fields(self, seat: int, offset: int) -> list[int]:
        count = self.state[k.seat_at(seat) + k.HANDS]
        return [self.state[k.hand_at(seat, hand) + offset] for hand in range(count)]


def start(
    rules: GameRules,
    cards: str,
    *seats: tuple[int, int],
    pairs: Sequence[int] | None = None,
    concealed: Sequence[int] = (),
) -> Round:
    """A round dealt from `cards`; each seat is (stack before the bet, bet), `concealed` ones bet secretly."""
    stacks, bets = zip(*seats, strict=True)
    return Round(rules, parse_cards(cards), stacks, bets, pairs, concealed)


def play(rules: GameRules, cards: str, seat: tuple[int, int], actions: str) -> Round:
    """A round of one seat played to its end by action words; `double:40` puts down 40 chips.

    Fails unless exactly the given cards are dealt.
    """
    played = start(rules, cards, seat)
    for word in actions.split():
        action, _, amount = word.partition(":")
        played.act(0, action, int(amount or 0))
    played.settle()
    assert played.state[k.POINTER] == len(played.shoe)
    return played
