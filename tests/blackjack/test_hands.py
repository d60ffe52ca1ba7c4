"""What hands are worth."""

from __future__ import annotations

import doctest

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blackjack import hands
from blackjack.cards import parse_cards
from blackjack.hands import is_bust, is_natural, is_pair, total
from tests.blackjack import model


def test_the_examples_in_the_docstrings_hold() -> None:
    result = doctest.testmod(hands)
    assert result.attempted
    assert not result.failed


@pytest.mark.parametrize(
    ("cards", "points", "soft"),
    [
        ("AS KD", 21, True),
        ("AS AD", 12, True),
        ("AS AD AC", 13, True),
        ("AS 6D", 17, True),
        ("AS 6D TC", 17, False),
        ("AS AD 9C", 21, True),
        ("AS AD 9C TH", 21, False),
        ("TS 5D 6C", 21, False),
        ("TS KD 2C", 22, False),
        ("", 0, False),
    ],
)
def test_games_2_1_an_ace_counts_eleven_while_that_is_not_over_21(
    cards: str, points: int, soft: bool
) -> None:
    assert total(parse_cards(cards)) == (points, soft)


@given(st.lists(st.integers(0, 51), max_size=12))
def test_games_2_1_totals_are_the_models(cards: list[int]) -> None:
    assert total(cards).points == model.points(cards)
    assert total(cards).soft == model.is_soft(cards)
    assert is_bust(cards) == (model.points(cards) > 21)


@pytest.mark.parametrize(
    ("cards", "natural"),
    [("AS TD", True), ("KS AD", True), ("7S 7D 7C", False), ("AS 9D", False), ("AS", False)],
)
def test_games_2_1_a_natural_is_two_cards_of_21(cards: str, natural: bool) -> None:
    assert is_natural(parse_cards(cards)) is natural


@pytest.mark.parametrize(
    ("cards", "by_rank", "by_value"),
    [
        ("TS TD", True, True),
        ("TS KD", False, True),
        ("9S 9D", True, True),
        ("9S 8D", False, False),
        ("8S 8D 8C", False, False),
    ],
)
def test_games_1_a_pair_is_of_one_rank_or_of_one_value(cards: str, by_rank: bool, by_value: bool) -> None:
    assert is_pair(parse_cards(cards)) is by_rank
    assert is_pair(parse_cards(cards), by_value=True) is by_value
