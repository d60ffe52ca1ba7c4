"""What a hand of cards is worth in games A and B (games.md 2.1): its total, soft, pair, natural, bust."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from blackjack.cards import VALUES


class Total(NamedTuple):
    """The points of a hand; `soft` when an ace counts 11 in them."""

    points: int
    soft: bool


def total(cards: Sequence[int]) -> Total:
    """The highest total not over 21, else the lowest.

    >>> total([0, 5]), total([0, 5, 8]), total([9, 9, 1])
    (Total(points=17, soft=True), Total(points=16, soft=False), Total(points=22, soft=False))
    """
    hard = sum(VALUES[card] for card in cards)
    soft = hard <= 11 and any(VALUES[card] == 1 for card in cards)
    return Total(hard + 10 if soft else hard, soft)


def is_natural(cards: Sequence[int]) -> bool:
    """Whether these are two cards of 21; a hand from a split is never a natural, which the caller knows.

    >>> is_natural([0, 12]), is_natural([0, 4, 4])
    (True, False)
    """
    return len(cards) == 2 and total(cards).points == 21


def is_pair(cards: Sequence[int], *, by_value: bool = False) -> bool:
    """Whether these are two cards of one rank, or of one value where king and queen make a pair.

    >>> is_pair([12, 11]), is_pair([12, 11], by_value=True), is_pair([12, 25])
    (False, True, True)
    """
    if len(cards) != 2:
        return False
    if by_value:
        return VALUES[cards[0]] == VALUES[cards[1]]
    return cards[0] % 13 == cards[1] % 13


def is_bust(cards: Sequence[int]) -> bool:
    """Whether the hand is over 21 whatever its aces count."""
    return sum(VALUES[card] for card in cards) > 21
