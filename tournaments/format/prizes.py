"""What the places pay: shares of the pool by field size, left-over cents, shared places, refunds.

Everything is in whole cents. Each share is cut to whole cents and all left-over cents go to the first place;
equal parts get one odd cent each by lowest entry number (invariants.md M4).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import zip_longest
from typing import Protocol

_TOP_SEVEN = (
    Fraction(35),
    Fraction(25),
    Fraction(25, 2),
    Fraction(10),
    Fraction(15, 2),
    Fraction(5),
    Fraction(5),
)


@dataclass(frozen=True, slots=True)
class Payout:
    """Shares of the pool in per cent, first place first, for up to `up_to` paid entries (None: any)."""

    shares: tuple[Fraction, ...]
    up_to: int | None = None


#: The published pay-out table (tournaments.md 4); beyond its last row see `published_shares`.
PUBLISHED = (
    Payout(tuple(map(Fraction, (60, 40))), 8),
    Payout(tuple(map(Fraction, (50, 30, 20))), 25),
    Payout(tuple(map(Fraction, (41, 24, 15, 10, 7, 3))), 63),
    Payout(_TOP_SEVEN, 120),
)


def published_shares(entries: int) -> tuple[Fraction, ...]:
    """The published shares in per cent for that many paid entries, first place first; they sum to 100.

    Over 120 entries a tenth of the field is paid (rounded up): the first seven share 80 % in the proportions
    of the row for 120, the others 20 % equally.
    """
    for row in PUBLISHED:
        if row.up_to is not None and entries <= row.up_to:
            return row.shares
    others = -(-entries // 10) - len(_TOP_SEVEN)
    return tuple(share * Fraction(4, 5) for share in _TOP_SEVEN) + (Fraction(20, others),) * others


def shares_for(payouts: Sequence[Payout], entries: int) -> tuple[Fraction, ...]:
    """The shares in per cent of the first row that covers `entries`; no rows mean the published table."""
    for row in payouts:
        if row.up_to is None or entries <= row.up_to:
            return row.shares
    return published_shares(entries)


@dataclass(frozen=True, slots=True)
class Pool:
    """Where the money of a prize pool comes from: the players, money added by the house, and its overlay."""

    collected_cents: int
    added_cents: int = 0
    overlay_cents: int = 0

    @property
    def total_cents(self) -> int:
        """What the shares are shares of."""
        return self.collected_cents + self.added_cents + self.overlay_cents


def pool(collected_cents: int, *, added_cents: int = 0, guarantee_cents: int = 0) -> Pool:
    """The pool for what players put in: the house adds `added_cents` and what the guarantee still lacks."""
    overlay = max(0, guarantee_cents - collected_cents - added_cents)
    return Pool(collected_cents, added_cents, overlay)


def amounts(pool_cents: int, shares: Sequence[Fraction], fixed_cents: Sequence[int] = ()) -> tuple[int, ...]:
    """The prize of each place in cents, first place first: its share of the pool plus its fixed prize.

    `shares` are per cent and sum to 100; the sum of the result is the pool and all fixed prizes, exactly.
    """
    cut = [pool_cents * share // 100 for share in shares]
    if cut:
        cut[0] += pool_cents - sum(cut)
    return tuple(share + fixed for share, fixed in zip_longest(cut, fixed_cents, fillvalue=0))


def split_equally(cents: int, entries: Iterable[int]) -> dict[int, int]:
    """`cents` in equal parts by entry number; the odd cents go one each to the lowest entry numbers."""
    numbers = sorted(entries)
    if not numbers:
        return {}
    part, odd = divmod(cents, len(numbers))
    return {number: part + (index < odd) for index, number in enumerate(numbers)}


class Placed(Protocol):
    """What `pay` must know of a player in the ranking; `advancement.Ranked` has it."""

    @property
    def entry_number(self) -> int:
        """The number of the entry that holds the place."""

    @property
    def place(self) -> int | None:
        """The place from 1, the best one where places are shared; None for an entry without place."""

    @property
    def disqualified(self) -> bool:
        """True where the place carries no prize."""


def pay(amounts_cents: Sequence[int], ranking: Iterable[Placed]) -> dict[int, int]:
    """The prize of each entry that wins one, in cents, by entry number.

    Players who share a place share the prizes of all the places they take up. Prizes that nobody can take
    (fewer players than paid places, a disqualified player's place) go to the first place, so everything is
    paid whenever the first place is taken.
    """
    holders: dict[int, list[Placed]] = {}
    for each in ranking:
        if each.place is not None:
            holders.setdefault(each.place, []).append(each)
    prizes: dict[int, int] = {}
    for place, sharing in holders.items():
        worth = sum(amounts_cents[place - 1 : place - 1 + len(sharing)])
        entitled = [each.entry_number for each in sharing if not each.disqualified]
        prizes.update(split_equally(worth, entitled))
    champions = [each.entry_number for each in holders.get(1, []) if not each.disqualified]
    for number, cents in split_equally(sum(amounts_cents) - sum(prizes.values()), champions).items():
        prizes[number] += cents
    return {number: cents for number, cents in prizes.items() if cents}


@dataclass(frozen=True, slots=True)
class Paid:
    """What one entry paid in, and what of it was given back already."""

    entry_number: int
    buy_in_cents: int
    fee_cents: int = 0
    refunded_cents: int = 0


def refunds(payments: Iterable[Paid]) -> dict[int, int]:
    """Cancelled before the start: every entry gets back all it paid, less what it got back before (M5)."""
    due = {paid.entry_number: paid.buy_in_cents + paid.fee_cents - paid.refunded_cents for paid in payments}
    return {number: cents for number, cents in due.items() if cents > 0}


@dataclass(frozen=True, slots=True)
class Abandonment:
    """What is paid after a cancellation in mid-tournament: prizes and refunds in cents by entry number."""

    prizes: Mapping[int, int]
    refunds: Mapping[int, int]


def abandonment(
    *,
    rounds_closed: int,
    payments: Iterable[Paid],
    amounts_cents: Sequence[int],
    fixed: Iterable[Placed],
    remaining: Iterable[int],
) -> Abandonment:
    """What is paid when a tournament is cancelled after its start. The published rule, in words:

    As long as no round has been closed, every entry gets back all it paid, the fee included, and no prize is
    paid. Once a round has been closed, the fees stay with the house, places already fixed keep their prizes,
    and the prizes of all open places are put together and divided equally among the players still in; odd
    cents go one each to the lowest entry numbers. A place is fixed when its round is closed; in the final, as
    soon as the player is out. Who is out at a table of an unfinished earlier round counts as still in.

    `fixed` are the ranked players with their places (from the number still in + 1 downwards), `remaining` the
    entry numbers of the players still in, `amounts_cents` the prize list of the whole pool.
    """
    if rounds_closed == 0:
        return Abandonment({}, refunds(payments))
    prizes = pay(amounts_cents, fixed)
    still_in = list(remaining)
    open_cents = sum(amounts_cents) - sum(prizes.values())
    shared = split_equally(open_cents, still_in)
    return Abandonment(prizes | {number: cents for number, cents in shared.items() if cents}, {})
