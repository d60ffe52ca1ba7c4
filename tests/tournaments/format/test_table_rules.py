"""The rules a table is opened with follow from the plan of its round and from the round after it."""

from blackjack.table_rules import Limits, TableRules
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
