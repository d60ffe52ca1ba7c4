"""A whole tournament as data: its rounds, its game and its money, read from JSON and checked."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from decimal import Decimal
from fractions import Fraction
from typing import Any

from blackjack.rules import GAMES, GameRules, RulesError, rules_of
from blackjack.table import MAX_SEATS
from tournaments.format import prizes
from tournaments.format.checks import MISSHAPEN, BadStructure, Checker, named_fields, tupled
from tournaments.format.plans import RoundPlan
from tournaments.format.prizes import Payout
from tournaments.format.sentences import Sentence, gettext_noop

#: draw-v1 permutes at most this many entries (fairness.md).
LARGEST_FIELD = 65_536
#: The final of tournaments.md 1 has bigger stacks than the rounds before it.
FINAL = RoundPlan(stack=100_000, minimum=1_000, maximum=100_000)

RANKINGS = ("places", "accumulation")
DEAL_FROM = ("button", "box_1")
REBUYS = ("later_session", "while_open", "after_round_1")

_PLANS = gettext_noop("“{field}” must be a list of one or more rounds, at most {most}.")
_ADVANCE = gettext_noop("“{field}” must leave someone behind at a table of {seats}: at most {most}.")
_CAPACITY = gettext_noop("“{field}” must not be below the minimum number of entries, {min_entries}.")
_CURRENCY = gettext_noop("“{field}” must be three capital letters such as EUR, or empty for points.")
_NO_CURRENCY = gettext_noop("“{field}” must be 0 without a currency.")
_OPTIONS = gettext_noop("“{field}”: {reason}")
_SHARES = gettext_noop("“{field}” must be percentages above 0 with at most four decimals.")
_SUM = gettext_noop("“{field}” must add up to 100 %, not {sum} %.")
_ROWS = gettext_noop(
    "“{field}” must be in ascending order of up_to; the last row, and no other, is without it."
)
_PAYOUTS = gettext_noop("“{field}” must be a list of rows, each with shares and perhaps up_to.")

_PERCENT = re.compile(r"[0-9]{1,3}(\.[0-9]{1,4})?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Rebuy:
    """Who may buy in again: `when` it is open, its price and fee in cents, how often (None: any number)."""

    when: str = "later_session"
    price_cents: int = 0
    fee_cents: int = 0
    limit: int | None = None

    def is_open(
        self, *, bought: int, later_session: bool, registering: bool, rounds_closed: int, seat_free: bool
    ) -> bool:
        """May a player who is out, and bought in again `bought` times already, do so now (scenario 28)?

        `later_session`: a session of round 1 is still to come; `registering`: sign-up is open.
        """
        moments = {
            "later_session": later_session,
            "while_open": registering,
            "after_round_1": rounds_closed == 1,
        }
        return seat_free and moments[self.when] and (self.limit is None or bought < self.limit)


@dataclass(frozen=True, slots=True, kw_only=True)
class Structure:
    """How a tournament is built. `plans` are the rounds before the final, the last of them repeats as needed.

    `options` are the game's options that differ from its defaults (games.md 6). Money is in cents of
    `currency`; without a currency the tournament is played for points. `buy_in_cents` goes to the prize pool,
    `fee_cents` to the house, `dealers_cents` to the dealers. `payouts` empty means the published table.
    Raises `BadStructure` with a sentence for each field that cannot be so.
    """

    game: str = "elimination"
    options: Mapping[str, Any] = field(default_factory=dict)
    seats: int = 7
    plans: tuple[RoundPlan, ...] = (RoundPlan(),)
    final: RoundPlan = FINAL
    capacity: int = 70
    min_entries: int = 2
    ranking: str = "places"
    deal_from: str = "button"
    second_chance: bool = False

    currency: str = ""
    buy_in_cents: int = 0
    fee_cents: int = 0
    dealers_cents: int = 0
    payouts: tuple[Payout, ...] = ()
    fixed_prizes_cents: tuple[int, ...] = ()
    added_cents: int = 0
    guarantee_cents: int = 0
    rebuy: Rebuy | None = None
    dealer_addon_cents: int = 0
    dealer_addon_chips: int = 0

    break_seconds: int = 600
    between_seconds: int = 5
    between_elimination_seconds: int = 10
    seat_seconds: int = 15
    open_seconds: int = 5

    def __post_init__(self) -> None:
        check = Checker()
        _check_field(check, self)
        _check_rounds(check, self)
        _check_money(check, self)
        _check_payouts(check, self.payouts)
        check.done()

    @property
    def rules(self) -> GameRules:
        """The rules of the game with this structure's options."""
        return rules_of(self.game).with_options(self.options)

    def plan_of(self, number: int) -> RoundPlan:
        """The plan of round `number` (from 1) when it is not the final; the last plan repeats."""
        return self.plans[min(number, len(self.plans)) - 1]

    def pool(self, entries: int) -> prizes.Pool:
        """The prize pool of that many paid entries."""
        return prizes.pool(
            entries * self.buy_in_cents,
            added_cents=self.added_cents,
            guarantee_cents=self.guarantee_cents,
        )

    def prize_list(self, pool_cents: int, entries: int) -> tuple[int, ...]:
        """The prize of each paid place in cents for a pool and a field of `entries`, first place first."""
        shares = prizes.shares_for(self.payouts, entries)
        return prizes.amounts(pool_cents, shares, self.fixed_prizes_cents)

    def to_json(self) -> dict[str, Any]:
        """All fields as JSON values; `from_json` reads them back."""
        return asdict(self) | {
            "options": dict(self.options),
            "plans": [plan.to_json() for plan in self.plans],
            "payouts": [
                {"up_to": row.up_to, "shares": [percent_text(share) for share in row.shares]}
                for row in self.payouts
            ],
        }

    @classmethod
    def from_json(cls, data: object, base: Structure | None = None) -> Structure:
        """The structure `base` (without one: the defaults) with the fields of `data` changed.

        A plan states what differs from the same plan of `base`, or where `base` has none from the plan before
        it; `final` what differs from the final of `base`, or without a base from the last plan.
        Raises `BadStructure` for unknown or bad fields.
        """
        given = named_fields(cls, data, "structure")
        faults: dict[str, Sentence] = {}
        values: dict[str, Any] = {name: tupled(value) for name, value in given.items()}
        final = base.final if base else FINAL
        if "plans" in given:
            values["plans"] = _plans(values["plans"], base.plans if base else (), faults)
            if values["plans"] and not base:
                final = values["plans"][-1]
        values["final"] = _plan(given.get("final", {}), final, "final", faults)
        for name, read in (("payouts", _payouts), ("rebuy", _rebuy)):
            if name in given:
                try:
                    values[name] = read(values[name])
                except BadStructure as bad:
                    faults |= bad.faults
        if faults:
            raise BadStructure(faults)
        return replace(base or cls(), **values)


