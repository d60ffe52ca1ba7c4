"""One round at one table: turns, bets, shoes, officials, and the laws that hold after every step."""

from __future__ import annotations

import json
from contextlib import suppress
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blackjack import (
    Action,
    BadValue,
    IllegalAction,
    Limits,
    Refused,
    TableRules,
    TableState,
    clock_seconds,
    legal_actions,
    open_table,
    step,
    time_out,
)
from blackjack.actions import PLAYER_KINDS
from blackjack.cards import cards_text
from blackjack.events import (
    BetPlaced,
    CameBack,
    CardDealt,
    HandSettled,
    HandStarted,
    SatOut,
    SeatOut,
    SecretRevealed,
    ShoeRevealed,
    ShoeStarted,
    TableFinished,
    TieDrawn,
)
from blackjack.rules import RulesError
from blackjack.shoe import continuation
from blackjack.stacked import StackedShoes
from tests.blackjack.tables import Table, limits, random_action, random_play, table_rules

SEVEN = dict.fromkeys(range(1, 8), 25_000)
LOSES_TO_20 = "TS TH KD 7S 7D KC"


def refused(
    table: Table, kind: str, seat: int | None = None, amount: Any = None, **more: Any
) -> tuple[type, str]:
    before = table.state
    with pytest.raises(Refused) as refusal:
        table.do(kind, seat, amount, **more)
    assert table.state is before
    assert str(refusal.value)
    return type(refusal.value), refusal.value.code


# The rules of a table


def test_rules_come_back_from_json() -> None:
    rules = table_rules(
        quota=(4, 3), elimination_hands=(8, 16), cut="half", tie=("lots",), game={"h17": False}
    )
    assert TableRules.from_json(json.loads(json.dumps(rules.to_json()))) == rules


@pytest.mark.parametrize(
    "change",
    [
        {"colour": "green"},
        {"hands": 0},
        {"hands": True},
        {"hands": 10.0},
        {"elimination_hands": [30]},
        {"elimination_hands": [8, 8]},
        {"elimination_hands": "8"},
        {"cut": 0},
        {"cut": "third"},
        {"quota": [3, 4], "elimination_hands": [8, 16]},
        {"quota": [3]},
        {"tie": []},
        {"tie": ["seniority"]},
        {"advance": 8},
        {"advance": 2, "is_final": True},
        {"chips": "some"},
        {"limits": []},
        {"limits": [{"from_hand": 2, "minimum": 5, "maximum": 10, "step": 5}]},
        {"limits": [{"from_hand": 1, "minimum": 5, "maximum": 10}]},
        {"limits": [{"from_hand": 1, "minimum": 7, "maximum": 10, "step": 5}]},
        {"limits": [{"from_hand": 1, "minimum": 10, "maximum": 5, "step": 5}]},
        {"decide_seconds": -1},
        {"secret_reveal": "never"},
        {"game": {"game": "chinese"}},
        {"game": {"game": "elimination", "decks": 9}},
        {"game": {"game": "elimination", "rounding": "even_bets"}},
        [],
    ],
)
def test_bad_rules_are_refused(change: Any) -> None:
    data = {**table_rules(elimination_hands=()).to_json(), **change} if isinstance(change, dict) else change
    with pytest.raises(RulesError) as refusal:
        TableRules.from_json(data)
    assert str(refusal.value)


@pytest.mark.parametrize(
    ("seats", "button"),
    [
        ([(1, 500)], 1),
        ([(1, 5), (1, 5)], 1),
        ([(1, 5), (2, 0)], 1),
        ([(1, 5), (2, 5)], 3),
        ([(n, 5) for n in range(1, 9)], 1),
    ],
)
def test_a_table_needs_two_to_seven_seats_with_chips(seats: list[tuple[int, int]], button: int) -> None:
    with pytest.raises(BadValue):
        open_table(table_rules(), seats, button=button, commitment="")


# Bets


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


# Shoes


