"""Who plays when nobody does: the clock, and three bots."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blackjack import Action, IllegalAction, legal_actions, policies, time_out, view
from blackjack.events import BetPlaced, Doubled, InsuranceTaken, Split
from blackjack.stacked import StackedShoes
from tests.blackjack.tables import Table, limits


def test_nothing_is_played_for_a_seat_that_owes_nothing() -> None:
    table = Table({1: 25_000, 2: 25_000})
    table.do("next_hand")
    with pytest.raises(IllegalAction):
        time_out(table.state, 2)


def test_H4_full_basic_strategy_adds_chips_where_the_table_says_so() -> None:
    table = Table({1: 25_000, 2: 25_000}, "6S TH 6D 5S 9H TC 2H", game={"autoplay": "full_basic_strategy"})
    table.deal(500)
    assert time_out(table.state, 1).kind == "double"


def test_H4_the_bet_of_a_short_stack_is_all_it_has() -> None:
    table = Table({1: 300, 2: 25_000}, allow_short=True, limits=limits(500, 25_000))
    table.do("next_hand")
    assert time_out(table.state, 1).amount == 300


@settings(max_examples=10, deadline=None)
@given(
    seed=st.integers(0, 2**16),
    game=st.fixed_dictionaries(
        {},
        optional={
            "surrender": st.sampled_from(["none", "early", "late"]),
            "double_for_less": st.just(True),
            "insurance_partial": st.just(True),
            "double_on_natural": st.just(True),
            "even_money": st.just(True),
            "max_ace_splits": st.just(4),
            "decks": st.just(1),
        },
    ),
)
def test_bots_always_choose_what_is_open_to_them_and_finish_the_round(
    seed: int, game: dict[str, Any]
) -> None:
    random = Random(seed)
    names = list(policies)
    shoes = StackedShoes("", decks=game.get("decks", 6), secret=str(seed).encode())
    table = Table(
        dict.fromkeys(range(1, 8), 25_000), hands=12, elimination_hands=(4, 8), game=game, shoes=shoes
    )
    while not table.state.is_finished:
        if not table.state.to_act:
            table.do("next_hand")
            continue
        seat = table.state.to_act[0]
        action = policies[names[seat % 3]](view(table.state, seat), lambda label: random.random())
        assert action.kind in legal_actions(table.state, seat)
        table.act(action)


def bets_of(name: str, seed: int) -> list[BetPlaced]:
    """The bets of a table where all seats have one temperament."""
    random = Random(seed)
    table = Table(dict.fromkeys(range(1, 8), 25_000), hands=12, elimination_hands=(4, 8))
    while not table.state.is_finished:
        seat = table.state.to_act[0] if table.state.to_act else None
        draw = lambda label: random.random()  # noqa: E731
        table.act(policies[name](view(table.state, seat), draw) if seat else Action("next_hand"))
    return table.of(BetPlaced)


def test_the_three_temperaments_bet_differently_and_all_use_the_secret_bet() -> None:
    means = {}
    for name in ("tight", "steady", "bold"):
        bets = [bet for seed in range(4) for bet in bets_of(name, seed)]
        means[name] = sum(bet.amount for bet in bets) / len(bets)
        assert any(bet.secret_ for bet in bets)
    assert means["tight"] < means["steady"] < means["bold"]


def test_a_bot_that_would_be_out_chases_before_a_cut() -> None:
    table = Table({1: 25_000, 2: 20_000}, elimination_hands=(1,), advance=1, button=2)
    table.do("next_hand")
    behind = policies["steady"](view(table.state, 2), lambda label: 0.9)
    assert behind.amount is not None
    assert behind.amount >= 0.2 * 20_000
    ahead = Table({1: 25_000, 2: 20_000}, elimination_hands=(1,), advance=1, button=1)
    ahead.do("next_hand")
    calm = policies["steady"](view(ahead.state, 1), lambda label: 0.9)
    assert calm.amount is not None
    assert calm.amount < 0.1 * 25_000


def test_an_absent_seat_never_adds_a_chip() -> None:
    table = Table(dict.fromkeys(range(1, 8), 25_000), shoes=StackedShoes("", secret=b"absent"))
    while not table.state.is_finished:
        to_act = table.state.to_act
        table.act(time_out(table.state, to_act[0]) if to_act else Action("next_hand"))
    assert not table.of(Doubled) + table.of(Split) + table.of(InsuranceTaken)
