"""A table at one moment: immutable, JSON in and out, without the cards that are still to come."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, Protocol

from blackjack import casino_layout as k
from blackjack.events import Event
from blackjack.table_rules import TableRules, rules_from

PHASES = ("seating", "opening", "betting", "surrender", "insurance", "playing", "between", "finished")
DECISIONS = ("betting", "surrender", "insurance", "playing")
PLAY = ("surrender", "insurance", "playing")  # cards lie on the table


class Shoes(Protocol):
    """Where cards and lots come from: committed randomness at a live table, stacked text in tests."""

    def cards(self, number: int, attempt: int, first_seat: int) -> list[int]:
        """The whole shoe in dealing order, cut by that seat already; not to be changed."""

    def commitment(self, number: int) -> str:
        """What the secret of a shoe is committed to with, as hex."""

    def reveal(self, number: int) -> dict[str, Any]:
        """What is needed to check every attempt of a shoe, as JSON; number 0: the table's master secret."""

    def lots(self, label: str, count: int) -> list[int]:
        """The committed permutation of range(count) for a label of this table, such as tie/8."""


@dataclass(frozen=True, kw_only=True)
class SeatState:
    """A seat: its chips, whether it is in play, its bet in this hand, and how it left.

    `stack` is free chips, the owner's true figure. `change` is the result of the last settled hand.
    `secret_bet` says that this hand's bet was placed secretly, `bet_is_secret` that it still is.
    `forced_minimum` counts hands in which an official allows the minimum only. `distance` is the place in
    acting order of its last hand.
    """

    number: int
    stack: int
    live: bool = True
    away: bool = False
    chips_before_hand: int = 0
    secret_left: int = 0
    bet: int = 0
    pair: int = 0
    secret_bet: bool = False
    bet_is_secret: bool = False
    change: int | None = None
    place: int | None = None
    out_hand: int | None = None
    out_cause: str | None = None
    distance: int = 0
    disqualified: bool = False
    forced_minimum: int = 0

    @property
    def public_stack(self) -> int:
        """The chips others see: those of the start of the hand while a secret bet is open (V3)."""
        return self.chips_before_hand if self.bet_is_secret else self.stack


@dataclass(frozen=True, slots=True, kw_only=True)
class ShoePlace:
    """Where the cards come from: shoe, attempt, the seat that cut it, the next card.

    `removed` are the cards taken out because they lay on the table when the shoe was begun in mid-hand.
    """

    number: int = 0
    attempt: int = 1
    cut_by: int = 0
    position: int = 0
    removed: tuple[int, ...] = ()


