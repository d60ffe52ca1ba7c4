"""The bank of games C and D: who banks the next deal, how orbits are counted, and how much may be bet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from blackjack.rules import GameRules

# What a double ace takes where it is an ordinary 21 worth three (`double_ace=triple`).
_TRIPLE = 3


@dataclass(frozen=True, slots=True)
class Place:
    """A place at the table as it is between two deals; `live` until its seat is out of the game."""

    seat: int
    stack: int
    live: bool = True
    away: bool = False


@dataclass(frozen=True, slots=True)
class Bank:
    """Who banks, and what has been counted (games.md 5.3).

    `first` is the place drawn for the table's first banker, where every orbit begins and ends. `rounds` and
    `won` are the counted rounds of this term and those of them in which the banker gained chips. `orbits` are
    the completed ones.
    """

    first: int
    seat: int
    rounds: int = 0
    won: int = 0
    orbits: int = 0


def open_bank(rules: GameRules, first: int, places: Sequence[Place], minimum: int) -> Bank:
    """The bank of a table's first deal: that of the seat drawn, or of the next that may bank."""
    return next_bank(rules, Bank(first, first), places, minimum)


def counted(bank: Bank, change: int) -> Bank:
    """The bank after a deal in which the banker's stack changed by `change`; a void deal does not count."""
    return replace(bank, rounds=bank.rounds + 1, won=bank.won + (change > 0))


def may_bank(place: Place, others: int, minimum: int) -> bool:
    """Whether a seat has the chips to bank against that many others: a minimum bet for each."""
    return place.stack >= minimum * others


def is_served(rules: GameRules, bank: Bank) -> bool:
    """Whether the banker's term is over (`bank_rotation`)."""
    if rules.bank_rotation == "fixed":
        return False
    if rules.bank_rotation == "every_round":
        return bank.rounds >= 1
    if rules.bank_rotation == "winning_rounds":
        return bank.won >= rules.bank_rounds or bank.rounds >= rules.bank_max_rounds
    return bank.rounds >= rules.bank_rounds


def next_bank(rules: GameRules, bank: Bank, places: Sequence[Place], minimum: int) -> Bank:
    """The bank of the next deal (games.md 5.3).

    `places` are all places of the table clockwise, those out of the game too, with at least one live seat.
    The bank stays until the term is over. It passes over seats that are out, away or short of chips, which
    count as served, and a new term begins. If no seat present can bank, the largest stack does, of equal ones
    the next clockwise. An orbit is complete when the bank comes back to its first place or passes it.
    """
    size = len(places)
    at = [place.seat for place in places].index(bank.seat)
    # Steps clockwise, from the present banker if the term goes on, else with the present banker last.
    start = 1 if is_served(rules, bank) else 0
    steps = range(start, start + size)
    live = [step for step in steps if places[(at + step) % size].live]
    present = [step for step in live if not places[(at + step) % size].away] or live
    able = [step for step in present if may_bank(places[(at + step) % size], len(live) - 1, minimum)]
    chosen = able[0] if able else max(present, key=lambda step: places[(at + step) % size].stack)
    if chosen == 0:
        return bank
    passed = [places[(at + step) % size].seat for step in range(1, chosen + 1)]
    return Bank(bank.first, passed[-1], orbits=bank.orbits + (bank.first in passed))


def largest_loss(rules: GameRules) -> int:
    """The most stakes a player may lose on one hand; a licence penalty apart, which the stack caps."""
    aces = {"ban_ban": rules.ban_ban_mult, "triple": _TRIPLE}.get(rules.double_ace, 1)
    fives = (rules.five_card_mult, rules.five_card_21_mult, rules.five_bust_mult)
    return max(aces, rules.blackjack_mult, rules.banker_21_mult, *fives)


def bet_cap(rules: GameRules, *, stack: int, bank: int, placed: int) -> int:
    """The most a player may bet by `max_bet` and `bank_limit`, apart from the table's own maximum.

    `bank` is the banker's stack and `placed` the chips of those who have bet before: first bettors first.
    """
    cap = stack // largest_loss(rules) if rules.max_bet == "reserve" else stack
    if rules.bank_limit == "bank":
        cap = min(cap, max(bank - placed, 0))
    return cap