def test_H2_every_card_is_the_shoes_card_at_its_position() -> None:
    shoes = StackedShoes("", decks=1)
    table = Table(SEVEN, shoes=shoes, game={"decks": 1, "penetration": 95}, hands=12)
    random = Random(4)
    for _ in random_play(table, random):
        pass
    crossed = 0
    for number in range(1, 13):
        started = next((event for event in table.of(HandStarted) if event.hand == number), None)
        if started is None:
            break
        dealt = [event.card for event in table.of(CardDealt) if event.hand == number]
        shoe = shoes.cards(started.shoe, started.shoe_attempt, 0)
        removed = [
            table_card for table_card in range(52) if cards_text([table_card])[0] in (started.removed or [])
        ]
        shoe = continuation(shoe, removed)[started.position :]
        if len(dealt) > len(shoe):
            crossed += 1
            highest = max(event.number for event in table.of(ShoeStarted) if event.hand < number)
            shoe = shoe + continuation(shoes.cards(highest + 1, 1, 0), shoe)
        assert dealt == cards_text(shoe[: len(dealt)])
    assert crossed


def test_a_shoe_is_changed_between_hands_once_the_cut_card_is_reached() -> None:
    table = Table({1: 25_000, 2: 25_000}, game={"decks": 1, "penetration": 10})
    table.deal(500)
    table.stand_all()
    assert table.state.shoe.position >= 6
    table.do("next_hand")
    assert [event.number for event in table.of(ShoeStarted)] == [1, 2]
    assert not table.of(ShoeRevealed)


def test_R3_a_shoe_is_revealed_when_its_last_hand_can_no_longer_be_voided() -> None:
    table = Table({1: 25_000, 2: 25_000}, game={"shuffle_every_round": True}, hands=3)
    table.deal(500)
    table.stand_all()
    table.do("next_hand")
    assert not table.of(ShoeRevealed)
    table.do("bet", table.state.to_act[0], 500)
    assert [event.number for event in table.of(ShoeRevealed)] == [1]
    while not table.state.is_finished:
        table.act(random_action(table.state, Random(1)))
    assert [event.number for event in table.of(ShoeRevealed)] == [1, 2, 3, 0]


# Void


def test_a_void_puts_everything_back_and_deals_from_the_next_attempt() -> None:
    table = Table({1: 25_000, 2: 25_000, 3: 25_000}, elimination_hands=(2,), button=2)
    table.deal(500)
    table.stand_all()
    before = table.state
    table.do("next_hand")
    table.do("bet", 3, 900, secret=True)
    table.do("bet", 1, 600)
    table.do("bet", 2, 25_000 if table.stacks()[2] >= 25_000 else table.stacks()[2])
    table.stand_all()
    assert table.outs()
    table.do("void", text="wrong shoe")
    assert table.state.seats == before.seats
    assert table.outs() == {}
    assert (table.state.hand, table.state.button, table.state.bank) == (1, 2, before.bank)
    assert table.state.shoe_due == (1, 2)
    table.do("next_hand")
    started = table.of(HandStarted)[-1]
    assert (started.hand, started.attempt, started.shoe, started.shoe_attempt, started.position) == (
        2,
        2,
        1,
        2,
        0,
    )
    assert started.rights == {"1": 1, "2": 1, "3": 1}
    assert [(event.number, event.attempt) for event in table.of(ShoeStarted)] == [(1, 1), (1, 2)]
    assert refused(table, "void", text="again") == (IllegalAction, "nothing_to_void")


def test_a_voided_secret_amount_is_never_shown() -> None:
    table = Table({1: 25_000, 2: 25_000}, "TS TH TC 9D 7S 9C")
    table.do("next_hand")
    table.do("bet", 1, 7_300, secret=True)
    table.do("void", text="test")
    assert not table.of(SecretRevealed)
    assert "7300" not in json.dumps([event.public() for event in table.events]) + json.dumps(table.view(None))


