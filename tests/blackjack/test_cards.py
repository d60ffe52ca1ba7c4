"""Cards and their text."""

from __future__ import annotations

import doctest

import pytest

from blackjack import cards
from blackjack.cards import CardError, card_text, cards_text, parse_card, parse_cards


def test_the_examples_in_the_docstrings_hold() -> None:
    result = doctest.testmod(cards)
    assert result.attempted
    assert not result.failed


def test_fairness_5_a_card_is_suit_times_13_plus_rank() -> None:
    deck = [f"{rank}{suit}" for suit in "SHDC" for rank in "A23456789TJQK"]
    assert cards_text(range(52)) == deck
    assert parse_cards(" ".join(deck)) == list(range(52))


def test_an_ace_is_worth_one_and_faces_ten() -> None:
    values = {card_text(card)[0]: cards.VALUES[card] for card in range(52)}
    assert values == {**{str(n): n for n in range(2, 10)}, "A": 1, "T": 10, "J": 10, "Q": 10, "K": 10}


@pytest.mark.parametrize("text", ["", "A", "1S", "10S", "AX", "AS ", "ASS", "🂡", None, 7, ["AS"]])
def test_anything_else_is_no_card(text: str) -> None:
    with pytest.raises(CardError, match="no card"):
        parse_card(text)
