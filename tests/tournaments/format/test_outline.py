"""Whether a structure adds up: the tables and rounds of any field."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.format.outline import advance_per_table, check, outline, round_for
from tournaments.format.plans import RoundPlan
from tournaments.format.structures import Structure

DEFAULT = Structure(capacity=1_000)


@pytest.mark.parametrize(
    ("entries", "shape"),
    [
        (2, [(1, 1)]),
        (7, [(1, 1)]),
        (8, [(2, 2), (1, 1)]),
        (14, [(2, 2), (1, 1)]),
        (21, [(3, 2), (1, 1)]),
        (22, [(4, 1), (1, 1)]),
        (49, [(7, 1), (1, 1)]),
        (63, [(9, 2), (3, 2), (1, 1)]),
        (300, [(43, 2), (13, 2), (4, 1), (1, 1)]),
    ],
)
def test_advance_per_table_by_the_published_formula(entries, shape):
    rounds = outline(DEFAULT, entries)
    assert [(len(each.tables), each.advance) for each in rounds] == shape
    assert [each.number for each in rounds] == list(range(1, len(shape) + 1))


def test_300_entries_are_86_then_26_then_4_players():
    assert [each.players for each in outline(DEFAULT, 300)] == [300, 86, 26, 4]


def test_the_final_is_played_by_the_final_plan_whatever_its_number():
    assert [each.plan for each in outline(DEFAULT, 63)] == [
        DEFAULT.plans[0],
        DEFAULT.plans[0],
        DEFAULT.final,
    ]
    assert outline(DEFAULT, 5)[0].plan == DEFAULT.final


@given(st.integers(2, 3_000), st.integers(3, 7))
def test_every_field_comes_down_to_one_final(entries, seats):
    rounds = outline(Structure(seats=seats, capacity=3_000), entries)
    assert [each.is_final for each in rounds] == [False] * (len(rounds) - 1) + [True]
    for each, following in pairwise(rounds):
        assert sum(each.tables) == each.players
        assert following.players == len(each.tables) * each.advance < each.players
        assert each.advance < min(each.tables)
    assert len(rounds) > 1 or entries <= seats


@given(st.integers(3, 7), st.integers(2, 500))
def test_when_the_next_round_is_to_be_the_final_it_is(seats, players):
    tables = -(-players // seats)
    if 1 < tables <= seats:
        assert tables * advance_per_table(players, seats) <= seats


def test_the_default_adds_up_for_every_field():
    assert check(DEFAULT) == []


def test_a_round_that_would_send_a_whole_table_on_is_named_with_its_field():
    structure = Structure(seats=5, capacity=12, plans=(RoundPlan(advance=3),))
    found = [str(sentence) for sentence in check(structure)]
    assert found[0] == (
        "With 6 entries, 3 players would go on from a table of 3 in round 1, and nobody would be out there."
    )
    assert found[1] == "There are more such numbers of entries: 6 of them, up to 12."


def test_a_fault_that_only_large_fields_have_is_found():
    structure = Structure(capacity=50, plans=(RoundPlan(advance=1), RoundPlan(advance=6)))
    assert [str(sentence) for sentence in check(structure)] == [
        "With 50 entries, 6 players would go on from a table of 4 in round 2, and nobody would be out there."
    ]


def test_more_wildcards_than_players_left_are_named():
    structure = Structure(capacity=8, plans=(RoundPlan(advance=1, wildcards=6),))
    assert [str(sentence) for sentence in check(structure)] == [
        "With 8 entries, round 1 has 6 wildcards for only 6 players who would not go on."
    ]


def test_wildcards_leave_room_at_the_final():
    structure = Structure(capacity=21, plans=(RoundPlan(wildcards=1),))
    assert [each.players for each in outline(structure, 21)] == [21, 7]
    assert outline(structure, 21)[0].advance == 2
    assert advance_per_table(21, 7, wildcards=2) == 1


def test_no_table_sends_everybody_where_the_formula_decides():
    assert advance_per_table(5, 4) == 1


def test_a_round_of_a_shrunken_field_is_cut_to_what_is_possible():
    """Kept chips may run out, so a later round can be smaller than the outline said."""
    structure = Structure(seats=5, plans=(RoundPlan(advance=4),))
    assert round_for(structure, 2, 6).advance == 2
