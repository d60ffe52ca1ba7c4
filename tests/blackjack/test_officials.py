"""What officials do at a table: voids, pauses, holds, corrections, rulings (tournaments.md 2, 5)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from blackjack import (
    BadValue,
    IllegalAction,
    legal_actions,
    time_out,
)
from blackjack.events import (
    HandStarted,
    SeatOut,
    SecretRevealed,
    ShoeRevealed,
    ShoeStarted,
    TieDrawn,
)
from blackjack.stacked import StackedShoes
from tests.blackjack.tables import Table, refused


def test_a_void_puts_everything_back_and_deals_from_the_next_attempt() -> None:
    table = Table({1: 25_000, 2: 25_000, 3: 25_000}, elimination_hands=(2,), button=2)
    table.deal(500)
    table.stand_all()
    before = table.state
    table.do("next_hand")
    table.do("bet", 3, 900, secret=True)
    table.do("bet", 1, 600)
    table.do("bet", 2, 5_000)
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
    assert refused(table, "correct", 1, -25_400, text="x") == (IllegalAction, "no_chips_left")
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


@pytest.mark.parametrize(
    ("kind", "more", "code"),
    [
        ("extend", {"data": {"seconds": 0}}, "seconds"),
        ("extend", {"data": {"seconds": "60"}}, "seconds"),
        ("hold", {}, "hand_missing"),
        ("correct", {"seat": 1, "amount": 0, "text": "x"}, "amount_missing"),
        ("correct", {"seat": 9, "amount": 50, "text": "x"}, "no_such_seat"),
        ("penalise", {"seat": 1, "text": "x", "data": {"minimum_hands": -1}}, "minimum_hands"),
        ("disqualify", {"seat": 1, "text": " "}, "reason_missing"),
        ("mark_away", {"seat": 9}, "no_such_seat"),
    ],
)
def test_acts_that_say_too_little_are_refused(kind: str, more: dict[str, Any], code: str) -> None:
    assert refused(Table({1: 25_000, 2: 25_000}), kind, **more) == (BadValue, code)


def test_a_finished_table_takes_no_more_rulings() -> None:
    table = Table({1: 25_000, 2: 25_000}, hands=1)
    table.deal(500)
    table.stand_all()
    table.do("correct", 2, 50, text="paid short on the last hand")
    table.do("next_hand")
    assert table.state.is_finished
    assert refused(table, "void", text="x") == (IllegalAction, "finished")
    assert refused(table, "bet", 1, 500) == (IllegalAction, "out")
    assert refused(table, "next_hand") == (IllegalAction, "finished")