@dataclass(frozen=True, kw_only=True)
class TableState:
    """One round at one table.

    `order` is the acting order of the hand, `kernel` the casino kernel's ints of it (kept until the next
    hand, for the view), `shoe` the shoe at the start of the hand while one is in play. `bank` is the house's
    side: seats + open bets + bank = `issued` (C1). `before` is the table before the hand that may still be
    voided, `start` the same for the hand that begins; `attempts` the attempts used of such hands,
    `dealt_from` the shoe and attempt of the one that may be voided, `shoe_due` those of the one to be dealt
    again. `unrevealed` are shoes begun whose secret is not shown yet. `last` is the hand an official called
    the last one, `held` the hand after which the table waits.
    """

    rules: TableRules
    phase: str
    hand: int = 0
    attempt: int = 0
    button: int
    seats: tuple[SeatState, ...]
    to_act: tuple[int, ...] = ()
    order: tuple[int, ...] = ()
    kernel: tuple[int, ...] = ()
    shoe: ShoePlace = ShoePlace()
    shoe_due: tuple[int, int] | None = None
    shoes_begun: int = 0
    unrevealed: tuple[int, ...] = ()
    issued: int
    bank: int = 0
    paused: bool = False
    held: int | None = None
    last: int | None = None
    attempts: tuple[tuple[int, int], ...] = ()
    before: TableState | None = None
    start: TableState | None = None
    dealt_from: tuple[int, int] | None = None

    @property
    def is_finished(self) -> bool:
        """Whether the places are final."""
        return self.phase == "finished"

    @property
    def is_held(self) -> bool:
        """Whether the table waits for the tournament before its next hand."""
        return self.held is not None and self.phase == "between" and self.hand >= self.held

    @property
    def last_hand(self) -> int:
        """The number of the last hand."""
        return min(self.rules.hands, self.last or self.rules.hands)

    @property
    def is_elimination(self) -> bool:
        """Whether the present hand ends with a cut."""
        return self.hand in self.rules.elimination_hands and self.hand < self.last_hand

    def seat(self, number: int) -> SeatState:
        """The seat of that number; KeyError when there is none."""
        for seat in self.seats:
            if seat.number == number:
                return seat
        raise KeyError(number)

    def live(self) -> list[SeatState]:
        """The seats still in play, in seat order."""
        return [seat for seat in self.seats if seat.live]

    def open_bets(self, number: int) -> int:
        """All chips of a seat that lie on the table."""
        seat = self.seat(number)
        if self.phase == "betting":
            return seat.bet + seat.pair
        return open_chips(self.kernel, self.order.index(number), self.rules) if number in self._dealt else 0

    def chips_check(self) -> bool:
        """Whether seats + open bets + bank are the chips issued (C1) and none of them is below zero (C2)."""
        on_table = sum(seat.stack + self.open_bets(seat.number) for seat in self.seats)
        return on_table + self.bank == self.issued and all(seat.stack >= 0 for seat in self.seats)

    @property
    def _dealt(self) -> tuple[int, ...]:
        return self.order if self.phase in PLAY else ()

    def results(self) -> list[dict[str, Any]]:
        """One row per seat, best place first, once the table is finished."""
        if not self.is_finished:
            raise ValueError("The table is not finished.")
        rows = [
            {
                "seat": seat.number,
                "place": seat.place,
                "out_hand": seat.out_hand,
                "chips": seat.stack,
                "chips_before_hand": seat.chips_before_hand,
                "distance": seat.distance,
                "cause": seat.out_cause,
                "disqualified": seat.disqualified,
            }
            for seat in self.seats
        ]
        return sorted(rows, key=lambda row: row["place"])

    def to_json(self) -> dict[str, Any]:
        """All of it as JSON; without the undealt cards."""
        return {"rules": self.rules.as_json, **_plain(self)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> TableState:
        """The state that `to_json` took apart."""
        return _state_from(
            {name: value for name, value in data.items() if name != "rules"}, rules_from(data["rules"])
        )


class Draft:
    """One step in the making: the state so far and the events so far."""

    def __init__(self, state: TableState, shoes: Shoes) -> None:
        self.state = state
        self.shoes = shoes
        self.events: list[Event] = []

    def put(self, **changes: Any) -> None:
        """Change fields of the table."""
        self.state = replace(self.state, **changes)

    def put_seat(self, number: int, **changes: Any) -> None:
        """Change fields of one seat."""
        seats = tuple(
            replace(seat, **changes) if seat.number == number else seat for seat in self.state.seats
        )
        self.put(seats=seats)

    def tell(self, event: Event) -> None:
        """Add what happened."""
        self.events.append(event)


def open_chips(kernel: Sequence[int], index: int, rules: TableRules) -> int:
    """The chips of the seat at `index` of the acting order that are neither won nor lost yet."""
    at = k.seat_at(index)
    chips = 0
    for hand in range(kernel[at + k.HANDS]):
        block = k.hand_at(index, hand)
        if kernel[block + k.STATUS] < k.S_BUST:
            chips += kernel[block + k.STAKE]
    # With a hole card the insurance is settled at the peek, which ends the insurance phase.
    if kernel[k.PHASE] == k.P_INSURANCE or rules.game.hole != "peek":
        chips += kernel[at + k.INSURANCE]
    return chips


_SEAT_FIELDS = tuple(field.name for field in fields(SeatState))
_PLAIN_FIELDS = tuple(
    field.name
    for field in fields(TableState)
    if field.name not in ("rules", "seats", "kernel", "shoe", "before", "start")
)


def _plain(state: TableState) -> dict[str, Any]:
    values = state.__dict__
    shoe = state.shoe
    data: dict[str, Any] = {name: values[name] for name in _PLAIN_FIELDS}
    for name in ("to_act", "order", "unrevealed"):
        data[name] = list(data[name])
    data["attempts"] = [list(pair) for pair in state.attempts]
    for name in ("shoe_due", "dealt_from"):
        data[name] = list(data[name]) if data[name] else None
    data["seats"] = [[seat.__dict__[name] for name in _SEAT_FIELDS] for seat in state.seats]
    data["kernel"] = _folded(state.kernel)
    data["shoe"] = [shoe.number, shoe.attempt, shoe.cut_by, shoe.position, list(shoe.removed)]
    data["before"] = _plain(state.before) if state.before else None
    data["start"] = _plain(state.start) if state.start else None
    return data


def _state_from(data: Mapping[str, Any], rules: TableRules) -> TableState:
    values: dict[str, Any] = {name: data[name] for name in _PLAIN_FIELDS}
    for name in ("to_act", "order", "unrevealed"):
        values[name] = tuple(values[name])
    values["attempts"] = tuple((hand, attempt) for hand, attempt in data["attempts"])
    for name in ("shoe_due", "dealt_from"):
        values[name] = tuple(values[name]) if values[name] else None
    values["seats"] = tuple(SeatState(**dict(zip(_SEAT_FIELDS, each, strict=True))) for each in data["seats"])
    values["kernel"] = _unfolded(data["kernel"])
    number, attempt, cut_by, position, removed = data["shoe"]
    values["shoe"] = ShoePlace(
        number=number, attempt=attempt, cut_by=cut_by, position=position, removed=tuple(removed)
    )
    for name in ("before", "start"):
        values[name] = _state_from(data[name], rules) if data[name] else None
    return TableState(rules=rules, **values)


def _folded(kernel: tuple[int, ...]) -> list[list[int]]:
    """The kernel's blocks without the zeros they end with: the header with the dealer, then the seats."""
    if not kernel:
        return []
    blocks = [_trimmed(kernel, 0, k.SEATS_AT)]
    for index in range(kernel[k.SEAT_COUNT]):
        at = k.seat_at(index)
        used = k.HANDS_AT + kernel[at + k.HANDS] * k.HAND_SIZE
        blocks.append(_trimmed(kernel, at, at + used))
    return blocks


def _trimmed(kernel: tuple[int, ...], start: int, end: int) -> list[int]:
    while end > start and not kernel[end - 1]:
        end -= 1
    return list(kernel[start:end])


def _unfolded(blocks: Sequence[Sequence[int]]) -> tuple[int, ...]:
    if not blocks:
        return ()
    sizes = [k.SEATS_AT] + [k.SEAT_SIZE] * (len(blocks) - 1)
    kernel: list[int] = []
    for block, size in zip(blocks, sizes, strict=True):
        kernel += block
        kernel += [0] * (size - len(block))
    return tuple(kernel)
