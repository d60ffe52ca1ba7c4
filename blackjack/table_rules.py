"""The frozen rules of one round at one table: all that its end depends on, checked when they are made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any

from blackjack.casino_layout import pack
from blackjack.rules import GameRules, RulesError

LARGEST = 10**12  # chips, C2
TIE_RULES = ("start_of_hand", "position", "all_stay", "all_go", "high_card", "lots", "earlier_bettor")
SECONDS = (
    "decide_seconds",
    "decide_elimination_seconds",
    "between_seconds",
    "between_elimination_seconds",
    "seat_seconds",
    "open_seconds",
    "away_seconds",
)


@dataclass(frozen=True, slots=True)
class Limits:
    """The bets allowed from a hand on: whole chips, `maximum` 0 for none, `step` the smallest chip."""

    from_hand: int
    minimum: int
    maximum: int
    step: int

    def to_json(self) -> dict[str, int]:
        """The four numbers by name."""
        return {name: getattr(self, name) for name in _LIMITS}


_LIMITS = ("from_hand", "minimum", "maximum", "step")


@dataclass(frozen=True, kw_only=True)
class TableRules:
    """One round at one table (tournaments.md 1-3). Raises `RulesError` when something cannot be.

    `hands` to play; `elimination_hands` ascending and below the last; `cut` seats go on each ("half": half of
    those who began the hand), or `quota[k]` seats stay after the k-th. `tie` is tried from the left, and
    position decides what it leaves open. `advance` seats go on to the next round and an elimination hand
    never cuts below that; in the final it is 1. `chips` says what the next round starts with, which decides
    whether a round may end early. `limits` are in force from their hand on. `secret_bets` are rights per seat
    and round.
    """

    game: GameRules
    hands: int = 30
    elimination_hands: tuple[int, ...] = (8, 16, 25)
    cut: int | str = 1
    quota: tuple[int, ...] = ()
    bust_and_lowest: bool = False
    tie: tuple[str, ...] = ("start_of_hand", "position")
    advance: int = 1
    is_final: bool = False
    chips: str = "equal"
    early_end: bool = True
    limits: tuple[Limits, ...] = (Limits(1, 500, 25_000, 5),)
    allow_short: bool = False
    secret_bets: int = 1
    secret_from_hand: int = 1
    secret_last_hand_only: bool = False
    secret_reveal: str = "settlement"  # noqa: S105  a bet, not a password
    secret_hides: str = "all"  # noqa: S105  a bet, not a password
    decide_seconds: int = 45
    decide_elimination_seconds: int = 45
    between_seconds: int = 5
    between_elimination_seconds: int = 10
    seat_seconds: int = 15
    open_seconds: int = 5
    away_seconds: int = 2

    def __post_init__(self) -> None:
        _check_game(self.game)
        _check_numbers(self)
        _check_eliminations(self)
        _check_limits(self.limits)
        if self.game.rounding == "even_bets" and any(each.step % 2 for each in self.limits):
            raise RulesError("Bets that must be even need an even step.")
        _choice("chips", self.chips, "equal", "keep")
        _choice("secret_reveal", self.secret_reveal, "settlement", "own_hand")
        _choice("secret_hides", self.secret_hides, "all", "bet")

    def limits_at(self, hand: int) -> Limits:
        """The limits in force at a hand."""
        return max(
            (limits for limits in self.limits if limits.from_hand <= hand), key=lambda it: it.from_hand
        )

    def quota_after(self, hand: int) -> int | None:
        """How many seats may be left after this elimination hand, when a quota says so."""
        index = self.elimination_hands.index(hand)
        return self.quota[index] if index < len(self.quota) else None

    @cached_property
    def packed(self) -> list[int]:
        """The rules of the game in the kernel's form."""
        return pack(self.game)

    @cached_property
    def as_json(self) -> dict[str, Any]:
        """The same as `to_json`, made once: not to be changed."""
        values: dict[str, Any] = {field.name: getattr(self, field.name) for field in fields(self)}
        for name in ("elimination_hands", "quota", "tie"):
            values[name] = list(values[name])
        values["limits"] = [limits.to_json() for limits in self.limits]
        return values | {"game": self.game.to_json()}

    def to_json(self) -> dict[str, Any]:
        """All fields by name as JSON, so that a later change of a default cannot touch rules in force."""
        return dict(self.as_json)

    @classmethod
    def from_json(cls, data: object) -> TableRules:
        """Rules from such an object; fields left out have their default. Raises `RulesError`."""
        if not isinstance(data, Mapping):
            raise RulesError("Table rules are an object of names and values.")
        names = {field.name for field in fields(cls)}
        for name in data:
            if name not in names:
                raise RulesError("Table rules have no field {name}.", name=f"{name!r:.60}")
        values: dict[str, Any] = dict(data)
        values["game"] = GameRules.from_json(data.get("game"))
        for name in ("elimination_hands", "quota", "tie"):
            if name in values:
                values[name] = tuple(_listed(name, values[name]))
        if "limits" in values:
            values["limits"] = tuple(_limits_from(each) for each in _listed("limits", values["limits"]))
        return cls(**values)


