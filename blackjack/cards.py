"""Cards as ints 0..51 (suit * 13 + rank, fairness.md) and their two-letter text, such as `AS` or `TH`."""

from __future__ import annotations

from collections.abc import Iterable

RANKS = "A23456789TJQK"
SUITS = "SHDC"
DECK = 52

# The value of each card, an ace as 1 and faces as 10.
VALUES = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10) * 4

_TEXT = tuple(rank + suit for suit in SUITS for rank in RANKS)
_CARD = {text: card for card, text in enumerate(_TEXT)}


class CardError(ValueError):
    """A text that is no card."""


def card_text(card: int) -> str:
    """The text of a card.

    >>> card_text(0), card_text(51)
    ('AS', 'KC')
    """
    return _TEXT[card]


def cards_text(cards: Iterable[int]) -> list[str]:
    """The texts of some cards, in their order."""
    return [_TEXT[card] for card in cards]


def parse_card(text: str) -> int:
    """The card a text names, in either case; raises `CardError` for anything else.

    >>> parse_card("Th")
    22
    """
    card = _CARD.get(text.upper()) if isinstance(text, str) else None
    if card is None:
        raise CardError(f"{text!r:.40} is no card; a card is one of {RANKS} and one of {SUITS}, such as TH.")
    return card


def parse_cards(text: str) -> list[int]:
    """The cards of a text with spaces between them; raises `CardError`.

    >>> parse_cards("AS 2S KC")
    [0, 1, 51]
    """
    return [parse_card(word) for word in text.split()]
