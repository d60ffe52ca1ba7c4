"""Does a structure add up? How many tables and rounds a field needs, and who can go on from each."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.format.plans import RoundPlan
from tournaments.format.seating import spread, table_count
from tournaments.format.sentences import Sentence, gettext_noop
from tournaments.format.structures import Structure

_EVERYBODY_GOES_ON = gettext_noop(
    "With {entries} entries, {advance} players would go on from a table of {size} in round {round}, "
    "and nobody would be out there."
)
_TOO_MANY_WILDCARDS = gettext_noop(
    "With {entries} entries, round {round} has {wildcards} wildcards for only {left} players "
    "who would not go on."
)
_TOO_MANY_COUNTS = gettext_noop("There are more such numbers of entries: {count} of them, up to {last}.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """One round as a field of some size plays it; `advance` places of each table go on, 1 in the final."""

    number: int
    players: int
    table_count: int
    advance: int
    wildcards: int
    is_final: bool
    plan: RoundPlan

    @property
    def tables(self) -> tuple[int, ...]:
        """Players at each table, table 1 first."""
        return spread(self.players, self.table_count)

    @property
    def smallest_table(self) -> int:
        """Players at the smallest table."""
        return self.players // self.table_count

    @property
    def going_on(self) -> int:
        """How many players the next round has, 1 after the final; fewer only where kept chips run out."""
        return self.table_count * self.advance + self.wildcards


def advance_per_table(players: int, seats: int, wildcards: int = 0) -> int:
    """How many go on from each table where the organiser leaves it open (tournaments.md 1).

    One table is the final. With more tables than seats the first two of each go on; otherwise the next round
    is to be the final, and each table sends as many as fit in, at most two. No table sends everybody.
    """
    tables = table_count(players, seats)
    if tables == 1:
        return 1
    fitting = 2 if tables > seats else (seats - wildcards) // tables
    return max(1, min(2, fitting, players // tables - 1))


def round_for(structure: Structure, number: int, players: int) -> Round:
    """Round `number` as it is played by `players` (at least 2); with a single table it is the final.

    A plan that would let a whole table go on, or more wildcards than there are, is cut to what is possible.
    """
    tables = table_count(players, structure.seats)
    if tables == 1:
        return Round(
            number=number,
            players=players,
            table_count=1,
            advance=1,
            wildcards=0,
            is_final=True,
            plan=structure.final,
        )
    plan = structure.plan_of(number)
    advance = plan.advance or advance_per_table(players, structure.seats, plan.wildcards)
    advance = min(advance, players // tables - 1)
    return Round(
        number=number,
        players=players,
        table_count=tables,
        advance=advance,
        wildcards=min(plan.wildcards, players - tables * advance - 1),
        is_final=False,
        plan=plan,
    )


def outline(structure: Structure, entries: int) -> tuple[Round, ...]:
    """All rounds of a field of `entries` (at least 2), the final last.

    >>> [(each.table_count, each.advance) for each in outline(Structure(), 63)]
    [(9, 2), (3, 2), (1, 1)]
    """
    rounds = [round_for(structure, 1, entries)]
    while not rounds[-1].is_final:
        rounds.append(round_for(structure, len(rounds) + 1, rounds[-1].going_on))
    return tuple(rounds)


def check(structure: Structure) -> list[Sentence]:
    """Why the structure does not add up for some field between minimum and capacity; empty when it does.

    The first such number is explained; a second sentence says how many more there are.
    """
    sound: set[tuple[int, int]] = set()
    first: Sentence | None = None
    others = last = 0
    for entries in range(structure.min_entries, structure.capacity + 1):
        fault = _fault(structure, entries, sound)
        if fault is not None and first is None:
            first = fault
        elif fault is not None:
            others, last = others + 1, entries
    if first is None:
        return []
    more = [Sentence(_TOO_MANY_COUNTS, {"count": others, "last": last})] if others else []
    return [first, *more]


def _fault(structure: Structure, entries: int, sound: set[tuple[int, int]]) -> Sentence | None:
    """What had to be cut for that many entries, as a sentence.

    Fields of different sizes meet in later rounds: `sound` are the (plan, players) known to add up.
    """
    passed: set[tuple[int, int]] = set()
    each = round_for(structure, 1, entries)
    while not each.is_final:
        stage = (min(each.number, len(structure.plans)), each.players)
        if stage in sound:
            break
        passed.add(stage)
        if each.plan.advance is not None and each.plan.advance > each.advance:
            values = {"advance": each.plan.advance, "size": each.smallest_table, "round": each.number}
            return Sentence(_EVERYBODY_GOES_ON, {"entries": entries, **values})
        if each.plan.wildcards > each.wildcards:
            left = each.players - each.table_count * each.advance
            values = {"wildcards": each.plan.wildcards, "left": left, "round": each.number}
            return Sentence(_TOO_MANY_WILDCARDS, {"entries": entries, **values})
        each = round_for(structure, each.number + 1, each.going_on)
    sound |= passed
    return None
