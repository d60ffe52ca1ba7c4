"""One round at one table: turns, bets, insurance, players who are away, the clock of each wait."""

from __future__ import annotations

from typing import Any

import pytest

from blackjack import (
    BadValue,
    IllegalAction,
    Limits,
    clock_seconds,
    legal_actions,
)
from blackjack.events import (
    CameBack,
    CardDealt,
    SatOut,
    SecretRevealed,
)
from tests.blackjack.tables import Table, limits, refused

SEVEN = dict.fromkeys(range(1, 8), 25_000)
LOSES_TO_20 = "TS TH KD 7S 7D KC"


def test_bets_are_placed_in_turn_from_the_button() -> None:
    table = Table(SEVEN, button=6)
    table.do("next_hand")
    for seat in (6, 7, 1, 2, 3, 4, 5):
        assert table.state.to_act == (seat,)
        table.do("bet", seat, 500)
    assert [event.seat for event in table.of(CardDealt)[:8]] == [6, 7, 1, 2, 3, 4, 5, None]


@pytest.mark.parametrize(
    ("amount", "code"),
    [
        (None, "amount_missing"),
        (0, "below_minimum"),
        (-5, "below_minimum"),
        (95, "below_minimum"),
        (103, "off_step"),
        (1_005, "above_maximum"),
        (1_205, "above_stack"),
        (10**30, "above_stack"),
        (12.5, "not_a_whole_number"),
        (True, "not_a_whole_number"),
        ("500", "not_a_whole_number"),
    ],
)
def test_C2_bets_that_can_never_be_right(amount: Any, code: str) -> None:
    table = Table({1: 1_203, 2: 1_203}, limits=limits(100, 1_000, 5))
    table.do("next_hand")
    assert refused(table, "bet", 1, amount) == (BadValue, code)


def test_C2_all_the_chips_may_be_bet_off_the_step() -> None:
    table = Table({1: 803, 2: 803}, limits=limits(100, 1_000, 5))
    table.do("next_hand")
    table.do("bet", 1, 803)
    assert table.stacks()[1] == 0


def test_refusals_of_what_is_not_open_now() -> None:
    table = Table({1: 25_000, 2: 25_000, 3: 25_000}, "TS TH TC 9D 7S 7D 7C 9C")
    assert refused(table, "bet", 1, 500) == (IllegalAction, "not_your_turn")
    table.do("next_hand")
    assert refused(table, "next_hand") == (IllegalAction, "hand_in_play")
    assert refused(table, "bet", 2, 500) == (IllegalAction, "not_your_turn")
    assert refused(table, "bet", 9, 500) == (BadValue, "no_such_seat")
    assert refused(table, "hit", 1) == (IllegalAction, "not_open")
    assert refused(table, "fold", 1) == (BadValue, "unknown_action")
    for seat in (1, 2, 3):
        table.do("bet", seat, 500)
    assert refused(table, "bet", 1, 900) == (IllegalAction, "not_open")
    assert refused(table, "hit", 1, 5) == (BadValue, "amount_not_wanted")
    assert refused(table, "hit", 1, secret=True) == (BadValue, "only_a_bet")
    assert refused(table, "insure", 1) == (IllegalAction, "not_open")
    table.play("stand", "stand", "stand")
    assert refused(table, "hit", 3) == (IllegalAction, "not_your_turn")


def test_pair_bets_are_placed_with_the_main_bet_and_paid_after_the_deal() -> None:
    table = Table(
        {1: 25_000, 2: 25_000}, "8S TH TC 8S 7S 9C", game={"pair_bet": True}, limits=limits(500, 5_000)
    )
    table.do("next_hand")
    assert refused(table, "bet", 1, 500, pair=501) == (BadValue, "above_maximum")
    assert refused(table, "bet", 1, 500, pair=-1) == (BadValue, "below_minimum")
    assert refused(table, "bet", 1, 500, secret=True, pair=1) == (BadValue, "pair_with_secret")
    table.do("bet", 1, 500, pair=100)
    assert table.stacks()[1] == 24_400
    table.do("bet", 2, 500)
    assert table.stacks()[1] == 24_500 + 25 * 100


def test_limits_rise_at_their_hand() -> None:
    rules = {"limits": (*limits(500, 1_000), Limits(2, 1_000, 0, 1))}
    table = Table({1: 25_000, 2: 25_000}, **rules)
    table.deal(500)
    table.stand_all()
    table.do("next_hand")
    assert refused(table, "bet", table.state.to_act[0], 500) == (BadValue, "below_minimum")
    assert legal_actions(table.state, table.state.to_act[0])["bet"]["maximum"] > 1_000


def test_option_allow_short_lets_a_small_stack_go_all_in() -> None:
    table = Table({1: 25_000, 2: 800}, LOSES_TO_20, allow_short=True, limits=limits(500, 25_000))
    table.deal(500)
    table.stand_all()
    table.do("next_hand")
    assert table.state.button == 2
    assert refused(table, "bet", 2, 200) == (BadValue, "below_minimum")
    table.do("bet", 2, 300)
    assert table.stacks()[2] == 0


# Secret bets


