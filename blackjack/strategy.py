"""Basic strategy of games A and B: the table for the rules in force, and what it does with a hand.

The table is the solved one where the rules are among those shipped (`solved.py`), else the published table
for six decks as the rules change it: nothing is ever solved while somebody waits. Source of the published
table: reference_odds.md 1 (computed there, agrees with the published tables it names). Columns: the up card
2 3 4 5 6 7 8 9 T A. Cells: H hit, S stand, D double else hit, Ds double else stand, P split, and Rh Rs Rp
surrender else hit, stand, split.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache

from blackjack.cards import VALUES
from blackjack.hands import is_pair, total
from blackjack.rules import GameRules
from blackjack.solved import solved
from blackjack.solver import UP_CARDS

Table = Mapping[tuple[str, int, int], str]
"""A cell by kind of hand (hard, soft, pair), its total (pair: value of one card) and value of the up card."""

# Hole card and peek, no surrender, dealer hits soft 17, double after split: table X.
_HARD = {
    8: "H  H  H  H  H  H  H  H  H  H",
    9: "H  D  D  D  D  H  H  H  H  H",
    10: "D  D  D  D  D  D  D  D  H  H",
    11: "D  D  D  D  D  D  D  D  D  D",
    12: "H  H  S  S  S  H  H  H  H  H",
    13: "S  S  S  S  S  H  H  H  H  H",
    14: "S  S  S  S  S  H  H  H  H  H",
    15: "S  S  S  S  S  H  H  H  H  H",
    16: "S  S  S  S  S  H  H  H  H  H",
    17: "S  S  S  S  S  S  S  S  S  S",
}
_SOFT = {
    12: "H  H  H  H  D  H  H  H  H  H",
    13: "H  H  H  D  D  H  H  H  H  H",
    14: "H  H  H  D  D  H  H  H  H  H",
    15: "H  H  D  D  D  H  H  H  H  H",
    16: "H  H  D  D  D  H  H  H  H  H",
    17: "H  D  D  D  D  H  H  H  H  H",
    18: "Ds Ds Ds Ds Ds S  S  H  H  H",
    19: "S  S  S  S  Ds S  S  S  S  S",
    20: "S  S  S  S  S  S  S  S  S  S",
}
# Pairs that are not listed are always played as their total.
_PAIR = {
    1: "P  P  P  P  P  P  P  P  P  P",
    2: "P  P  P  P  P  P  H  H  H  H",
    3: "P  P  P  P  P  P  H  H  H  H",
    4: "H  H  H  P  P  H  H  H  H  H",
    6: "P  P  P  P  P  H  H  H  H  H",
    7: "P  P  P  P  P  P  H  H  H  H",
    8: "P  P  P  P  P  P  P  P  P  P",
    9: "P  P  P  P  P  S  P  P  S  S",
}
# All bets fall to a blackjack of a dealer without hole card: fewer chips go against a ten or an ace. These
# pairs are played as their totals, so eights are given up like any other 16 where that is allowed.
_ALL_BETS_LOST = {
    ("hard", 11, 10): "H",
    ("hard", 11, 1): "H",
    ("pair", 1, 1): "H",
    ("pair", 8, 10): "H",
    ("pair", 8, 1): "H",
}
_STAND_SOFT_17 = {("hard", 11, 1): "H", ("soft", 18, 2): "S", ("soft", 19, 6): "S"}
_LATE_SURRENDER = {
    ("hard", 15, 10): "Rh",
    ("hard", 16, 9): "Rh",
    ("hard", 16, 10): "Rh",
    ("hard", 16, 1): "Rh",
}
_LATE_SURRENDER_HIT_SOFT_17 = {("hard", 15, 1): "Rh", ("hard", 17, 1): "Rs", ("pair", 8, 1): "Rp"}


@lru_cache(maxsize=64)
def basic_table(rules: GameRules) -> Table:
    """The table for these rules, complete: hard 4 to 21, soft 12 to 21, every pair."""
    solution = solved(rules)
    return published_table(rules) if solution is None else solution.table


def published_table(rules: GameRules) -> Table:
    """The published table; only what changes cells in reference_odds.md 1 is told apart."""
    cells = {
        (kind, row, up): cell
        for kind, rows in (("hard", _HARD), ("soft", _SOFT), ("pair", _PAIR))
        for row, line in rows.items()
        for up, cell in zip(UP_CARDS, line.split(), strict=True)
    }
    if not rules.h17:
        cells |= _STAND_SOFT_17
    if rules.surrender == "late":
        cells |= _LATE_SURRENDER
        if rules.h17:
            cells |= _LATE_SURRENDER_HIT_SOFT_17
    if rules.hole == "none" and rules.bj_loss == "all":
        cells |= _ALL_BETS_LOST
    for up in UP_CARDS:
        for low in range(4, 8):
            cells["hard", low, up] = cells["hard", 8, up]
        for high in range(18, 22):
            cells["hard", high, up] = "S"
        cells["soft", 21, up] = "S"
        for value in (5, 10):
            cells["pair", value, up] = cells["hard", 2 * value, up]
    return cells


def basic_action(
    rules: GameRules,
    cards: Sequence[int],
    up_rank: int,
    *,
    can_double: bool,
    can_split: bool,
    can_surrender: bool,
) -> str:
    """What basic strategy does with a hand (cards 0..51) against an up card of rank 0 (ace) to 12 (king).

    Returns `hit`, `stand`, `double`, `split` or `surrender`; what the seat cannot do falls back as the cell
    says, and a pair that cannot be split is played as its total.
    """
    up = VALUES[up_rank]
    if is_pair(cards, by_value=True):
        cell = basic_table(rules)["pair", VALUES[cards[0]], up]
        if cell.startswith("R") and can_surrender:
            return "surrender"
        if cell in ("P", "Rp") and can_split:
            return "split"
    cell = _total_cell(rules, cards, up)
    if cell.startswith("R") and can_surrender:
        return "surrender"
    if cell.startswith("D") and can_double:
        return "double"
    return _without_chips(cell)


def hit_or_stand(rules: GameRules, cards: Sequence[int], up_rank: int) -> str:
    """Basic strategy without adding chips (games.md 3): `hit` or `stand`.

    A double is a hit, or a stand on a soft 18 or more; a pair is its total; a surrender is its fallback.
    """
    return _without_chips(_total_cell(rules, cards, VALUES[up_rank]))


def absent_action(rules: GameRules, cards: Sequence[int], up_rank: int, legal: Collection[str]) -> str:
    """What is played for an absent seat under the option `autoplay` (games.md 2.6, 3): one of `legal`.

    `cards` is the hand in turn. Insurance and even money are always declined, early surrender too.
    """
    for refusal in ("decline", "continue"):
        if refusal in legal:
            return refusal
    if rules.autoplay == "stand":
        return "stand"
    if rules.autoplay == "basic_strategy":
        chosen = hit_or_stand(rules, cards, up_rank)
    else:
        chosen = basic_action(
            rules,
            cards,
            up_rank,
            can_double="double" in legal,
            can_split="split" in legal,
            can_surrender="surrender" in legal,
        )
    # A split ace that may be split again but takes no card has no hit.
    return chosen if chosen in legal else "stand"


def _total_cell(rules: GameRules, cards: Sequence[int], up: int) -> str:
    points, soft = total(cards)
    return basic_table(rules)["soft" if soft else "hard", points, up]


def _without_chips(cell: str) -> str:
    return "stand" if cell in ("S", "Ds", "Rs") else "hit"
