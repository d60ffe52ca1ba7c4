"""Builders for tests of a table: one played by words from stacked cards, and games of random legal play."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from blackjack import (
    ELIMINATION,
    Action,
    Event,
    Limits,
    Refused,
    TableRules,
    TableState,
    event_from,
    legal_actions,
    open_table,
    step,
    view,
)
from blackjack.events import HandStarted
from blackjack.stacked import StackedShoes


def table_rules(**fields: Any) -> TableRules:
    """Rules with 500 to 25,000 a bet; `game` may be a dict of options."""
    options = fields.pop("game", {})
    fields.setdefault("hands", 30)
    fields.setdefault("elimination_hands", ())
    return TableRules(game=ELIMINATION.with_options(options), **fields)


def limits(minimum: int, maximum: int, step: int = 1) -> tuple[Limits, ...]:
    """The same limits in all hands."""
    return (Limits(1, minimum, maximum, step),)


class Table:
    """A table in play: every step is taken by `act`, checked for C1 and C2, and its events are kept."""

    def __init__(
        self,
        seats: dict[int, int],
        *cards: str,
        button: int | None = None,
        shoes: StackedShoes | None = None,
        **rules: Any,
    ) -> None:
        self.rules = table_rules(**rules)
        self.shoes = shoes or StackedShoes(*cards, decks=self.rules.game.decks)
        self.state, opened = open_table(
            self.rules, list(seats.items()), button=button or min(seats), commitment=self.shoes.commitment(0)
        )
        self.events: list[Event] = list(opened)

    def act(self, action: Action) -> tuple[Event, ...]:
        self.state, events = step(self.state, action, self.shoes)
        assert self.state.chips_check(), action
        self.events += events
        return events

    def do(
        self, kind: str, seat: int | None = None, amount: int | None = None, **more: Any
    ) -> tuple[Event, ...]:
        return self.act(Action(kind, seat, amount, **more))

    def deal(self, *bets: int) -> None:
        """Start a hand and place bets in acting order; fewer bets than seats: the last one for the rest."""
        self.do("next_hand")
        placed = list(bets)
        while self.state.phase == "betting":
            self.do("bet", self.state.to_act[0], placed.pop(0) if len(placed) > 1 else placed[0])

    def play(self, *kinds: str) -> None:
        """Decisions of whoever is to act, one after the other."""
        for kind in kinds:
            self.do(kind, self.state.to_act[0])

    def stand_all(self) -> None:
        """Finish the hand: nobody insures, takes a card or adds a chip."""
        while self.state.phase in ("surrender", "insurance", "playing"):
            legal = legal_actions(self.state, self.state.to_act[0])
            self.play(next(kind for kind in ("decline", "continue", "stand") if kind in legal))

    def stacks(self) -> dict[int, int]:
        return {seat.number: seat.stack for seat in self.state.seats}

    def outs(self) -> dict[int, tuple[int | None, str | None]]:
        """Place and cause of those who are out."""
        return {seat.number: (seat.place, seat.out_cause) for seat in self.state.seats if not seat.live}

    def legal(self, seat: int) -> list[str]:
        """The decisions open to a seat, sorted."""
        return sorted(set(legal_actions(self.state, seat)) - {"sit_out", "come_back"})

    def view(self, viewer: int | None = None) -> dict[str, Any]:
        return view(self.state, viewer)

    def shown(self, seat: int, viewer: int | None = None) -> dict[str, Any]:
        """What a viewer sees of a seat."""
        return next(each for each in self.view(viewer)["seats"] if each["seat"] == seat)

    def of(self, kind: type[Event]) -> list[Any]:
        return [event for event in self.events if isinstance(event, kind)]

    def buttons(self) -> list[int]:
        return [event.button for event in self.of(HandStarted)]


def refused(
    table: Table, kind: str, seat: int | None = None, amount: Any = None, **more: Any
) -> tuple[type, str]:
    before = table.state
    with pytest.raises(Refused) as refusal:
        table.do(kind, seat, amount, **more)
    assert table.state is before
    assert str(refusal.value)
    return type(refusal.value), refusal.value.code


def stored(events: list[Event]) -> list[Event]:
    """Events as they come back from a log: taken apart, written as JSON, put together."""
    return [
        event_from(
            event.kind,
            event.hand,
            event.seat,
            json.loads(json.dumps(event.public())),
            json.loads(json.dumps(event.secret())),
        )
        for event in events
    ]


def random_action(state: TableState, random: Random) -> Action:
    """A legal action of whoever is to act, or what the clock does."""
    if not state.to_act:
        return Action("next_hand")
    seat = random.choice(state.to_act)
    legal = legal_actions(state, seat)
    kind = random.choice(sorted(set(legal) - {"sit_out", "come_back"}))
    bounds = legal[kind]
    if kind == "bet":
        most = (bounds["maximum"] - bounds["minimum"]) // bounds["step"]
        amount = bounds["minimum"] + random.randint(0, most) * bounds["step"]
        if random.random() < 0.7:
            amount = min(amount, bounds["minimum"] * random.randint(1, 8))
        if random.random() < 0.05:
            amount = bounds["maximum"]
        return Action(kind, seat, amount, secret=bounds["secret"] and random.random() < 0.4)
    if "minimum" in bounds:
        return Action(kind, seat, random.randint(bounds["minimum"], bounds["maximum"]))
    return Action(kind, seat)


def random_play(table: Table, random: Random) -> Iterator[TableState]:
    """Random legal play to the end of the round: the state after each step."""
    while not table.state.is_finished:
        table.act(random_action(table.state, random))
        yield table.state
