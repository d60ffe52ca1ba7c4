"""How a tournament comes to be: created from a preset, changed, published, closed to new entries."""

import hashlib
import json
import unicodedata
from collections.abc import Mapping
from dataclasses import fields as fields_of
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from accounts.ids import Entropy
from accounts.ids import public_id as new_public_id
from accounts.models import Role, User
from accounts.refusals import BadValue, Conflict, NotAllowed
from accounts.selectors import is_organiser
from tournaments import draws, registration
from tournaments.format import outline, presets, structures
from tournaments.format.checks import BadStructure
from tournaments.format.sentences import Sentence
from tournaments.format.structures import Structure
from tournaments.models import Tournament
from tournaments.record import locked, need_status, note

#: Fields of a tournament that are not part of its structure.
OWN_FIELDS = (
    "name",
    "description",
    "venue",
    "starts_at",
    "zone",
    "auto_start",
    "unlisted",
    "staff_may_play",
    "delay_seconds",
)
STRUCTURE_FIELDS = tuple(each.name for each in fields_of(Structure))

#: A start further away than this is a slip of the hand.
LATEST_START = timedelta(days=5 * 365)
MOST_DELAY_SECONDS = 3600

_Status = Tournament.Status


@transaction.atomic
def create(
    *,
    by: User,
    fields: Mapping[str, Any],
    preset: str,
    now: datetime,
    entropy: Entropy,
) -> Tournament:
    """A draft made from a preset with some fields changed; `by` becomes its organiser and director.

    `fields` are flat: those of `OWN_FIELDS` and of the structure. Locks nothing: the row is new.
    Raises `NotAllowed`, `BadValue` with a sentence for each field.
    """
    if not is_organiser(by):
        raise NotAllowed("not_an_organiser", _("You may not organise tournaments on this site."))
    base = presets.PRESETS.get(preset)
    if base is None:
        raise BadValue(
            "unknown_preset", _("There is no such preset."), {"preset": gettext("There is no such preset.")}
        )
    own, structure = checked_fields(fields, base.structure, now)
    tournament = Tournament(
        public_id=new_public_id(entropy),
        organiser=by,
        preset=preset,
        created_at=now,
        **_default_fields(structure),
    )
    _fill(tournament, own, structure)
    tournament.save(force_insert=True)
    Role.objects.create(scope=tournament.public_id, user=by, role=Role.Name.DIRECTOR)
    note(tournament, "created", by=by, now=now, preset=preset)
    return tournament


def _default_fields(structure: Structure) -> dict[str, Any]:
    """Staff may play by default where nothing but points is at stake (V8)."""
    return {"staff_may_play": not structure.currency}


@transaction.atomic
def change(public_id: str, *, by: User, fields: Mapping[str, Any], now: datetime) -> Tournament:
    """Changes the fields named, while registration has not opened: afterwards the terms are frozen.

    Locks the tournament. Raises `NotFound`, `Conflict`, `BadValue` with a sentence for each field.
    """
    tournament = locked(public_id)
    need_status(tournament, _Status.DRAFT, _Status.ANNOUNCED)
    own, structure = checked_fields(fields, structure_of(tournament), now)
    changed = _fill(tournament, own, structure)
    tournament.save(update_fields=changed)
    note(tournament, "changed", by=by, now=now, fields=sorted(fields))
    return tournament


def structure_of(tournament: Tournament) -> Structure:
    """The structure a tournament is built by."""
    return Structure.from_json(tournament.structure)


def _fill(tournament: Tournament, own: Mapping[str, Any], structure: Structure) -> list[str]:
    """Sets the columns; those of the structure that lists and money need are kept beside its JSON."""
    columns = {
        **own,
        "structure": structure.to_json(),
        "capacity": structure.capacity,
        "min_entries": structure.min_entries,
        "currency": structure.currency,
        "buy_in_cents": structure.buy_in_cents,
        "fee_cents": structure.fee_cents,
        "dealers_cents": structure.dealers_cents,
        "break_seconds": structure.break_seconds,
    }
    for name, value in columns.items():
        setattr(tournament, name, value)
    return list(columns)


def checked_fields(
    fields: Mapping[str, Any], base: Structure, now: datetime
) -> tuple[dict[str, Any], Structure]:
    """The tournament's own fields and its structure: `base` with what `fields` change.

    Raises `BadValue` that names each wrong field and says why, all at once.
    """
    faults: dict[str, str] = {
        name: gettext("There is no such field.")
        for name in fields
        if name not in OWN_FIELDS + STRUCTURE_FIELDS
    }
    own = {name: fields[name] for name in OWN_FIELDS if name in fields}
    for name, value in own.items():
        fault = _fault_of(name, value, now)
        if fault:
            faults[name] = fault
    structure = base
    try:
        structure = Structure.from_json(
            {name: fields[name] for name in STRUCTURE_FIELDS if name in fields}, base
        )
    except BadStructure as bad:
        faults |= {name: in_words(sentence) for name, sentence in bad.faults.items()}
    if faults:
        raise BadValue("bad_fields", _("Some fields cannot be so."), faults)
    return {name: _tidy(value) for name, value in own.items()}, structure


def in_words(sentence: Sentence) -> str:
    """A sentence of the pure format package in the reader's language."""
    return gettext(sentence.text).format(**sentence.params)


