"""Shoes with their first cards written down, for tests, demonstrations and practice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from blackjack.cards import parse_cards
from blackjack.shoe import continuation, draw, shoe_commitment, shoe_secret, shuffle


class StackedShoes:
    """Shoes that begin with the given cards, shoe by shoe; the rest of their decks follows in a fixed order.

    Further shoes and attempts are shuffled by `secret`, so the same arguments always give the same cards.
    `lots` may fix a draw by its label.

    >>> StackedShoes("AS KD").cards(1, 1, 1)[:2]
    [0, 38]
    """

    def __init__(
        self,
        *tops: str,
        decks: int = 6,
        secret: bytes = b"stacked",
        lots: Mapping[str, Sequence[int]] | None = None,
    ) -> None:
        self._tops = [parse_cards(top) for top in tops]
        self._decks = decks
        self._secret = secret
        self._lots = dict(lots or {})
        self._shoe = lru_cache(maxsize=8)(self._make)

    def cards(self, number: int, attempt: int, first_seat: int) -> list[int]:
        """The shoe; nobody cuts it."""
        return self._shoe(number, attempt)

    def commitment(self, number: int) -> str:
        """The commitment of fairness.md for this shoe's secret."""
        return shoe_commitment(shoe_secret(self._secret, number)).hex()

    def reveal(self, number: int) -> dict[str, Any]:
        """The secret the shuffled part was made with."""
        secret = shoe_secret(self._secret, number) if number else self._secret
        return {"secret": secret.hex(), "seeds": {}, "cuts": {}}

    def lots(self, label: str, count: int) -> list[int]:
        """The fixed draw of that label, else one by the secret."""
        return list(self._lots.get(label) or draw(self._secret, label, count))

    def _make(self, number: int, attempt: int) -> list[int]:
        top = self._tops[number - 1] if attempt == 1 and number <= len(self._tops) else []
        shuffled = shuffle(
            shoe_secret(self._secret, number),
            table="stacked",
            number=number,
            attempt=attempt,
            decks=self._decks,
            seeds=(),
            cut=0,
        )
        return top + continuation(shuffled, top)
