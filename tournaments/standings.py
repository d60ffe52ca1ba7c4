"""Live standings: a snapshot per tournament from public figures, rebuilt at most once a second."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.core.cache import cache
from django.db.models import Sum

from tables.models import Table
from tables.selectors import live_counts
from tournaments.models import Entry, Round, Tournament

#: Standings are never rebuilt faster than this, however fast the tables move.
REBUILD_SECONDS = 1
KEEP_SECONDS = 3600

Row = dict[str, Any]
Snapshot = dict[str, Any]


def version_of(tournament: Tournament) -> int:
    """Rises with whatever may change the standings: the tournament's stories and its tables' events."""
    events = Table.objects.filter(scope=tournament.public_id).aggregate(total=Sum("seq"))["total"] or 0
    return tournament.version + events


def standings(tournament: Tournament, *, now: datetime) -> Snapshot:
    """The snapshot `{"version", "at", "status", "paused", "round", "in_play", "average", "lowest", "rows"}`.

    The rows are what `_row` makes, best first. Everything in it is public (V2): what a seat has is its public
    count, as late as spectators see its table.
    """
    key = f"standings:{tournament.public_id}"
    held: Snapshot | None = cache.get(key)
    version = version_of(tournament)
    if held is not None:
        young = timedelta(0) <= now - held["at"] < timedelta(seconds=REBUILD_SECONDS)
        # Tables shown late go on moving for their spectators when nothing happens any more.
        unmoved = held["version"] == version and not tournament.delay_seconds
        if young or unmoved:
            return held
    snapshot = _build(tournament, version, now)
    cache.set(key, snapshot, KEEP_SECONDS)
    return snapshot


def _build(tournament: Tournament, version: int, now: datetime) -> Snapshot:
    """Three queries, and one more for each delayed table."""
    round_ = tournament.rounds.exclude(status=Round.Status.READY).order_by("number").last()
    seats = _seats_of(tournament, round_, now)
    entries = tournament.entries.select_related("user").exclude(
        payment__in=[Entry.Payment.WITHDRAWN, Entry.Payment.LAPSED, Entry.Payment.REFUNDED]
    )
    started = round_ is not None
    rows = [_row(entry, seats.get(entry.pk), round_) for entry in entries]
    rows.sort(key=_order)
    if started:
        _number(rows)
    chips = [row["chips"] for row in rows if row["live"] and row["chips"] is not None]
    return {
        "version": version,
        "at": now,
        "status": str(tournament.status),
        "paused": tournament.paused,
        "round": round_.number if round_ else 0,
        "in_play": sum(row["live"] for row in rows) if started else len(rows),
        "average": sum(chips) // len(chips) if chips else None,
        "lowest": min(chips, default=None),
        "rows": rows,
    }


def _seats_of(tournament: Tournament, round_: Round | None, now: datetime) -> dict[int, Mapping[str, Any]]:
    """The seats of the round in play, by entry."""
    if round_ is None or round_.status != Round.Status.PLAYING:
        return {}
    counts = live_counts(tournament.public_id, now=now)
    return {line["entry_id"]: line for line in counts if line["round_id"] == round_.pk}


def _row(entry: Entry, seat: Mapping[str, Any] | None, round_: Round | None) -> Row:
    """One entry; who has no seat in the round in play shows what he took from his last table.

    Who played to the end of a table is in until the round closes: it decides who goes on.
    """
    left = entry.exit or {}
    live = entry.place is None and (seat is None or seat["out_hand"] is None)
    return {
        "entry": entry.number,
        "id": entry.public_id,
        "user_id": entry.user_id,
        "name": entry.user.public_name,
        "bot": bool(entry.bot),
        "payment": str(entry.payment),
        "standing": str(entry.standing),
        "live": live,
        "rank": None,
        "place": entry.place,
        "shared": entry.place_shared,
        "chips": seat["count"] if seat else entry.chips,
        "round": entry.round_reached,
        "table": seat["table"] if seat else left.get("table"),
        "table_id": seat["table_id"] if seat else None,
        "seat": seat["seat"] if seat else left.get("seat"),
        "hand": seat["hand"] if seat else None,
        "out_hand": seat["out_hand"] if seat else left.get("hand"),
        "place_at_table": seat["place"] if seat else left.get("place"),
        "exit": entry.exit,
        "prize_cents": entry.prize_cents,
    }


def _order(row: Row) -> tuple[int, ...]:
    """Those still in by chips, then those out at tables in play, the last out first, then the places."""
    if row["place"] is not None:
        return (2, row["place"], row["entry"])
    if row["live"]:
        return (0, -(row["chips"] or 0), row["entry"])
    return (1, -(row["out_hand"] or 0), -(row["chips"] or 0), row["place_at_table"] or 0, row["entry"])


def _number(rows: list[Row]) -> None:
    """Ranks from 1; equal chips among those still in share a rank, a place decided is its own rank."""
    for index, row in enumerate(rows):
        before = rows[index - 1] if index else None
        if row["place"] is not None:
            row["rank"] = row["place"]
        elif before and before["live"] and row["live"] and before["chips"] == row["chips"]:
            row["rank"] = before["rank"]
        else:
            row["rank"] = index + 1
