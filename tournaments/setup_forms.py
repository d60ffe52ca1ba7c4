"""The form that sets a tournament up: the fields of a structure, round by round, as people type them."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.refusals import BadValue
from blackjack.rules import OPTIONS
from tables.templatetags.figures import minor_digits
from tournaments.format.structures import Structure, percent_text
from tournaments.models import Tournament

_LARGEST = 10**12
#: The game options the form offers, in its order; the others keep what the preset says.
_OPTION_LABELS = {
    "decks": _("Decks"),
    "h17": _("Dealer hits soft 17"),
    "bj_pay": _("Blackjack pays"),
    "surrender": _("Surrender"),
    "double": _("Double on"),
    "das": _("Double after a split"),
    "max_splits": _("Splits at most"),
    "insurance": _("Insurance"),
    "autoplay": _("Played for an absent player"),
}
_WORDS = {
    True: _("yes"),
    False: _("no"),
    "none": _("none"),
    "late": _("late"),
    "early": _("early"),
    "any2": _("any two cards"),
    "full_basic_strategy": _("basic strategy, with doubles and splits"),
    "basic_strategy": _("basic strategy, no chips added"),
    "stand": _("stand"),
}
_CHIPS = [
    ("equal", _("the same for all")),
    ("keep", _("what each kept")),
    ("keep_floor", _("what each kept, at least the floor")),
]
_OWN = ("name", "description", "venue", "starts_at", "zone", "auto_start", "unlisted", "staff_may_play")
_WHOLE = ("capacity", "min_entries", "seats", "delay_seconds", "break_seconds")
_PLAN_WHOLE = (
    ("hands", _("Hands")),
    ("stack", _("Starting chips")),
    ("minimum", _("Minimum bet")),
    ("maximum", _("Maximum bet")),
    ("step", _("Bet step")),
    ("decide_seconds", _("Seconds a decision")),
    ("decide_elimination_seconds", _("Seconds on elimination hands")),
    ("secret_bets", _("Secret bets")),
    ("floor", _("Floor of kept chips")),
    ("advance", _("Go on from each table")),
    ("wildcards", _("Best others")),
)
_MAY_BE_EMPTY = {"maximum": _("empty: none"), "advance": _("empty: by the number of tables")}


class SetupForm(forms.Form):
    """A tournament as typed; it begins with the values of `structure` and, when it exists, of `tournament`.

    Field names are the paths that the checks of the format package use, such as `plans.0.hands`.
    """

    name = forms.CharField(label=_("Name"), max_length=80)
    venue = forms.CharField(label=_("Place"), max_length=120, required=False)
    description = forms.CharField(
        label=_("Description"), max_length=4000, required=False, widget=forms.Textarea({"rows": 4})
    )
    starts_at = forms.DateTimeField(
        label=_("Start"), widget=forms.DateTimeInput({"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")
    )
    zone = forms.ChoiceField(
        label=_("Time zone"), choices=lambda: [(z, z) for z in sorted(available_timezones())]
    )
    auto_start = forms.BooleanField(label=_("Start by itself at that time"), required=False)
    unlisted = forms.BooleanField(label=_("Unlisted: only with the link"), required=False)
    staff_may_play = forms.BooleanField(label=_("Staff may play"), required=False)
    capacity = forms.IntegerField(label=_("Places"), min_value=2, max_value=65_536)
    min_entries = forms.IntegerField(label=_("Smallest field"), min_value=2, max_value=65_536)
    seats = forms.IntegerField(label=_("Seats a table"), min_value=3, max_value=7)
    delay_seconds = forms.IntegerField(
        label=_("Spectators see it later by (seconds)"), min_value=0, max_value=3600
    )
    break_seconds = forms.IntegerField(
        label=_("Break between rounds (seconds)"), min_value=0, max_value=86_400
    )
    currency = forms.CharField(
        label=_("Currency"),
        max_length=3,
        required=False,
        help_text=_("Three letters; empty: play for points."),
    )
    buy_in_cents = forms.DecimalField(label=_("Buy-in"), min_value=0, max_digits=12, required=False)
    fee_cents = forms.DecimalField(label=_("Fee"), min_value=0, max_digits=12, required=False)
    payouts = forms.CharField(
        label=_("Shares of the pool, %"),
        required=False,
        max_length=200,
        help_text=_("First place first: 50 30 20. By size: 8: 60 40; 50 30 20. Empty: the published table."),
    )

    def __init__(
        self, *args: Any, structure: Structure, tournament: Tournament | None = None, **kwargs: Any
    ) -> None:
        self.structure = structure
        initial = _initial(structure, tournament) | kwargs.pop("initial", {})
        super().__init__(*args, initial=initial, **kwargs)
        self.rounds = [(f"plans.{i}", self._round_title(i)) for i in range(len(structure.plans))]
        self.rounds.append(("final", gettext("Final")))
        for path, _title in self.rounds:
            self._add_round(path)
        for name, label in _OPTION_LABELS.items():
            self.fields[f"options.{name}"] = _option_field(structure.game, name, label)
        for bound in self:
            look = "check" if isinstance(bound.field, forms.BooleanField) else "input"
            bound.field.widget.attrs["class"] = look

    def _round_title(self, index: int) -> str:
        if len(self.structure.plans) == 1:
            return gettext("Rounds before the final")
        return gettext("Round {number}").format(number=index + 1)

    def _add_round(self, path: str) -> None:
        for name, label in _PLAN_WHOLE:
            if path == "final" and name in ("advance", "wildcards"):
                continue
            self.fields[f"{path}.{name}"] = forms.IntegerField(
                label=label,
                min_value=0,
                max_value=_LARGEST,
                required=name not in _MAY_BE_EMPTY,
                help_text=_MAY_BE_EMPTY.get(name, ""),
            )
        self.fields[f"{path}.elimination_hands"] = forms.CharField(
            label=_("Elimination hands"), required=False, max_length=200, help_text=_("such as 8, 16, 25")
        )
        self.fields[f"{path}.chips"] = forms.ChoiceField(label=_("Chips at the start"), choices=_CHIPS)

    def fieldsets(self) -> Iterator[tuple[str, list[forms.BoundField]]]:
        """The parts of the form in the order of an organiser's thoughts: title and fields."""
        yield gettext("What and when"), self._bound(*_OWN, "delay_seconds")
        yield (
            gettext("Field and money"),
            self._bound(
                "capacity",
                "min_entries",
                "seats",
                "currency",
                "buy_in_cents",
                "fee_cents",
                "payouts",
                "break_seconds",
            ),
        )
        for path, title in self.rounds:
            yield title, [bound for bound in self if bound.name.startswith(f"{path}.")]
        yield gettext("The game"), [bound for bound in self if bound.name.startswith("options.")]

    def _bound(self, *names: str) -> list[forms.BoundField]:
        return [self[name] for name in names]

    def clean(self) -> dict[str, Any]:
        """The start is a time of the tournament's own zone."""
        cleaned: dict[str, Any] = super().clean() or {}
        if "starts_at" in cleaned and "zone" in cleaned:
            wall = cleaned["starts_at"].replace(tzinfo=None)
            cleaned["starts_at"] = wall.replace(tzinfo=ZoneInfo(cleaned["zone"]))
        for name in [name for name in cleaned if name.endswith(".elimination_hands")]:
            self._read(cleaned, name, _numbers, gettext("Whole numbers with commas between."))
        if "payouts" in cleaned:
            self._read(cleaned, "payouts", _payouts, gettext("Such as 50 30 20, or 8: 60 40; 50 30 20."))
        return cleaned

    def _read(self, cleaned: dict[str, Any], name: str, read: Callable[[str], Any], wanted: str) -> None:
        """Replaces a typed text by what it means, or says what is wanted there."""
        try:
            cleaned[name] = read(cleaned[name])
        except ValueError:
            self.add_error(name, wanted)

    def to_fields(self) -> dict[str, Any]:
        """What was typed as the flat fields of `setup.create` and `setup.change`."""
        typed = self.cleaned_data
        fields = {name: typed[name] for name in (*_OWN, *_WHOLE)}
        currency = typed["currency"].strip().upper()
        unit = 10 ** minor_digits(currency) if currency else 1
        fields["currency"] = currency
        for name in ("buy_in_cents", "fee_cents"):
            fields[name] = int((typed[name] or Decimal(0)) * unit)
        fields["payouts"] = typed["payouts"]
        fields["plans"] = [self._plan(path) for path, _title in self.rounds[:-1]]
        fields["final"] = self._plan("final")
        chosen = {name: _value_of(name, typed[f"options.{name}"]) for name in _OPTION_LABELS}
        fields["options"] = {**self.structure.options, **chosen}
        return fields

    def _plan(self, path: str) -> dict[str, Any]:
        prefix = f"{path}."
        return {
            name.removeprefix(prefix): value
            for name, value in self.cleaned_data.items()
            if name.startswith(prefix)
        }

    def take(self, refusal: BadValue) -> None:
        """Puts a refusal's sentences beside the fields they speak of."""
        for name, sentence in (refusal.fields or {"": refusal.message}).items():
            self.add_error(name if name in self.fields else None, gettext(str(sentence)))


