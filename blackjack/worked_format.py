"""The format of worked hands (games.md 0): how one hand is read and checked before it is played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from blackjack import casino_layout, chinese_layout
from blackjack.cards import CardError, parse_card
from blackjack.rules import GameRules, RulesError, rules_of

FORMAT = 1
# What a hand dealt too few cards is dealt from there on, so that the kernel always comes to an end.
PADDING = (9,) * 512

_HAND_KEYS = {"id", "game", "title", "options", "banker", "seats", "shoe", "actions", "expect"}
_ACTION_KEYS = {"seat", "action", "hand", "seats", "amount", "legal", "by"}
_EXPECT_KEYS = {"deltas", "hands", "dealer", "multipliers", "void"}


class WorkedHandError(ValueError):
    """A file of worked hands that cannot be read; the text is a sentence naming the place."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat of a worked hand; the stack is that before any bet."""

    number: int
    stack: int
    bet: int
    pair: int


@dataclass(frozen=True, slots=True)
class Hand:
    """A worked hand whose form is right; in games C and D the last seat is the banker's."""

    id: str
    rules: GameRules
    seats: tuple[Seat, ...]
    shoe: tuple[int, ...]
    actions: tuple[Mapping[str, Any], ...]
    expect: Mapping[str, Any]

    def position(self, seat: int) -> int:
        """The kernel's index of a seat number."""
        return [each.number for each in self.seats].index(seat)


def has_banker(game: str) -> bool:
    """Whether a game is one of those in which a player banks: C and D."""
    return game in ("chinese", "kampung")


def read_hand(name: str, hand: Mapping[str, Any]) -> Hand:
    """Check the form of one hand, so that playing it cannot stumble; raises `WorkedHandError`."""
    known_keys(hand, _HAND_KEYS, name)
    try:
        rules = rules_of(hand["game"]).with_options(an_object(hand.get("options", {}), f"{name}: options"))
        shoe = tuple(parse_card(card) for card in a_list(hand.get("shoe"), f"{name}: shoe"))
    except (RulesError, CardError) as error:
        raise WorkedHandError(f"{name}: {error}") from error
    seats = _read_seats(name, rules, hand)
    if len(shoe) > 52 * rules.decks or any(shoe.count(card) > rules.decks for card in shoe):
        raise WorkedHandError(f"{name}: the shoe holds more cards than {rules.decks} decks have.")
    numbers = [seat.number for seat in seats]
    actions = tuple(
        _read_action(f"{name}: action {place}", rules.game, numbers, item)
        for place, item in enumerate(a_list(hand.get("actions"), f"{name}: actions"), start=1)
    )
    expect = an_object(hand.get("expect"), f"{name}: expect")
    known_keys(expect, _EXPECT_KEYS, f"{name}: expect")
    if not {"deltas", "hands", "dealer"} <= set(expect):
        raise WorkedHandError(f"{name}: expect must have deltas, hands and dealer.")
    return Hand(name, rules, seats, shoe, actions, expect)


def _read_seats(name: str, rules: GameRules, hand: Mapping[str, Any]) -> tuple[Seat, ...]:
    banker = None
    low, high = 1, casino_layout.MAX_SEATS
    if has_banker(rules.game):
        banker = a_whole(hand.get("banker"), f"{name}: banker", low=1)
        low, high = 2, chinese_layout.MAX_SEATS_A_DECK * rules.decks
    seats = tuple(
        _read_seat(name, rules, banker, item) for item in a_list(hand.get("seats"), f"{name}: seats")
    )
    numbers = [seat.number for seat in seats]
    if not low <= len(seats) <= high or len(set(numbers)) != len(numbers):
        raise WorkedHandError(f"{name}: a hand has {low} to {high} seats, each with a number of its own.")
    if banker is not None and numbers[-1] != banker:
        raise WorkedHandError(f"{name}: the banker must be the last seat, not seat {banker}.")
    return seats


def _read_seat(name: str, rules: GameRules, banker: int | None, item: object) -> Seat:
    seat = an_object(item, f"{name}: a seat")
    known_keys(seat, {"seat", "stack", "bet", "pair"}, f"{name}: a seat")
    number = a_whole(seat.get("seat"), f"{name}: seat", low=1)
    read = Seat(
        number,
        a_whole(seat.get("stack"), f"{name}: stack of seat {number}"),
        a_whole(seat.get("bet"), f"{name}: bet of seat {number}", low=0 if number == banker else 1),
        a_whole(seat.get("pair", 0), f"{name}: pair bet of seat {number}"),
    )
    if number == banker and read.bet:
        raise WorkedHandError(f"{name}: the banker places no bet.")
    if read.bet + read.pair > read.stack:
        raise WorkedHandError(f"{name}: seat {number} bets more than its stack of {read.stack}.")
    if read.pair and (has_banker(rules.game) or rules.pair_bet is False):
        raise WorkedHandError(f"{name}: these rules have no pair bet.")
    return read


def _read_action(where: str, game: str, seats: Sequence[int], item: object) -> Mapping[str, Any]:
    action = an_object(item, where)
    known_keys(action, _ACTION_KEYS, where)
    if a_whole(action.get("seat"), f"{where}: seat", low=1) not in seats:
        raise WorkedHandError(f"{where}: seat {action['seat']} does not play.")
    words = chinese_layout.ACTIONS if has_banker(game) else casino_layout.ACTIONS
    if action.get("action") not in words:
        raise WorkedHandError(f"{where}: {action.get('action')!r:.40} is none of {', '.join(words)}.")
    a_whole(action.get("hand", 0), f"{where}: hand")
    a_whole(action.get("amount", 1), f"{where}: amount", low=1)
    if action.get("by", "auto") != "auto":
        raise WorkedHandError(f"{where}: by can only be auto.")
    if ("seats" in action) != (action["action"] == "open"):
        raise WorkedHandError(f"{where}: seats are named to open, and only then.")
    for seat in a_list(action.get("seats", []), f"{where}: seats"):
        if seat not in seats:
            raise WorkedHandError(f"{where}: seat {seat!r:.40} does not play.")
    return action


def an_object(value: object, what: str) -> Mapping[str, Any]:
    """The value if it is an object; raises `WorkedHandError`."""
    if not isinstance(value, dict):
        raise WorkedHandError(f"{what} must be an object, not {value!r:.40}.")
    return value


def a_list(value: object, what: str) -> list[Any]:
    """The value if it is a list; raises `WorkedHandError`."""
    if not isinstance(value, list):
        raise WorkedHandError(f"{what} must be a list, not {value!r:.40}.")
    return value


def a_text(value: object, what: str) -> str:
    """The value if it is a printable text; raises `WorkedHandError`."""
    if not isinstance(value, str) or not value.isprintable():
        raise WorkedHandError(f"{what} must be a text, not {value!r:.40}.")
    return value


def a_whole(value: object, what: str, low: int = 0) -> int:
    """The value if it is a whole number from `low` on; raises `WorkedHandError`."""
    if type(value) is not int or value < low:
        raise WorkedHandError(f"{what} must be a whole number from {low}, not {value!r:.40}.")
    return value


def known_keys(item: Mapping[str, Any], known: set[str], where: str) -> None:
    """Raise `WorkedHandError` for a key that means nothing."""
    unknown = sorted(set(item) - known)
    if unknown:
        raise WorkedHandError(f"{where} has an unknown key {unknown[0]!r:.40}.")
