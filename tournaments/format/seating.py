"""Who sits where: table sizes, the seat draw, the first button, late seats, and the labels of every draw.

All of it is `draw-v1` of fairness.md: the same secret and label always give the same order, and anybody can
check it once the secret is revealed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from blackjack.shoe import draw


@dataclass(frozen=True, slots=True, order=True)
class Seating:
    """One line of a draw sheet; tables and seats count from 1."""

    table: int
    seat: int
    entry_number: int


def table_count(players: int, seats: int) -> int:
    """The fewest tables of `seats` seats that hold `players`."""
    return -(-players // seats)


def table_sizes(players: int, seats: int) -> tuple[int, ...]:
    """Players at each table, table 1 first; sizes differ by at most one (scenario 24).

    >>> table_sizes(22, 7)
    (6, 6, 5, 5)
    """
    return spread(players, table_count(players, seats))


def spread(players: int, tables: int) -> tuple[int, ...]:
    """`players` as even as can be over `tables`, the larger tables first."""
    size, larger = divmod(players, tables) if tables else (0, 0)
    return (size + 1,) * larger + (size,) * (tables - larger)


def draw_seats(secret: bytes, label: str, entry_numbers: Iterable[int], seats: int) -> tuple[Seating, ...]:
    """The draw sheet of a round, by table and seat: entries sit down round and round the tables as drawn."""
    entries = sorted(entry_numbers)
    tables = table_count(len(entries), seats)
    sheet = [
        Seating(turn % tables + 1, turn // tables + 1, entries[drawn])
        for turn, drawn in enumerate(draw(secret, label, len(entries)))
    ]
    return tuple(sorted(sheet))


def first_button(secret: bytes, label: str, occupied: Iterable[int]) -> int:
    """The seat that has the button in hand 1: one of the `occupied` seat numbers."""
    seats = sorted(occupied)
    return seats[draw(secret, label, len(seats))[0]]


def late_seat(secret: bytes, label: str, free: Iterable[tuple[int, int]]) -> tuple[int, int]:
    """The (table, seat) of a late entry, drawn from the free ones."""
    places = sorted(free)
    return places[draw(secret, label, len(places))[0]]


def seats_label(tournament: str, round_number: int) -> str:
    """The label of a round's seat draw; `tournament` is the public id."""
    return f"{tournament}/round/{round_number}/seats"


def lots_prefix(tournament: str, round_number: int, table: int) -> str:
    """What the labels of all draws at one table begin with: `tie/8`, `high-card/8` follow."""
    return f"{tournament}/round/{round_number}/table/{table}/"


def button_label(tournament: str, round_number: int, table: int) -> str:
    """The label of the draw of a table's first button."""
    return f"{lots_prefix(tournament, round_number, table)}button"


def wildcards_label(tournament: str, round_number: int) -> str:
    """The label of a round's draw of wildcards."""
    return f"{tournament}/round/{round_number}/wildcards"


def late_label(tournament: str, round_number: int, entry_number: int) -> str:
    """The label of the draw of a late entry's seat."""
    return f"{tournament}/round/{round_number}/late/{entry_number}"
