"""Solves games A and B: the best play by totals as a table, and what it and the best play of all are worth.

For a freshly shuffled shoe, one seat, chips enough for everything; expectations are per original bet.
Insurance and even money are declined, a natural is not doubled, and nobody doubles or splits for less: none
of that is worth more at the usual pay. Rounding is not looked at, and the option `charlie` is not solved for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import combinations_with_replacement

from blackjack.dealer_odds import VALUES, Dealer, Shoe
from blackjack.odds import natural, two_naturals
from blackjack.refusals import BadValue
from blackjack.rules import GameRules
from blackjack.solver_hands import Against, BestPlayer, Player, TablePlayer, total_of

Cell = tuple[str, int, int]
"""Kind of hand (hard, soft, pair), its total (pair: value of one card), value of the up card."""

UP_CARDS = (2, 3, 4, 5, 6, 7, 8, 9, 10, 1)
# A table by totals is improved until nothing changes, which takes two or three rounds.
_MOST_ROUNDS = 6


class NotSolved(BadValue):
    """Rules that the solver does not cover."""

    def __init__(self, message: str, **params: object) -> None:
        super().__init__("not_solved", message, **params)


@dataclass(frozen=True, slots=True)
class Solution:
    """Expectations of the best play for the exact cards held (`cd`) and by the table of totals (`td`)."""

    cd: float
    td: float
    table: Mapping[Cell, str]


@dataclass(frozen=True, slots=True)
class _Start:
    """Two cards that are no natural: their values, and their chance given the up card."""

    first: int
    second: int
    chance: float
    removed: int

    @property
    def hard(self) -> int:
        return self.first + self.second

    @property
    def ace(self) -> bool:
        return self.first == 1

    @property
    def key(self) -> tuple[int, bool]:
        """The total and whether it is soft."""
        return total_of(self.hard, self.ace), self.ace

    @property
    def is_pair(self) -> bool:
        return self.first == self.second


def solve(
    rules: GameRules, *, decks: int | None = None, progress: Callable[[int], None] = lambda done: None
) -> Solution:
    """Solve the rules of a casino or elimination game; `decks` 0 puts an endless shoe in their place.

    `progress` is told after each of the ten up cards how many are done. Raises `NotSolved`.
    """
    if rules.charlie:
        raise NotSolved("The option charlie is not solved for: simulate it.")
    shoe = Shoe(rules.decks if decks is None else decks)
    dealer = Dealer(shoe, h17=rules.h17)
    cd = td = natural_value(rules, decks=rules.decks if decks is None else decks)
    table: dict[Cell, str] = {}
    for done, up in enumerate(UP_CARDS, start=1):
        column = _Column(Against(rules, dealer, up))
        column.solve()
        chance = shoe.counts[up] / shoe.cards
        cd += chance * column.best_value()
        td += chance * column.table_value()
        table |= {(kind, row, up): cell for (kind, row), cell in column.cells.items()}
        progress(done)
    return Solution(cd, td, table)


def natural_value(rules: GameRules, *, decks: int) -> float:
    """What the player's naturals bring: their pay where the dealer has none."""
    pays, to = rules.bj_pay.split(":")
    return float((natural(decks) - two_naturals(decks)) * int(pays) / int(to))


