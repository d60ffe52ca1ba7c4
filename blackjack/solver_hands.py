"""What hands are worth against one up card, every card counted: standing, drawing, doubling, splitting.

Values are chips won for each chip staked, with the player's draws taken from all unseen cards. A dealer's
blackjack that the player may only learn of too late (no hole card, all bets lost) is part of every value.
Where nobody plays on against a blackjack (peek), or nothing but the original bet can fall to it, values count
the rounds without one, at their probability, and the caller takes the original bet off for the rest: draws
and hole card may be exchanged without changing any chance, so both games are one.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from blackjack.dealer_odds import VALUES, Dealer, Shoe
from blackjack.rules import GameRules

BUST_OVER = 21
_DOUBLES = {"any2": range(22), "9-11": range(9, 12), "10-11": range(10, 12)}
# Standing wins 1, less 1 for a tie and 2 for a better dealer: the scale by total of Dealer.weigh.
_STAND = {
    17: (1, 2, 2, 2, 2),
    18: (0, 1, 2, 2, 2),
    19: (0, 0, 1, 2, 2),
    20: (0, 0, 0, 1, 2),
    21: (0, 0, 0, 0, 1),
}
_STAND_LOW = (2, 2, 2, 2, 2)


def total_of(hard: int, ace: bool) -> int:
    """The points of a hand from its total with aces as 1 and whether it has one (games.md 2.1)."""
    return hard + 10 if ace and hard <= 11 else hard


class Against:
    """One up card against a full shoe: the values that do not depend on how a player plays.

    `removed` is a code of `Shoe`: the player's cards, and split cards that lie in other hands.
    """

    def __init__(self, rules: GameRules, dealer: Dealer, up: int) -> None:
        self.rules = rules
        self.dealer = dealer
        self.shoe: Shoe = dealer.shoe
        self.up = up
        self.unit = self.shoe.unit
        self.all_lost = rules.hole == "none" and rules.bj_loss == "all"
        self.risky = up in (1, 10)
        self._up_unit = self.unit[up]
        self._left: dict[int, list[int]] = {}
        self._stand: dict[tuple[int, int], float] = {}

    def left(self, removed: int) -> list[int]:
        """Unseen cards by value, the dealer's second card among them; index 0 holds their number."""
        left = self._left.get(removed)
        if left is None:
            left = self._left[removed] = self.shoe.left(self._up_unit + removed)
        return left

    def blackjack(self, removed: int) -> float:
        """The chance that the dealer has a blackjack."""
        return self.dealer.blackjack(self.up, self.left(removed))

    def bust(self, removed: int) -> float:
        """The value of a hand over 21; `removed` holds the card that broke it."""
        if self.risky and not self.all_lost:
            return self.blackjack(removed) - 1
        return -1.0

    def stand(self, removed: int, total: int) -> float:
        """The value of a hand of `total` points that takes no more cards."""
        key = (removed, max(total, 16))
        value = self._stand.get(key)
        if value is None:
            left = self.left(removed)
            value = 1 - self.dealer.weigh(self.up, left, _STAND.get(total, _STAND_LOW))
            if self.risky:
                value -= self.blackjack(removed) * (2 if self.all_lost else 1)
            self._stand[key] = value
        return value

    def double(self, removed: int, hard: int, ace: bool) -> float:
        """The value, for each chip of the first stake, of doubling: one card on twice the stake."""
        left = self.left(removed)
        value = 0.0
        for drawn in VALUES:
            if left[drawn] > 0:
                after = removed + self.unit[drawn]
                if hard + drawn > BUST_OVER:
                    value += left[drawn] * self.bust(after)
                else:
                    value += left[drawn] * self.stand(after, total_of(hard + drawn, ace or drawn == 1))
        return 2 * value / left[0]

    def may_double(self, total: int) -> bool:
        """Whether two cards of this total may be doubled (option `double`)."""
        return total in _DOUBLES[self.rules.double]

    def surrender(self, removed: int) -> float | None:
        """The value of giving two cards up, None where that is not offered (games.md 6).

        Early, half is lost whatever the dealer has; late, a blackjack comes first and takes all.
        """
        kind = self.rules.surrender
        if kind == "none" or (kind == "early" and not self.risky):
            return None
        blackjack = self.blackjack(removed)
        if kind == "early":
            return -0.5 if self.all_lost else blackjack - 0.5
        return -0.5 * (1 - blackjack) - (blackjack if self.all_lost else 0)

    def twins(self, value: int, removed_twins: int) -> float:
        """How many cards would make a pair that may be split with a card of `value`.

        `removed_twins` of that value have left the shoe, all of one rank. Where pairs go by rank the tens of
        other ranks make no pair.
        """
        ranks = 4 if value == 10 and self.rules.split_by == "rank" else 1
        taken = removed_twins * self.shoe.step + (self.shoe.step if value == self.up else 0) / ranks
        return max(0.0, self.shoe.counts[value] / ranks - taken)

    def splits(self, value: int) -> int:
        """How many splits a pair of this value may lead to."""
        if value == 1:
            return min(self.rules.max_splits, self.rules.max_ace_splits)
        return self.rules.max_splits


