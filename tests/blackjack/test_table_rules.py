"""The rules of a table are checked when they are made, and come back from JSON."""

from __future__ import annotations

import json
from typing import Any

import pytest

from blackjack import (
    BadValue,
    TableRules,
    open_table,
)
from blackjack.rules import RulesError
from tests.blackjack.tables import table_rules


def test_rules_come_back_from_json() -> None:
    rules = table_rules(
        quota=(4, 3), elimination_hands=(8, 16), cut="half", tie=("lots",), game={"h17": False}
    )
    assert TableRules.from_json(json.loads(json.dumps(rules.to_json()))) == rules


@pytest.mark.parametrize(
    "change",
    [
        {"colour": "green"},
        {"hands": 0},
        {"hands": True},
        {"hands": 10.0},
        {"elimination_hands": [30]},
        {"elimination_hands": [8, 8]},
        {"elimination_hands": "8"},
        {"cut": 0},
        {"cut": "third"},
        {"quota": [3, 4], "elimination_hands": [8, 16]},
        {"quota": [3]},
        {"tie": []},
        {"tie": ["seniority"]},
        {"advance": 8},
        {"advance": 2, "is_final": True},
        {"chips": "some"},
        {"limits": []},
        {"limits": [{"from_hand": 2, "minimum": 5, "maximum": 10, "step": 5}]},
        {"limits": [{"from_hand": 1, "minimum": 5, "maximum": 10}]},
        {"limits": [{"from_hand": 1, "minimum": 7, "maximum": 10, "step": 5}]},
        {"limits": [{"from_hand": 1, "minimum": 10, "maximum": 5, "step": 5}]},
        {"decide_seconds": -1},
        {"secret_reveal": "never"},
        {"game": {"game": "chinese"}},
        {"game": {"game": "elimination", "decks": 9}},
        {"game": {"game": "elimination", "rounding": "even_bets"}},
        [],
    ],
)
def test_bad_rules_are_refused(change: Any) -> None:
    data = {**table_rules(elimination_hands=()).to_json(), **change} if isinstance(change, dict) else change
    with pytest.raises(RulesError) as refusal:
        TableRules.from_json(data)
    assert str(refusal.value)


@pytest.mark.parametrize(
    ("seats", "button"),
    [
        ([(1, 500)], 1),
        ([(1, 5), (1, 5)], 1),
        ([(1, 5), (2, 0)], 1),
        ([(1, 5), (2, 5)], 3),
        ([(n, 5) for n in range(1, 9)], 1),
    ],
)
def test_a_table_needs_two_to_seven_seats_with_chips(seats: list[tuple[int, int]], button: int) -> None:
    with pytest.raises(BadValue):
        open_table(table_rules(), seats, button=button, commitment="")
