"""Structures: JSON, faults by field, plans that repeat, and the money they lead to."""

import json
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.format.checks import BadStructure
from tournaments.format.plans import RoundPlan
from tournaments.format.prizes import Payout
from tournaments.format.structures import Rebuy, Structure, missing_options


def faults(data: object) -> dict[str, str]:
    """The sentences for `data` by field."""
    with pytest.raises(BadStructure) as refused:
        Structure.from_json(data)
    assert refused.value.code == "bad_structure"
    return {field: str(sentence) for field, sentence in refused.value.faults.items()}


def test_the_default_structure_is_the_reference_tournament():
    structure = Structure.from_json({})
    assert structure == Structure()
    assert (structure.final.stack, structure.final.minimum, structure.final.maximum) == (
        100_000,
        1_000,
        100_000,
    )
    assert (structure.seats, structure.buy_in_cents, structure.currency) == (7, 0, "")
    assert missing_options(structure) == []


def test_a_structure_survives_json():
    structure = Structure(
        options={"h17": False, "max_splits": 3},
        seats=6,
        plans=(RoundPlan(advance=2), RoundPlan(chips="keep")),
        currency="EUR",
        buy_in_cents=10_000,
        fee_cents=1_200,
        payouts=(
            Payout((Fraction(100),), 4),
            Payout((Fraction("62.5"), Fraction("37.4999"), Fraction("0.0001"))),
        ),
        rebuy=Rebuy(when="while_open", limit=2),
    )
    assert Structure.from_json(json.loads(json.dumps(structure.to_json()))) == structure


def test_a_plan_states_what_differs_from_the_one_before_and_the_final_from_the_last():
    structure = Structure.from_json(
        {"plans": [{"stack": 1_000, "maximum": 1_000}, {"stack": 2_000}], "final": {"hands": 18}}
    )
    assert [plan.stack for plan in structure.plans] == [1_000, 2_000]
    assert (structure.plans[1].maximum, structure.final.stack, structure.final.hands) == (1_000, 2_000, 18)


def test_changing_a_structure_keeps_what_is_not_mentioned():
    base = Structure(seats=6, plans=(RoundPlan(decide_seconds=25),), final=RoundPlan(stack=50_000))
    changed = Structure.from_json({"plans": [{"hands": 20}], "final": {"hands": 25}}, base)
    assert (changed.seats, changed.final.stack, changed.final.hands) == (6, 50_000, 25)
    longer = Structure.from_json({"plans": [{"hands": 20}, {"advance": 1}]}, base)
    assert longer.final == base.final
    assert [(plan.hands, plan.decide_seconds) for plan in longer.plans] == [(20, 25), (20, 25)]


def test_the_last_plan_repeats():
    structure = Structure(plans=(RoundPlan(hands=40), RoundPlan(hands=35)))
    assert [structure.plan_of(number).hands for number in (1, 2, 3)] == [40, 35, 35]