def _plan(data: object, before: RoundPlan, path: str, faults: dict[str, Sentence]) -> RoundPlan:
    """The plan at `path`, or `before` when it is bad: its faults are added under their paths."""
    try:
        return RoundPlan.from_json(data, before)
    except BadStructure as bad:
        faults |= bad.under(path)
        return before


def _plans(values: object, base: Sequence[RoundPlan], faults: dict[str, Sentence]) -> tuple[RoundPlan, ...]:
    """The plans of a list of objects, each read on top of its counterpart in `base` or of the one before."""
    if not isinstance(values, tuple):
        faults["plans"] = Sentence(_PLANS, {"field": "plans", "most": 20})
        return ()
    plans: list[RoundPlan] = []
    before = RoundPlan()
    for index, value in enumerate(values[:21]):
        before = _plan(value, base[index] if index < len(base) else before, f"plans.{index}", faults)
        plans.append(before)
    return tuple(plans)


def _payouts(values: object) -> tuple[Payout, ...]:
    """Rows of the prize table; raises `BadStructure`."""
    bad_rows = BadStructure({"payouts": Sentence(_PAYOUTS, {"field": "payouts"})})
    if not isinstance(values, tuple):
        raise bad_rows
    rows = []
    for value in values:
        if not isinstance(value, Mapping) or "shares" not in value:
            raise bad_rows
        row = named_fields(Payout, value, "payouts")
        shares = tupled(row["shares"])
        if not isinstance(shares, tuple):
            raise bad_rows
        percentages = tuple(_percent(share) for share in shares)
        rows.append(Payout(percentages, row.get("up_to")))  # type: ignore[arg-type]
    return tuple(rows)


def _percent(value: object) -> Fraction:
    """A percentage from 12, 12.5 or "12.5"; raises `BadStructure`."""
    text = str(value)
    if isinstance(value, bool) or not isinstance(value, int | float | str) or not _PERCENT.fullmatch(text):
        raise BadStructure({"payouts": Sentence(_SHARES, {"field": "payouts"})})
    return Fraction(text)


def percent_text(share: Fraction) -> str:
    """A percentage as the shortest decimal: `12.5`, `40`."""
    decimal = Decimal(share.numerator) / Decimal(share.denominator)
    return f"{decimal.normalize():f}"


def _rebuy(data: object) -> Rebuy | None:
    return None if data is None else Rebuy(**named_fields(Rebuy, data, "rebuy"))  # type: ignore[arg-type]


def _check_field(check: Checker, structure: Structure) -> None:
    """Game, options, seats, capacity and clocks."""
    check.choice("game", structure.game, GAMES)
    if not check.faults:
        if isinstance(structure.options, Mapping):
            try:
                rules_of(structure.game).with_options(structure.options)
            except RulesError as bad:
                check.fault("options", _OPTIONS, reason=str(bad))
        else:
            check.fault("options", MISSHAPEN)
    check.whole("seats", structure.seats, 3, MAX_SEATS)
    if check.whole("capacity", structure.capacity, 2, LARGEST_FIELD) and check.whole(
        "min_entries", structure.min_entries, 2, LARGEST_FIELD
    ):
        check.need(
            structure.capacity >= structure.min_entries,
            "capacity",
            _CAPACITY,
            min_entries=structure.min_entries,
        )
    check.choice("ranking", structure.ranking, RANKINGS)
    check.choice("deal_from", structure.deal_from, DEAL_FROM)
    check.flag("second_chance", structure.second_chance)
    check.whole("break_seconds", structure.break_seconds, 0, 7 * 86_400)
    for name in ("between_seconds", "between_elimination_seconds", "seat_seconds", "open_seconds"):
        check.whole(name, getattr(structure, name), 0, 3600)