def test_the_hand_before_may_be_voided_until_the_first_bet_of_the_next() -> None:
    table = Table({1: 25_000, 2: 25_000}, game={"shuffle_every_round": True})
    assert refused(table, "void", text="test") == (IllegalAction, "nothing_to_void")
    table.do("next_hand")
    assert refused(table, "void", text="test") == (IllegalAction, "nothing_to_void")
    table.do("bet", 1, 500)
    table.do("bet", 2, 500)
    table.stand_all()
    table.do("next_hand")
    table.do("void", text="test")
    assert (table.state.phase, table.state.hand, table.state.shoe_due) == ("between", 0, (1, 2))
    table.deal(500)
    table.stand_all()
    table.do("next_hand")
    started = [(event.hand, event.attempt, event.shoe, event.shoe_attempt) for event in table.of(HandStarted)]
    # The second hand begins twice, and no shoe and attempt is ever used twice.
    assert started == [(1, 1, 1, 1), (2, 1, 2, 1), (1, 2, 1, 2), (2, 2, 3, 1)]
    table.do("bet", table.state.to_act[0], 500)
    # Shoe 2 was begun and never dealt from; shoe 1 could still be asked for until now.
    assert [event.number for event in table.of(ShoeRevealed)] == [2, 1]


def test_a_void_after_the_bet_undoes_the_hand_in_play_only() -> None:
    table = Table({1: 25_000, 2: 25_000}, "TS TH TC 9D 7S 9C 5S 5H 5D 6S 6H 6D")
    table.deal(500)
    table.stand_all()
    stacks = table.stacks()
    table.deal(700)
    table.do("void", text="test")
    assert table.stacks() == stacks
    assert table.state.hand == 1


# Officials


def test_D3_nothing_but_an_official_acts_while_paused() -> None:
    table = Table({1: 25_000, 2: 25_000})
    table.do("next_hand")
    table.do("pause", text="fire drill")
    assert legal_actions(table.state, 1) == {}
    for kind, seat in (("bet", 1), ("sit_out", 1), ("next_hand", None), ("mark_away", 1)):
        assert refused(table, kind, seat, 500 if kind == "bet" else None) == (IllegalAction, "paused")
    assert refused(table, "pause") == (IllegalAction, "paused")
    table.do("extend", data={"seconds": 30})
    table.do("resume")
    assert refused(table, "resume") == (IllegalAction, "not_paused")
    table.do("bet", 1, 500)


def test_hold_keeps_the_table_from_its_next_hand() -> None:
    table = Table({1: 25_000, 2: 25_000})
    table.do("hold", amount=1)
    table.deal(500)
    table.stand_all()
    assert refused(table, "next_hand") == (IllegalAction, "held")
    table.do("release")
    assert refused(table, "release") == (IllegalAction, "not_held")
    table.do("next_hand")
    assert table.state.hand == 2


def test_the_last_hand_is_one_nobody_has_bet_in() -> None:
    table = Table({1: 25_000, 2: 25_000}, elimination_hands=(2,))
    table.deal(500)
    table.do("last_hand")
    assert table.view()["hands"] == 2
    assert refused(table, "last_hand") == (IllegalAction, "last_hand_set")
    table.stand_all()
    table.deal(500)
    assert not table.view()["elimination"]
    table.stand_all()
    table.do("next_hand")
    assert table.state.is_finished


def test_C1_a_correction_has_the_house_on_its_other_side() -> None:
    table = Table({1: 25_000, 2: 25_000})
    table.do("correct", 1, 400, text="paid short")
    assert (table.stacks()[1], table.state.bank) == (25_400, -400)
    assert refused(table, "correct", 1, 400) == (BadValue, "reason_missing")
    assert refused(table, "correct", 1, -25_401, text="x") == (IllegalAction, "stack_below_zero")
    table.do("next_hand")
    table.do("correct", 2, 100, text="before its bet")
    table.do("bet", 1, 500)
    assert refused(table, "correct", 1, 100, text="x") == (IllegalAction, "chips_in_play")


