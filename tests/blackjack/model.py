"""A second, readable form of one hand of games A and B (games.md 2, 3, 6), which the kernel must agree with.

`Table.play` is a generator: it yields each `Question` and is sent the answer, a pair of action and chips.
Nothing here is shared with the kernel but the cards' numbers and the rules data.
"""

from __future__ import annotations

import math
from collections.abc import Generator, Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from blackjack.rules import GameRules

Answer = tuple[str, int]


@dataclass
class Hand:
    cards: list[int]
    stake: int
    split: str = ""  # "", "pair" or "aces"
    result: str = ""  # why it is settled, empty while it is open
    back: int = 0  # chips that went back to the stack
    finished: bool = False

    @property
    def points(self) -> int:
        return points(self.cards)

    @property
    def is_natural(self) -> bool:
        return len(self.cards) == 2 and self.points == 21 and not self.split and not self.result


@dataclass
class Seat:
    stack: int
    bet: int
    pair: int = 0
    insurance: int = 0
    splits: int = 0
    hands: list[Hand] = field(default_factory=list)

    def put(self, chips: int) -> int:
        self.stack -= chips
        assert self.stack >= 0
        return chips

    def close(self, hand: Hand, result: str, back: int) -> None:
        hand.result, hand.finished = result, True
        self.stack += back
        hand.back += back


@dataclass(frozen=True)
class Question:
    """What one seat is asked: the actions open to it with the chips each may put down."""

    seat: int
    hand: int
    options: dict[str, tuple[int, int]]
    at_once: bool = False  # asked of several seats at the same time


def value(card: int) -> int:
    return min(card % 13 + 1, 10)


def points(cards: list[int]) -> int:
    """The highest sum not over 21 with each ace as 1 or 11, else the lowest."""
    low = sum(value(card) for card in cards)
    aces = sum(value(card) == 1 for card in cards)
    sums = [low + 10 * elevens for elevens in range(aces + 1)]
    return max((total for total in sums if total <= 21), default=low)


def is_soft(cards: list[int]) -> bool:
    return points(cards) > sum(value(card) for card in cards)


def whole(rules: GameRules, chips: Fraction) -> int:
    """Chips paid to a player, rounded as the rules say (games.md 1)."""
    if rules.rounding == "up":
        return math.ceil(chips)
    if rules.rounding == "nearest":
        return math.floor(chips + Fraction(1, 2))
    return math.floor(chips)