def _check_rounds(check: Checker, structure: Structure) -> None:
    plans = structure.plans
    check.need(isinstance(plans, tuple) and 1 <= len(plans) <= 20, "plans", _PLANS, most=20)
    if "plans" in check.faults or "seats" in check.faults:
        return
    most = structure.seats - 1
    for index, plan in enumerate(plans):
        check.need(
            plan.advance is None or plan.advance <= most,
            f"plans.{index}.advance",
            _ADVANCE,
            seats=structure.seats,
            most=most,
        )


def _check_money(check: Checker, structure: Structure) -> None:
    currency = structure.currency
    known = isinstance(currency, str) and (not currency or re.fullmatch(r"[A-Z]{3}", currency) is not None)
    check.need(known, "currency", _CURRENCY)
    for name in (
        "buy_in_cents",
        "fee_cents",
        "dealers_cents",
        "added_cents",
        "guarantee_cents",
        "dealer_addon_cents",
    ):
        amount = getattr(structure, name)
        if check.whole(name, amount, 0):
            check.need(bool(currency) or amount == 0, name, _NO_CURRENCY)
    check.whole("dealer_addon_chips", structure.dealer_addon_chips, 0)
    if check.wholes("fixed_prizes_cents", structure.fixed_prizes_cents, 0):
        check.need(bool(currency) or not structure.fixed_prizes_cents, "fixed_prizes_cents", _NO_CURRENCY)
    rebuy = structure.rebuy
    if rebuy is not None:
        check.choice("rebuy", rebuy.when, REBUYS)
        check.whole("rebuy", rebuy.price_cents, 0)
        check.whole("rebuy", rebuy.fee_cents, 0)
        if rebuy.limit is not None:
            check.whole("rebuy", rebuy.limit, 1, 1000)


def _check_payouts(check: Checker, payouts: tuple[Payout, ...]) -> None:
    last = 0
    for index, row in enumerate(payouts):
        check.need(bool(row.shares) and all(share > 0 for share in row.shares), "payouts", _SHARES)
        total = sum(row.shares)
        check.need(total == 100, "payouts", _SUM, sum=percent_text(Fraction(total)))
        check.need((row.up_to is None) == (index == len(payouts) - 1), "payouts", _ROWS)
        if row.up_to is not None and check.whole("payouts", row.up_to, 1, LARGEST_FIELD):
            check.need(row.up_to > last, "payouts", _ROWS)
            last = row.up_to


_MISSING_GAME = gettext_noop("tournaments of the game {game}")
_MISSING_IN_A_PLAN = (
    ("knock_out_cards", gettext_noop("knock-out cards")),
    ("playoff_hands", gettext_noop("play-off hands")),
    ("sessions", gettext_noop("several sessions of a round")),
    ("addon_chips", gettext_noop("add-on chips before a round")),
    ("table_prizes_cents", gettext_noop("prizes of single tables")),
)
_MISSING_WILDCARDS = ("tickets", "runners_up_table")
_MISSING_WILDCARD = gettext_noop("wildcards by tickets or by a table of the runners-up")
_MISSING_IN_THE_WHOLE = (
    ("ranking", gettext_noop("ranking by accumulated counts")),
    ("deal_from", gettext_noop("dealing from box 1")),
    ("second_chance", gettext_noop("a second chance for those who do not go on")),
    ("rebuy", gettext_noop("buying in again")),
    ("dealer_addon_chips", gettext_noop("dealer add-ons")),
)


def missing_options(structure: Structure) -> list[Sentence]:
    """The options a structure needs that cannot be played yet; with any of them it cannot be published."""
    missing = []
    if structure.game != "elimination":
        missing.append(Sentence(_MISSING_GAME, {"game": structure.game}))
    usual_plan, usual = RoundPlan(), Structure()
    for name, words in _MISSING_IN_A_PLAN:
        if any(
            getattr(plan, name) != getattr(usual_plan, name) for plan in (*structure.plans, structure.final)
        ):
            missing.append(Sentence(words, {}))
    if any(plan.wildcards and plan.wildcards_by in _MISSING_WILDCARDS for plan in structure.plans):
        missing.append(Sentence(_MISSING_WILDCARD, {}))
    for name, words in _MISSING_IN_THE_WHOLE:
        if getattr(structure, name) != getattr(usual, name):
            missing.append(Sentence(words, {}))
    return missing