def _listed(name: str, value: object) -> list[Any]:
    if not isinstance(value, list | tuple):
        raise RulesError("{name} must be a list.", name=name)
    return list(value)


def _limits_from(value: object) -> Limits:
    if not isinstance(value, Mapping) or set(value) != set(_LIMITS):
        raise RulesError("Limits have the fields from_hand, minimum, maximum and step.")
    return Limits(**{name: value[name] for name in _LIMITS})


def _choice(name: str, value: object, *choices: str) -> None:
    if value not in choices:
        raise RulesError("{name} must be {choices}.", name=name, choices=" or ".join(choices))


def _whole(name: str, value: object, low: int, high: int) -> int:
    if type(value) is not int or not low <= value <= high:
        raise RulesError("{name} must be a whole number from {low} to {high}.", name=name, low=low, high=high)
    return value


def _check_game(game: object) -> None:
    if not isinstance(game, GameRules) or game.game not in ("casino", "elimination"):
        raise RulesError("A table is played by the casino or the elimination game.")


def _check_numbers(rules: TableRules) -> None:
    _whole("hands", rules.hands, 1, 1000)
    _whole("advance", rules.advance, 1, 7)
    _whole("secret_bets", rules.secret_bets, 0, 1000)
    _whole("secret_from_hand", rules.secret_from_hand, 1, 1000)
    for name in SECONDS:
        _whole(name, getattr(rules, name), 0, 3600)
    for name in ("bust_and_lowest", "is_final", "early_end", "allow_short", "secret_last_hand_only"):
        if not isinstance(getattr(rules, name), bool):
            raise RulesError("{name} must be true or false.", name=name)
    if rules.is_final and rules.advance != 1:
        raise RulesError("Nobody goes on from a final: advance must be 1.")


def _check_eliminations(rules: TableRules) -> None:
    hands = [_whole("elimination_hands", hand, 1, 1000) for hand in rules.elimination_hands]
    if hands != sorted(set(hands)) or (hands and hands[-1] >= rules.hands):
        raise RulesError(
            "elimination_hands must be ascending and below the last hand, which is counted anyway."
        )
    if rules.cut != "half":
        _whole("cut", rules.cut, 1, 6)
    quota = [_whole("quota", left, 1, 7) for left in rules.quota]
    if len(quota) > len(hands) or quota != sorted(quota, reverse=True):
        raise RulesError("quota must fall, with at most one number for each elimination hand.")
    if not rules.tie or any(rule not in TIE_RULES for rule in rules.tie):
        raise RulesError("tie must be a list of {choices}.", choices=", ".join(TIE_RULES))


def _check_limits(limits: tuple[Limits, ...]) -> None:
    starts = [_whole("limits.from_hand", each.from_hand, 1, 1000) for each in limits]
    if not starts or starts[0] != 1 or starts != sorted(set(starts)):
        raise RulesError("limits must begin with hand 1 and ascend.")
    for each in limits:
        step = _whole("limits.step", each.step, 1, LARGEST)
        minimum = _whole("limits.minimum", each.minimum, 1, LARGEST)
        maximum = _whole("limits.maximum", each.maximum, 0, LARGEST)
        if maximum and maximum < minimum:
            raise RulesError("The maximum bet must not be below the minimum.")
        if minimum % step or maximum % step:
            raise RulesError("The minimum and the maximum bet must be multiples of the step.")


def rules_from(data: dict[str, Any]) -> TableRules:
    """`TableRules.from_json` for JSON that `to_json` made: the shared object when it was read before."""
    key = repr(data)
    if key not in _READ:
        if len(_READ) >= 256:
            _READ.clear()
        _READ[key] = TableRules.from_json(data)
    return _READ[key]


_READ: dict[str, TableRules] = {}