@pytest.mark.parametrize(
    ("data", "field", "words"),
    [
        ({"plans": [{"hands": 0}]}, "plans.0.hands", "1 to 500"),
        ({"plans": [{}, {"advance": 8}]}, "plans.1.advance", "table of 7: at most 6"),
        ({"payouts": [{"shares": [50, 30, 21]}]}, "payouts", "100 %, not 101 %"),
        ({"payouts": [{"shares": [50, "49.9"]}]}, "payouts", "not 99.9 %"),
        ({"payouts": [{"shares": [110, -10]}]}, "payouts", "percentages"),
        ({"payouts": [{"shares": ["1e2"]}]}, "payouts", "percentages"),
        ({"payouts": [{"shares": [True]}]}, "payouts", "percentages"),
        ({"payouts": [{"shares": [float("nan")]}]}, "payouts", "percentages"),
        ({"payouts": [{"shares": []}]}, "payouts", "percentages"),
        ({"payouts": [{"shares": [100]}, {"shares": [100]}]}, "payouts", "last row"),
        ({"payouts": [{"up_to": 9, "shares": [100]}]}, "payouts", "last row"),
        (
            {"payouts": [{"up_to": n, "shares": [100]} for n in (9, 9, None)]},
            "payouts",
            "ascending order",
        ),
        ({"payouts": [{"up_to": "9", "shares": [100]}, {"shares": [100]}]}, "payouts", "whole number"),
        ({"payouts": [50, 50]}, "payouts", "rows"),
        ({"payouts": {}}, "payouts", "rows"),
        ({"plans": []}, "plans", "one or more"),
        ({"plans": {}}, "plans", "one or more"),
        ({"plans": [{}] * 21}, "plans", "at most 20"),
        ({"final": {"stack": 0}}, "final.stack", "whole number"),
        ({"final": 3}, "final.plan", "object"),
        ({"game": "poker"}, "game", "elimination"),
        ({"game": []}, "game", "elimination"),
        ({"options": {"decks": 9}}, "options", "from 1 to 8"),
        ({"options": {"burn": True}}, "options", "no option 'burn'"),
        ({"options": []}, "options", "object"),
        ({"seats": 8}, "seats", "3 to 7"),
        ({"seats": 2}, "seats", "3 to 7"),
        ({"capacity": 1}, "capacity", "2 to 65536"),
        ({"capacity": 20, "min_entries": 30}, "capacity", "30"),
        ({"currency": "euro"}, "currency", "EUR"),
        ({"currency": 3}, "currency", "EUR"),
        ({"buy_in_cents": 2_500}, "buy_in_cents", "without a currency"),
        ({"currency": "EUR", "fee_cents": -1}, "fee_cents", "from 0"),
        ({"currency": "EUR", "fee_cents": 2.5}, "fee_cents", "whole number"),
        ({"fixed_prizes_cents": [1]}, "fixed_prizes_cents", "without a currency"),
        ({"rebuy": {"when": "always"}}, "rebuy", "one of"),
        ({"rebuy": 1}, "rebuy", "object"),
        ({"break_seconds": -1}, "break_seconds", "from 0"),
        ({"owner": 1}, "owner", "no field"),
        ([], "structure", "object"),
    ],
)
def test_bad_72_a_bad_template_is_refused_by_a_sentence_that_names_the_field(data, field, words):
    found = faults(data)
    assert list(found) == [field]
    assert f"“{field}”" in found[field]
    assert words in found[field]


def test_faults_of_several_rounds_are_told_at_once():
    assert set(faults({"plans": [{"hands": 0}, {"cut": 9}], "final": {"stack": 0}})) == {
        "plans.0.hands",
        "plans.1.cut",
        "final.stack",
    }


def test_scenario_23_from_the_structure():
    structure = Structure(currency="USD", buy_in_cents=12_000, guarantee_cents=3_000_000, capacity=400)
    assert structure.pool(220).overlay_cents == 360_000
    assert structure.pool(300).total_cents == 3_600_000


@given(st.integers(2, 700), st.integers(0, 10**6))
def test_M4_the_published_prize_list_is_the_pool_for_any_field(entries, buy_in):
    structure = Structure(currency="EUR", buy_in_cents=buy_in, capacity=700)
    pool_cents = structure.pool(entries).total_cents
    assert pool_cents == entries * buy_in
    assert sum(structure.prize_list(pool_cents, entries)) == pool_cents


def test_scenario_28_by_default_nobody_buys_in_again():
    assert Structure().rebuy is None


@pytest.mark.parametrize(
    ("later_session", "seat_free", "bought", "may"),
    [
        (True, True, 0, True),
        (True, False, 0, False),
        (False, True, 0, False),
        (True, True, 1, True),
        (True, True, 2, False),
    ],
)
def test_scenario_28_into_a_later_session_while_a_seat_is_free(later_session, seat_free, bought, may):
    rebuy = Rebuy(when="later_session", limit=2)
    found = rebuy.is_open(
        bought=bought,
        later_session=later_session,
        registering=False,
        rounds_closed=0,
        seat_free=seat_free,
    )
    assert found is may
