"""The plan of a round: everything about its tables that an organiser may set, checked when it is made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from tournaments.format.checks import LARGEST, BadStructure, Checker, is_whole, named_fields, tupled
from tournaments.format.sentences import Sentence, gettext_noop

MOST_HANDS = 500

#: How equal counts are told apart (tournaments.md 3), tried in the order a plan lists them.
TIES = (
    "start_of_hand",
    "position",
    "earlier_bettor",
    "high_card",
    "lots",
    "all_stay",
    "all_go",
    "playoff",
)
CHIPS = ("equal", "keep", "keep_floor")
WILDCARDS = ("count", "lots", "tickets", "runners_up_table")

_ASCENDING = gettext_noop("“{field}” must be in ascending order.")
_BELOW_LAST_HAND = gettext_noop("“{field}” must be below the last hand, {hands}.")
_WITHIN_ROUND = gettext_noop("“{field}” must be a hand of the round, at most {hands}.")
_NOT_BELOW_MINIMUM = gettext_noop("“{field}” must not be below the minimum bet, {minimum}.")
_IN_STEPS = gettext_noop("“{field}” must be a multiple of the bet step, {step}.")
_CUT = gettext_noop("“{field}” must be a whole number from 1 to 6, or “half”.")
_QUOTA = gettext_noop("“{field}” must give one number of players, never a higher one, for each elimination.")
_TIE = gettext_noop("“{field}” must list different rules out of: {choices}.")
_PLAYOFF = gettext_noop("“{field}” must be at least 1 where ties are played off.")
_FLOOR = gettext_noop("“{field}” must be 0 unless chips are kept with a floor.")
_LEVELS = gettext_noop("“{field}” must be a list of limits, each with from_hand, minimum and maximum.")


@dataclass(frozen=True, slots=True)
class Level:
    """Other bet limits from hand `from_hand` on, in chips; `maximum` None means no maximum."""

    from_hand: int
    minimum: int
    maximum: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundPlan:
    """How every table of one round is played; chips are whole chips, `advance` None means computed.

    `chips` says what a player has at the start of this round (in round 1 always `stack`): the equal stack,
    the chips of the round before, or those lifted to `floor`. Defaults are those of tournaments.md 1-3.
    Raises `BadStructure` with a sentence for each field that cannot be so.
    """

    hands: int = 30
    elimination_hands: tuple[int, ...] = (8, 16, 25)
    cut: int | str = 1
    quota: tuple[int, ...] = ()
    bust_and_lowest: bool = False
    knock_out_cards: int = 0
    knock_out_minimums: tuple[int, ...] = ()
    tie: tuple[str, ...] = ("start_of_hand", "position")
    playoff_hands: int = 0
    playoff_stack: int = 0
    early_end: bool = True

    chips: str = "equal"
    stack: int = 25_000
    floor: int = 0
    addon_chips: int = 0
    minimum: int = 500
    maximum: int | None = 25_000
    step: int = 25
    levels: tuple[Level, ...] = ()
    allow_short: bool = False

    secret_bets: int = 1
    secret_from_hand: int = 1
    secret_last_hand_only: bool = False
    secret_reveal: str = "settlement"  # noqa: S105 (a moment, no password)
    secret_hides: str = "all"  # noqa: S105 (what is hidden)

    decide_seconds: int = 45
    decide_elimination_seconds: int = 45

    advance: int | None = None
    wildcards: int = 0
    wildcards_by: str = "count"
    sessions: int = 1
    table_prizes_cents: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        check = Checker()
        if check.whole("hands", self.hands, 1, MOST_HANDS):
            _check_eliminations(check, self)
            _check_secret_bets(check, self)
            _check_chips(check, self)
        _check_ties(check, self)
        _check_clock_and_places(check, self)
        check.done()

    def to_json(self) -> dict[str, Any]:
        """All fields as JSON values; `from_json` reads them back."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: object, base: RoundPlan | None = None) -> RoundPlan:
        """The plan `base` (default: the defaults) with the fields of the object `data` changed.

        Elimination hands that are not stated are those of `base` that still lie below the last hand.
        Raises `BadStructure` for unknown or bad fields.
        """
        given = {name: tupled(value) for name, value in named_fields(cls, data, "plan").items()}
        base = base or cls()
        hands = given.get("hands")
        if is_whole(hands):
            given.setdefault(
                "elimination_hands",
                tuple(hand for hand in base.elimination_hands if hand < hands),
            )
        if "levels" in given:
            given["levels"] = _levels(given["levels"])
        return replace(base, **given)  # type: ignore[arg-type]


def _levels(values: object) -> tuple[Level, ...]:
    """Limits by hand from a list of objects; their numbers are checked by the plan."""
    if not isinstance(values, tuple):
        raise BadStructure({"levels": Sentence(_LEVELS, {"field": "levels"})})
    levels = []
    for value in values:
        if not isinstance(value, Mapping) or not {"from_hand", "minimum"} <= value.keys():
            raise BadStructure({"levels": Sentence(_LEVELS, {"field": "levels"})})
        levels.append(Level(**named_fields(Level, value, "levels")))  # type: ignore[arg-type]
    return tuple(levels)


