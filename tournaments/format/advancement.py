"""Who goes on from a round and with what chips, and the final ranking with its shared places."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from tournaments.format.plans import RoundPlan

#: `draw-v1` with the secret already chosen: (label, count) -> a permutation of range(count).
Lots = Callable[[str, int], Sequence[int]]

#: Causes after which a seat can neither go on nor be a wildcard.
_GONE = frozenset({"disqualified", "withdrawn"})


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatResult:
    """How one entry left its table: whole chips at that moment, `out_hand` None when it played to the end.

    `chips_before_hand` is the stack at the start of the hand it went out in, or of the table's last hand.
    """

    entry_number: int
    seat: int
    place: int
    out_hand: int | None
    chips: int
    chips_before_hand: int
    cause: str = ""

    @property
    def may_go_on(self) -> bool:
        """False for a player who was disqualified or withdrew during the round."""
        return self.cause not in _GONE


@dataclass(frozen=True, slots=True)
class TableResult:
    """A finished table: its number in the round and its seats in any order; places are the table's own."""

    number: int
    seats: tuple[SeatResult, ...]

    def by_place(self) -> list[SeatResult]:
        """The seats, the best first."""
        return sorted(self.seats, key=lambda seat: seat.place)


@dataclass(frozen=True, slots=True)
class GoesOn:
    """An entry of the next round, its starting stack, and how it got there.

    `how` is `place` (its own place at the table), `passed_on` (a better place was not usable) or `wildcard`.
    """

    entry_number: int
    stack: int
    how: str


@dataclass(frozen=True, slots=True)
class Advancement:
    """What a closed round leads to: who goes on and who is eliminated, both by entry number."""

    on: tuple[GoesOn, ...]
    out: tuple[int, ...]


def close_round(
    tables: Sequence[TableResult],
    *,
    advance: int,
    next_plan: RoundPlan,
    wildcards: int = 0,
    wildcards_by: str = "count",
    lots: Lots,
    label: str,
) -> Advancement:
    """Decides who goes on from a round that is not the final (tournaments.md 1 and scenarios 13-15).

    The first `advance` places of each table go on. Where chips are kept, a place whose seat could not bet in
    the next round passes to the next place of that table, else it stays empty. `wildcards` more are taken
    from all the others by `wildcards_by`: `count`, equal counts by the chips before the last hand and then by
    lot, or `lots`. `label` is the draw's label, `<tournament>/round/<n>/wildcards`.
    """
    chosen: dict[int, GoesOn] = {}
    for table in tables:
        able = [seat for seat in table.by_place() if can_start(seat, next_plan)]
        for seat in able[:advance]:
            how = "place" if seat.place <= advance else "passed_on"
            chosen[seat.entry_number] = GoesOn(seat.entry_number, next_stack(seat.chips, next_plan), how)
    rest = [
        seat
        for table in tables
        for seat in table.seats
        if seat.entry_number not in chosen and can_start(seat, next_plan)
    ]
    for seat in choose_wildcards(rest, wildcards, wildcards_by, lots, label):
        chosen[seat.entry_number] = GoesOn(seat.entry_number, next_stack(seat.chips, next_plan), "wildcard")
    everyone = {seat.entry_number for table in tables for seat in table.seats}
    return Advancement(
        on=tuple(chosen[number] for number in sorted(chosen)), out=tuple(sorted(everyone - chosen.keys()))
    )


def next_stack(chips: int, plan: RoundPlan) -> int:
    """The stack that a player who goes on with `chips` has at the start of a round played by `plan`."""
    if plan.chips == "equal":
        return plan.stack
    if plan.chips == "keep_floor":
        return max(chips, plan.floor)
    return chips


def can_start(seat: SeatResult, plan: RoundPlan) -> bool:
    """True when the seat may go on into a round played by `plan`: with kept chips it needs enough for a bet.

    A floor lifts whoever still has a chip; it brings nobody back who has none.
    """
    if not seat.may_go_on:
        return False
    return plan.chips == "equal" or (seat.chips > 0 and next_stack(seat.chips, plan) >= plan.minimum)


