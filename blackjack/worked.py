"""Files of worked hands (games.md 0): how they are read, played and compared."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from blackjack import casino_layout as k
from blackjack.cards import CardError, cards_text, parse_card
from blackjack.casino import apply, bounds, deal, legal, settle
from blackjack.rules import GAMES, GameRules, RulesError, rules_of
from blackjack.strategy import absent_action

FORMAT = 1
PLAYED_GAMES = ("casino", "elimination")

_HAND_KEYS = {"id", "game", "title", "options", "banker", "seats", "shoe", "actions", "expect"}
_ACTION_KEYS = {"seat", "action", "hand", "seats", "amount", "legal", "by"}
_EXPECT_KEYS = {"deltas", "hands", "dealer", "multipliers", "void"}
# What a hand dealt too few cards is dealt from there on, so that the kernel always comes to an end.
_PADDING = [9] * 512


class WorkedHandError(ValueError):
    """A file of worked hands that cannot be read; the text is a sentence naming the place."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one worked hand went: `failures` are sentences, `skipped` that its game has no kernel yet."""

    id: str
    game: str
    title: str
    failures: tuple[str, ...] = ()
    skipped: bool = False


@dataclass(frozen=True, slots=True)
class _Seat:
    number: int
    stack: int
    bet: int
    pair: int


@dataclass(frozen=True, slots=True)
class _Hand:
    id: str
    rules: GameRules
    seats: tuple[_Seat, ...]
    shoe: tuple[int, ...]
    actions: tuple[Mapping[str, Any], ...]
    expect: Mapping[str, Any]

    def position(self, seat: int) -> int:
        """The kernel's index of a seat number."""
        return [each.number for each in self.seats].index(seat)