class _Column:
    """All first decisions against one up card."""

    def __init__(self, against: Against) -> None:
        self.against = against
        self.best = BestPlayer(against)
        self.starts = list(self._deal())
        self.draws: dict[tuple[int, bool], bool] = {}
        self.doubles: set[tuple[int, bool]] = set()
        self.given_up: set[tuple[int, bool]] = set()
        self.pairs: set[int] = set()
        self.cells: dict[tuple[str, int], str] = {}

    def _deal(self) -> list[_Start]:
        unit, full = self.against.unit, self.against.left(0)
        starts = []
        for first, second in combinations_with_replacement(VALUES, 2):
            left = self.against.left(unit[first])
            chance = full[first] / full[0] * left[second] / left[0] * (1 if first == second else 2)
            if chance > 0 and (first, second) != (1, 10):
                starts.append(_Start(first, second, chance, unit[first] + unit[second]))
        return starts

    def solve(self) -> None:
        """Make the table by totals: begin with the best play's, improve it by what it is itself worth."""
        self.pairs = {
            start.first for start in self.starts if start.is_pair and self._splits(self.best, start)
        }
        two_cards = {(start.removed, start.hard, start.ace): start.chance for start in self.starts}
        self.draws = self._better_draws(self.best, two_cards)
        for _ in range(_MOST_ROUNDS):
            player = TablePlayer(self.against, self.draws)
            draws = self._better_draws(player, self._reached())
            self.doubles = self._better_doubles(player)
            self.given_up = self._better_surrenders()
            pairs = {start.first for start in self.starts if start.is_pair and self._splits_by_table(start)}
            if draws == self.draws and pairs == self.pairs:
                break
            self.draws, self.pairs = draws, pairs
        self.cells = self._cells()

    def best_value(self) -> float:
        """The expectation, naturals left out, of the best play for the exact cards."""
        value = 0.0
        for start in self.starts:
            kept = self._kept(self.best, start)
            if start.is_pair:
                kept += self._pair_share(start) * max(0.0, self._split(self.best, start) - kept)
            surrender = self.against.surrender(start.removed)
            best = kept if surrender is None else max(kept, surrender)
            value += start.chance * (best - self._original_bet(start))
        return value

    def table_value(self) -> float:
        """The expectation, naturals left out, of play by the table."""
        value = 0.0
        for start in self.starts:
            played = self._by_total(start)
            if start.is_pair:
                cell = self.cells["pair", start.first]
                surrender = self.against.surrender(start.removed)
                if surrender is not None and cell.startswith("R"):
                    played = surrender
                elif cell == "P":
                    split = self._split(self._player(), start)
                    played += self._pair_share(start) * (split - played)
            value += start.chance * (played - self._original_bet(start))
        return value

    def _player(self) -> TablePlayer:
        return TablePlayer(self.against, self.draws, self.doubles, self.pairs)

    def _kept(self, player: Player, start: _Start) -> float:
        """Two cards that are not split."""
        return player.two_cards(start.removed, start.hard, start.ace, double=True)

    def _by_total(self, start: _Start) -> float:
        """Two cards as the table's row for their total has them played."""
        surrender = self.against.surrender(start.removed)
        if surrender is not None and start.key in self.given_up:
            return surrender
        return self._kept(self._player(), start)

    def _split(self, player: Player, start: _Start) -> float:
        return player.split(start.first) if self.against.splits(start.first) else -2.0

    def _splits(self, player: Player, start: _Start) -> bool:
        return self._split(player, start) > self._kept(player, start)

    def _splits_by_table(self, start: _Start) -> bool:
        """Whether a pair is better split than kept, and not given up."""
        player = TablePlayer(self.against, self.draws, self.doubles, {start.first})
        return self._splits(player, start)

    def _pair_share(self, start: _Start) -> float:
        """How many of two equal values may be split: all, or of tens those of one rank."""
        return (
            self.against.twins(start.first, 1)
            / self.against.left(self.against.unit[start.first])[start.first]
        )

    def _is_total(self, start: _Start) -> bool:
        """Whether the row for its total is meant for these two cards.

        Pairs that are split stay out; but two aces are the only soft 12, for a seat that may not split them.
        """
        return start.ace or not (start.is_pair and start.first in self.pairs)

    def _original_bet(self, start: _Start) -> float:
        """What a dealer's blackjack takes where values count the rounds without one."""
        return 0.0 if self.against.all_lost else self.against.blackjack(start.removed)

    def _reached(self) -> dict[tuple[int, int, bool], float]:
        """The chance of coming to each hand that has to draw or stand, if nobody doubled or gave up."""
        levels: dict[int, dict[tuple[int, bool], float]] = {hard: {} for hard in range(22)}
        for start in self.starts:
            if self._is_total(start):
                levels[start.hard][start.removed, start.ace] = start.chance
        for hard, hands in levels.items():
            for (removed, ace), chance in hands.items():
                soft = ace and hard <= 11
                if not self.draws[hard + 10 if soft else hard, soft]:
                    continue
                left = self.against.left(removed)
                for drawn in range(1, min(10, 21 - hard) + 1):
                    if left[drawn] > 0:
                        hand = (removed + self.against.unit[drawn], ace or drawn == 1)
                        after = levels[hard + drawn]
                        after[hand] = after.get(hand, 0.0) + chance * left[drawn] / left[0]
        return {
            (removed, hard, ace): chance
            for hard, hands in levels.items()
            for (removed, ace), chance in hands.items()
        }

    def _better_draws(
        self, player: Player, hands: Mapping[tuple[int, int, bool], float]
    ) -> dict[tuple[int, bool], bool]:
        """For each total whether drawing beats standing over the hands that come to it."""
        gain: dict[tuple[int, bool], float] = {}
        for (removed, hard, ace), chance in hands.items():
            soft = ace and hard <= 11
            total = hard + 10 if soft else hard
            if 12 <= total <= 20:
                more = player.draw(removed, hard, ace) - self.against.stand(removed, total)
                gain[total, soft] = gain.get((total, soft), 0.0) + chance * more
        low = {(total, False): True for total in range(2, 12)}
        rest = {
            (total, soft): gain.get((total, soft), 0.0) > 0
            for total in range(12, 22)
            for soft in (True, False)
        }
        return low | rest

    def _better_doubles(self, player: Player) -> set[tuple[int, bool]]:
        gain: dict[tuple[int, bool], float] = {}
        for start in self.starts:
            if self.against.may_double(start.key[0]) and self._is_total(start):
                double = self.against.double(start.removed, start.hard, start.ace)
                more = double - player.play(start.removed, start.hard, start.ace)
                gain[start.key] = gain.get(start.key, 0.0) + start.chance * more
        return {key for key, more in gain.items() if more > 0}

    def _better_surrenders(self) -> set[tuple[int, bool]]:
        player, gain = self._player(), dict[tuple[int, bool], float]()
        for start in self.starts:
            surrender = self.against.surrender(start.removed)
            if surrender is not None and self._is_total(start):
                more = surrender - self._kept(player, start)
                gain[start.key] = gain.get(start.key, 0.0) + start.chance * more
        return {key for key, more in gain.items() if more > 0}

    def _cells(self) -> dict[tuple[str, int], str]:
        """The column of the table in the letters of reference_odds.md 1."""
        cells = {
            ("soft" if soft else "hard", total): self._total_cell(total, soft)
            for soft, lowest in ((False, 4), (True, 12))
            for total in range(lowest, 22)
        }
        for start in self.starts:
            if start.is_pair:
                total, soft = start.key
                kept = cells["soft" if soft else "hard", total]
                cells["pair", start.first] = self._pair_cell(start, kept)
        return cells

    def _total_cell(self, total: int, soft: bool) -> str:
        draws = self.draws[total, soft]
        if (total, soft) in self.given_up:
            return "Rh" if draws else "Rs"
        if (total, soft) in self.doubles:
            return "D" if draws else "Ds"
        return "H" if draws else "S"

    def _pair_cell(self, start: _Start, kept: str) -> str:
        split = self._split(self._player(), start) if start.first in self.pairs else -2.0
        surrender = self.against.surrender(start.removed)
        if surrender is not None and surrender > max(split, self._kept(self._player(), start)):
            return "Rp" if start.first in self.pairs else "Rh" if self.draws[start.key] else "Rs"
        if split > self._by_total(start):
            return "P"
        return kept
