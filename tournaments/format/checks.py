"""Checks of the fields of plans and structures: every fault at once, each as a sentence naming its field."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import fields
from typing import TypeGuard

from blackjack.refusals import BadValue
from tournaments.format.sentences import Sentence, gettext_noop

#: No chip figure or amount of cents is larger (invariants.md C2).
LARGEST = 10**12

MISSHAPEN = gettext_noop("“{field}” must be an object with named fields.")
_UNKNOWN = gettext_noop("There is no field “{field}”.")
_WHOLE = gettext_noop("“{field}” must be a whole number from {low} to {high}.")
_FLAG = gettext_noop("“{field}” must be true or false.")
_CHOICE = gettext_noop("“{field}” must be one of: {choices}.")
_LIST = gettext_noop("“{field}” must be a list of at most {most} whole numbers from {low} to {high}.")
_TEXT = gettext_noop("“{field}” must be a text of at most {most} characters.")


class BadStructure(BadValue):
    """A plan or a structure that cannot be: `faults` maps each wrong field to the sentence that says why.

    Fields of a nested plan are written as paths: `plans.0.hands`, `final.stack`. The refusal's own message is
    the first of the sentences.
    """

    def __init__(self, faults: Mapping[str, Sentence]) -> None:
        self.faults = dict(faults)
        first = next(iter(self.faults.values()))
        super().__init__("bad_structure", first.text, **first.params)

    def under(self, path: str) -> dict[str, Sentence]:
        """The faults with `path.` before each field, in the keys and in the sentences."""
        moved = {}
        for name, sentence in self.faults.items():
            params = dict(sentence.params)
            if params.get("field") == name:
                params["field"] = f"{path}.{name}"
            moved[f"{path}.{name}"] = Sentence(sentence.text, params)
        return moved


class Checker:
    """Collects the faults of one object; the first fault of a field is kept."""

    def __init__(self) -> None:
        self.faults: dict[str, Sentence] = {}

    def fault(self, field: str, text: str, **params: object) -> None:
        """Notes that `field` is wrong and why."""
        self.faults.setdefault(field, Sentence(text, {"field": field, **params}))

    def need(self, holds: bool, field: str, text: str, **params: object) -> None:
        """Notes the fault unless `holds`."""
        if not holds:
            self.fault(field, text, **params)

    def whole(self, field: str, value: object, low: int, high: int = LARGEST) -> bool:
        """True for an int (not a bool) from `low` to `high`; else the fault is noted."""
        if is_whole(value) and low <= value <= high:
            return True
        self.fault(field, _WHOLE, low=low, high=high)
        return False

    def flag(self, field: str, value: object) -> None:
        """Notes a fault unless `value` is a bool."""
        self.need(isinstance(value, bool), field, _FLAG)

    def choice(self, field: str, value: object, choices: Collection[str]) -> None:
        """Notes a fault unless `value` is one of the texts `choices`."""
        self.need(isinstance(value, str) and value in choices, field, _CHOICE, choices=", ".join(choices))

    def text(self, field: str, value: object, most: int) -> None:
        """Notes a fault unless `value` is a text of at most `most` characters without control characters."""
        fits = isinstance(value, str) and len(value) <= most and value.isprintable()
        self.need(fits, field, _TEXT, most=most)

    def wholes(self, field: str, values: object, low: int, high: int = LARGEST, most: int = 500) -> bool:
        """True for a tuple of ints, each from `low` to `high`; else the fault is noted."""
        if (
            isinstance(values, tuple)
            and len(values) <= most
            and all(is_whole(value) and low <= value <= high for value in values)
        ):
            return True
        self.fault(field, _LIST, low=low, high=high, most=most)
        return False

    def done(self) -> None:
        """Raises `BadStructure` with everything noted, if anything was."""
        if self.faults:
            raise BadStructure(self.faults)


def is_whole(value: object) -> TypeGuard[int]:
    """True for an int that is no bool."""
    return isinstance(value, int) and not isinstance(value, bool)


def named_fields(kind: type, data: object, field: str) -> dict[str, object]:
    """`data` as a dict, if it is an object of fields that the dataclass `kind` has; else `BadStructure`."""
    if not isinstance(data, Mapping):
        raise BadStructure({field: Sentence(MISSHAPEN, {"field": field})})
    known = {each.name for each in fields(kind)}
    unknown = [str(name)[:60] for name in data if name not in known]
    if unknown:
        raise BadStructure({name: Sentence(_UNKNOWN, {"field": name}) for name in unknown})
    return dict(data)


def tupled(value: object) -> object:
    """A JSON list as a tuple; anything else as it is, for the checks to refuse."""
    if isinstance(value, Sequence) and not isinstance(value, str | bytes):
        return tuple(value)
    return value
