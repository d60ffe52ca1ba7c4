"""Two worlds: the same public play with another secret looks the same to everybody else (V2-V5, V11)."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blackjack import Action, legal_actions, open_table, step, view
from blackjack.events import Event, SecretRevealed
from blackjack.stacked import StackedShoes
from blackjack.state import TableState
from tests.blackjack.tables import Table, limits, table_rules

OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "hole": st.sampled_from(["none", "peek"]),
        "surrender": st.sampled_from(["none", "late"]),
        "double_for_less": st.booleans(),
        "split_for_less": st.booleans(),
        "insurance_partial": st.booleans(),
        "even_money": st.booleans(),
        "double_on_natural": st.booleans(),
        "split_by": st.just("value"),
        "max_ace_splits": st.sampled_from([1, 4]),
        "bj_loss": st.sampled_from(["all", "original"]),
    },
)


def public(events: tuple[Event, ...]) -> str:
    """What everybody learns from some events before the first reveal, as the bytes that are sent."""
    rows = []
    for event in events:
        if isinstance(event, SecretRevealed):
            break
        rows.append([event.kind, event.hand, event.seat, event.public(), sorted(event.hidden)])
    return json.dumps(rows)


class Worlds:
    """Two tables with the same cards in which one seat bets secretly, another amount in each."""

    def __init__(
        self, seats: int, secret_seat: int, amounts: tuple[int, int], seed: int, **rules: Any
    ) -> None:
        frozen = table_rules(limits=limits(100, 20_000), **rules)
        self.shoes = StackedShoes("", secret=str(seed).encode())
        stacks = [(seat, 10_000) for seat in range(1, seats + 1)]
        state, _ = open_table(frozen, stacks, button=1, commitment="")
        self.states = (state, state)
        self.secret_seat = secret_seat
        self.act(Action("next_hand"), Action("next_hand"))
        for seat in range(1, seats + 1):
            if seat == secret_seat:
                self.act(*(Action("bet", seat, amount, secret=True) for amount in amounts))
            else:
                self.act(*[Action("bet", seat, 200 * seat)] * 2)

    def act(self, first: Action, second: Action) -> None:
        """Take a step in both worlds and compare what the others get."""
        made = [
            step(state, action, self.shoes)
            for state, action in zip(self.states, (first, second), strict=True)
        ]
        assert public(made[0][1]) == public(made[1][1])
        self.states = (made[0][0], made[1][0])
        if self.playing:
            self.compare_views()

    @property
    def playing(self) -> bool:
        return self.states[0].phase in ("betting", "surrender", "insurance", "playing")

    def compare_views(self) -> None:
        others = [None, *(seat.number for seat in self.states[0].seats if seat.number != self.secret_seat)]
        for viewer in others:
            assert json.dumps(view(self.states[0], viewer)) == json.dumps(view(self.states[1], viewer))

    def play_on(self, random: Random) -> None:
        """Random decisions that both worlds allow, to the end of the hand."""
        while self.playing:
            seat = random.choice(self.states[0].to_act)
            first, second = (legal_actions(state, seat) for state in self.states)
            kinds = sorted(set(first) & set(second) - {"sit_out", "come_back"})
            kind = random.choice(kinds)
            self.act(
                self.chosen(kind, seat, first[kind], random), self.chosen(kind, seat, second[kind], random)
            )

    def chosen(self, kind: str, seat: int, bounds: dict[str, Any], random: Random) -> Action:
        """The secret seat's amounts may differ between the worlds, nobody else's may."""
        if "minimum" not in bounds:
            return Action(kind, seat)
        most = bounds["maximum"]
        amount = random.randint(bounds["minimum"], most) if seat == self.secret_seat else most
        return Action(kind, seat, amount)


@settings(max_examples=40, deadline=None)
@given(
    seats=st.integers(2, 5),
    which=st.integers(0, 4),
    amounts=st.tuples(*[st.sampled_from([100, 101, 2_500, 5_000, 7_313, 10_000])] * 2),
    seed=st.integers(0, 2**16),
    game=OPTIONS,
    hides=st.sampled_from(["all", "bet"]),
)
def test_V11_nothing_sent_to_others_depends_on_a_secret_bet(
    seats: int, which: int, amounts: tuple[int, int], seed: int, game: dict[str, Any], hides: str
) -> None:
    worlds = Worlds(seats, which % seats + 1, amounts, seed, game=game, secret_hides=hides)
    worlds.play_on(Random(seed))


def test_V2_a_seat_without_chips_for_it_is_asked_about_insurance_all_the_same() -> None:
    table = Table({1: 10_000, 2: 10_000}, "TS TH AC 9D 7S 9C", limits=limits(100, 20_000))
    table.do("next_hand")
    table.do("bet", 1, 10_000, secret=True)
    table.do("bet", 2, 10_000)
    assert table.state.to_act == (1,)  # the open all-in is not asked: everybody knows it has nothing
    assert table.legal(1) == ["decline"]


@pytest.mark.parametrize(("hides", "how"), [("all", "stood"), ("bet", "surrendered")])
def test_V2_a_surrender_with_a_secret_bet_reads_as_a_stand(hides: str, how: str) -> None:
    def after(kind: str) -> tuple[str, TableState]:
        table = Table(
            {1: 10_000, 2: 10_000}, "TS TH 9C 6D 7S 9C", limits=limits(100, 20_000), secret_hides=hides
        )
        table.do("next_hand")
        table.do("bet", 1, 5_000, secret=True)
        table.do("bet", 2, 100)
        events = table.do(kind, 1)
        return public(events), table.state

    surrendered, stood = after("surrender"), after("stand")
    assert view(surrendered[1], 2)["seats"][0]["hands"][0]["how"] == how
    assert (surrendered[0] == stood[0]) is (hides == "all")
    assert (view(surrendered[1], 2) == view(stood[1], 2)) is (hides == "all")
    assert view(surrendered[1], 1)["me"]["stack"] == 7_500


def test_V3_a_natural_with_a_secret_bet_is_paid_in_view_only_at_the_settlement() -> None:
    table = Table({1: 10_000, 2: 10_000}, "AS TH 9C KD 7S 9C", limits=limits(100, 20_000))
    table.do("next_hand")
    table.do("bet", 1, 4_000, secret=True)
    table.do("bet", 2, 100)
    assert table.stacks()[1] == 16_000
    shown = table.shown(1, 2)
    assert (shown["stack"], shown["count"]) == (10_000, 10_000)
    assert (shown["hands"][0]["how"], shown["hands"][0]["result"]) == ("natural", None)
    assert table.shown(1, 1)["hands"][0]["result"] == 6_000
    table.do("stand", 2)
    assert table.shown(1, 2)["stack"] == 16_000


def test_V4_the_hole_card_is_in_no_view_and_no_public_half() -> None:
    worlds = []
    for hole in ("9C", "8H"):
        table = Table({1: 10_000, 2: 10_000}, f"TS TH 9C 6D 7S {hole}")
        table.deal(500)
        assert table.view(1)["dealer"] == {
            "cards": ["9C", "??"],
            "total": 9,
            "soft": False,
            "blackjack": False,
            "peeked": False,
            "bust": False,
        }
        hidden = next(event for event in table.events if event.secret() == {"card": hole})
        assert hidden.secret_to is None
        worlds.append((public(tuple(table.events[1:])), [table.view(viewer) for viewer in (None, 1, 2)]))
    assert worlds[0] == worlds[1]


def test_V12_canary_no_public_figure_holds_the_secret_amount_before_the_reveal() -> None:
    table = Table({1: 25_000, 2: 25_000, 3: 25_000}, "TS TH TC 9C 6D 7S 9D 9H", limits=limits(100, 25_000))
    table.do("next_hand")
    table.do("bet", 1, 500)
    table.do("bet", 2, 7_313, secret=True)
    table.do("bet", 3, 500)
    sent = json.dumps([event.public() for event in table.events])
    sent += json.dumps([table.view(viewer) for viewer in (None, 1, 3)])
    for canary in (7_313, 25_000 - 7_313, 7_313 // 2):
        assert str(canary) not in sent
    assert "7313" in json.dumps(table.view(2))