def test_a_penalty_allows_the_minimum_only() -> None:
    table = Table({1: 25_000, 2: 25_000})
    table.do("penalise", 1, text="coaching", data={"minimum_hands": 1})
    table.do("next_hand")
    assert legal_actions(table.state, 1)["bet"] == {
        "minimum": 500,
        "maximum": 500,
        "step": 5,
        "secret": False,
        "pair": 0,
    }
    assert refused(table, "bet", 1, 505) == (BadValue, "above_maximum")
    table.do("bet", 1, 500)
    assert table.state.seat(1).forced_minimum == 0


def test_a_disqualified_seat_is_played_to_the_end_of_the_hand_and_leaves_its_chips_to_the_house() -> None:
    table = Table({1: 25_000, 2: 25_000, 3: 25_000}, "TS TH TC 9D 7S 7D 7C 9C")
    table.deal(500)
    table.do("disqualify", 1, text="team play")
    assert legal_actions(table.state, 1) == {}
    assert refused(table, "stand", 1) == (IllegalAction, "disqualified")
    table.act(time_out(table.state, 1))
    table.play("stand", "stand")
    assert table.outs() == {1: (3, "disqualified")}
    assert table.stacks()[1] == 0
    table.do("disqualify", 2, text="team play")
    assert table.of(SeatOut)[-1].place == 2
    table.do("next_hand")
    assert [(row["seat"], row["disqualified"]) for row in table.state.results()] == [
        (3, False),
        (2, True),
        (1, True),
    ]


def test_a_tie_for_a_place_is_broken_by_the_chain_with_its_draw_on_record() -> None:
    shoes = StackedShoes("TS TH TC 9D 7S 7D 7C 9C", lots={"tie/1/places": [1, 2, 0]})
    table = Table({1: 25_000, 2: 25_000, 3: 25_000}, shoes=shoes, hands=1, tie=("lots",))
    table.deal(500)
    table.stand_all()
    table.do("next_hand")
    assert [row["seat"] for row in table.state.results()] == [2, 3, 1]
    assert table.of(TieDrawn)[0].order == [2, 3, 1]


# Laws


def check_legal(state: TableState, table: Table, random: Random) -> None:
    """`legal_actions` names exactly what `step` accepts, with its bounds (one seat, all kinds)."""
    seat = random.choice(state.seats).number
    legal = legal_actions(state, seat)
    for kind in PLAYER_KINDS:
        bounds = legal.get(kind, {})
        amount = bounds.get("minimum", 500 if kind == "bet" else None)
        try:
            step(state, Action(kind, seat, amount), table.shoes)
            assert kind in legal
        except IllegalAction:
            assert kind not in legal
        if "maximum" in bounds:
            step(state, Action(kind, seat, bounds["maximum"]), table.shoes)
            for wrong in (bounds["maximum"] + bounds.get("step", 1), bounds["minimum"] - 1):
                with pytest.raises(BadValue):
                    step(state, Action(kind, seat, wrong), table.shoes)


OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "decks": st.sampled_from([1, 2, 6]),
        "penetration": st.sampled_from([50, 95]),
        "hole": st.sampled_from(["none", "peek"]),
        "bj_loss": st.sampled_from(["all", "original"]),
        "surrender": st.sampled_from(["none", "late", "early"]),
        "double_for_less": st.booleans(),
        "split_for_less": st.booleans(),
        "insurance_partial": st.booleans(),
        "even_money": st.booleans(),
        "double_on_natural": st.booleans(),
        "split_by": st.just("value"),
        "max_ace_splits": st.sampled_from([0, 1, 4]),
        "hit_split_aces": st.booleans(),
        "charlie": st.sampled_from([0, 5]),
        "rounding": st.sampled_from(["down", "up", "nearest"]),
        "bj_pay": st.sampled_from(["3:2", "6:5"]),
    },
)
RULES = st.fixed_dictionaries(
    {
        "hands": st.integers(3, 6),
        "elimination_hands": st.sampled_from([(), (1, 2), (2,)]),
        "game": OPTIONS,
    },
    optional={
        "secret_reveal": st.sampled_from(["settlement", "own_hand"]),
        "tie": st.sampled_from([("all_go",), ("all_stay",), ("high_card",), ("start_of_hand", "lots")]),
        "cut": st.sampled_from([1, 2, "half"]),
        "bust_and_lowest": st.booleans(),
        "allow_short": st.booleans(),
        "advance": st.integers(1, 3),
        "chips": st.sampled_from(["equal", "keep"]),
    },
)


