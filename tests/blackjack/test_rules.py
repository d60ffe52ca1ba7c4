"""The options of the four games and what they refuse."""

from __future__ import annotations

import json
from dataclasses import fields
from typing import Any

import pytest

from blackjack.refusals import BadValue
from blackjack.rules import (
    CASINO,
    CHINESE,
    ELIMINATION,
    GAMES,
    HOUSE_CHINESE,
    KAMPUNG,
    OPTIONS,
    GameRules,
    RulesError,
    rules_of,
)

# The defaults where games B and D differ from A and C (games.md 6).
DIFFERENCES = {
    "casino": {
        "hole": "none",
        "max_splits": 1,
        "surrender": "none",
        "pair_bet": True,
        "autoplay": "full_basic_strategy",
    },
    "elimination": {
        "hole": "peek",
        "max_splits": 4,
        "surrender": "late",
        "pair_bet": False,
        "autoplay": "basic_strategy",
    },
    "chinese": {"five_card_21_mult": 2, "player_21_mult": 1, "banker_21_mult": 1, "seven777_mult": 0}
    | {"min_total": 16, "burn": False, "double_ace": "ban_ban", "free_hand": "best_total", "ban_ban_mult": 3},
    "kampung": {"five_card_21_mult": 3, "player_21_mult": 2, "banker_21_mult": 2, "seven777_mult": 7}
    | {"min_total": 15, "burn": True, "double_ace": "ordinary_21", "free_hand": "none"},
}


@pytest.mark.parametrize("game", GAMES)
def test_games_6_defaults_differ_by_game_as_the_table_says(game: str) -> None:
    options = rules_of(game).to_json()
    assert options | DIFFERENCES[game] == options


@pytest.mark.parametrize("rules", [CASINO, ELIMINATION, CHINESE, KAMPUNG, HOUSE_CHINESE])
def test_rules_come_back_from_their_json(rules: GameRules) -> None:
    assert GameRules.from_json(json.loads(json.dumps(rules.to_json()))) == rules


def test_json_names_every_option_of_the_game_and_no_other() -> None:
    assert {"h17", "decks", "rounding"} <= set(ELIMINATION.to_json())
    assert "burn" not in ELIMINATION.to_json()
    assert "h17" not in KAMPUNG.to_json()
    assert "ban_ban_mult" not in KAMPUNG.to_json()


def test_every_field_is_an_option_and_every_default_is_allowed() -> None:
    assert {field.name for field in fields(GameRules)} == set(OPTIONS) | {"game"}
    for option in OPTIONS.values():
        for game, default in option.defaults.items():
            assert any(type(value) is type(default) and value == default for value in option.allowed_in(game))


def test_options_left_out_have_the_default_of_the_game() -> None:
    assert GameRules.from_json({"game": "elimination", "h17": False}).surrender == "late"
    assert GameRules.from_json({"game": "casino"}) == CASINO


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (None, "Game rules are an object of option names and values."),
        ([], "Game rules are an object of option names and values."),
        ({}, "None is no game; the games are casino, elimination, chinese, kampung."),
        ({"game": "poker"}, "'poker' is no game; the games are casino, elimination, chinese, kampung."),
        ({"game": ["casino"]}, "['casino'] is no game; the games are casino, elimination, chinese, kampung."),
        ({"game": "casino", "wild": 1}, "The game casino has no option 'wild'."),
        ({"game": "casino", "burn": False}, "The game casino has no option 'burn'."),
        ({"game": "kampung", "ban_ban_mult": 3}, "The game kampung has no option 'ban_ban_mult'."),
        (
            {"game": "casino", "decks": 0},
            "The option decks of casino must be a whole number from 1 to 8, not 0.",
        ),
        (
            {"game": "casino", "decks": 9},
            "The option decks of casino must be a whole number from 1 to 8, not 9.",
        ),
        ({"game": "chinese", "decks": 3}, "The option decks of chinese must be one of 1, 2, not 3."),
        ({"game": "casino", "h17": 1}, "The option h17 of casino must be one of true, false, not 1."),
        (
            {"game": "casino", "decks": True},
            "The option decks of casino must be a whole number from 1 to 8, not True.",
        ),
        (
            {"game": "casino", "decks": 6.0},
            "The option decks of casino must be a whole number from 1 to 8, not 6.0.",
        ),
        ({"game": "casino", "hole": None}, "The option hole of casino must be one of none, peek, not None."),
        (
            {"game": "casino", "hole": {"{x}": 1}},
            "The option hole of casino must be one of none, peek, not {'{x}': 1}.",
        ),
    ],
)
def test_anything_else_is_refused_with_a_sentence(data: Any, sentence: str) -> None:
    with pytest.raises(BadValue) as refused:
        GameRules.from_json(data)
    assert str(refused.value) == sentence
    assert refused.value.code == "bad_rules"


def test_an_option_of_another_game_cannot_be_changed_by_construction() -> None:
    with pytest.raises(RulesError, match="no option 'burn'"):
        GameRules(game="casino", burn=True)


@pytest.mark.parametrize(
    ("pair_bet", "pays"), [(True, (25, 12, 6)), (False, (0, 0, 0)), ("25/15/5", (25, 15, 5))]
)
def test_games_6_the_pair_bet_names_its_table(pair_bet: bool | str, pays: tuple[int, int, int]) -> None:
    assert CASINO.with_options({"pair_bet": pair_bet}).pair_pays == pays


def test_games_6_the_house_preset_turns_the_house_rules_on() -> None:
    changed = {
        name: value for name, value in HOUSE_CHINESE.to_json().items() if value != CHINESE.to_json()[name]
    }
    assert changed == {"five_card_21_mult": 3, "player_21_mult": 2, "banker_21_mult": 2, "seven777_mult": 21}
