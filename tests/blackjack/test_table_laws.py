"""What holds after every step of random legal play, whatever the rules."""

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
    Refused,
    TableState,
    legal_actions,
    step,
    time_out,
)
from blackjack.actions import PLAYER_KINDS
from blackjack.events import (
    BetPlaced,
    HandSettled,
    HandStarted,
    ShoeRevealed,
    ShoeStarted,
    TableFinished,
)
from blackjack.stacked import StackedShoes
from tests.blackjack.tables import Table, limits, random_action, random_play


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
