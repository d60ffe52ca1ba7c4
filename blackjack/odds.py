"""Odds that need no play, as exact fractions: naturals, insurance and the pair bet (reference_odds.md 5)."""

from __future__ import annotations

from fractions import Fraction


def _tens_and_cards(decks: int) -> tuple[int, int]:
    return 16 * (decks or 1), 52 * (decks or 1)


def natural(decks: int) -> Fraction:
    """The chance that two cards are an ace and a ten-value; `decks` is 0 for an endless shoe.

    >>> natural(6), natural(0)
    (Fraction(192, 4043), Fraction(8, 169))
    """
    tens, cards = _tens_and_cards(decks)
    others = cards - 1 if decks else cards
    return 2 * Fraction(tens, cards) * Fraction(tens // 4, others)


def two_naturals(decks: int) -> Fraction:
    """The chance that player and dealer both have one; an endless shoe gives the square of `natural`."""
    if not decks:
        return natural(0) ** 2
    tens, cards = _tens_and_cards(decks)
    aces = tens // 4
    return natural(decks) * 2 * Fraction((tens - 1) * (aces - 1), (cards - 2) * (cards - 3))


def insurance(decks: int, *, tens: int = 0, others: int = 0) -> Fraction:
    """The expectation of one unit of insurance when the dealer's ace and these own cards have left the shoe.

    `tens` and `others` are how many ten-value and other cards the player sees besides that ace.

    >>> insurance(6), insurance(1, others=2), insurance(1, tens=2)
    (Fraction(-23, 311), Fraction(-1, 49), Fraction(-1, 7))
    """
    all_tens, cards = _tens_and_cards(decks)
    if decks:
        all_tens, cards = all_tens - tens, cards - 1 - tens - others
    return 3 * Fraction(all_tens, cards) - 1


def pair_bet(decks: int) -> tuple[Fraction, Fraction, Fraction]:
    """The chances of a perfect, a coloured and a mixed pair (games.md 2.5); `decks` from 1.

    >>> pair_bet(8)
    (Fraction(7, 415), Fraction(8, 415), Fraction(16, 415))
    """
    others = 52 * decks - 1
    return Fraction(decks - 1, others), Fraction(decks, others), Fraction(2 * decks, others)


def pair_bet_value(decks: int, pays: tuple[int, int, int]) -> Fraction:
    """The expectation of one unit on a pair; `pays` is to one for perfect, coloured, mixed.

    >>> pair_bet_value(6, (25, 12, 6))
    Fraction(-19, 311)
    """
    chances = pair_bet(decks)
    return sum((chance * (pay + 1) for chance, pay in zip(chances, pays, strict=True)), Fraction(-1))