class Table:
    """One hand at one table; seats are in dealing order and their bets are down."""

    def __init__(self, rules: GameRules, shoe: list[int], seats: list[Seat]) -> None:
        self.rules = rules
        self.cards: Iterator[int] = iter(shoe)
        self.seats = seats
        self.dealer: list[int] = []
        for seat in seats:
            seat.put(seat.bet + seat.pair)

    def play(self) -> Generator[Question, Answer, None]:
        self.deal()
        for seat in self.seats:
            self.settle_pair(seat)
        if self.rules.surrender == "early" and self.up in (1, 10):
            yield from self.ask_early_surrender()
        if self.up == 1:
            yield from self.ask_insurance()
        if self.rules.hole == "peek" and self.up in (1, 10):
            if self.has_blackjack:
                self.settle()
                return
            self.settle_insurance()
        for number, seat in enumerate(self.seats):
            yield from self.turn(number, seat)
        self.dealer_turn()
        self.settle()

    @property
    def up(self) -> int:
        return value(self.dealer[0])

    @property
    def has_blackjack(self) -> bool:
        return len(self.dealer) == 2 and points(self.dealer) == 21

    @property
    def may_still_be_blackjack(self) -> bool:
        """Without a hole card a ten or an ace keeps the question open until the dealer's turn."""
        return self.rules.hole == "none" and self.up in (1, 10)

    def deal(self) -> None:
        for seat in self.seats:
            seat.hands = [Hand([next(self.cards)], seat.bet)]
        self.dealer.append(next(self.cards))
        for seat in self.seats:
            seat.hands[0].cards.append(next(self.cards))
        if self.rules.hole == "peek":
            self.dealer.append(next(self.cards))

    def settle_pair(self, seat: Seat) -> None:
        if not seat.pair:
            return
        (first, second), black = seat.hands[0].cards, (0, 3)
        perfect, coloured, mixed = self.rules.pair_pays
        if first == second:
            seat.stack += seat.pair * (perfect + 1)
        elif first % 13 == second % 13:
            same_colour = (first // 13 in black) == (second // 13 in black)
            seat.stack += seat.pair * ((coloured if same_colour else mixed) + 1)

    def ask_early_surrender(self) -> Generator[Question, Answer, None]:
        for number, seat in enumerate(self.seats):
            hand = seat.hands[0]
            if not hand.is_natural:
                action, _ = yield Question(number, 0, {"surrender": (0, 0), "continue": (0, 0)})
                if action == "surrender":
                    seat.close(hand, "surrendered", whole(self.rules, Fraction(hand.stake, 2)))

    def ask_insurance(self) -> Generator[Question, Answer, None]:
        for number, seat in enumerate(self.seats):
            options = {"decline": (0, 0)}
            half = seat.bet // 2
            if self.rules.insurance_partial:
                half, low = min(half, seat.stack), 1
            else:
                low = half
            if self.rules.insurance and 1 <= half <= seat.stack:
                options["insure"] = (low, half)
            if self.rules.even_money and seat.hands[0].is_natural:
                options["even_money"] = (0, 0)
            if len(options) > 1 and not seat.hands[0].result:
                action, chips = yield Question(number, 0, options, at_once=True)
                if action == "insure":
                    seat.insurance = seat.put(chips)
                elif action == "even_money":
                    seat.close(seat.hands[0], "even_money", 2 * seat.bet)

    def turn(self, number: int, seat: Seat) -> Generator[Question, Answer, None]:
        position = 0
        while position < len(seat.hands):
            hand = seat.hands[position]
            if len(hand.cards) == 1:
                hand.cards.append(next(self.cards))
            while not hand.finished:
                options = self.options(seat, hand)
                if not options:
                    break
                action, chips = yield Question(number, position, options)
                self.act(seat, position, action, chips)
            position += 1

    def options(self, seat: Seat, hand: Hand) -> dict[str, tuple[int, int]]:
        """What the hand may do; none when it has no choice, and then what becomes of it is settled here."""
        rules = self.rules
        if hand.is_natural:
            again = self.chips_for(seat, hand, rules.double_for_less) if rules.double_on_natural else None
            if again is not None:
                return {"stand": (0, 0), "double": again}
            self.leave_natural(seat, hand)
            return {}
        if hand.points > 21:
            seat.close(hand, "bust", 0)
            return {}
        if rules.charlie and len(hand.cards) >= rules.charlie:
            seat.close(hand, "charlie", hand.stake * (1 + rules.charlie_pay))
            return {}
        if hand.points == 21 and rules.auto_stand_21:
            hand.finished = True
            return {}
        options = {"stand": (0, 0), **self.two_card_options(seat, hand)}
        if hand.split != "aces" or rules.hit_split_aces:
            options["hit"] = (0, 0)
        elif "split" not in options:
            hand.finished = True
            return {}
        return options

    def two_card_options(self, seat: Seat, hand: Hand) -> dict[str, tuple[int, int]]:
        rules, found = self.rules, {}
        if len(hand.cards) != 2:
            return {}
        allowed = {"any2": range(22), "9-11": range(9, 12), "10-11": range(10, 12)}[rules.double]
        again = self.chips_for(seat, hand, rules.double_for_less)
        if again and hand.points in allowed and hand.split != "aces" and (rules.das or not hand.split):
            found["double"] = again
        again = self.chips_for(seat, hand, rules.split_for_less)
        if again and self.is_pair(hand) and seat.splits < self.splits_allowed(hand):
            found["split"] = again
        if rules.surrender == "late" and not hand.split:
            found["surrender"] = (0, 0)
        return found

    def is_pair(self, hand: Hand) -> bool:
        first, second = hand.cards
        if self.rules.split_by == "value":
            return value(first) == value(second)
        return first % 13 == second % 13

    def splits_allowed(self, hand: Hand) -> int:
        if value(hand.cards[0]) == 1:
            return min(self.rules.max_splits, self.rules.max_ace_splits)
        return self.rules.max_splits

    @staticmethod
    def chips_for(seat: Seat, hand: Hand, for_less: bool) -> tuple[int, int] | None:
        """The chips that may be added to a hand's stake, or None if the seat has too few."""
        if for_less:
            return (1, min(hand.stake, seat.stack)) if seat.stack else None
        return (hand.stake, hand.stake) if seat.stack >= hand.stake else None

    def leave_natural(self, seat: Seat, hand: Hand) -> None:
        hand.finished = True
        if not self.may_still_be_blackjack:
            self.pay_natural(seat, hand)

    def pay_natural(self, seat: Seat, hand: Hand) -> None:
        pays, to = self.rules.bj_pay.split(":")
        seat.close(hand, "natural", hand.stake + whole(self.rules, Fraction(hand.stake * int(pays), int(to))))

    def act(self, seat: Seat, position: int, action: str, chips: int) -> None:
        hand = seat.hands[position]
        if action == "hit":
            hand.cards.append(next(self.cards))
        elif action == "stand" and hand.is_natural:
            self.leave_natural(seat, hand)
        elif action == "stand":
            hand.finished = True
        elif action == "double":
            hand.stake += seat.put(chips)
            hand.cards.append(next(self.cards))
            hand.finished = True
            if hand.points > 21:
                seat.close(hand, "bust", 0)
        elif action == "split":
            hand.split = "aces" if value(hand.cards[0]) == 1 else "pair"
            seat.hands.insert(position + 1, Hand([hand.cards.pop()], seat.put(chips), hand.split))
            hand.cards.append(next(self.cards))
            seat.splits += 1
        elif self.may_still_be_blackjack:
            hand.finished, hand.result = True, "surrender waits"
        else:
            seat.close(hand, "surrendered", whole(self.rules, Fraction(hand.stake, 2)))

    def dealer_turn(self) -> None:
        always = self.rules.croupier_draws == "always"
        if len(self.dealer) == 1 and (always or any(self.depends_on_dealer(seat) for seat in self.seats)):
            self.dealer.append(next(self.cards))
        compared = any(not h.result and not h.is_natural for seat in self.seats for h in seat.hands)
        while (always or compared) and not self.has_blackjack and self.dealer_hits():
            self.dealer.append(next(self.cards))

    def dealer_hits(self) -> bool:
        total = points(self.dealer)
        return total < 17 or (total == 17 and is_soft(self.dealer) and self.rules.h17)

    def depends_on_dealer(self, seat: Seat) -> bool:
        if seat.insurance or any(hand.result in ("", "surrender waits") for hand in seat.hands):
            return True
        lost = sum(hand.stake for hand in seat.hands if hand.result == "bust")
        return self.rules.bj_loss == "original" and self.may_still_be_blackjack and lost > seat.bet

    def settle_insurance(self) -> None:
        for seat in self.seats:
            seat.stack += 3 * seat.insurance if self.has_blackjack else 0

    def settle(self) -> None:
        if self.rules.hole == "none" or self.has_blackjack:
            self.settle_insurance()
        for seat in self.seats:
            if self.has_blackjack:
                self.settle_blackjack(seat)
            else:
                for hand in seat.hands:
                    self.compare(seat, hand)

    def settle_blackjack(self, seat: Seat) -> None:
        """Naturals push, all else is lost; with bj_loss=original no more than the bet (games.md 6)."""
        lost = []
        for hand in seat.hands:
            if hand.is_natural:
                seat.close(hand, "pushed", hand.stake)
            elif hand.result in ("", "surrender waits", "bust"):
                seat.close(hand, hand.result if hand.result == "bust" else "lost", 0)
                lost.append(hand.stake)
        if self.rules.bj_loss == "original":
            seat.stack += max(sum(lost) - seat.bet, 0)

    def compare(self, seat: Seat, hand: Hand) -> None:
        dealer = points(self.dealer)
        if hand.result == "surrender waits":
            seat.close(hand, "surrendered", whole(self.rules, Fraction(hand.stake, 2)))
        elif hand.result:
            return
        elif hand.is_natural:
            self.pay_natural(seat, hand)
        elif dealer > 21 or hand.points > dealer:
            seat.close(hand, "won", 2 * hand.stake)
        elif hand.points == dealer:
            seat.close(hand, "pushed", hand.stake)
        else:
            seat.close(hand, "lost", 0)