@pytest.mark.parametrize(
    ("rules", "hand", "open_"),
    [
        ({}, 1, True),
        ({"secret_bets": 0}, 1, False),
        ({"secret_from_hand": 2}, 1, False),
        ({"secret_from_hand": 2}, 2, True),
        ({"secret_last_hand_only": True, "hands": 2}, 1, False),
        ({"secret_last_hand_only": True, "hands": 2}, 2, True),
    ],
)
def test_when_a_secret_bet_is_allowed(rules: dict[str, Any], hand: int, open_: bool) -> None:
    table = Table({1: 25_000, 2: 25_000}, **rules)
    for _ in range(hand - 1):
        table.deal(500)
        table.stand_all()
    table.do("next_hand")
    seat = table.state.to_act[0]
    assert legal_actions(table.state, seat)["bet"]["secret"] is open_
    if not open_:
        assert refused(table, "bet", seat, 500, secret=True) == (IllegalAction, "secret_not_open")


def test_a_secret_bet_may_be_revealed_when_its_own_hand_is_over() -> None:
    table = Table({1: 25_000, 2: 25_000}, "TS TH TC 9S 7S 9C", secret_reveal="own_hand")
    table.do("next_hand")
    table.do("bet", 1, 7_000, secret=True)
    table.do("bet", 2, 500)
    assert not table.of(SecretRevealed)
    table.do("stand", 1)
    assert table.of(SecretRevealed)[0].bet == 7_000
    assert (table.state.phase, table.shown(1)["stack"]) == ("playing", 18_000)
    table.do("stand", 2)
    assert len(table.of(SecretRevealed)) == 1


# Insurance, surrender, naturals


def test_insurance_is_asked_of_all_at_once() -> None:
    table = Table({1: 25_000, 2: 25_000, 3: 25_000}, "TS TH TC AD 7S 7D 7C 9C")
    table.deal(500)
    assert (table.state.phase, table.state.to_act) == ("insurance", (1, 2, 3))
    table.do("insure", 3)
    table.do("decline", 1)
    assert table.state.to_act == (2,)
    table.do("decline", 2)
    assert (table.state.phase, table.state.to_act) == ("playing", (1,))
    assert table.stacks() == {1: 24_500, 2: 24_500, 3: 24_250}


def test_even_money_and_early_surrender() -> None:
    table = Table(
        {1: 25_000, 2: 25_000, 3: 25_000},
        "TS AH TC AD 6S KD 7C 9C",
        game={"even_money": True, "surrender": "early"},
    )
    table.deal(500)
    assert (table.state.phase, table.state.to_act) == ("surrender", (1,))
    table.play("surrender", "continue")
    assert (table.state.phase, table.state.to_act) == ("insurance", (2, 3))
    table.do("even_money", 2)
    table.do("decline", 3)
    table.stand_all()
    assert table.stacks() == {1: 24_750, 2: 25_500, 3: 24_500}


def test_standing_on_a_natural_that_may_be_doubled_is_a_decision() -> None:
    table = Table({1: 25_000, 2: 25_000}, "AS TH TC KD 7S 9C", game={"double_on_natural": True})
    table.deal(500)
    assert table.legal(1) == ["double", "stand"]
    table.do("stand", 1)
    assert table.stacks()[1] == 25_750


# Away


def test_D4_whoever_acts_is_back_at_once() -> None:
    table = Table({1: 25_000, 2: 25_000})
    table.do("next_hand")
    table.do("mark_away", 1)
    assert clock_seconds(table.state) == 2
    assert table.do("mark_away", 1) == ()
    events = table.do("bet", 1, 500)
    assert [event.kind for event in events] == ["CameBack", "BetPlaced"]
    assert events[0] == CameBack(hand=1, seat=1, asked=False)
    assert not table.state.seat(1).away
    assert clock_seconds(table.state) == 45


def test_sitting_out_and_coming_back() -> None:
    table = Table({1: 25_000, 2: 25_000})
    assert table.do("sit_out", 1) == (SatOut(seat=1),)
    assert refused(table, "sit_out", 1) == (IllegalAction, "not_open")
    assert list(legal_actions(table.state, 1)) == ["come_back"]
    table.do("come_back", 1)
    assert not table.state.seat(1).away


def test_the_clock_of_each_wait() -> None:
    table = Table(
        {1: 25_000, 2: 25_000, 3: 25_000},
        "TS TH TC 9D 7S 8D 9C 9C",
        elimination_hands=(1,),
        decide_elimination_seconds=10,
    )
    assert clock_seconds(table.state) == 15
    table.do("close_seeds", data={"hashes": {}, "server_seeds": {"1": "00"}})
    assert (table.state.phase, clock_seconds(table.state)) == ("opening", 5)
    table.do("open_seeds", data={"opened": [], "seeds": {}, "cuts": {}})
    assert (table.state.phase, clock_seconds(table.state)) == ("between", 0)
    table.deal(500)
    assert clock_seconds(table.state) == 10
    table.stand_all()
    assert clock_seconds(table.state) == 10  # somebody went out
    table.deal(500)
    assert clock_seconds(table.state) == 45
    table.stand_all()
    assert clock_seconds(table.state) == 5
