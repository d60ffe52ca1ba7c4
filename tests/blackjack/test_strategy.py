"""The published basic strategy, cell by cell, and what is played for an absent seat."""

from __future__ import annotations

import pytest

from blackjack.cards import parse_card, parse_cards
from blackjack.rules import CASINO, ELIMINATION, GameRules
from blackjack.strategy import absent_action, basic_action, basic_table, hit_or_stand

PEEK = CASINO.with_options({"hole": "peek"})
UP_CARDS = "23456789TA"

# reference_odds.md 1, table X: one letter a cell, d for "double else stand".
TABLE_X = {
    "5S 3D": "HHHHHHHHHH",
    "2S 4D": "HHHHHHHHHH",
    "5S 4D": "HDDDDHHHHH",
    "6S 4D": "DDDDDDDDHH",
    "5S 5D": "DDDDDDDDHH",
    "6S 5D": "DDDDDDDDDD",
    "TS 2D": "HHSSSHHHHH",
    "TS 3D": "SSSSSHHHHH",
    "TS 4D": "SSSSSHHHHH",
    "TS 5D": "SSSSSHHHHH",
    "TS 6D": "SSSSSHHHHH",
    "TS 7D": "SSSSSSSSSS",
    "TS 8D": "SSSSSSSSSS",
    "TS KD": "SSSSSSSSSS",
    "AS 2D": "HHHDDHHHHH",
    "AS 3D": "HHHDDHHHHH",
    "AS 4D": "HHDDDHHHHH",
    "AS 5D": "HHDDDHHHHH",
    "AS 6D": "HDDDDHHHHH",
    "AS 7D": "DDDDDSSHHH",
    "AS 8D": "SSSSDSSSSS",
    "AS 9D": "SSSSSSSSSS",
    "AS AD": "PPPPPPPPPP",
    "2S 2D": "PPPPPPHHHH",
    "3S 3D": "PPPPPPHHHH",
    "4S 4D": "HHHPPHHHHH",
    "6S 6D": "PPPPPHHHHH",
    "7S 7D": "PPPPPPHHHH",
    "8S 8D": "PPPPPPPPPP",
    "9S 9D": "PPPPPSPPSS",
    "TS TD": "SSSSSSSSSS",
}
LETTERS = {"hit": "H", "stand": "S", "double": "D", "split": "P", "surrender": "R"}


def rank(up: str) -> int:
    return parse_card(f"{up}S") % 13


def row(
    rules: GameRules, cards: str, *, double: bool = True, split: bool = True, surrender: bool = True
) -> str:
    return "".join(
        LETTERS[
            basic_action(
                rules,
                parse_cards(cards),
                rank(up),
                can_double=double,
                can_split=split,
                can_surrender=surrender,
            )
        ]
        for up in UP_CARDS
    )


@pytest.mark.parametrize("cards", TABLE_X)
def test_reference_1_table_x(cards: str) -> None:
    assert row(PEEK, cards, surrender=False) == TABLE_X[cards]


@pytest.mark.parametrize("cards", TABLE_X)
def test_reference_1_original_bets_only_is_played_as_table_x(cards: str) -> None:
    assert row(CASINO.with_options({"bj_loss": "original"}), cards, surrender=False) == TABLE_X[cards]


def changed(rules: GameRules, base: GameRules) -> dict[tuple[str, int, int], tuple[str, str]]:
    first, second = basic_table(base), basic_table(rules)
    return {cell: (first.get(cell, ""), second[cell]) for cell in second if first.get(cell) != second[cell]}


def test_reference_1_a_default_differs_in_five_cells() -> None:
    assert changed(CASINO, PEEK) == {
        ("hard", 11, 10): ("D", "H"),
        ("hard", 11, 1): ("D", "H"),
        ("pair", 1, 1): ("P", "H"),
        ("pair", 8, 10): ("P", "H"),
        ("pair", 8, 1): ("P", "H"),
    }
    assert row(CASINO, "8S 8D", surrender=False) == "PPPPPPPPHH"
    assert row(CASINO, "AS AD", surrender=False) == "PPPPPPPPPH"


