"""Pools, shares, left-over cents, shared prizes, guarantees and refunds: tournaments.md 4 to the cent."""

from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.format import prizes
from tournaments.format.prizes import Paid, Payout

SIX = tuple(map(Fraction, (41, 24, 15, 10, 7, 3)))


@dataclass(frozen=True)
class Player:
    """A player of a ranking."""

    entry_number: int
    place: int | None
    disqualified: bool = False


def ranked(*places: int) -> list[Player]:
    """Players with those places, numbered from 1."""
    return [Player(number, place) for number, place in enumerate(places, start=1)]


@pytest.mark.parametrize(
    ("entries", "places", "first", "last"),
    [
        (2, 2, 60, 40),
        (8, 2, 60, 40),
        (9, 3, 50, 20),
        (25, 3, 50, 20),
        (26, 6, 41, 3),
        (63, 6, 41, 3),
        (64, 7, 35, 5),
        (120, 7, 35, 5),
        (121, 13, 28, Fraction(20, 6)),
        (300, 30, 28, Fraction(20, 23)),
    ],
)
def test_published_shares_by_field_size(entries, places, first, last):
    shares = prizes.published_shares(entries)
    assert (len(shares), shares[0], shares[-1], sum(shares)) == (places, first, last, 100)


def test_own_rows_are_used_up_to_their_field_and_no_rows_mean_the_published_table():
    rows = (Payout((Fraction(100),), 4), Payout((Fraction(70), Fraction(30))))
    assert prizes.shares_for(rows, 4) == (100,)
    assert prizes.shares_for(rows, 5) == (70, 30)
    assert prizes.shares_for((), 30) == SIX


@pytest.mark.parametrize(
    ("pool_cents", "expected"),
    [
        (115_000, (47_150, 27_600, 17_250, 11_500, 8_050, 3_450)),
        (144_900, (59_409, 34_776, 21_735, 14_490, 10_143, 4_347)),
    ],
)
def test_scenario_20_pool_and_shares(pool_cents, expected):
    assert prizes.amounts(pool_cents, SIX) == expected


def test_scenario_21_two_share_fourth_and_fifth_and_the_lower_entry_number_has_the_odd_cent():
    paid = prizes.pay(prizes.amounts(144_900, SIX), ranked(1, 2, 3, 4, 4, 6))
    assert (paid[4], paid[5]) == (12_317, 12_316)
    assert sum(paid.values()) == 144_900


def test_scenario_21_three_share_second_to_fourth():
    paid = prizes.pay(prizes.amounts(144_900, SIX), ranked(1, 2, 2, 2, 5, 6))
    assert (paid[2], paid[3], paid[4]) == (23_667, 23_667, 23_667)


def test_scenario_21_two_share_sixth_and_seventh_with_six_paid():
    paid = prizes.pay(prizes.amounts(144_900, SIX), ranked(1, 2, 3, 4, 5, 6, 6, 8))
    assert (paid[6], paid[7]) == (2_174, 2_173)
    assert 8 not in paid


def test_scenario_22_leftover_cent_goes_to_the_first():
    assert prizes.amounts(100_001, tuple(map(Fraction, (50, 30, 20)))) == (50_001, 30_000, 20_000)


@pytest.mark.parametrize(
    ("entries", "overlay", "total"), [(220, 360_000, 3_000_000), (300, 0, 3_600_000), (250, 0, 3_000_000)]
)
def test_scenario_23_the_house_pays_what_the_guarantee_lacks(entries, overlay, total):
    pool = prizes.pool(entries * 12_000, guarantee_cents=3_000_000)
    assert (pool.overlay_cents, pool.total_cents) == (overlay, total)


def test_added_money_form_pays_a_fixed_part_and_a_share():
    """The $8,000 event: $4,000 + 40 %, ... and 5th and 6th share $600 + 15 %."""
    shares = tuple(map(Fraction, ("40", "20", "15", "10", "7.5", "7.5")))
    fixed = (400_000, 200_000, 80_000, 60_000, 30_000, 30_000)
    paid = prizes.amounts(500_000, shares, fixed)
    assert paid == (600_000, 300_000, 155_000, 110_000, 67_500, 67_500)
    assert sum(paid) == 500_000 + 800_000


def test_prizes_nobody_can_take_go_to_the_first_place():
    assert prizes.pay((5_000, 3_000, 2_000), ranked(1, 2)) == {1: 7_000, 2: 3_000}
    shut_out = [Player(1, 1), Player(2, 2), Player(3, 3, disqualified=True)]
    assert prizes.pay((5_000, 3_000, 2_000), shut_out) == {1: 7_000, 2: 3_000}


