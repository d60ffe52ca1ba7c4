"""What the desk shows: where the tournament is, what can be done now, what is wrong, what was done."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.utils.translation import gettext, gettext_lazy, ngettext, pgettext_lazy

from accounts import ledger
from tables import selectors as tables
from tables.models import Table
from tables.templatetags.figures import money
from tournaments import page_parts, page_words, selectors, setup
from tournaments.format import outline, structures
from tournaments.models import Entry, Journal, Tournament
from tournaments.standings import standings

_Status = Tournament.Status
_Payment = Entry.Payment
_LINES = 40

#: The life of a tournament as the desk's timeline shows it.
_LIFE = (
    (_Status.DRAFT, gettext_lazy("Set up")),
    (_Status.ANNOUNCED, gettext_lazy("Announced")),
    (_Status.REGISTERING, gettext_lazy("Registration")),
    (_Status.CLOSED, gettext_lazy("Closed")),
    (_Status.DRAWN, gettext_lazy("Drawn")),
    (_Status.RUNNING, gettext_lazy("Play")),
    (_Status.FINISHED, gettext_lazy("Finished")),
)
#: What the desk offers in each status, the next step first: verb, title, icon.
_VERBS = {
    _Status.DRAFT: (
        ("publish", gettext_lazy("Open registration"), "users"),
        ("announce", gettext_lazy("Announce"), "info"),
    ),
    _Status.ANNOUNCED: (("publish", gettext_lazy("Open registration"), "users"),),
    _Status.REGISTERING: (
        ("draw", gettext_lazy("Close and draw seats"), "list"),
        ("close", gettext_lazy("Close registration"), "lock"),
    ),
    _Status.CLOSED: (("draw", gettext_lazy("Draw seats"), "list"),),
    _Status.DRAWN: (("start", gettext_lazy("Start round 1"), "play"),),
}
_JOURNAL = {
    "created": gettext_lazy("created it from the preset {preset}"),
    "changed": gettext_lazy("changed {fields}"),
    "announced": gettext_lazy("announced it"),
    "registration_opened": gettext_lazy("opened registration; the terms are frozen"),
    "registration_closed": gettext_lazy("closed registration"),
    "payment_recorded": gettext_lazy("recorded {amount} for entry {entry}"),
    "withdrawn": gettext_lazy("withdrew entry {entry}, {refunded} given back"),
    "holds_lapsed": gettext_lazy("let unpaid places lapse: {entries}"),
    "seats_drawn": gettext_lazy("drew round {round}: {entries} entries at {tables} tables"),
    "start_scheduled": gettext_lazy("set the start of round {round}"),
    "round_started": gettext_lazy("started round {round} at {tables} tables"),
    "round_closed": gettext_lazy("closed round {round}: {going_on} go on"),
    "paused": gettext_lazy("paused the tournament"),
    "resumed": gettext_lazy("let the tournament go on"),
    "table_paused": gettext_lazy("paused table {table}"),
    "table_resumed": gettext_lazy("let table {table} go on"),
    "hand_voided": gettext_lazy("voided hand {hand} at table {table}: “{reason}”"),
    "cancelled": gettext_lazy("cancelled the tournament: “{reason}”"),
    "finished": gettext_lazy("finished the tournament and paid the prizes"),
}


def desk_of(tournament: Tournament, user: object, *, now: datetime) -> dict[str, Any]:
    """All that the desk shows."""
    entries = list(selectors.entries_of(tournament))
    money_ = selectors.money(tournament)
    held = [entry for entry in entries if entry.payment == _Payment.HELD]
    confirmed = [entry for entry in entries if entry.payment == _Payment.CONFIRMED]
    places = _tables(tournament, user, now)
    schedule = selectors.schedule(tournament)
    return {
        "tournament": tournament,
        "now": now,
        "status": page_words.status_of(tournament, schedule),
        "timeline": _timeline(tournament),
        "verbs": _verbs(tournament),
        "may_cancel": tournament.status not in (_Status.FINISHED, _Status.CANCELLED),
        "may_edit": tournament.status in (_Status.DRAFT, _Status.ANNOUNCED),
        "may_draw_money": bool(tournament.currency),
        "entries": entries,
        "tables": places,
        "schedule": schedule,
        "money": money_,
        "tiles": _tiles(tournament, confirmed, held, money_, now),
        "warnings": _warnings(tournament, confirmed, held, places, now),
        "journal": [_line(row, tournament) for row in _journal(tournament)],
    }


def _timeline(tournament: Tournament) -> list[dict[str, Any]]:
    if tournament.status == _Status.CANCELLED:
        return [{"word": gettext("Cancelled"), "done": False, "now": True}]
    at = next(index for index, (status, _word) in enumerate(_LIFE) if status == tournament.status)
    return [
        {"word": word, "done": index < at, "now": index == at} for index, (_status, word) in enumerate(_LIFE)
    ]


def _verbs(tournament: Tournament) -> list[dict[str, Any]]:
    rows = [{"verb": verb, "title": title, "icon": icon} for verb, title, icon in _offered(tournament)]
    for row in rows[:1]:
        row["main"] = True
    return rows


def _offered(tournament: Tournament) -> Sequence[tuple[str, Any, str]]:
    if tournament.status != _Status.RUNNING:
        return _VERBS.get(_Status(tournament.status), ())
    if tournament.paused:
        return (("resume", gettext("Let play go on"), "play"),)
    pause = ("pause", gettext("Pause all tables"), "pause")
    if tournament.rounds.filter(status="ready").exists():
        return (("start", gettext("Start the next round now"), "play"), pause)
    return (pause,)


def _tables(tournament: Tournament, user: object, now: datetime) -> list[dict[str, Any]]:
    """The tables of the round in play with their clocks and who they wait for."""
    closest = {table["id"]: table for table in page_parts.tables_of(tournament, user, now=now)}
    round_ = tournament.rounds.filter(status="playing").first()
    rows = []
    for table in tables.tables_of(round_.pk) if round_ else []:
        rows.append(
            {
                "table": table,
                "sign": closest.get(table.public_id),
                "paused": table.paused_at is not None,
                "over": table.finished_at is not None,
                "late": _is_late(table, now),
            }
        )
    return rows


def _is_late(table: Table, now: datetime) -> bool:
    """More than five seconds overdue: no clock process has looked at it."""
    return table.paused_at is None and table.due_at is not None and (now - table.due_at).total_seconds() > 5


def _tiles(
    tournament: Tournament,
    confirmed: Sequence[Entry],
    held: Sequence[Entry],
    money_: Mapping[str, Any],
    now: datetime,
) -> list[dict[str, Any]]:
    tiles = [
        {"figure": len(confirmed), "word": gettext("confirmed"), "href": "#entries"},
        {
            "figure": len(held),
            "word": gettext("to be paid"),
            "href": "#entries",
            "tone": "attention" if held else "",
        },
        {
            "figure": tournament.capacity - tournament.taken,
            "word": gettext("places left"),
            "href": "#entries",
        },
    ]
    if tournament.status in (_Status.RUNNING, _Status.FINISHED):
        snapshot = standings(tournament, now=now)
        tiles.append({"figure": snapshot["in_play"], "word": gettext("in play"), "href": "#tables"})
    if tournament.currency:
        pool = ledger.balance(f"pool:{tournament.public_id}", tournament.currency)
        tiles += [
            {"figure": money(pool, tournament.currency), "word": gettext("in the pool"), "href": "#entries"},
            {
                "figure": money(sum(entry.paid_cents for entry in confirmed), tournament.currency),
                "word": gettext("taken at the desk"),
                "href": "#entries",
            },
        ]
    return tiles


def _warnings(
    tournament: Tournament,
    confirmed: Sequence[Entry],
    held: Sequence[Entry],
    places: Sequence[Mapping[str, Any]],
    now: datetime,
) -> list[str]:
    """What is not well, as sentences; empty when all is."""
    found: list[str] = []
    before = tournament.status in (_Status.DRAFT, _Status.ANNOUNCED, _Status.REGISTERING, _Status.CLOSED)
    if tournament.status in (_Status.DRAFT, _Status.ANNOUNCED):
        structure = setup.structure_of(tournament)
        sentences = [*structures.missing_options(structure), *outline.check(structure)]
        found += [page_words.translated(sentence) for sentence in sentences]
    if before and tournament.starts_at < now:
        found.append(gettext("The planned start has passed."))
    if held and tournament.status in (_Status.REGISTERING, _Status.CLOSED):
        text = ngettext("{n} place is not paid yet.", "{n} places are not paid yet.", len(held))
        found.append(text.format(n=len(held)))
    if tournament.status in (_Status.REGISTERING, _Status.CLOSED) and len(confirmed) < tournament.min_entries:
        text = gettext("Only {n} confirmed; at least {least} are needed for the draw.")
        found.append(text.format(n=len(confirmed), least=tournament.min_entries))
    for place in places:
        if place["late"]:
            text = gettext("Table {number} is overdue: is the clock process running?")
            found.append(text.format(number=place["table"].number))
    return found


def _journal(tournament: Tournament) -> list[Journal]:
    return list(tournament.journal.select_related("by").order_by("-pk")[:_LINES])


def _line(row: Journal, tournament: Tournament) -> dict[str, Any]:
    """One journal entry in words."""
    details = {name: _detail(value) for name, value in row.details.items()}
    for name, shown in (("amount_cents", "amount"), ("refunded_cents", "refunded")):
        if name in row.details:
            details[shown] = money(row.details[name], tournament.currency)
    text = _JOURNAL.get(row.kind)
    who = row.by.public_name if row.by else str(pgettext_lazy("who did it", "The clock"))
    return {"at": row.at, "who": who, "text": str(text).format_map(_Gaps(details)) if text else row.kind}


def _detail(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


class _Gaps(dict[str, str]):
    """Gaps of a sentence that an old journal line has no value for stay visible as an ellipsis."""

    def __missing__(self, key: str) -> str:
        return "…"