def test_reference_1_b_default_differs_in_its_surrenders() -> None:
    assert changed(ELIMINATION, PEEK) == {
        ("hard", 15, 10): ("H", "Rh"),
        ("hard", 15, 1): ("H", "Rh"),
        ("hard", 16, 9): ("H", "Rh"),
        ("hard", 16, 10): ("H", "Rh"),
        ("hard", 16, 1): ("H", "Rh"),
        ("hard", 17, 1): ("S", "Rs"),
        ("pair", 8, 1): ("P", "Rp"),
    }
    assert row(ELIMINATION, "8S 8D") == "PPPPPPPPPR"
    assert row(ELIMINATION, "8S 8D", surrender=False) == "PPPPPPPPPP"
    assert row(ELIMINATION, "TS 7D", surrender=False) == "SSSSSSSSSS"


def test_reference_1_standing_on_soft_17_changes_three_cells_and_three_surrenders() -> None:
    stands = PEEK.with_options({"h17": False})
    assert changed(stands, PEEK) == {
        ("hard", 11, 1): ("D", "H"),
        ("soft", 18, 2): ("Ds", "S"),
        ("soft", 19, 6): ("Ds", "S"),
    }
    late = stands.with_options({"surrender": "late"})
    assert changed(late, stands) == {
        ("hard", 15, 10): ("H", "Rh"),
        ("hard", 16, 9): ("H", "Rh"),
        ("hard", 16, 10): ("H", "Rh"),
        ("hard", 16, 1): ("H", "Rh"),
    }


def test_reference_1_aces_that_may_not_be_split_are_a_soft_12() -> None:
    assert row(ELIMINATION, "AS AD", split=False) == "HHHHDHHHHH"


def test_reference_1_without_the_chips_or_with_three_cards_the_fallback_is_played() -> None:
    assert row(ELIMINATION, "6S 5D", double=False) == "HHHHHHHHHH"
    assert row(ELIMINATION, "AS 7D", double=False) == "SSSSSSSHHH"
    assert row(ELIMINATION, "AS 3D 4C", double=False) == "SSSSSSSHHH"
    assert row(ELIMINATION, "8S 8D", split=False, surrender=False) == "SSSSSHHHHH"
    assert row(ELIMINATION, "7S 7D 7C", double=False) == "SSSSSSSSSS"


@pytest.mark.parametrize(
    ("cards", "row_of_words"),
    [
        ("6S 5D", "HHHHHHHHHH"),
        ("AS 7D", "SSSSSSSHHH"),
        ("AS 8D", "SSSSSSSSSS"),
        ("AS 6D", "HHHHHHHHHH"),
        ("AS AD", "HHHHHHHHHH"),
        ("8S 8D", "SSSSSHHHHH"),
        ("9S 9D", "SSSSSSSSSS"),
        ("TS 5D", "SSSSSHHHHH"),
        ("TS 7D", "SSSSSSSSSS"),
        ("TS 2D", "HHSSSHHHHH"),
    ],
)
def test_games_3_autoplay_without_chips_only_hits_or_stands(cards: str, row_of_words: str) -> None:
    played = [hit_or_stand(ELIMINATION, parse_cards(cards), rank(up)) for up in UP_CARDS]
    assert "".join(LETTERS[word] for word in played) == row_of_words


@pytest.mark.parametrize(
    ("autoplay", "cards", "up", "legal", "action"),
    [
        ("basic_strategy", "6S 5D", "6", "double hit stand surrender", "hit"),
        ("basic_strategy", "8S 8D", "6", "double hit split stand surrender", "stand"),
        ("full_basic_strategy", "6S 5D", "6", "double hit stand surrender", "double"),
        ("full_basic_strategy", "8S 8D", "6", "double hit split stand surrender", "split"),
        ("full_basic_strategy", "TS 6D", "T", "double hit stand surrender", "surrender"),
        ("full_basic_strategy", "8S 8D", "6", "hit stand", "stand"),
        ("stand", "5S 2D", "T", "double hit stand", "stand"),
        ("full_basic_strategy", "TS 6D", "A", "decline insure", "decline"),
        ("full_basic_strategy", "AS KD", "A", "decline even_money insure", "decline"),
        ("stand", "TS 6D", "A", "continue surrender", "continue"),
        ("full_basic_strategy", "AS KD", "6", "double stand", "stand"),
        ("basic_strategy", "AS AD", "6", "split stand", "stand"),
    ],
)
def test_games_2_6_what_is_played_for_an_absent_seat(
    autoplay: str, cards: str, up: str, legal: str, action: str
) -> None:
    rules = ELIMINATION.with_options({"autoplay": autoplay})
    assert absent_action(rules, parse_cards(cards), rank(up), legal.split()) == action
