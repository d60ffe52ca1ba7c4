"""A second, readable form of one deal of games C and D (games.md 4, 5, 6), which the kernel must agree with.

`Deal.play` is a generator: it yields each `Question` and is sent the answer, a pair of action and the seats
that `open` names. Nothing here is shared with the kernel but the cards' numbers and the rules data.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product

from blackjack.rules import GameRules

Answer = tuple[str, list[int]]
Asking = Generator["Question", Answer, None]


@dataclass
class Hand:
    cards: list[int] = field(default_factory=list)
    shown: bool = False
    burns: int = 0


@dataclass
class Seat:
    stack: int  # at the start of the round, the bet included
    bet: int = 0
    hand: Hand = field(default_factory=Hand)
    stake: int = 0
    result: int | None = None  # in stakes; None while it is open
    why: str = "playing"
    change: int = 0

    @property
    def free(self) -> int:
        """The chips that are not on the table."""
        return self.stack - self.stake

    @property
    def is_open(self) -> bool:
        return self.result is None


@dataclass(frozen=True)
class Question:
    """What one seat is asked: the actions open to it with the chips each adds to its stake."""

    seat: int
    options: dict[str, int]
    openable: tuple[int, ...] = ()  # seats that `open` may name, if it does not name all that are unsettled
    all_named: bool = True  # whether these are all that are unsettled


def value(card: int) -> int:
    return min(card % 13 + 1, 10)


def points(rules: GameRules, cards: list[int]) -> int:
    """The highest sum not over 21, each ace chosen on its own by the count of cards; else the lowest."""
    if rules.double_ace == "count_12" and [value(card) for card in cards] == [1, 1]:
        return 12
    ace = {2: (11, 10), 3: (10, 1)}.get(len(cards), (1,))
    choices = [ace if value(card) == 1 else (value(card),) for card in cards]
    sums = [sum(choice) for choice in product(*choices)]
    return max((total for total in sums if total <= 21), default=min(sums))


class Deal:
    """One deal; seats are clockwise from the banker's left, their bets are down, and the last one banks."""

    def __init__(self, rules: GameRules, shoe: list[int], seats: list[Seat]) -> None:
        self.rules = rules
        self.cards: Iterator[int] = iter(shoe)
        self.seats = seats
        *self.players, self.banker = seats
        self.void = False
        for seat in self.players:
            seat.stake = seat.bet

    # What hands are.

    def points(self, seat: Seat) -> int:
        return points(self.rules, seat.hand.cards)

    def kind(self, seat: Seat) -> str:
        """The class of two cards: BB, BL, FH, or nothing."""
        values = sorted(value(card) for card in seat.hand.cards)
        if values == [1, 1] and self.rules.double_ace == "ban_ban":
            return "BB"
        if values == [1, 10]:
            return "BL"
        fifteens = {
            "none": [],
            "hard_only": [[5, 10], [6, 9], [7, 8]],
            "best_total": [[5, 10], [6, 9], [7, 8], [1, 4]],
            "any_count": [[5, 10], [6, 9], [7, 8], [1, 4], [1, 5]],
        }
        return "FH" if values in fifteens[self.rules.free_hand] else ""

    def is_natural(self, seat: Seat) -> bool:
        return self.kind(seat) in ("BB", "BL")

    def is_short(self, seat: Seat) -> bool:
        return self.points(seat) < self.rules.min_total

    def is_five(self, seat: Seat) -> bool:
        return len(seat.hand.cards) == 5

    def is_777(self, seat: Seat) -> bool:
        return bool(self.rules.seven777_mult) and [value(card) for card in seat.hand.cards] == [7, 7, 7]

    def is_double_ace(self, seat: Seat) -> bool:
        return [value(card) for card in seat.hand.cards] == [1, 1]

    def open_seats(self) -> list[Seat]:
        return [seat for seat in self.players if seat.is_open]

    # What happens to them.

    def draw(self, seat: Seat) -> None:
        seat.hand.cards.append(next(self.cards))

    def book(self, seat: Seat, why: str, result: int, *, show: bool = True) -> None:
        seat.why, seat.result = why, result
        seat.hand.shown = seat.hand.shown or show

    def play(self) -> Asking:
        for seat in self.seats + self.seats:
            self.draw(seat)
        yield from self.first_two_cards()
        if self.open_seats() and not self.void:
            yield from self.burns()
        for seat in self.players:
            if seat.is_open:
                yield from self.turn(seat)
        if self.open_seats():
            yield from self.bank()
        self.pay()

    def first_two_cards(self) -> Asking:
        """Naturals and the banker's free hand, in the order of `free_hand_escape`."""
        holds_15 = self.kind(self.banker) == "FH"
        decides_first = holds_15 and self.rules.free_hand_escape == "by_abandoning"
        if not decides_first:
            self.naturals()
        if holds_15 and self.open_seats():
            action, _ = yield self.ask(self.banker, "abandon", "continue")
            if action == "abandon":
                self.banker.hand.shown = True
                self.return_bets()
            elif decides_first:
                self.naturals()

    def naturals(self) -> None:
        for seat in self.open_seats():
            if self.is_natural(seat) or self.is_natural(self.banker):
                self.settle_natural(seat)
        if self.is_natural(self.banker):
            self.banker.hand.shown = True

    def settle_natural(self, seat: Seat) -> None:
        """The table of games.md 4.4."""
        three, two = self.rules.ban_ban_mult, self.rules.blackjack_mult
        paid_15 = self.rules.free_hand_escape == "by_abandoning"
        table = {
            ("BB", "BB"): 0,
            ("BB", "BL"): three,
            ("BB", "FH"): three if paid_15 else 0,
            ("BB", ""): three,
            ("BL", "BB"): -three,
            ("BL", "BL"): 0,
            ("BL", "FH"): two if paid_15 else 0,
            ("BL", ""): two,
            ("FH", "BB"): 0,
            ("FH", "BL"): 0,
            ("", "BB"): -three,
            ("", "BL"): -two,
        }
        pair = (self.kind(seat), self.kind(self.banker))
        escaped = "FH" in pair and table[pair] == 0
        self.book(seat, "escaped" if escaped else "natural", table[pair])
        if escaped and pair[1] == "FH":
            self.banker.hand.shown = True

    def return_bets(self) -> None:
        """A void deal: every result is taken back, and hands that were not shown stay hidden."""
        self.void = True
        for seat in self.players:
            if seat.is_open or seat.result or seat.why == "penalty":
                self.book(seat, "returned", 0, show=False)

    def burns(self) -> Asking:
        while self.open_seats() and self.may_burn(self.banker):
            action, _ = yield self.ask(self.banker, "burn", "keep")
            if action == "keep":
                break
            yield from self.banker_burns()
        for seat in self.open_seats():
            while seat.is_open and self.may_burn(seat):
                action, _ = yield self.ask(seat, "keep", burn=self.raised(seat))
                if action == "keep":
                    break
                seat.stake += self.raised(seat)
                self.change_cards(seat)
                if self.is_natural(seat):
                    self.settle_natural(seat)

    def banker_burns(self) -> Asking:
        self.banker.hand.shown = True
        for seat in self.open_seats():
            action, _ = yield self.ask(seat, "forfeit", follow=self.raised(seat))
            if action == "follow":
                seat.stake += self.raised(seat)
            else:
                self.book(seat, "forfeited", -1, show=False)
        if self.open_seats():
            self.change_cards(self.banker)
            if self.is_natural(self.banker):
                self.naturals()

    def may_burn(self, seat: Seat) -> bool:
        left = self.rules.burn_limit == "several" or seat.hand.burns == 0
        chips = seat is self.banker or seat.free > 0
        return self.rules.burn and left and chips and self.points(seat) == 15

    def raised(self, seat: Seat) -> int:
        return min(seat.stake if self.rules.burn_stack == "double" else seat.bet, seat.free)

    def change_cards(self, seat: Seat) -> None:
        seat.hand = Hand(burns=seat.hand.burns + 1)
        self.draw(seat)
        self.draw(seat)

    def turn(self, seat: Seat) -> Asking:
        if self.rules.player_free_hand_withdraw and self.kind(seat) == "FH" and not seat.hand.burns:
            action, _ = yield self.ask(seat, "withdraw", "continue")
            if action == "withdraw":
                self.book(seat, "withdrawn", 0)
                return
        while self.points(seat) < 21 and not self.is_five(seat):
            may_stand = self.rules.licence == "penalty" or not self.is_short(seat)
            action, _ = yield self.ask(seat, "hit", *(["stand"] if may_stand else []))
            if action == "stand":
                if self.is_short(seat):
                    self.book(seat, "penalty", 0)
                seat.why = "penalty" if self.is_short(seat) else "stood"
                return
            self.draw(seat)
        if self.is_five(seat):
            self.book(seat, "five_cards", self.five_cards(seat))
        elif self.points(seat) > 21:
            seat.why = "bust"
            if self.rules.reveal_bust:
                self.book(seat, "bust_lost", -1)
        else:
            seat.why = "seven777" if self.is_777(seat) else "stood"
            seat.hand.shown = self.is_777(seat)

    def five_cards(self, seat: Seat) -> int:
        """What five cards win for their holder."""
        if self.points(seat) > 21:
            return -self.rules.five_bust_mult
        return self.rules.five_card_21_mult if self.points(seat) == 21 else self.rules.five_card_mult

    def bank(self) -> Asking:
        banker, rules = self.banker, self.rules
        while self.points(banker) <= 21 and not self.is_five(banker):
            question = self.banker_question()
            action, named = yield question
            if action == "finish":
                break
            if action == "open":
                banker.hand.shown = True
                for number in named:
                    self.open(self.seats[number])
            else:
                self.draw(banker)
        banker.hand.shown = True
        sevens = [seat for seat in self.open_seats() if self.is_777(seat)]
        if sevens and self.points(banker) == 21 and rules.seven777_cancel == "round":
            self.return_bets()
        for seat in self.open_seats():
            if self.is_short(banker) and not self.is_five(banker):
                self.book(seat, "opened", 1)
            else:
                self.open(seat)

    def banker_question(self) -> Question:
        reached = self.points(self.banker)
        if reached == 21:
            return self.ask(self.banker, "finish")
        if self.is_short(self.banker):
            return self.ask(self.banker, "hit", *(["finish"] if self.rules.licence == "penalty" else []))
        still = [number for number, seat in enumerate(self.players) if seat.is_open]
        may_be_named = tuple(number for number in still if not self.is_777(self.players[number]))
        if len(still) < 2 or not may_be_named:
            return self.ask(self.banker, "hit", "finish")
        options = {"hit": 0, "finish": 0, "open": 0}
        return Question(len(self.players), options, may_be_named, len(may_be_named) == len(still))

    def open(self, seat: Seat) -> None:
        """The table of games.md 4.5 by its columns, for what the banker holds now."""
        mine, his = self.points(seat), self.points(self.banker)
        if self.is_777(seat):
            result = 0 if his == 21 else self.rules.seven777_mult
        elif self.is_five(self.banker):
            result = -self.five_cards(self.banker)
        elif his > 21:
            lost = 1 if self.rules.both_bust == "banker" else 0
            result = -lost if mine > 21 else self.worth(seat, self.rules.player_21_mult)
        elif mine == his:
            result = 0
        elif mine > 21 or mine < his:
            result = -self.worth(self.banker, self.rules.banker_21_mult)
        else:
            result = self.worth(seat, self.rules.player_21_mult)
        self.book(seat, "opened", result)

    def worth(self, seat: Seat, for_21: int) -> int:
        """What a hand of up to four cards takes from one it beats."""
        if self.rules.double_ace == "triple" and self.is_double_ace(seat):
            return 3
        return for_21 if self.points(seat) == 21 else 1

    def ask(self, seat: Seat, *actions: str, **chips: int) -> Question:
        number = next(number for number, each in enumerate(self.seats) if each is seat)
        return Question(number, dict.fromkeys(actions, 0) | chips)

    # Chips (games.md 5.2).

    def pay(self) -> None:
        if self.void:
            return
        results = [(seat, seat.result or 0) for seat in self.players]
        for seat, result in results:
            if result < 0:
                seat.change = -min(-result * seat.stake, seat.stack)
        taken = -sum(seat.change for seat in self.players)
        pool = self.banker.stack + taken
        owed = {number: result * seat.stake for number, (seat, result) in enumerate(results) if result > 0}
        if self.rules.win_cap == "matched":
            owed = {number: min(chips, self.players[number].stack) for number, chips in owed.items()}
        paid = dict(owed)
        if sum(owed.values()) > pool:
            paid = {n: int(Fraction(chips * pool, sum(owed.values()))) for n, chips in owed.items()}
            waiting = [number for number in owed if paid[number] < owed[number]]
            for number in waiting[: pool - sum(paid.values())]:
                paid[number] += 1
            assert sum(paid.values()) == pool
        for number, chips in paid.items():
            self.players[number].change = chips
        self.banker.change = taken - sum(paid.values())
        for number, seat in enumerate(self.players):
            if seat.why == "penalty":
                self.pay_penalty(number)

    def pay_penalty(self, offender: int) -> None:
        seat = self.seats[offender]
        others = self.seats[offender + 1 :] + self.seats[:offender]
        for step in range(min(seat.stake * len(others), seat.stack)):
            seat.change -= 1
            others[step % len(others)].change += 1