def _tidy(value: Any) -> Any:
    return unicodedata.normalize("NFC", value.strip()) if isinstance(value, str) else value


def _fault_of(name: str, value: Any, now: datetime) -> str:
    """What is wrong with one of the tournament's own fields; empty when nothing is."""
    if name in ("name", "description", "venue"):
        return _fault_of_text(name, value)
    if name == "zone":
        return "" if _is_zone(value) else gettext("There is no such time zone.")
    if name == "starts_at":
        return _fault_of_start(value, now)
    if name == "delay_seconds":
        whole = isinstance(value, int) and not isinstance(value, bool)
        return "" if whole and 0 <= value <= MOST_DELAY_SECONDS else gettext("A whole number from 0 to 3600.")
    return "" if isinstance(value, bool) else gettext("True or false.")


def _fault_of_text(name: str, value: Any) -> str:
    most = Tournament._meta.get_field(name).max_length
    if not isinstance(value, str) or len(value) > most:
        return gettext("This text is too long.")
    if name == "name" and not value.strip():
        return gettext("A tournament needs a name.")
    lines = value.splitlines() if name == "description" else [value]
    return (
        ""
        if all(line.isprintable() for line in lines)
        else gettext("This text has characters that cannot be shown.")
    )


def _is_zone(value: Any) -> bool:
    try:
        return bool(value) and ZoneInfo(value) is not None
    except (KeyError, ValueError, TypeError, OSError):
        return False


def _fault_of_start(value: Any, now: datetime) -> str:
    if not isinstance(value, datetime) or value.tzinfo is None:
        return gettext("A date and a time with its zone.")
    if not now - timedelta(days=1) <= value.astimezone(UTC) <= now + LATEST_START:
        return gettext("The start must lie within the next five years.")
    return ""


@transaction.atomic
def announce(public_id: str, *, by: User, now: datetime, entropy: Entropy) -> Tournament:
    """Shows a draft to everybody; its terms may still change. Locks the tournament. Raises `Conflict`."""
    tournament = locked(public_id)
    need_status(tournament, _Status.DRAFT)
    return _step(tournament, _Status.ANNOUNCED, "announced", by=by, now=now)


@transaction.atomic
def publish(public_id: str, *, by: User, now: datetime, entropy: Entropy) -> Tournament:
    """Opens registration: the terms are frozen and hashed, and the first draws' secrets are committed to.

    Locks the tournament. Raises `NotFound`, `Conflict` (the structure needs what is not built yet, or does
    not add up for some number of entries; it would start by itself at a time that has passed).
    """
    tournament = locked(public_id)
    need_status(tournament, _Status.DRAFT, _Status.ANNOUNCED)
    if tournament.auto_start and tournament.starts_at <= now:
        raise Conflict("start_has_passed", _("It would start by itself at a time that has passed."))
    structure = structure_of(tournament)
    missing = structures.missing_options(structure)
    if missing:
        raise Conflict(
            "not_built_yet",
            _("This needs what is not built yet: {options}"),
            options=", ".join(map(in_words, missing)),
        )
    faults = outline.check(structure)
    if faults:
        raise Conflict("does_not_add_up", "{reason}", reason=" ".join(map(in_words, faults)))
    tournament.terms = terms_of(tournament)
    tournament.terms_hash = hash_of(tournament.terms)
    tournament.save(update_fields=["terms", "terms_hash"])
    for kind in (draws.SEATS, draws.LOTS):
        draws.commit(tournament, 1, kind, entropy=entropy, now=now)
    return _step(
        tournament,
        _Status.REGISTERING,
        "registration_opened",
        by=by,
        now=now,
        terms_hash=tournament.terms_hash,
    )


def terms_of(tournament: Tournament) -> dict[str, Any]:
    """What a player agrees to: whatever decides how the tournament is played and paid."""
    return {
        "tournament": tournament.public_id,
        "name": tournament.name,
        "starts_at": tournament.starts_at.astimezone(UTC).isoformat(),
        "zone": tournament.zone,
        "staff_may_play": tournament.staff_may_play,
        "delay_seconds": tournament.delay_seconds,
        "structure": tournament.structure,
    }


def hash_of(terms: Mapping[str, Any]) -> str:
    """SHA-256 in hex of the terms as canonical JSON: sorted keys, no spaces, UTF-8."""
    text = json.dumps(terms, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


@transaction.atomic
def close_registration(public_id: str, *, by: User | None, now: datetime, entropy: Entropy) -> Tournament:
    """Ends registration; unpaid holds lapse. Locks the tournament. Raises `NotFound`, `Conflict`."""
    tournament = locked(public_id)
    need_status(tournament, _Status.REGISTERING)
    return close(tournament, by=by, now=now)


def close(tournament: Tournament, *, by: User | None, now: datetime) -> Tournament:
    """Ends registration. Under the tournament's lock."""
    registration.lapse_unpaid(tournament, now=now)
    return _step(tournament, _Status.CLOSED, "registration_closed", by=by, now=now)


def _step(
    tournament: Tournament, status: str, kind: str, *, by: User | None, now: datetime, **details: Any
) -> Tournament:
    tournament.status = status
    tournament.save(update_fields=["status"])
    note(tournament, kind, by=by, now=now, **details)
    return tournament