def _check_eliminations(check: Checker, plan: RoundPlan) -> None:
    """Elimination hands, what they cut, and knock-out cards."""
    hands = plan.elimination_hands
    if check.wholes("elimination_hands", hands, 1, MOST_HANDS):
        check.need(sorted(set(hands)) == list(hands), "elimination_hands", _ASCENDING)
        check.need(
            all(hand < plan.hands for hand in hands), "elimination_hands", _BELOW_LAST_HAND, hands=plan.hands
        )
    check.need(plan.cut == "half" or (is_whole(plan.cut) and 1 <= plan.cut <= 6), "cut", _CUT)
    check.flag("bust_and_lowest", plan.bust_and_lowest)
    check.whole("knock_out_cards", plan.knock_out_cards, 0, 10)
    check.wholes("knock_out_minimums", plan.knock_out_minimums, 1)
    if check.wholes("quota", plan.quota, 1, 7) and plan.quota and not check.faults:
        eliminations = plan.knock_out_cards or len(hands)
        fits = len(plan.quota) == eliminations and sorted(plan.quota, reverse=True) == list(plan.quota)
        check.need(fits, "quota", _QUOTA)


def _check_secret_bets(check: Checker, plan: RoundPlan) -> None:
    check.whole("secret_bets", plan.secret_bets, 0, plan.hands)
    check.whole("secret_from_hand", plan.secret_from_hand, 1, MOST_HANDS)
    if is_whole(plan.secret_from_hand):
        check.need(plan.secret_from_hand <= plan.hands, "secret_from_hand", _WITHIN_ROUND, hands=plan.hands)
    check.flag("secret_last_hand_only", plan.secret_last_hand_only)
    check.choice("secret_reveal", plan.secret_reveal, ("settlement", "own_hand"))
    check.choice("secret_hides", plan.secret_hides, ("all", "bet"))


def _check_chips(check: Checker, plan: RoundPlan) -> None:
    """Stack, limits and their rise, and what is kept from the round before."""
    check.choice("chips", plan.chips, CHIPS)
    check.whole("addon_chips", plan.addon_chips, 0)
    check.flag("allow_short", plan.allow_short)
    if check.whole("floor", plan.floor, 0):
        check.need(plan.floor == 0 or plan.chips == "keep_floor", "floor", _FLOOR)
    if not (check.whole("step", plan.step, 1) and check.whole("minimum", plan.minimum, 1)):
        return
    if check.whole("stack", plan.stack, 1):
        check.need(plan.stack >= plan.minimum, "stack", _NOT_BELOW_MINIMUM, minimum=plan.minimum)
    if plan.chips == "keep_floor" and is_whole(plan.floor):
        check.need(plan.floor >= plan.minimum, "floor", _NOT_BELOW_MINIMUM, minimum=plan.minimum)
    _check_limits(check, plan.step, ("minimum", "maximum"), plan.minimum, plan.maximum)
    last = 1
    for level in plan.levels:
        if not check.whole("levels", level.from_hand, 2, plan.hands):
            return
        check.need(level.from_hand > last, "levels", _ASCENDING)
        last = level.from_hand
        if check.whole("levels", level.minimum, 1):
            _check_limits(check, plan.step, ("levels", "levels"), level.minimum, level.maximum)


def _check_limits(
    check: Checker, step: int, names: tuple[str, str], minimum: int, maximum: int | None
) -> None:
    check.need(minimum % step == 0, names[0], _IN_STEPS, step=step)
    if maximum is not None and check.whole(names[1], maximum, 1):
        check.need(maximum >= minimum, names[1], _NOT_BELOW_MINIMUM, minimum=minimum)
        check.need(maximum % step == 0, names[1], _IN_STEPS, step=step)


def _check_ties(check: Checker, plan: RoundPlan) -> None:
    tie = plan.tie
    listed = isinstance(tie, tuple) and 0 < len(tie) == len({str(rule) for rule in tie})
    known = listed and all(rule in TIES for rule in tie)
    check.need(known, "tie", _TIE, choices=", ".join(TIES))
    check.whole("playoff_stack", plan.playoff_stack, 0)
    if check.whole("playoff_hands", plan.playoff_hands, 0, MOST_HANDS):
        check.need(plan.playoff_hands > 0 or not known or "playoff" not in tie, "playoff_hands", _PLAYOFF)


def _check_clock_and_places(check: Checker, plan: RoundPlan) -> None:
    check.flag("early_end", plan.early_end)
    check.whole("decide_seconds", plan.decide_seconds, 1, 3600)
    check.whole("decide_elimination_seconds", plan.decide_elimination_seconds, 1, 3600)
    if plan.advance is not None:
        check.whole("advance", plan.advance, 1, 20)
    check.whole("wildcards", plan.wildcards, 0, LARGEST)
    check.choice("wildcards_by", plan.wildcards_by, WILDCARDS)
    check.whole("sessions", plan.sessions, 1, 100)
    check.wholes("table_prizes_cents", plan.table_prizes_cents, 0)
