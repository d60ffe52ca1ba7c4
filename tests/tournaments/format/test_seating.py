"""Table sizes and draws, against fairness.md."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blackjack.shoe import draw
from tournaments.format import seating

SECRET = bytes(range(32))
#: The test vector of fairness.md: label T7/round/1/seats, 21 entries.
VECTOR = (12, 17, 5, 15, 10, 11, 1, 0, 13, 14, 2, 7, 16, 3, 18, 6, 8, 20, 4, 19, 9)


@pytest.mark.parametrize(
    ("players", "sizes"),
    [
        (30, (6, 6, 6, 6, 6)),
        (40, (7, 7, 7, 7, 6, 6)),
        (22, (6, 6, 5, 5)),
        (8, (4, 4)),
        (7, (7,)),
        (0, ()),
    ],
)
def test_scenario_24_table_sizes(players, sizes):
    assert seating.table_sizes(players, 7) == sizes


@given(st.integers(2, 5000), st.integers(3, 7))
def test_E1_tables_hold_everybody_within_their_seats_and_differ_by_one(players, seats):
    sizes = seating.table_sizes(players, seats)
    assert sum(sizes) == players
    assert max(sizes) <= seats
    assert max(sizes) - min(sizes) <= 1
    assert min(sizes) >= 2
    assert len(sizes) == seating.table_count(players, seats) == -(-players // seats)


def test_R4_the_published_draw_sits_down_round_and_round_the_tables():
    label = seating.seats_label("T7", 1)
    sheet = seating.draw_seats(SECRET, label, range(101, 122), 7)
    by_turn = sorted(sheet, key=lambda line: (line.seat, line.table))
    assert [line.entry_number for line in by_turn] == [101 + drawn for drawn in VECTOR]
    assert [(line.table, line.seat) for line in by_turn[:4]] == [(1, 1), (2, 1), (3, 1), (1, 2)]


def test_R4_the_order_entries_are_listed_in_changes_nothing():
    label = seating.seats_label("T7", 1)
    assert seating.draw_seats(SECRET, label, [9, 3, 5, 1], 7) == seating.draw_seats(
        SECRET, label, [1, 3, 5, 9], 7
    )


@given(st.sets(st.integers(1, 10_000), min_size=2, max_size=80), st.integers(3, 7))
def test_E1_everybody_is_drawn_one_seat_and_seats_are_filled_from_the_first(entries, seats):
    sheet = seating.draw_seats(SECRET, "T/round/1/seats", entries, seats)
    assert {line.entry_number for line in sheet} == entries
    filled = {}
    for line in sheet:
        filled.setdefault(line.table, []).append(line.seat)
    sizes = seating.table_sizes(len(entries), seats)
    assert [filled[table + 1] for table in range(len(sizes))] == [list(range(1, n + 1)) for n in sizes]


def test_R4_the_first_button_is_the_drawn_occupied_seat():
    label = seating.button_label("T7", 2, 3)
    assert label == "T7/round/2/table/3/button"
    occupied = [7, 2, 3, 5]
    assert seating.first_button(SECRET, label, occupied) == [2, 3, 5, 7][draw(SECRET, label, 4)[0]]


def test_R4_a_late_entry_has_the_drawn_free_seat_by_table_and_seat():
    label = seating.late_label("T7", 1, 22)
    assert label == "T7/round/1/late/22"
    free = [(2, 6), (1, 7), (2, 7)]
    assert seating.late_seat(SECRET, label, free) == sorted(free)[draw(SECRET, label, 3)[0]]


def test_labels_are_those_of_the_published_document():
    assert seating.seats_label("T7", 1) == "T7/round/1/seats"
    assert seating.wildcards_label("T7", 1) == "T7/round/1/wildcards"
    assert seating.lots_prefix("T7", 1, 4) == "T7/round/1/table/4/"