class Player:
    """A way to play against one up card. Subclasses say when to draw, double and split again."""

    def __init__(self, against: Against) -> None:
        self.against = against
        self._drawn: dict[tuple[int, int, bool], float] = {}

    def play(self, removed: int, hard: int, ace: bool) -> float:
        """The value of a hand that may only draw or stand."""
        raise NotImplementedError

    def two_cards(self, removed: int, hard: int, ace: bool, *, double: bool) -> float:
        """The value of two cards that are not split, doubled where that is allowed and wanted."""
        raise NotImplementedError

    def again(self, value: int, split: float, kept: float) -> bool:
        """Whether a pair of `value` that came out of a split is split again, by what either is worth."""
        raise NotImplementedError

    def draw(self, removed: int, hard: int, ace: bool) -> float:
        """The value of taking one card and playing on."""
        key = (removed, hard, ace)
        value = self._drawn.get(key)
        if value is None:
            value = self._drawn[key] = self._draw(removed, hard, ace)
        return value

    def _draw(self, removed: int, hard: int, ace: bool) -> float:
        against = self.against
        left = against.left(removed)
        value = 0.0
        for drawn in VALUES:
            if left[drawn] > 0:
                after = removed + against.unit[drawn]
                if hard + drawn > BUST_OVER:
                    value += left[drawn] * against.bust(after)
                else:
                    value += left[drawn] * self.play(after, hard + drawn, ace or drawn == 1)
        return value / left[0]

    def split(self, value: int) -> float:
        """The value of splitting a pair, all its hands together.

        Each hand is played with all split cards out of the shoe, but not the other cards of its sisters: the
        simplification of the published tables (reference_odds.md, head).
        """
        splits = self.against.splits(value)
        return self._hands(value, 2, 2, splits - 1, {})

    def _hands(
        self, value: int, hands: int, twins: int, splits: int, known: dict[tuple[int, int], float]
    ) -> float:
        """The value of `hands` hands that each wait for their second card, `splits` more being allowed."""
        if hands == 0:
            return 0.0
        if (hands, twins) in known:
            return known[hands, twins]
        mean, pair = self._sister(value, twins)
        if splits == 0:
            return hands * mean
        rest = self._hands(value, hands - 1, twins, splits, known)
        worth = mean + rest
        left = self.against.left(twins * self.against.unit[value])
        chance = self.against.twins(value, twins) / left[0]
        if chance > 0:
            more = self._hands(value, hands + 1, twins + 1, splits - 1, known)
            if self.again(value, more, pair + rest):
                worth += chance * (more - pair - rest)
        known[hands, twins] = worth
        return worth

    def _sister(self, value: int, twins: int) -> tuple[float, float]:
        """What one hand of a split is worth before its second card, and if that makes a pair again.

        A third and further split card out of the shoe change that by as much as the second did: to solve for
        each would take three times as long and moves the expectation by 0.000003 with one deck, by less than
        0.000001 with six.
        """
        first, second = self._one_hand(value, 1), self._one_hand(value, 2)
        mean, pair = (two + (twins - 2) * (two - one) for one, two in zip(first, second, strict=True))
        return mean, pair

    def _one_hand(self, value: int, twins: int) -> tuple[float, float]:
        against = self.against
        removed = twins * against.unit[value]
        left = against.left(removed)
        mean = pair = 0.0
        for drawn in VALUES:
            if left[drawn] > 0:
                worth = self._after_split(value, drawn, removed + against.unit[drawn])
                mean += left[drawn] / left[0] * worth
                if drawn == value:
                    pair = worth
        return mean, pair

    def _after_split(self, value: int, drawn: int, removed: int) -> float:
        rules = self.against.rules
        hard, ace = value + drawn, 1 in (value, drawn)
        if value == 1 and not rules.hit_split_aces:
            return self.against.stand(removed, total_of(hard, ace))
        return self.two_cards(removed, hard, ace, double=rules.das and value != 1)