def play_file(path: Path, game: str | None = None) -> list[Outcome]:
    """Play the worked hands of a file, or those of one game; raises `WorkedHandError` or `OSError`."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as error:
        raise WorkedHandError(f"{path} is not a JSON text: {error}") from error
    return play_hands(data, game)


def play_hands(data: object, game: str | None = None) -> list[Outcome]:
    """Play the worked hands of a decoded file, or those of one game; raises `WorkedHandError`."""
    document = _object(data, "The file")
    if document.get("format") != FORMAT or isinstance(document["format"], bool):
        raise WorkedHandError(f"The format is {document.get('format')!r:.40}; only format {FORMAT} is known.")
    outcomes = []
    for number, item in enumerate(_list(document.get("hands"), "hands"), start=1):
        hand = _object(item, f"Hand {number}")
        name = _text(hand.get("id"), f"The id of hand {number}")
        played = _text(hand.get("game"), f"{name}: game")
        title = _text(hand.get("title", ""), f"{name}: title")
        if played not in GAMES:
            raise WorkedHandError(f"{name}: {played!r:.40} is no game; the games are {', '.join(GAMES)}.")
        if game not in (None, played):
            continue
        if played in PLAYED_GAMES:
            outcomes.append(Outcome(name, played, title, tuple(_play(_read(name, hand)))))
        else:
            outcomes.append(Outcome(name, played, title, skipped=True))
    return outcomes


def _read(name: str, hand: Mapping[str, Any]) -> _Hand:
    """Check the form of one hand of game A or B, so that playing it cannot stumble."""
    _known_keys(hand, _HAND_KEYS, name)
    try:
        rules = rules_of(hand["game"]).with_options(_object(hand.get("options", {}), f"{name}: options"))
        shoe = tuple(parse_card(card) for card in _list(hand.get("shoe"), f"{name}: shoe"))
    except (RulesError, CardError) as error:
        raise WorkedHandError(f"{name}: {error}") from error
    seats = tuple(_read_seat(name, rules, item) for item in _list(hand.get("seats"), f"{name}: seats"))
    numbers = [seat.number for seat in seats]
    if not 1 <= len(seats) <= k.MAX_SEATS or len(set(numbers)) != len(numbers):
        raise WorkedHandError(f"{name}: a hand has 1 to {k.MAX_SEATS} seats, each with a number of its own.")
    if len(shoe) > 52 * rules.decks or any(shoe.count(card) > rules.decks for card in shoe):
        raise WorkedHandError(f"{name}: the shoe holds more cards than {rules.decks} decks have.")
    actions = tuple(
        _read_action(f"{name}: action {place}", numbers, item)
        for place, item in enumerate(_list(hand.get("actions"), f"{name}: actions"), start=1)
    )
    expect = _object(hand.get("expect"), f"{name}: expect")
    _known_keys(expect, _EXPECT_KEYS, f"{name}: expect")
    if not {"deltas", "hands", "dealer"} <= set(expect):
        raise WorkedHandError(f"{name}: expect must have deltas, hands and dealer.")
    return _Hand(name, rules, seats, shoe, actions, expect)


def _read_seat(name: str, rules: GameRules, item: object) -> _Seat:
    seat = _object(item, f"{name}: a seat")
    _known_keys(seat, {"seat", "stack", "bet", "pair"}, f"{name}: a seat")
    number = _whole(seat.get("seat"), f"{name}: seat", low=1)
    read = _Seat(
        number,
        _whole(seat.get("stack"), f"{name}: stack of seat {number}"),
        _whole(seat.get("bet"), f"{name}: bet of seat {number}", low=1),
        _whole(seat.get("pair", 0), f"{name}: pair bet of seat {number}"),
    )
    if read.bet + read.pair > read.stack:
        raise WorkedHandError(f"{name}: seat {number} bets more than its stack of {read.stack}.")
    if read.pair and rules.pair_bet is False:
        raise WorkedHandError(f"{name}: these rules have no pair bet.")
    return read


def _read_action(where: str, seats: Sequence[int], item: object) -> Mapping[str, Any]:
    action = _object(item, where)
    _known_keys(action, _ACTION_KEYS, where)
    if _whole(action.get("seat"), f"{where}: seat", low=1) not in seats:
        raise WorkedHandError(f"{where}: seat {action['seat']} does not play.")
    if action.get("action") not in k.ACTIONS:
        raise WorkedHandError(f"{where}: {action.get('action')!r:.40} is none of {', '.join(k.ACTIONS)}.")
    _whole(action.get("hand", 0), f"{where}: hand")
    _whole(action.get("amount", 1), f"{where}: amount", low=1)
    if action.get("by", "auto") != "auto":
        raise WorkedHandError(f"{where}: by can only be auto.")
    return action


def _play(hand: _Hand) -> list[str]:
    """The ways in which a hand does not go as its file says; empty when it does."""
    packed = k.pack(hand.rules)
    shoe = [*hand.shoe, *_PADDING]
    log = k.new_log()
    state = k.prepare(
        [seat.stack for seat in hand.seats],
        [seat.bet for seat in hand.seats],
        [seat.pair for seat in hand.seats],
    )
    deal(packed, shoe, state, log)
    for place, action in enumerate(hand.actions, start=1):
        failures = _check_action(hand, packed, state, action)
        if failures:
            return [f"action {place}: {failure}" for failure in failures]
        kind = k.ACTIONS.index(action["action"])
        apply(packed, shoe, state, log, hand.position(action["seat"]), kind, action.get("amount", 0))
    if state[k.PHASE] != k.P_DEALER:
        return ["after the last action a seat still has to decide"]
    settle(packed, shoe, state, log)
    return _compare(hand, state)


def _check_action(hand: _Hand, packed: list[int], state: list[int], action: Mapping[str, Any]) -> list[str]:
    seat = hand.position(action["seat"])
    open_actions = k.action_names(legal(packed, state, seat))
    chosen = action["action"]
    if chosen not in open_actions:
        return [f"seat {action['seat']} may not {chosen}; legal: {', '.join(open_actions) or 'nothing'}"]
    failures = []
    if "legal" in action and action["legal"] != open_actions:
        failures.append(f"legal is {open_actions}, expected {action['legal']}")
    in_turn = state[k.TURN_HAND] if state[k.PHASE] == k.P_TURNS else 0
    if action.get("hand", 0) != in_turn:
        failures.append(f"the hand in turn is {in_turn}, expected {action.get('hand', 0)}")
    low, high = bounds(packed, state, seat, k.ACTIONS.index(chosen))
    if not low <= action.get("amount", high) <= high:
        failures.append(f"{chosen} takes {low} to {high} chips, not {action['amount']}")
    if "by" in action:
        cards = k.cards_at(state, k.hand_at(seat, in_turn))
        played = absent_action(hand.rules, cards, state[k.DEALER + k.CARDS] % 13, open_actions)
        if played != chosen:
            failures.append(f"an absent seat is played {played}, expected {chosen}")
    return failures


def _compare(hand: _Hand, state: list[int]) -> list[str]:
    """What differs at the end: chips, cards, and the number of cards dealt."""
    deltas: dict[str, int] = {}
    hands: dict[str, list[list[str]]] = {}
    for position, seat in enumerate(hand.seats):
        deltas[str(seat.number)] = state[k.seat_at(position) + k.STACK] - seat.stack
        count = state[k.seat_at(position) + k.HANDS]
        hands[str(seat.number)] = [
            cards_text(k.cards_at(state, k.hand_at(position, index))) for index in range(count)
        ]
    results = {"deltas": deltas, "hands": hands, "dealer": cards_text(k.cards_at(state, k.DEALER))}
    failures = [
        f"{name} {result}, expected {hand.expect[name]}"
        for name, result in results.items()
        if result != hand.expect[name]
    ]
    if state[k.POINTER] != len(hand.shoe):
        failures.append(f"{state[k.POINTER]} cards were dealt, the shoe has {len(hand.shoe)}")
    return failures


def _object(value: object, what: str) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise WorkedHandError(f"{what} must be an object, not {value!r:.40}.")
    return value


def _list(value: object, what: str) -> list[Any]:
    if not isinstance(value, list):
        raise WorkedHandError(f"{what} must be a list, not {value!r:.40}.")
    return value


def _text(value: object, what: str) -> str:
    if not isinstance(value, str) or not value.isprintable():
        raise WorkedHandError(f"{what} must be a text, not {value!r:.40}.")
    return value


def _whole(value: object, what: str, low: int = 0) -> int:
    if type(value) is not int or value < low:
        raise WorkedHandError(f"{what} must be a whole number from {low}, not {value!r:.40}.")
    return value


def _known_keys(item: Mapping[str, Any], known: set[str], where: str) -> None:
    unknown = sorted(set(item) - known)
    if unknown:
        raise WorkedHandError(f"{where} has an unknown key {unknown[0]!r:.40}.")
