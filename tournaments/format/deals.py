"""Deals among the players left: how they may divide the prizes that are still open, to the cent.

A deal needs the consent of all who are left; the places are still played out (tournaments.md 4).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache

from tournaments.format.prizes import split_equally


def equal_deal(open_cents: Sequence[int], chips: Mapping[int, int]) -> dict[int, int]:
    """The open prizes in equal parts; `chips` by entry number says who is left."""
    return split_equally(sum(open_cents), chips)


def chip_chop(open_cents: Sequence[int], chips: Mapping[int, int]) -> dict[int, int]:
    """Everybody the prize of the next to go out, the rest of the money in proportion to the chips."""
    lowest = min(open_cents)
    rest = sum(open_cents) - lowest * len(chips)
    total = sum(chips.values())
    if total == 0:
        return equal_deal(open_cents, chips)
    exact = {number: lowest + Fraction(rest * stack, total) for number, stack in chips.items()}
    return _to_cents(sum(open_cents), exact, chips)


def icm_deal(open_cents: Sequence[int], chips: Mapping[int, int]) -> dict[int, int]:
    """Everybody what his stack is worth when each place is won in proportion to chips (Malmuth-Harville).

    Exact fractions over the sets of players still to be placed, so it is meant for one table (8 players).
    """
    numbers = sorted(chips)

    @cache
    def worth(left: frozenset[int], place: int) -> dict[int, Fraction]:
        """Expected cents of each player in `left` when the places from index `place` on are still open."""
        total = sum(chips[number] for number in left)
        value = dict.fromkeys(left, Fraction(0))
        for winner in left:
            # Without a chip among them all of them are equally likely to be next.
            chance = Fraction(chips[winner], total) if total else Fraction(1, len(left))
            if not chance:
                continue
            value[winner] += chance * open_cents[place]
            for other, cents in worth(left - {winner}, place + 1).items():
                value[other] += chance * cents
        return value

    return _to_cents(sum(open_cents), worth(frozenset(numbers), 0), chips)


DEALS = {"equal": equal_deal, "chips": chip_chop, "icm": icm_deal}


def deal(
    kind: str, open_cents: Sequence[int], chips: Mapping[int, int], held_back_percent: int = 0
) -> tuple[dict[int, int], int]:
    """The parts by entry number under a deal of `kind`, and what is held back in cents for the winner.

    `open_cents` are the prizes of the places still open, first place first, one for each player left;
    `held_back_percent` of their sum is taken from the first prize, at most all of it.
    """
    held_back = min(open_cents[0], sum(open_cents) * held_back_percent // 100)
    to_divide = sorted((open_cents[0] - held_back, *open_cents[1:]), reverse=True)
    return DEALS[kind](to_divide, chips), held_back


def _to_cents(total_cents: int, exact: Mapping[int, Fraction], chips: Mapping[int, int]) -> dict[int, int]:
    """Exact parts cut to whole cents; left-over cents go to whoever leads in chips (lowest entry number)."""
    cut = {number: int(part) for number, part in exact.items()}
    leader = min(chips, key=lambda number: (-chips[number], number))
    cut[leader] += total_cents - sum(cut.values())
    return cut
