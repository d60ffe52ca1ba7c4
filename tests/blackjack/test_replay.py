"""The events of a table alone lead back to its state (L2)."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blackjack import Action, ReplayMismatch, replay, step, time_out
from blackjack.events import BetPlaced, CardDealt
from tests.blackjack.tables import Table, limits, random_action, stored

FIVE = dict.fromkeys(range(1, 6), 5_000)


def every_step(table: Table, random: Random) -> list[tuple[int, Any]]:
    """Random play with absences; after each step the number of events so far and the state."""
    marks = []
    while not table.state.is_finished:
        seat = table.state.to_act[0] if table.state.to_act else None
        if seat and random.random() < 0.1:
            table.do("mark_away", seat)
        elif seat and random.random() < 0.1:
            table.act(time_out(table.state, seat))
        else:
            table.act(random_action(table.state, random))
        marks.append((len(table.events), table.state))
    return marks


@settings(max_examples=8, deadline=None)
@given(
    seed=st.integers(0, 2**16),
    game=st.fixed_dictionaries(
        {},
        optional={
            "decks": st.just(1),
            "penetration": st.just(95),
            "surrender": st.sampled_from(["none", "early"]),
            "double_on_natural": st.just(True),
            "even_money": st.just(True),
            "double_for_less": st.just(True),
            "hole": st.just("none"),
        },
    ),
)
def test_L2_replay_of_every_prefix_gives_its_state(seed: int, game: dict[str, Any]) -> None:
    table = Table(FIVE, hands=3, elimination_hands=(2,), limits=limits(100, 5_000), game=game)
    start = table.state
    marks = [(1, start), *every_step(table, Random(seed))]
    events = stored(table.events)
    state = start
    for size in range(1, len(events) + 1):
        # An unfinished step is not counted: the state is that of the last whole one.
        state = next((each for at, each in reversed(marks) if at == size), state)
        if size % 7 == seed % 7 or size == len(events):
            assert replay(events[:size], table.shoes) == state


def test_L2_every_act_of_an_official_is_in_the_events() -> None:
    table = Table(FIVE, hands=4)
    table.do("close_seeds", data={"hashes": {"1": "ab"}, "server_seeds": {"2": "cd"}})
    table.do("open_seeds", data={"opened": [1], "seeds": {"1": "ef"}, "cuts": {"1": 17}})
    table.do("hold", amount=2)
    table.do("correct", 2, -50, text="paid twice")
    table.deal(500)
    table.do("pause", text="fire drill")
    table.do("extend", data={"seconds": 20}, text="noise")
    table.do("resume")
    table.do("sit_out", table.state.to_act[0])
    table.do("come_back", table.state.to_act[0])
    table.stand_all()
    table.deal(500)
    table.do("void", text="misdeal")
    table.do("penalise", 3, text="coaching", data={"minimum_hands": 2})
    table.do("disqualify", 4, text="team play")
    table.deal(500)
    table.stand_all()
    table.do("release")
    table.do("last_hand")
    table.deal(500)
    table.do("disqualify", 5, text="team play")
    table.do("mark_away", 1)
    while not table.state.is_finished:
        to_act = table.state.to_act
        table.act(time_out(table.state, to_act[0]) if to_act else Action("next_hand"))
    assert replay(stored(table.events), table.shoes) == table.state


def test_R1_the_seeds_are_sealed_until_their_shoe_is_revealed() -> None:
    table = Table(FIVE)
    [closed] = table.do("close_seeds", data={"hashes": {"1": "ab"}, "server_seeds": {"2": "cd"}})
    [opened] = table.do("open_seeds", data={"opened": [1], "seeds": {"1": "ef"}, "cuts": {"1": 17}})
    assert (closed.public(), closed.secret()) == ({"hashes": {"1": "ab"}}, {"server_seeds": {"2": "cd"}})
    assert (opened.public(), opened.secret_to) == ({"opened": [1]}, None)
    assert opened.secret() == {"seeds": {"1": "ef"}, "cuts": {"1": 17}}


@pytest.mark.parametrize("change", ["amount", "card", "dropped", "swapped", "illegal"])
def test_L2_a_changed_log_is_found(change: str) -> None:
    table = Table(FIVE, "TS TH TC TD JS 9C 7S 7H 7C 7D 8S 9D", limits=limits(100, 5_000))
    table.deal(500)
    table.stand_all()
    events = stored(table.events)
    bet = next(at for at, event in enumerate(events) if isinstance(event, BetPlaced))
    card = next(at for at, event in enumerate(events) if isinstance(event, CardDealt))
    if change == "amount":
        events[bet] = replace(events[bet], amount=600)
    elif change == "illegal":
        events[bet] = replace(events[bet], amount=60_000)
    elif change == "card":
        events[card] = replace(events[card], card="2S")
    elif change == "dropped":
        del events[card]
    else:
        events[card], events[card + 1] = events[card + 1], events[card]
    with pytest.raises(ReplayMismatch) as mismatch:
        replay(events, table.shoes)
    assert mismatch.value.seq >= bet + 1


@pytest.mark.parametrize("events", [[], [CardDealt(to=0, card="2S")]])
def test_a_log_begins_with_the_opening_of_its_table(events: list[Any]) -> None:
    with pytest.raises(ReplayMismatch):
        replay(events, Table(FIVE).shoes)


def test_a_step_changes_nothing_it_was_given() -> None:
    table = Table(FIVE)
    table.do("next_hand")
    before, kept = table.state, table.state.to_json()
    step(before, Action("bet", 1, 500), table.shoes)
    assert before.to_json() == kept


def test_L2_answers_to_early_surrender_and_even_money_are_in_the_events() -> None:
    table = Table(
        {1: 25_000, 2: 25_000, 3: 25_000},
        "TS AH TC AD 6S KD 7C 9C",
        game={"even_money": True, "surrender": "early"},
    )
    table.deal(500)
    table.play("surrender", "continue")
    table.do("even_money", 2)
    table.do("insure", 3)
    assert replay(stored(table.events), table.shoes) == table.state