def test_an_entry_without_a_place_wins_nothing():
    assert prizes.pay((600, 400), [Player(4, 1), Player(1, 2), Player(2, None)]) == {4: 600, 1: 400}


def test_M5_cancelled_before_the_start_everybody_gets_back_what_is_still_owed():
    paid = [Paid(1, 2_500, 300), Paid(2, 2_500, 300, refunded_cents=1_000), Paid(3, 2_500, 300, 2_800)]
    assert prizes.refunds(paid) == {1: 2_800, 2: 1_800}


def test_abandoned_before_a_round_was_closed_refunds_everything():
    result = prizes.abandonment(
        rounds_closed=0,
        payments=[Paid(1, 2_000, 200), Paid(2, 2_000, 200)],
        amounts_cents=(2_400, 1_600),
        fixed=[],
        remaining=[1, 2],
    )
    assert (result.prizes, result.refunds) == ({}, {1: 2_200, 2: 2_200})


def test_abandoned_later_keeps_fixed_places_and_divides_the_open_prizes_equally():
    amounts = prizes.amounts(144_900, SIX)
    result = prizes.abandonment(
        rounds_closed=1,
        payments=[Paid(number, 2_300) for number in range(1, 64)],
        amounts_cents=amounts,
        fixed=[Player(50, 5), Player(60, 6), Player(61, 7)],
        remaining=[9, 4, 30, 7],
    )
    assert result.refunds == {}
    assert result.prizes[50] == 10_143
    assert result.prizes[60] == 4_347
    assert [result.prizes[number] for number in (4, 7, 9, 30)] == [32_603, 32_603, 32_602, 32_602]
    assert sum(result.prizes.values()) == 144_900


@st.composite
def shares(draw: st.DrawFn) -> tuple[Fraction, ...]:
    """Percentages that sum to 100, in ten-thousandths of a per cent as people may write them."""
    cuts = draw(st.lists(st.integers(1, 999_999), max_size=11, unique=True))
    ends = [0, *sorted(cuts), 1_000_000]
    return tuple(Fraction(high - low, 10_000) for low, high in pairwise(ends))


@st.composite
def places(draw: st.DrawFn) -> list[int]:
    """Places of a ranking, some of them shared."""
    groups = draw(st.lists(st.integers(1, 4), min_size=1, max_size=8))
    found: list[int] = []
    for size in groups:
        found += [len(found) + 1] * size
    return found


@given(st.integers(0, 10**9), shares(), st.lists(st.integers(0, 10**6), max_size=5), places(), st.randoms())
def test_M4_prizes_are_the_pool_and_the_fixed_money_to_the_cent(pool_cents, split, fixed, order, random):
    amounts = prizes.amounts(pool_cents, split, fixed)
    assert sum(amounts) == pool_cents + sum(fixed)
    numbers = random.sample(range(1, 100), len(order))
    paid = prizes.pay(amounts, [Player(number, place) for number, place in zip(numbers, order, strict=True)])
    assert sum(paid.values()) == pool_cents + sum(fixed)
    assert min(paid.values(), default=0) >= 0


@given(st.integers(0, 10**9), st.sets(st.integers(1, 1000), min_size=1, max_size=20))
def test_M4_equal_parts_differ_by_one_cent_that_the_lowest_numbers_have(cents, numbers):
    parts = prizes.split_equally(cents, numbers)
    in_order = [parts[number] for number in sorted(numbers)]
    assert sum(in_order) == cents
    assert in_order == sorted(in_order, reverse=True)
    assert in_order[0] - in_order[-1] <= 1


@given(st.integers(1, 40), st.integers(0, 10**5), st.integers(0, 10**4), st.integers(0, 3), st.data())
def test_M4_an_abandoned_tournament_gives_out_all_it_took(entries, buy_in, fee, rounds_closed, data):
    remaining = data.draw(st.integers(1, entries))
    payments = [Paid(number, buy_in, fee) for number in range(1, entries + 1)]
    amounts = prizes.amounts(entries * buy_in, prizes.published_shares(entries))
    result = prizes.abandonment(
        rounds_closed=rounds_closed,
        payments=payments,
        amounts_cents=amounts,
        fixed=[Player(number, number) for number in range(remaining + 1, entries + 1)],
        remaining=range(1, remaining + 1),
    )
    kept_fees = entries * fee if rounds_closed else 0
    given_out = sum(result.prizes.values()) + sum(result.refunds.values())
    assert given_out + kept_fees == entries * (buy_in + fee)
