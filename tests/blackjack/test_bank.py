"""Who banks next, how orbits are counted, and how much may be bet (games.md 5.2, 5.3)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blackjack.bank import Bank, Place, bet_cap, counted, largest_loss, may_bank, next_bank, open_bank
from blackjack.rules import CHINESE, HOUSE_CHINESE, KAMPUNG, GameRules

MINIMUM = 10
EVERY_ROUND = CHINESE.with_options({"bank_rotation": "every_round"})
FIXED = CHINESE.with_options({"bank_rotation": "fixed"})
WINNING = CHINESE.with_options({"bank_rotation": "winning_rounds"})


def places(*stacks: int, away: str = "", out: str = "") -> list[Place]:
    """Seats 1, 2, ... with these stacks; `away` and `out` name seats by their digits."""
    return [
        Place(seat, stack, live=str(seat) not in out, away=str(seat) in away)
        for seat, stack in enumerate(stacks, start=1)
    ]


def bankers(rules: GameRules, seats: list[Place], changes: list[int], first: int = 1) -> list[int]:
    """Who banks each deal, given the banker's change in the deals before."""
    bank = open_bank(rules, first, seats, MINIMUM)
    found = [bank.seat]
    for change in changes:
        bank = next_bank(rules, counted(bank, change), seats, MINIMUM)
        found.append(bank.seat)
    return found


@pytest.mark.parametrize(
    ("options", "changes", "expected"),
    [
        ({}, [5, -5, 0, 5, 5, 5, 5], [1, 1, 1, 2, 2, 2, 3, 3]),
        ({"bank_rounds": 1}, [5, -5, 0, 5], [1, 2, 3, 4, 1]),
        ({"bank_rotation": "every_round"}, [0, 0, 0, 0], [1, 2, 3, 4, 1]),
        ({"bank_rotation": "fixed"}, [0, 1, -1, 5], [1, 1, 1, 1, 1]),
        ({"bank_rotation": "winning_rounds"}, [5, -5, 0, 5, 5, 5], [1, 1, 1, 1, 1, 2, 2]),
        ({"bank_rotation": "winning_rounds", "bank_max_rounds": 4}, [0] * 5, [1, 1, 1, 1, 2, 2]),
        ({"bank_rotation": "winning_rounds", "bank_rounds": 1}, [-1, 1, 1], [1, 1, 2, 3]),
    ],
)
def test_games_5_3_the_bank_passes_clockwise_when_the_term_is_over(
    options: dict[str, object], changes: list[int], expected: list[int]
) -> None:
    assert bankers(CHINESE.with_options(options), places(500, 500, 500, 500), changes) == expected


@pytest.mark.parametrize(("stack", "able"), [(29, False), (30, True), (31, True)])
def test_games_5_3_a_seat_banks_with_a_minimum_bet_for_each_other_seat(stack: int, able: bool) -> None:
    assert may_bank(Place(1, stack), 3, MINIMUM) == able


@pytest.mark.parametrize(
    ("seats", "expected"),
    [
        (places(500, 29, 500, 500), 3),
        (places(500, 30, 500, 500), 2),
        (places(500, 29, 19, 500, out="3"), 2),
        (places(500, 19, 500, 500, out="3"), 4),
        (places(500, 500, 500, 500, away="23"), 4),
        (places(500, 0, 0, 500, out="23"), 4),
        (places(500, 29, 29, 29), 1),
        (places(29, 28, 29, 29), 3),
        (places(29, 20, 20, 28), 1),
        (places(29, 28, 29, 27, away="3"), 1),
        (places(500, 29, 28, 29, away="1"), 2),
        (places(500, 400, 300, 200, away="1234"), 2),
        (places(500, 9, 9, 9, out="234"), 1),
    ],
)
def test_games_5_3_seats_that_are_short_away_or_out_are_passed_over(
    seats: list[Place], expected: int
) -> None:
    served = Bank(first=1, seat=1, rounds=1)
    assert next_bank(EVERY_ROUND, served, seats, MINIMUM).seat == expected


@pytest.mark.parametrize(
    "seats",
    [
        places(500, 29, 500, 500),
        places(500, 500, 500, 500, away="2"),
        places(500, 0, 500, 500, out="2"),
    ],
)
@pytest.mark.parametrize("rules", [CHINESE, FIXED, WINNING], ids=lambda rules: rules.bank_rotation)
def test_games_5_3_a_banker_who_may_no_longer_bank_passes_at_once_and_a_new_count_starts(
    rules: GameRules, seats: list[Place]
) -> None:
    bank = Bank(first=1, seat=2, rounds=1, won=1)
    assert next_bank(rules, bank, seats, MINIMUM) == Bank(first=1, seat=3)