@settings(max_examples=25, deadline=None)
@given(rules=RULES, seats=st.integers(2, 7), seed=st.integers(0, 2**16))
def test_C1_C2_H3_E3_random_play_keeps_the_chips_and_ends_with_every_place_once(
    rules: dict[str, Any], seats: int, seed: int
) -> None:
    """Table.act checks C1 and C2 after every step."""
    random = Random(seed)
    table = Table(
        {seat: random.randint(500, 5_000) for seat in range(1, seats + 1)},
        shoes=StackedShoes("", decks=rules["game"].get("decks", 6), secret=str(seed).encode()),
        limits=limits(100, 3_000),
        **rules,
    )
    for state in random_play(table, random):
        assert state.phase != "playing" or len(state.to_act) == 1
        assert TableState.from_json(json.loads(json.dumps(state.to_json()))) == state
        if random.random() < 0.3:
            check_legal(state, table, random)
    places = [row["place"] for row in table.state.results()]
    assert places == list(range(1, seats + 1))
    assert table.of(TableFinished)[0].places == table.state.results()
    settled = [event.hand for event in table.of(HandSettled)]
    assert settled == sorted(set(settled))  # H5: one settlement a hand


@settings(max_examples=10, deadline=None)
@given(seats=st.integers(2, 7), seed=st.integers(0, 2**16))
def test_H1_voids_and_rulings_at_any_moment_keep_the_chips(seats: int, seed: int) -> None:
    random = Random(seed)
    table = Table(
        dict.fromkeys(range(1, seats + 1), 5_000), hands=4, elimination_hands=(2,), limits=limits(100, 3_000)
    )
    rulings = 12
    while not table.state.is_finished:
        kind = random.choice(["void", "correct", "penalise", "disqualify", "sit_out", "mark_away"])
        if rulings and random.random() < 0.15:
            rulings -= 1
            with suppress(Refused):
                table.do(kind, random.randint(1, seats), 50 if kind == "correct" else None, text="test")
        elif away := [number for number in table.state.to_act if table.state.seat(number).away]:
            table.act(time_out(table.state, away[0]))
        else:
            table.act(random_action(table.state, random))
    assert [row["place"] for row in table.state.results()] == list(range(1, seats + 1))
    begun = [(event.hand, event.attempt) for event in table.of(HandStarted)]
    shoes = [(event.number, event.attempt) for event in table.of(ShoeStarted)]
    assert len(set(begun)) == len(begun)
    assert len(set(shoes)) == len(shoes)
    revealed = [event.number for event in table.of(ShoeRevealed)]
    assert sorted(revealed) == sorted({0, *(number for number, _ in shoes)})


@settings(max_examples=5, deadline=None)
@given(seats=st.integers(2, 7), seed=st.integers(0, 2**16))
def test_H4_the_clock_alone_brings_every_table_to_its_end(seats: int, seed: int) -> None:
    table = Table(
        dict.fromkeys(range(1, seats + 1), 5_000), shoes=StackedShoes("", secret=str(seed).encode())
    )
    while not table.state.is_finished:
        to_act = table.state.to_act
        table.act(time_out(table.state, to_act[0]) if to_act else Action("next_hand"))
    assert all(event.auto and not event.secret_ for event in table.of(BetPlaced))