class BestPlayer(Player):
    """Plays the exact cards it holds for all they are worth (CD)."""

    def play(self, removed: int, hard: int, ace: bool) -> float:
        """The better of drawing and standing."""
        total = total_of(hard, ace)
        if total == BUST_OVER:
            return self.against.stand(removed, total)
        if total <= 11:
            # No card can hurt.
            return self.draw(removed, hard, ace)
        stand = self.against.stand(removed, total)
        if hard >= 17 and self._hopeless(removed, hard, stand):
            return stand
        return max(stand, self.draw(removed, hard, ace))

    def two_cards(self, removed: int, hard: int, ace: bool, *, double: bool) -> float:
        """The best of standing, drawing and doubling."""
        value = self.play(removed, hard, ace)
        if double and self.against.may_double(total_of(hard, ace)):
            value = max(value, self.against.double(removed, hard, ace))
        return value

    def again(self, value: int, split: float, kept: float) -> bool:
        """Whatever is worth more."""
        return split > kept

    def _hopeless(self, removed: int, hard: int, stand: float) -> bool:
        """Whether drawing is worse than standing even if every card that does not break the hand won."""
        against = self.against
        left = against.left(removed)
        bust = sum(
            left[drawn] * against.bust(removed + against.unit[drawn])
            for drawn in range(BUST_OVER + 1 - hard, 11)
            if left[drawn] > 0
        )
        no_blackjack = 1 if against.all_lost else 1 - against.blackjack(removed)
        return no_blackjack + 2 * bust / left[0] < stand


class TablePlayer(Player):
    """Plays by totals (TD).

    By (total, soft) `draws` says whether to draw and `doubles` holds what is doubled; `pairs` holds the
    values of the pairs that are split.
    """

    def __init__(
        self,
        against: Against,
        draws: Mapping[tuple[int, bool], bool],
        doubles: Collection[tuple[int, bool]] = (),
        pairs: Collection[int] = (),
    ) -> None:
        super().__init__(against)
        self.draws, self.doubles, self.pairs = draws, doubles, pairs

    def play(self, removed: int, hard: int, ace: bool) -> float:
        """Draw or stand as the total says."""
        soft = ace and hard <= 11
        total = hard + 10 if soft else hard
        if self.draws[total, soft]:
            return self.draw(removed, hard, ace)
        return self.against.stand(removed, total)

    def two_cards(self, removed: int, hard: int, ace: bool, *, double: bool) -> float:
        """Double where the total says so and the rules allow it, else draw or stand."""
        soft = ace and hard <= 11
        if double and (total_of(hard, ace), soft) in self.doubles:
            return self.against.double(removed, hard, ace)
        return self.play(removed, hard, ace)

    def again(self, value: int, split: float, kept: float) -> bool:
        """A pair that is split is split again."""
        return value in self.pairs
