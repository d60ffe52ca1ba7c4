"""Who goes on and with what, wildcards, and the final ranking: scenarios 13-15 and 17 of tournaments.md."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.format.advancement import (
    RoundResult,
    SeatResult,
    TableResult,
    close_round,
    ranking,
)
from tournaments.format.plans import RoundPlan

LABEL = "T7/round/1/wildcards"


def seat(entry: int, place: int, chips: int, *, before: int = 0, out: int | None = None, cause: str = ""):
    """One seat of a finished table; its seat number is its place, which nothing here depends on."""
    return SeatResult(
        entry_number=entry,
        seat=place,
        place=place,
        out_hand=out,
        chips=chips,
        chips_before_hand=before,
        cause=cause,
    )


def no_lots(label: str, count: int) -> list[int]:
    """Lots where none may be drawn."""
    raise AssertionError(f"a draw of {count} for {label}")


def reversed_lots(label: str, count: int) -> list[int]:
    """A draw whose order is known: the highest entry number first."""
    assert label == LABEL
    return list(range(count))[::-1]


def closed(tables, plan, *, advance=2, wildcards=0, by="count", lots=no_lots):
    """`close_round` with the stacks of those who go on, and how, by entry number."""
    result = close_round(
        tables,
        advance=advance,
        next_plan=plan,
        wildcards=wildcards,
        wildcards_by=by,
        lots=lots,
        label=LABEL,
    )
    everyone = sorted(each.entry_number for table in tables for each in table.seats)
    assert sorted([*result.out, *(each.entry_number for each in result.on)]) == everyone
    return {each.entry_number: (each.stack, each.how) for each in result.on}


@pytest.mark.parametrize(
    ("plan", "stacks"),
    [
        (RoundPlan(), (25_000, 25_000, 25_000, 25_000)),
        (RoundPlan(chips="keep"), (61_000, 43_500, 38_000, 29_000)),
        (RoundPlan(chips="keep_floor", floor=40_000), (61_000, 43_500, 40_000, 40_000)),
    ],
)
def test_scenario_13_equal_stack_keep_bankroll_and_floor(plan, stacks):
    tables = [
        TableResult(1, (seat(1, 1, 61_000), seat(2, 2, 43_500), seat(5, 3, 20_000))),
        TableResult(2, (seat(3, 1, 38_000), seat(4, 2, 29_000), seat(6, 3, 28_000))),
    ]
    on = closed(tables, plan)
    assert {number: stack for number, (stack, _) in on.items()} == dict(
        zip((1, 2, 3, 4), stacks, strict=True)
    )


def thirds(before_third: int) -> list[TableResult]:
    """Scenario 14: three tables; entries 13, 23 and 33 are the thirds, 24 a fourth with 30,000."""
    return [
        TableResult(1, (seat(11, 1, 60_000), seat(12, 2, 50_000), seat(13, 3, 27_500))),
        TableResult(
            2,
            (
                seat(21, 1, 60_000),
                seat(22, 2, 50_000),
                seat(23, 3, 31_000, before=29_000),
                seat(24, 4, 30_000, before=40_000),
            ),
        ),
        TableResult(3, (seat(31, 1, 60_000), seat(32, 2, 50_000), seat(33, 3, 31_000, before=before_third))),
    ]


def test_scenario_14_the_wildcard_is_the_best_count_then_the_chips_before_the_last_hand():
    on = closed(thirds(33_000), RoundPlan(), wildcards=1)
    assert [number for number, (_, how) in on.items() if how == "wildcard"] == [33]


def test_scenario_14_equal_in_both_is_drawn_by_lot():
    on = closed(thirds(29_000), RoundPlan(), wildcards=1, lots=reversed_lots)
    assert [number for number, (_, how) in on.items() if how == "wildcard"] == [33]
    on = closed(thirds(29_000), RoundPlan(), wildcards=1, lots=lambda label, count: [0, 1])
    assert [number for number, (_, how) in on.items() if how == "wildcard"] == [23]


def test_scenario_14_a_fourth_place_ranks_by_its_count():
    on = closed(thirds(33_000), RoundPlan(), wildcards=3)
    assert sorted(number for number, (_, how) in on.items() if how == "wildcard") == [23, 24, 33]


def test_wildcards_by_lot_are_drawn_from_all_who_do_not_go_on():
    on = closed(thirds(33_000), RoundPlan(), wildcards=1, by="lots", lots=reversed_lots)
    assert [number for number, (_, how) in on.items() if how == "wildcard"] == [33]


def test_a_disqualified_player_does_not_go_on_and_is_no_wildcard():
    table = TableResult(
        1,
        (
            seat(1, 1, 30_000),
            seat(2, 2, 40_000, out=20, cause="disqualified"),
            seat(3, 3, 10_000),
            seat(4, 4, 90_000, out=3, cause="withdrawn"),
        ),
    )
    on = closed([table], RoundPlan(), advance=2, wildcards=1)
    assert on == {1: (25_000, "place"), 3: (25_000, "passed_on")}


def early_end(third_chips: int) -> list[TableResult]:
    """Scenario 15: X first, Z second with nothing left, Y third."""
    return [
        TableResult(
            1,
            (
                seat(1, 1, 40_000),
                seat(2, 2, 0, before=12_000, out=19, cause="busted"),
                seat(3, 3, third_chips, before=9_000, out=19, cause="busted"),
            ),
        )
    ]


def test_scenario_15_with_equal_stacks_a_busted_second_goes_on():
    assert closed(early_end(0), RoundPlan()) == {1: (25_000, "place"), 2: (25_000, "place")}


def test_scenario_15_with_kept_chips_the_place_stays_empty():
    assert closed(early_end(0), RoundPlan(chips="keep")) == {1: (40_000, "place")}


@pytest.mark.parametrize(("chips", "goes_on"), [(499, False), (500, True)])
def test_scenario_15_with_kept_chips_the_place_passes_to_the_next_who_can_bet(chips, goes_on):
    on = closed(early_end(chips), RoundPlan(chips="keep"))
    assert on.get(3) == ((chips, "passed_on") if goes_on else None)


def test_scenario_15_a_place_that_nobody_at_the_table_can_use_goes_to_the_wildcards():
    other = TableResult(2, (seat(4, 1, 50_000), seat(5, 2, 45_000), seat(6, 3, 44_000)))
    on = closed([*early_end(0), other], RoundPlan(chips="keep"), wildcards=1)
    assert on[6] == (44_000, "wildcard")


def test_a_floor_lifts_a_short_stack_and_brings_no_busted_player_back():
    plan = RoundPlan(chips="keep_floor", floor=10_000)
    assert closed(early_end(300), plan) == {1: (40_000, "place"), 3: (10_000, "passed_on")}


def fourteen(third_exit_chips: int) -> RoundResult:
    """Scenario 17: two tables of seven; entry 10 and 20 are out at hand 8, entry 11 bust at hand 5."""
    first = TableResult(
        1,
        (
            *(seat(number, number, 30_000 - number) for number in range(1, 6)),
            seat(10, 6, 9_000, before=12_000, out=8, cause="lowest_count"),
            seat(11, 7, 0, before=4_000, out=5, cause="busted"),
        ),
    )
    second = TableResult(
        2,
        (
            *(seat(number + 20, number, 30_000 - 10 * number) for number in range(1, 7)),
            seat(20, 7, third_exit_chips, before=12_000, out=8, cause="lowest_count"),
        ),
    )
    return RoundResult(1, (first, second))


def labels(rounds, **options):
    """Place labels by entry number."""
    return {each.entry_number: each.label for each in ranking(rounds, **options)}


def test_scenario_17_places_across_tables():
    found = labels([fourteen(11_500)])
    assert (found[11], found[10], found[20]) == ("14", "13", "12")


def test_scenario_17_equal_players_of_two_tables_share_the_place():
    found = labels([fourteen(9_000)])
    assert (found[11], found[10], found[20]) == ("14", "12=", "12=")


def test_equal_players_of_one_table_are_in_its_order():
    table = TableResult(1, (seat(1, 1, 9), seat(2, 2, 5, before=5, out=8), seat(3, 3, 5, before=5, out=8)))
    other = TableResult(2, (seat(4, 1, 9), seat(5, 2, 1, before=5, out=8)))
    found = labels([RoundResult(1, (table, other))], still_in=(1, 4))
    assert (found[2], found[3], found[5]) == ("3", "4", "5")


def test_a_round_of_one_table_has_the_order_of_that_table():
    """Scenario 7: both of the last two bust; X is first with no chips, out in the same hand as Y."""
    final = TableResult(
        1,
        (
            seat(7, 1, 0, before=14_000, out=21, cause="busted"),
            seat(3, 2, 0, before=9_000, out=21, cause="busted"),
            seat(5, 3, 2_000, out=16, cause="lowest_count"),
        ),
    )
    assert labels([RoundResult(2, (final,))]) == {7: "1", 3: "2", 5: "3"}


def test_a_later_round_ranks_before_more_chips_in_an_earlier_one():
    final = RoundResult(2, (TableResult(1, (seat(1, 1, 10), seat(21, 2, 5, out=8))),))
    order = [each.entry_number for each in ranking([fourteen(9_000), final])]
    assert order[:2] == [1, 21]
    assert len(order) == 14


def test_disqualified_players_are_last_in_their_round():
    final = RoundResult(
        2,
        (
            TableResult(
                1,
                (
                    seat(1, 1, 10),
                    seat(21, 2, 0, out=30, cause="disqualified"),
                    seat(2, 3, 0, out=8),
                ),
            ),
        ),
    )
    ranked = {each.entry_number: each for each in ranking([fourteen(9_000), final])}
    assert (ranked[1].place, ranked[2].place, ranked[21].place) == (1, 2, 3)
    assert ranked[21].disqualified


def test_disqualified_players_are_last_in_a_round_of_several_tables():
    cheat = seat(4, 2, 9, out=30, cause="disqualified")
    tables = (TableResult(1, (seat(1, 1, 9), cheat)), TableResult(2, (seat(2, 1, 8), seat(3, 2, 0, out=2))))
    assert labels([RoundResult(1, tables)], still_in=(1, 2)) == {3: "3", 4: "4"}


def test_equal_chips_at_different_tables_are_told_apart_by_the_chips_before_that_hand():
    tables = (
        TableResult(1, (seat(1, 1, 9), seat(3, 2, 0, before=4_000, out=8))),
        TableResult(2, (seat(2, 1, 8), seat(4, 2, 0, before=5_000, out=8))),
    )
    assert labels([RoundResult(1, tables)], still_in=(1, 2)) == {4: "3", 3: "4"}


def test_one_place_per_player_his_best_entry():
    tables = (
        TableResult(
            1, (seat(1, 1, 90), seat(2, 2, 50), seat(3, 3, 0, out=3), seat(4, 4, 10, before=3, out=2))
        ),
        TableResult(2, (seat(5, 1, 80), seat(6, 2, 60))),
    )
    owner = {1: "ann", 2: "bob", 3: "cat", 4: "dan", 5: "bob", 6: "ann"}
    found = labels([RoundResult(1, tables)], players=owner)
    assert found == {1: "1", 5: "2", 3: "3", 4: "4", 6: "", 2: ""}


def test_places_begin_below_those_who_are_still_in():
    owner = {1: "ann", 10: "bob", 11: "ann"} | {n: n for n in (2, 3, 4, 5, 20, *range(21, 27))}
    found = labels([fourteen(11_500)], players=owner, still_in=(1, 2, 21, 22))
    assert found[3] == "5"
    assert found[11] == ""
    assert (found[20], found[10]) == ("12", "13")


@st.composite
def tables_of_a_round(draw: st.DrawFn) -> tuple[TableResult, ...]:
    """Tables with few different counts, so that ties are common; places follow the key as the table's do."""
    tables = []
    number = 0
    for table in range(1, draw(st.integers(1, 4)) + 1):
        exits = draw(
            st.lists(
                st.tuples(
                    st.sampled_from([None, 8, 16]), st.integers(0, 2), st.integers(0, 2), st.booleans()
                ),
                min_size=2,
                max_size=7,
            )
        )
        exits.sort(key=lambda exit_: (exit_[0] is not None, -(exit_[0] or 0), -exit_[1], -exit_[2]))
        seats = []
        for place, (out, chips, before, disqualified) in enumerate(exits, start=1):
            number += 1
            cause = "disqualified" if disqualified and out else ""
            seats.append(seat(number, place, chips, before=before, out=out, cause=cause))
        tables.append(TableResult(table, tuple(seats)))
    return tuple(tables)


@given(tables_of_a_round())
def test_E3_places_are_a_permutation_of_1_to_N_with_explicit_ties(tables):
    ranked = ranking([RoundResult(1, tables)])
    taken = []
    for each in ranked:
        taken.append(each.place)
        assert each.shared == (sum(other.place == each.place for other in ranked) > 1)
    assert taken == sorted(taken)
    for place in set(taken):
        assert taken.index(place) == place - 1
    for table in tables:
        places = {each.entry_number: each.place for each in ranked if not each.disqualified}
        in_table_order = [
            places[each.entry_number] for each in table.by_place() if each.entry_number in places
        ]
        assert in_table_order == sorted(in_table_order)