def _initial(structure: Structure, tournament: Tournament | None) -> dict[str, Any]:
    unit = Decimal(10 ** minor_digits(structure.currency) if structure.currency else 1)
    initial: dict[str, Any] = {
        "capacity": structure.capacity,
        "min_entries": structure.min_entries,
        "seats": structure.seats,
        "break_seconds": structure.break_seconds,
        "delay_seconds": 0,
        "currency": structure.currency,
        "buy_in_cents": (structure.buy_in_cents / unit).normalize() + 0,
        "fee_cents": (structure.fee_cents / unit).normalize() + 0,
        "payouts": _shares_text(structure),
        "zone": "UTC",
    }
    rounds = [(f"plans.{index}", plan) for index, plan in enumerate(structure.plans)]
    for path, plan in [*rounds, ("final", structure.final)]:
        for name, _label in _PLAN_WHOLE:
            initial[f"{path}.{name}"] = getattr(plan, name)
        initial[f"{path}.elimination_hands"] = ", ".join(map(str, plan.elimination_hands))
        initial[f"{path}.chips"] = plan.chips
    for name in _OPTION_LABELS:
        initial[f"options.{name}"] = str(getattr(structure.rules, name))
    if tournament is not None:
        initial |= {name: getattr(tournament, name) for name in (*_OWN, "delay_seconds")}
        initial["starts_at"] = tournament.starts_at.astimezone(ZoneInfo(tournament.zone)).replace(tzinfo=None)
    return initial


