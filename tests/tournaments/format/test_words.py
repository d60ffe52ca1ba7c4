"""The rules sheet says what is in force: every setting that changes play changes a sentence."""

import pytest

from blackjack.rules import ELIMINATION, OPTIONS
from tournaments.format.plans import Level, RoundPlan
from tournaments.format.presets import PRESETS
from tournaments.format.structures import Structure
from tournaments.format.words import money_text, rules_in_words


def sheet(structure: Structure) -> list[str]:
    """The rules in English, one line a sentence."""
    return [f"{title}: {sentence}" for title, sentence in rules_in_words(structure)]


def other_values():
    """Every option of game B with every value that is not its default and can be told from it."""
    for name, option in OPTIONS.items():
        if "elimination" in option.defaults:
            for value in option.allowed_in("elimination"):
                if value != option.defaults["elimination"]:
                    yield name, value


@pytest.mark.parametrize(("name", "value"), list(other_values()))
def test_every_option_of_the_game_changes_the_rules_sheet(name, value):
    needs = {"bj_loss": {"hole": "none"}, "charlie_pay": {"charlie": 5}}.get(name, {})
    usual = Structure(options=needs)
    assert sheet(Structure(options={**needs, name: value})) != sheet(usual)
    assert usual.rules == ELIMINATION.with_options(needs)


@pytest.mark.parametrize(
    "change",
    [
        {"hands": 40},
        {"elimination_hands": ()},
        {"elimination_hands": (5, 9)},
        {"cut": 2},
        {"cut": "half"},
        {"quota": (6, 5, 4)},
        {"bust_and_lowest": True},
        {"tie": ("all_stay",)},
        {"tie": ("all_go",)},
        {"tie": ("high_card",)},
        {"tie": ("lots",)},
        {"tie": ("earlier_bettor",)},
        {"early_end": False},
        {"stack": 30_000},
        {"minimum": 1_000},
        {"maximum": None},
        {"step": 100},
        {"levels": (Level(9, 1_000),)},
        {"levels": (Level(9, 1_000, 5_000),)},
        {"allow_short": True},
        {"secret_bets": 0},
        {"secret_bets": 2},
        {"secret_from_hand": 10},
        {"secret_last_hand_only": True},
        {"secret_reveal": "own_hand"},
        {"secret_hides": "bet"},
        {"decide_seconds": 30},
        {"decide_elimination_seconds": 25},
        {"advance": 1},
        {"advance": 3},
    ],
)
def test_every_setting_of_a_round_changes_the_rules_sheet(change):
    usual = sheet(Structure())
    changed = sheet(Structure(plans=(RoundPlan(**change),)))
    assert changed != usual
    assert [line for line in changed if line.startswith("Final")] == [
        line for line in usual if line.startswith("Final")
    ]


def test_kept_chips_are_said_where_there_is_something_to_keep():
    lines = sheet(Structure(plans=(RoundPlan(chips="keep"), RoundPlan(chips="keep_floor", floor=40_000))))
    assert "Round 1: Every player begins with 25000 chips." in lines
    assert (
        "Round 2 and later rounds: Players keep the chips of the round before, and nobody begins with less "
        "than 40000." in lines
    )


@pytest.mark.parametrize(
    ("length_seconds", "words"),
    [(10, "10 s"), (60, "60 s"), (119, "119 s"), (120, "2 min"), (150, "2 min 30 s"), (600, "10 min")],
)
def test_a_break_is_told_to_the_second(length_seconds, words):
    assert f"Structure: Break between rounds: {words}." in sheet(Structure(break_seconds=length_seconds))


def test_no_break_is_not_told():
    assert not [line for line in sheet(Structure(break_seconds=0)) if "break" in line.lower()]


def test_what_goes_to_the_dealers_is_a_part_of_the_price():
    lines = sheet(Structure(currency="USD", buy_in_cents=2_300, dealers_cents=200))
    assert (
        "Money: An entry costs 25.00 USD: 23.00 USD for the prize pool, 0.00 USD for the house and 2.00 USD "
        "for the dealers." in lines
    )


def test_money_is_told_to_the_cent_and_points_have_none():
    lines = sheet(Structure(currency="EUR", buy_in_cents=2_500, fee_cents=305))
    assert (
        "Money: An entry costs 28.05 EUR: 25.00 EUR for the prize pool and 3.05 EUR for the house." in lines
    )
    assert "Money: Up to 8 entries: 60 / 40 %." in lines
    points = [line for line in sheet(Structure()) if line.startswith("Money")]
    assert points == ["Money: It is played for points: there is no buy-in and no prize money."]
    assert money_text(5, "USD") == "0.05 USD"


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_has_a_rules_sheet_without_an_open_gap(name):
    lines = sheet(PRESETS[name].structure)
    assert len(lines) > 20
    assert not [line for line in lines if "{" in line or "None" in line]
