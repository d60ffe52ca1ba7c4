"""The sixteen presets: all load, and each says what it needs that cannot be played yet."""

import json

import pytest

from tournaments.format.outline import check, outline
from tournaments.format.presets import PRESETS
from tournaments.format.structures import Structure, missing_options

NEEDS = {
    "seed_default": [],
    "ubt": [],
    "wildjack_online": [],
    "ultimatebet_sng": [],
    "microgaming_ibl": [],
    "wsob_s4": [
        "knock-out cards",
        "prizes of single tables",
        "wildcards by tickets or by a table of the runners-up",
    ],
    "casinos_austria": ["play-off hands", "buying in again"],
    "golden_nugget_100k": ["buying in again"],
    "radio_8000": ["several sessions of a round"],
    "diamond_jo_weekly": [],
    "kewadin_blowout": ["dealer add-ons"],
    "rampart_weekly": [],
    "buffalo_run_quarterly": [
        "add-on chips before a round",
        "buying in again",
        "dealer add-ons",
    ],
    "chicken_ranch": [
        "play-off hands",
        "wildcards by tickets or by a table of the runners-up",
        "ranking by accumulated counts",
        "buying in again",
        "dealer add-ons",
    ],
    "zimbler_heats": ["dealing from box 1", "a second chance for those who do not go on"],
    "blue_chip_weekly": ["several sessions of a round"],
}


def test_there_are_the_sixteen_published_presets():
    assert list(PRESETS) == list(NEEDS)
    assert len(PRESETS) == 16


@pytest.mark.parametrize("name", NEEDS)
def test_a_preset_says_what_it_still_needs(name):
    assert [str(sentence) for sentence in missing_options(PRESETS[name].structure)] == NEEDS[name]


@pytest.mark.parametrize("name", NEEDS)
def test_a_preset_names_its_source_and_survives_json(name):
    preset = PRESETS[name]
    assert preset.sources or name == "seed_default"
    stored = json.loads(json.dumps(preset.structure.to_json()))
    assert Structure.from_json(stored) == preset.structure


@pytest.mark.parametrize("name", [name for name, needs in NEEDS.items() if not needs])
def test_a_preset_that_can_be_played_adds_up_for_every_field(name):
    assert check(PRESETS[name].structure) == []


def test_stakes_and_clocks_of_the_televised_tour():
    plan = PRESETS["ubt"].structure.plans[0]
    assert (plan.decide_seconds, plan.decide_elimination_seconds) == (25, 45)
    assert PRESETS["ubt"].structure.rules.h17 is False
    assert PRESETS["wildjack_online"].structure.rules.autoplay == "stand"


def test_the_radio_tournament_is_36_then_6_players_as_published():
    rounds = outline(PRESETS["radio_8000"].structure, 180)
    assert [(each.players, len(each.tables), each.plan.stack) for each in rounds] == [
        (180, 30, 1_000),
        (36, 6, 2_000),
        (6, 1, 3_000),
    ]


def test_the_limits_of_the_heats_change_at_hand_seven():
    plan = PRESETS["zimbler_heats"].structure.plans[0]
    assert plan.maximum == 500
    assert [(level.from_hand, level.maximum) for level in plan.levels] == [(7, None)]