def choose_wildcards(
    seats: Iterable[SeatResult], count: int, by: str, lots: Lots, label: str
) -> list[SeatResult]:
    """Up to `count` of `seats`, the best chip counts first (scenario 14) or by lot among all of them.

    Lots are drawn only for those who are equal at the cut: by chips, then chips before the last hand.
    """

    def count_key(seat: SeatResult) -> tuple[int, int]:
        return (-seat.chips, -seat.chips_before_hand) if by == "count" else (0, 0)

    listed = sorted(seats, key=lambda seat: (count_key(seat), seat.entry_number))
    chosen: list[SeatResult] = []
    for _, group in groupby(listed, key=count_key):
        equal = list(group)
        free = count - len(chosen)
        if len(equal) > free > 0:
            equal = [equal[index] for index in lots(label, len(equal))]
        chosen += equal[: max(0, free)]
    return chosen


@dataclass(frozen=True, slots=True)
class RoundResult:
    """The tables of one round that are finished, for the ranking."""

    number: int
    tables: tuple[TableResult, ...]


@dataclass(frozen=True, slots=True)
class Ranked:
    """One entry in the ranking; `place` is None where the player has a better entry (re-entered)."""

    entry_number: int
    place: int | None
    shared: bool
    round_number: int
    disqualified: bool = False

    @property
    def label(self) -> str:
        """The place as it is shown: `3`, `12=` where it is shared, empty for a re-entered entry."""
        if self.place is None:
            return ""
        return f"{self.place}=" if self.shared else str(self.place)


@dataclass(frozen=True, slots=True)
class _Exit:
    """An entry's last table, as the ranking key needs it."""

    seat: SeatResult
    round_number: int
    table_number: int
    alone: bool  # the only table of its round, whose places decide

    @property
    def key(self) -> tuple[int, ...]:
        """Smaller is better: the final ranking key of tournaments.md 3, without what only one table knows."""
        seat = self.seat
        last_in_round = seat.cause == "disqualified"
        if self.alone:
            return (-self.round_number, last_in_round, seat.place)
        return (
            -self.round_number,
            last_in_round,
            seat.out_hand is not None,
            -(seat.out_hand or 0),
            -seat.chips,
            -seat.chips_before_hand,
        )


def ranking(
    rounds: Iterable[RoundResult],
    *,
    players: Mapping[int, Hashable] | None = None,
    still_in: Collection[int] = (),
) -> tuple[Ranked, ...]:
    """The ranking of all entries that are out (or of all, after the final), best first.

    Order: round reached, played to the end before out, later hand before earlier, more chips, more chips at
    the start of that hand. Equal players of one table are in its order; equal players of several tables share
    the place (scenario 17). A round of one table has that table's order. Disqualified players are last in
    their round. `players` says whose an entry is, by entry number: the best entry of a player has his place,
    the others follow at the end without one. `still_in` are the entries that are still playing: places begin
    below them, and other entries of their players have none.
    """
    exits = _last_tables(rounds, frozenset(still_in))
    owner = players or {}
    placed_players: set[Hashable] = {owner.get(number, number) for number in still_in}
    best: list[_Exit] = []
    re_entered: list[_Exit] = []
    for each in sorted(exits, key=lambda exit_: (exit_.key, exit_.seat.place, exit_.seat.entry_number)):
        number = each.seat.entry_number
        player = owner.get(number, number)
        (re_entered if player in placed_players else best).append(each)
        placed_players.add(player)
    ranked: list[Ranked] = []
    place = 1 + len({owner.get(number, number) for number in still_in})
    for _, group in groupby(best, key=lambda exit_: exit_.key):
        equal = list(group)
        several_tables = len({exit_.table_number for exit_ in equal}) > 1
        for index, each in enumerate(equal):
            own = place if several_tables else place + index
            ranked.append(_ranked(each, own, several_tables))
        place += len(equal)
    return tuple(ranked + [_ranked(each, None, False) for each in re_entered])


def _last_tables(rounds: Iterable[RoundResult], still_in: frozenset[int]) -> list[_Exit]:
    """The last table of every entry that is not playing any more."""
    last: dict[int, _Exit] = {}
    for round_ in sorted(rounds, key=lambda result: result.number):
        alone = len(round_.tables) == 1
        for table in round_.tables:
            for seat in table.seats:
                last[seat.entry_number] = _Exit(seat, round_.number, table.number, alone)
    return [exit_ for number, exit_ in last.items() if number not in still_in]


def _ranked(exit_: _Exit, place: int | None, shared: bool) -> Ranked:
    return Ranked(
        entry_number=exit_.seat.entry_number,
        place=place,
        shared=shared,
        round_number=exit_.round_number,
        disqualified=exit_.seat.cause == "disqualified",
    )
