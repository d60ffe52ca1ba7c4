"""The dealer's final total by up card, exactly, for any set of cards that has left the shoe.

The dealer has no choices, so the hands that may follow an up card are listed once, as multisets of drawn
cards with the number of orders in which each can be drawn. The chance of one in a given shoe is then

    orders * product over values of count * (count - 1) * ... / (cards * (cards - 1) * ...)

which needs no recursion: one multiplication a hand. An endless shoe is one whose counts never go down.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

VALUES = range(1, 11)
"""Card values as the solver knows them: 1 is an ace, 10 is every ten-value card."""

FINAL = (17, 18, 19, 20, 21)

# Where `count - taken` of a value stands in the list made by `_counts_left`: one place for each card of that
# value which a hand of 16 can hold, so that the next one can still be drawn.
_PLACES = tuple((value, taken) for value in VALUES for taken in range(16 // value + 1))
_PLACE = {pair: at for at, pair in enumerate(_PLACES)}


class Shoe:
    """The cards of a full shoe by value, and how many of them one drawn card takes away (none if endless).

    `decks` is 1 to 8, or 0 for an endless shoe. Cards that have left the shoe are coded in one int, five bits
    a value: the sum of `unit[value]`. Removed cards make no difference to an endless shoe and code as 0.
    """

    def __init__(self, decks: int) -> None:
        packs = decks or 1
        self.counts = (0, *(4 * packs for _ in range(9)), 16 * packs)
        self.cards = 52 * packs
        self.step = 1 if decks else 0
        self.unit = (0, *(self.step << 5 * (value - 1) for value in VALUES))

    def left(self, removed: int) -> list[int]:
        """How many cards of each value are left, by value; index 0 holds the number of all."""
        counts = [0]
        for count in self.counts[1:]:
            counts.append(count - (removed & 31))
            removed >>= 5
        counts[0] = sum(counts)
        return counts


class Dealer:
    """The chances of the dealer's final totals under one rule for soft 17, in shoes of one size."""

    def __init__(self, shoe: Shoe, *, h17: bool) -> None:
        self.shoe = shoe
        self._hands = {up: _Hands(up, h17=h17) for up in VALUES}
        self._weights: dict[tuple[int, int, Sequence[int]], list[tuple[int, int, float]]] = {}

    def weigh(self, up: int, left: Sequence[int], scale: Sequence[int]) -> float:
        """The sum of chance * scale over the final totals 17 to 21, a blackjack left out.

        `left` is `Shoe.left` without the up card; `scale` has one number for each total of `FINAL`.
        """
        hands = self._hands[up]
        weights = self._weights.get((up, left[0], scale))
        if weights is None:
            weights = hands.weights(left[0], self.shoe.step, scale)
            self._weights[up, left[0], scale] = weights
        step = self.shoe.step
        counts = [float(left[value] - taken * step) for value, taken in _PLACES]
        reached = [1.0]
        for parent, place in hands.steps:
            reached.append(reached[parent] * counts[place])
        return sum([reached[parent] * counts[place] * weight for parent, place, weight in weights])

    def blackjack(self, up: int, left: Sequence[int]) -> float:
        """The chance that the dealer's second card makes a blackjack."""
        return left[_BLACKJACK[up]] / left[0] if up in _BLACKJACK else 0.0

    def outcomes(self, up: int) -> list[float]:
        """Chances of 17, 18, 19, 20, 21, bust, blackjack with a full shoe but for the up card."""
        left = self.shoe.left(self.shoe.unit[up])
        totals = [self.weigh(up, left, tuple(int(total == each) for each in FINAL)) for total in FINAL]
        blackjack = self.blackjack(up, left)
        return [*totals, 1 - sum(totals) - blackjack, blackjack]


_BLACKJACK = {1: 10, 10: 1}


class _Hands:
    """All hands of a dealer who shows `up`: those that draw on (`steps`), and the final ones of 17 to 21."""

    def __init__(self, up: int, *, h17: bool) -> None:
        # Hand 0 is the up card alone; step i makes hand i + 1 from an earlier one by drawing from a place.
        self.steps: list[tuple[int, int]] = []
        # By total, then by the cards drawn: the hand before the last card, the place of that card, orders.
        self.finals: dict[int, dict[tuple[int, ...], tuple[int, int, int]]] = {total: {} for total in FINAL}
        level: dict[tuple[int, ...], tuple[int, int]] = {(0,) * 11: (0, 1)}
        while level:
            following: dict[tuple[int, ...], tuple[int, int]] = {}
            for drawn, (index, orders) in level.items():
                for value in VALUES:
                    self._draw(up, h17, drawn, index, orders, value, following)
            level = following

    def _draw(
        self,
        up: int,
        h17: bool,
        drawn: tuple[int, ...],
        index: int,
        orders: int,
        value: int,
        following: dict[tuple[int, ...], tuple[int, int]],
    ) -> None:
        hand = (*drawn[:value], drawn[value] + 1, *drawn[value + 1 :])
        hard = up + sum(value * count for value, count in enumerate(hand))
        soft = hard <= 11 and (up == 1 or hand[1] > 0)
        total = hard + 10 if soft else hard
        place = _PLACE[value, drawn[value]]
        if total < 17 or (total == 17 and soft and h17):
            if hand not in following:
                self.steps.append((index, place))
                following[hand] = (len(self.steps), orders)
            else:
                known, before = following[hand]
                following[hand] = (known, before + orders)
        elif total <= 21 and not (total == 21 and sum(hand) == 1):
            parent, at, before = self.finals[total].get(hand, (index, place, 0))
            self.finals[total][hand] = (parent, at, before + orders)

    def weights(self, cards: int, step: int, scale: Sequence[int]) -> list[tuple[int, int, float]]:
        """The final hands whose total has a scale: hand before, place, scale * orders / falling cards."""
        ways: list[float] = [1]
        for drawn in range(17):
            ways.append(ways[-1] * (cards - drawn * step))
        return [
            (parent, place, times * orders / ways[sum(hand)])
            for total, times in zip(FINAL, scale, strict=True)
            if times
            for hand, (parent, place, orders) in self.finals[total].items()
        ]


@lru_cache(maxsize=32)
def dealer_outcomes(decks: int, *, h17: bool) -> Mapping[int, list[float]]:
    """Chances of 17, 18, 19, 20, 21, bust, blackjack by up card (1 ace to 10), before any peek.

    Key 0 holds those over all up cards. `decks` is 0 for an endless shoe. Source: reference_odds.md 4.
    """
    shoe = Shoe(decks)
    dealer = Dealer(shoe, h17=h17)
    by_up = {up: dealer.outcomes(up) for up in VALUES}
    over_all = [
        sum(shoe.counts[up] / shoe.cards * by_up[up][place] for up in VALUES)
        for place in range(len(FINAL) + 2)
    ]
    return {0: over_all, **by_up}
