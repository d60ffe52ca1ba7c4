"""Plans of rounds: their defaults, their JSON, and the sentence for every field that cannot be."""

import json

import pytest

from tournaments.format.checks import BadStructure
from tournaments.format.plans import Level, RoundPlan


def faults(data: object) -> dict[str, str]:
    """The sentences for `data` by field."""
    with pytest.raises(BadStructure) as refused:
        RoundPlan.from_json(data)
    return {field: str(sentence) for field, sentence in refused.value.faults.items()}


def test_the_default_plan_is_the_reference_round():
    plan = RoundPlan()
    assert (plan.hands, plan.elimination_hands, plan.stack) == (30, (8, 16, 25), 25_000)
    assert (plan.minimum, plan.maximum, plan.secret_bets) == (500, 25_000, 1)
    assert (plan.decide_seconds, plan.decide_elimination_seconds) == (45, 45)


def test_scenario_12_minimum_bets_alone_cannot_ruin_an_absent_player():
    plan = RoundPlan()
    assert plan.stack - plan.hands * plan.minimum == 10_000


def test_a_plan_survives_json():
    plan = RoundPlan(
        hands=20,
        elimination_hands=(5,),
        cut="half",
        quota=(4,),
        chips="keep_floor",
        floor=5_000,
        levels=(Level(5, 1_000, 50_000), Level(11, 2_500)),
        maximum=None,
        advance=3,
        tie=("high_card",),
    )
    assert RoundPlan.from_json(json.loads(json.dumps(plan.to_json()))) == plan


def test_fewer_hands_drop_the_elimination_hands_beyond_them_unless_they_are_stated():
    assert RoundPlan.from_json({"hands": 20}).elimination_hands == (8, 16)
    assert faults({"hands": 20, "elimination_hands": [8, 25]}) == {
        "elimination_hands": "“elimination_hands” must be below the last hand, 20."
    }


@pytest.mark.parametrize(
    ("data", "field"),
    [
        ({"hands": 0}, "hands"),
        ({"hands": True}, "hands"),
        ({"hands": "30"}, "hands"),
        ({"hands": 30.0}, "hands"),
        ({"hands": None}, "hands"),
        ({"elimination_hands": [8, 8]}, "elimination_hands"),
        ({"elimination_hands": [16, 8]}, "elimination_hands"),
        ({"elimination_hands": [30]}, "elimination_hands"),
        ({"elimination_hands": 8}, "elimination_hands"),
        ({"elimination_hands": "8"}, "elimination_hands"),
        ({"elimination_hands": [[8]]}, "elimination_hands"),
        ({"cut": 0}, "cut"),
        ({"cut": "most"}, "cut"),
        ({"cut": []}, "cut"),
        ({"quota": [4]}, "quota"),
        ({"quota": [3, 4, 2]}, "quota"),
        ({"bust_and_lowest": 1}, "bust_and_lowest"),
        ({"tie": []}, "tie"),
        ({"tie": ["position", "position"]}, "tie"),
        ({"tie": ["coin"]}, "tie"),
        ({"tie": [{}]}, "tie"),
        ({"tie": ["playoff"]}, "playoff_hands"),
        ({"chips": "double"}, "chips"),
        ({"stack": 499}, "stack"),
        ({"stack": 10**12 + 1}, "stack"),
        ({"floor": 5_000}, "floor"),
        ({"chips": "keep_floor", "floor": 100}, "floor"),
        ({"minimum": 510}, "minimum"),
        ({"maximum": 400}, "maximum"),
        ({"maximum": 25_010}, "maximum"),
        ({"step": 0}, "step"),
        ({"levels": [{"from_hand": 1, "minimum": 500}]}, "levels"),
        ({"levels": [{"from_hand": 5, "minimum": 500}, {"from_hand": 5, "minimum": 500}]}, "levels"),
        ({"levels": [{"from_hand": 5}]}, "levels"),
        ({"levels": [{"from_hand": 5, "minimum": "1"}]}, "levels"),
        ({"levels": 5}, "levels"),
        ({"secret_bets": -1}, "secret_bets"),
        ({"secret_from_hand": 31}, "secret_from_hand"),
        ({"secret_reveal": "never"}, "secret_reveal"),
        ({"decide_seconds": 0}, "decide_seconds"),
        ({"advance": 0}, "advance"),
        ({"advance": True}, "advance"),
        ({"wildcards": -1}, "wildcards"),
        ({"wildcards_by": "luck"}, "wildcards_by"),
        ({"sessions": 0}, "sessions"),
        ({"colour": "red"}, "colour"),
        ([], "plan"),
        (None, "plan"),
    ],
)
def test_bad_72_a_bad_field_is_refused_by_a_sentence_that_names_it(data, field):
    assert list(faults(data)) == [field]
    assert f"“{field}”" in faults(data)[field]


def test_every_fault_is_told_at_once():
    assert set(faults({"cut": 9, "stack": 0, "decide_seconds": 0})) == {"cut", "stack", "decide_seconds"}