def test_games_5_3_a_term_goes_on_with_its_count_when_nobody_can_bank_and_the_banker_is_largest() -> None:
    bank = Bank(first=1, seat=3, rounds=2)
    assert next_bank(CHINESE, bank, places(20, 25, 25, 20), MINIMUM) == bank
    assert next_bank(CHINESE, bank, places(20, 25, 24, 26), MINIMUM) == Bank(first=1, seat=4)


def test_games_5_3_an_abandoned_deal_is_not_counted() -> None:
    bank = Bank(first=1, seat=1, rounds=2)
    assert next_bank(CHINESE, bank, places(500, 500), MINIMUM) == bank
    assert next_bank(CHINESE, counted(bank, 0), places(500, 500), MINIMUM).seat == 2


def test_games_5_3_the_first_banker_passes_when_short_without_ending_an_orbit() -> None:
    assert open_bank(CHINESE, 2, places(500, 10, 500), MINIMUM) == Bank(first=2, seat=3)


@pytest.mark.parametrize(
    ("bank", "seats", "seat", "orbits"),
    [
        (Bank(3, 2, 1), places(500, 500, 500, 500), 3, 1),
        (Bank(3, 3, 1), places(500, 500, 500, 500), 4, 0),
        (Bank(3, 4, 1, orbits=1), places(500, 500, 500, 500), 1, 1),
        (Bank(3, 2, 1), places(500, 500, 500, 500, away="3"), 4, 1),
        (Bank(3, 2, 1), places(500, 500, 0, 500, out="3"), 4, 1),
        (Bank(3, 2, 1), places(500, 500, 5, 500), 4, 1),
        (Bank(3, 3, 1), places(5, 5, 500, 5), 3, 1),
        (Bank(1, 3, 1), places(5, 5, 500, 5), 3, 1),
        (Bank(1, 2, 1), places(5, 6, 7, 5), 3, 0),
        (Bank(3, 4, 0), places(500, 500, 0, 500, out="3"), 4, 0),
    ],
)
def test_games_5_3_an_orbit_ends_when_the_bank_comes_back_to_or_passes_its_first_place(
    bank: Bank, seats: list[Place], seat: int, orbits: int
) -> None:
    following = next_bank(EVERY_ROUND, bank, seats, MINIMUM)
    assert (following.seat, following.orbits) == (seat, orbits)


@given(
    stacks=st.lists(st.integers(0, 100), min_size=2, max_size=8),
    first=st.integers(0, 7),
    rounds=st.integers(1, 3),
    data=st.data(),
)
def test_games_5_3_an_orbit_gives_no_seat_more_than_one_term(
    stacks: list[int], first: int, rounds: int, data: st.DataObject
) -> None:
    """Whatever the stacks do, each orbit is at most seats x bank_rounds deals long, and it does end."""
    rules = CHINESE.with_options({"bank_rounds": rounds})
    seats = places(*stacks)
    bank = open_bank(rules, 1 + first % len(stacks), seats, MINIMUM)
    orbit, deals = bank.orbits, 0
    while bank.orbits == orbit:
        deals += 1
        assert deals <= len(stacks) * rounds
        moved = data.draw(st.lists(st.integers(0, 100), min_size=len(stacks), max_size=len(stacks)))
        bank = next_bank(rules, counted(bank, 1), places(*moved), MINIMUM)


@pytest.mark.parametrize(
    ("rules", "loss"),
    [
        (CHINESE, 3),
        (CHINESE.with_options({"double_ace": "ordinary_21"}), 2),
        (CHINESE.with_options({"double_ace": "triple"}), 3),
        (HOUSE_CHINESE, 3),
        (KAMPUNG, 3),
        (KAMPUNG.with_options({"five_card_21_mult": 2}), 2),
        (KAMPUNG.with_options({"five_card_21_mult": 2, "blackjack_mult": 3}), 3),
    ],
)
def test_games_5_2_the_largest_loss_is_that_of_the_multipliers_in_force(rules: GameRules, loss: int) -> None:
    assert largest_loss(rules) == loss


@pytest.mark.parametrize(
    ("options", "cap"),
    [
        ({}, 100),
        ({"max_bet": "reserve"}, 33),
        ({"bank_limit": "bank"}, 20),
        ({"max_bet": "reserve", "bank_limit": "bank"}, 20),
    ],
)
def test_games_5_2_bets_are_capped_by_reserve_and_bank(options: dict[str, object], cap: int) -> None:
    rules = CHINESE.with_options(options)
    assert bet_cap(rules, stack=100, bank=80, placed=60) == cap


def test_games_5_2_no_bet_is_left_when_the_bank_is_fully_bet() -> None:
    limited = CHINESE.with_options({"bank_limit": "bank"})
    assert bet_cap(limited, stack=100, bank=80, placed=80) == 0
    assert bet_cap(limited, stack=100, bank=80, placed=90) == 0