def _shares_text(structure: Structure) -> str:
    """The prize table as it is typed: `8: 60 40; 50 30 20` is 60 and 40 % for up to 8 entries."""
    rows = []
    for row in structure.payouts:
        up_to = f"{row.up_to}: " if row.up_to is not None else ""
        rows.append(up_to + " ".join(percent_text(share) for share in row.shares))
    return "; ".join(rows)


def _payouts(text: str) -> list[Mapping[str, Any]]:
    """The rows of a typed prize table. Raises ValueError for a number of entries that is none."""
    rows = []
    for part in filter(str.strip, text.split(";")):
        up_to, _colon, shares = part.rpartition(":")
        row: dict[str, Any] = {"shares": shares.replace(",", " ").replace("%", " ").split()}
        rows.append(row | {"up_to": int(up_to)} if up_to.strip() else row)
    return rows


def _numbers(text: str) -> list[int]:
    return [int(part) for part in text.replace(",", " ").split()]


def _option_field(game: str, name: str, label: Any) -> forms.ChoiceField:
    values: Iterable[Any] = OPTIONS[name].allowed_in(game)
    return forms.ChoiceField(
        label=label, choices=[(str(value), _WORDS.get(value, value)) for value in values]
    )


def _value_of(name: str, text: str) -> Any:
    """The value of an option from its text: options are yes or no, a number or a word."""
    return next(value for value in OPTIONS[name].allowed if str(value) == text)
