"""The rules a table is opened with follow from the plan of its round and from the round after it."""

from hypothesis import given
from hypothesis import strategies as st

from blackjack.table_rules import Limits, TableRules
from tournaments.format.checks import BadStructure
from tournaments.format.outline import outline
from tournaments.format.plans import Level, RoundPlan
from tournaments.format.structures import Structure
from tournaments.format.table_rules import table_rules


def rules_of(structure: Structure, entries: int) -> list[TableRules]:
    """The table rules of every round of a field."""
    return [table_rules(structure, each) for each in outline(structure, entries)]


def test_places_that_go_on_and_the_final():
    rules = rules_of(Structure(), 63)
    assert [(each.advance, each.is_final) for each in rules] == [(2, False), (2, False), (1, True)]


def test_whether_chips_are_kept_is_told_by_the_round_that_follows():
    structure = Structure(
        plans=(RoundPlan(), RoundPlan(chips="keep")), final=RoundPlan(chips="keep_floor", floor=20_000)
    )
    assert [each.chips for each in rules_of(structure, 63)] == ["keep", "keep", "keep"]
    assert [each.chips for each in rules_of(Structure(), 63)] == ["equal", "equal", "equal"]


def test_limits_by_hand_and_no_maximum():
    plan = RoundPlan(maximum=None, levels=(Level(9, 1_000, 5_000), Level(17, 2_500)))
    rules = rules_of(Structure(plans=(plan,)), 14)[0]
    assert rules.limits == (Limits(1, 500, 0, 25), Limits(9, 1_000, 5_000, 25), Limits(17, 2_500, 0, 25))


def test_game_options_and_clocks_reach_the_table():
    structure = Structure(options={"h17": False}, between_seconds=0, seat_seconds=3)
    rules = rules_of(structure, 7)[0]
    assert rules.game.h17 is False
    assert (rules.between_seconds, rules.seat_seconds, rules.decide_seconds) == (0, 3, 45)
    assert TableRules.from_json(rules.to_json()) == rules


def some(**choices: list[object]) -> st.SearchStrategy[dict[str, object]]:
    """Objects that state any of the fields, each with any of its values."""
    return st.fixed_dictionaries({}, optional={name: st.sampled_from(each) for name, each in choices.items()})


PLANS = some(
    hands=[1, 7, 30, 500, 501],
    elimination_hands=[[], [1], [3, 5], [8, 16, 25]],
    cut=[1, 6, 7, "half"],
    quota=[[], [4], [5, 3], [7, 7, 7], [8]],
    tie=[["all_stay"], ["high_card", "lots"], ["earlier_bettor", "position"]],
    chips=["equal", "keep"],
    stack=[1, 500, 10**12],
    minimum=[1, 25, 500],
    maximum=[None, 25, 25_000],
    step=[1, 25, 7],
    levels=[[], [{"from_hand": 2, "minimum": 25}, {"from_hand": 7, "minimum": 50, "maximum": 100}]],
    secret_bets=[0, 1, 30, 501],
    secret_from_hand=[1, 7, 31],
    decide_seconds=[1, 3600],
    advance=[None, 1, 6, 7],
)


@given(PLANS, PLANS, st.sampled_from([3, 5, 7, 8]), st.integers(2, 70))
def test_whatever_plan_is_accepted_can_be_played(plan, final, seats, entries):
    """A tournament that has begun must never stop because a table refuses its rules."""
    try:
        structure = Structure.from_json({"plans": [plan], "final": final, "seats": seats})
    except BadStructure:
        return
    for rules in rules_of(structure, entries):
        assert rules.limits_at(1).minimum >= 1
