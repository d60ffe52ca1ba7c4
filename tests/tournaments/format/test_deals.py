"""Deals at the final: who gets what when the players divide the open prizes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.format.deals import DEALS, chip_chop, deal, equal_deal, icm_deal

OPEN = (50_000, 30_000, 20_000)
CHIPS = {11: 60_000, 5: 30_000, 8: 10_000}


def test_scenario_27_chip_chop():
    assert chip_chop(OPEN, CHIPS) == {11: 44_000, 5: 32_000, 8: 24_000}


def test_an_equal_deal_gives_odd_cents_to_the_lowest_entry_numbers():
    assert equal_deal((50_000, 30_000, 20_001), CHIPS) == {5: 33_334, 8: 33_334, 11: 33_333}


def test_icm_of_two_players_is_their_chance_of_the_first_place():
    assert icm_deal((700, 300), {1: 75, 2: 25}) == {1: 600, 2: 400}


def test_icm_of_three_players_by_hand():
    """Of stacks 50/30/20 the first wins 1/2, is second 3/10 * 5/7 + 1/5 * 5/8 and third otherwise."""
    second = 0.3 * 5 / 7 + 0.2 * 5 / 8
    expected = 0.5 * 50_000 + second * 30_000 + (0.5 - second) * 20_000
    assert icm_deal(OPEN, {1: 50, 2: 30, 3: 20})[1] == pytest.approx(expected, abs=1)


def test_icm_of_players_without_chips_is_an_equal_part_of_what_is_left():
    assert icm_deal((600, 400, 200), {1: 100, 2: 0, 3: 0}) == {1: 600, 2: 300, 3: 300}


def test_a_part_held_back_stays_with_the_first_place():
    parts, held_back = deal("chips", OPEN, CHIPS, held_back_percent=10)
    assert held_back == 10_000
    assert sum(parts.values()) == 90_000


@given(
    st.sampled_from(sorted(DEALS)),
    st.lists(st.tuples(st.integers(0, 10**6), st.integers(0, 10**6)), min_size=1, max_size=7),
    st.integers(0, 100),
)
def test_M4_every_deal_gives_out_the_open_prizes_to_the_cent(kind, players, percent):
    open_cents = sorted((prize for prize, _ in players), reverse=True)
    chips = {number: stack for number, (_, stack) in enumerate(players, start=1)}
    parts, held_back = deal(kind, open_cents, chips, percent)
    assert sum(parts.values()) + held_back == sum(open_cents)
    assert min(parts.values()) >= 0
