"""Reads tables: who may see one, what he sees of it (V1), its hands, its counts, and which are due."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db.models import F
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

import blackjack
from accounts.models import User
from accounts.refusals import NotFound
from accounts.selectors import may_manage, role_of
from blackjack import TableState
from tables import log
from tables.models import Seat, Table
from tables.sentences import sentence

# The audiences of a table: a seat sees its own secrets, officials see what spectators see but without their
# delay (V7).
PUBLIC, OFFICIAL, SEAT = "public", "official", "seat"

Json = dict[str, Any]


def table_for(user: object, public_id: str) -> tuple[Table, int | None]:
    """The table and the user's seat number at it. Raises NotFound when it is not there, or not the user's to
    know.
    """
    table = Table.objects.filter(public_id=public_id).first()
    if table is not None:
        number = seat_number(user, table)
        if number is not None or may_watch(user, table):
            return table, number
    raise NotFound("no_table", gettext_noop("There is no such table."))


def seat_number(user: object, table: Table) -> int | None:
    """The number of the user's seat at the table, also when he is out."""
    if not isinstance(user, User):
        return None
    return table.seats.filter(user=user).values_list("number", flat=True).first()


def may_watch(user: object, table: Table) -> bool:
    """May somebody without a seat see this table?"""
    return table.public or is_official(user, table)


def is_official(user: object, table: Table) -> bool:
    """Does the user hold an office in the table's tournament?"""
    return role_of(user, table.scope) is not None or may_manage(user, table.scope)


def managed_table(user: object, public_id: str) -> Table:
    """A table of a tournament that the user runs. Raises NotFound for everybody else (bad input 46)."""
    table = Table.objects.filter(public_id=public_id).first()
    if table is None or not may_manage(user, table.scope):
        raise NotFound("no_table", gettext_noop("There is no such table."))
    return table


def audience_of(user: object, table: Table) -> str:
    """The audience that the user belongs to at this table: `seat:3`, `official` or `public`."""
    number = seat_number(user, table)
    if number is not None:
        return f"{SEAT}:{number}"
    return OFFICIAL if is_official(user, table) else PUBLIC


def seat_in(audience: str) -> int | None:
    """The seat number of an audience, None for those without a seat."""
    kind, _colon, number = audience.partition(":")
    return int(number) if kind == SEAT else None


def table_view(table: Table, viewer_seat: int | None, *, now: datetime, official: bool = False) -> Json:
    """All that a viewer may know of a table at this moment: `blackjack.view` with names, times and the hand's
    log.

    Spectators see it `delay_seconds` late; players of the table and officials at once.
    """
    seats = seats_of(table)
    delay = delay_of(table, viewer_seat, official)
    if not delay:
        return view_of(table, TableState.from_json(table.state), seats, viewer_seat, now=now)
    seq = log.seq_at(table, now - timedelta(seconds=delay))
    return view_of(table, log.replayed(table, seq), seats, viewer_seat, now=now, seq=seq)


def delay_of(table: Table, viewer_seat: int | None, official: bool) -> int:
    """How many seconds late this viewer sees the table."""
    return 0 if viewer_seat is not None or official else table.delay_seconds


def view_of(
    table: Table,
    state: TableState,
    seats: Sequence[Seat],
    viewer_seat: int | None,
    *,
    now: datetime,
    seq: int | None = None,
) -> Json:
    """The view of a state that was read already; with `seq` it is that of a past moment, without a clock."""
    names = names_of(seats, viewer_seat)
    past = seq is not None
    deadline_at = None if past else table.deadline_at
    return {
        **blackjack.view(state, viewer_seat),
        "id": table.public_id,
        "number": table.number,
        "title": table.title,
        "scope": table.scope,
        "game": table.rules["game"],
        "status": _status(table, state, past),
        "seq": table.seq if seq is None else seq,
        "decision_seq": None if past else table.decision_seq,
        "deadline_at": deadline_at.isoformat() if deadline_at else None,
        "seconds_left": max(0, round((deadline_at - now).total_seconds())) if deadline_at else None,
        "clock_seconds": None if past else blackjack.clock_seconds(state),
        "server_now": now.isoformat(),
        "delayed": table.delay_seconds if past else 0,
        "names": names,
        "log": hand_log(table, state.hand, viewer_seat, names, seq),
    }


def seats_of(table: Table) -> list[Seat]:
    """The seats of a table in their order, with their players' names and nothing else of them."""
    return list(table.seats.annotate(player_name=F("user__public_name")).order_by("number"))


def names_of(seats: Sequence[Seat], viewer_seat: int | None) -> dict[int, Json]:
    """Who sits where, by seat number."""
    return {
        seat.number: {
            "name": seat.player_name or _("Seat {number}").format(number=seat.number),
            "bot": bool(seat.bot),
            "me": seat.number == viewer_seat,
        }
        for seat in seats
    }


def hand_log(
    table: Table, hand: int, viewer_seat: int | None, names: dict[int, Json], seq: int | None = None
) -> list[str]:
    """What happened in a hand so far as sentences, oldest first."""
    events = log.events_after(table, 0, viewer_seat, until_seq=seq, hand=hand)
    told = (sentence(event, names) for event in events)
    return [words for words in told if words]


def events_after(
    table: Table,
    seq: int,
    viewer_seat: int | None,
    *,
    now: datetime,
    official: bool = False,
    limit: int | None = None,
) -> list[Json]:
    """The events after `seq` that the viewer may know: public halves, and his own secret ones."""
    last = _last_seen(table, viewer_seat, now, official)
    return log.events_after(table, seq, viewer_seat, until_seq=last, limit=limit)


def hand_history(
    table: Table, hand: int, viewer_seat: int | None, *, now: datetime, official: bool = False
) -> Json:
    """One hand as it was played, with what is revealed of it by now (V10). Raises NotFound for a hand not
    begun.

    `{"hand", "previous", "next" (numbers or None), "settled", "events": [{..., "sentence"}], "names",
    "shoes"}`.
    """
    last = _last_seen(table, viewer_seat, now, official)
    seats = seats_of(table)
    names = names_of(seats, viewer_seat)
    events = log.events_after(table, 0, viewer_seat, until_seq=last, hand=hand)
    if hand < 1 or not any(event["kind"] == "HandStarted" for event in events):
        raise NotFound("no_hand", gettext_noop("There is no such hand at this table yet."))
    latest = log.hand_at(table, last)
    used = {event["public"]["shoe"] for event in events if event["kind"] == "HandStarted"}
    return {
        "hand": hand,
        "previous": hand - 1 if hand > 1 else None,
        "next": hand + 1 if hand < latest else None,
        "settled": any(event["kind"] == "HandSettled" for event in events),
        "names": names,
        "events": [{**event, "sentence": sentence(event, names)} for event in events],
        "shoes": log.shoe_facts(table, used, last),
    }


def live_counts(scope: str, *, now: datetime | None = None) -> list[Json]:
    """Every seat of the scope's tables for standings, from public figures only, table by table, best first.

    Rows: `table` (number), `table_id`, `round_id`, `seat`, `entry_id`, `public_stack`, `count`, `rank` (at
    the table, None when out), `live`, `place`, `out_hand`, `hand`. With `now` they are as late as spectators
    see the tables.
    """
    rows: list[Json] = []
    tables = Table.objects.filter(scope=scope).defer("state", "rules").order_by("round_id", "number")
    for table in tables.prefetch_related("seats"):
        seats = sorted(table.seats.all(), key=lambda seat: seat.number)
        if now is not None and table.delay_seconds:
            rows += _ranked(table, _late_rows(table, seats, now))
        else:
            rows += _ranked(table, [_present_row(seat, table.hand_number) for seat in seats])
    return rows


def tables_of(round_id: int) -> list[Table]:
    """The tables of a round by number, without their states."""
    return list(Table.objects.filter(round_id=round_id).defer("state").order_by("number"))


def results_of(table: Table) -> list[Json]:
    """One row per seat of a finished table, best place first, as `TableState.results`, with `entry_id`."""
    entries = dict(table.seats.values_list("number", "entry_id"))
    return [{**row, "entry_id": entries[row["seat"]]} for row in TableState.from_json(table.state).results()]


def due_tables(now: datetime, limit: int) -> list[int]:
    """The tables that the clock must look at, longest overdue first."""
    due = Table.objects.filter(due_at__lte=now).order_by("due_at")
    return list(due.values_list("pk", flat=True)[:limit])


def running_clocks() -> list[int]:
    """The tables at which some clock runs."""
    return list(Table.objects.filter(deadline_at__isnull=False).order_by("pk").values_list("pk", flat=True))


def _last_seen(table: Table, viewer_seat: int | None, now: datetime, official: bool) -> int:
    delay = delay_of(table, viewer_seat, official)
    return log.seq_at(table, now - timedelta(seconds=delay) if delay else None)


def _status(table: Table, state: TableState, past: bool) -> str:
    """One word for the whole table: seating, playing, between, held, paused or finished."""
    if state.is_finished or (table.is_over and not past):
        return "finished"
    if state.paused:
        return "paused"
    if state.phase == Table.Phase.BETWEEN:
        return "held" if state.is_held else "between"
    return "seating" if state.phase in (Table.Phase.SEATING, Table.Phase.OPENING) else "playing"


def _present_row(seat: Seat, hand: int) -> Json:
    return {
        "seat": seat.number,
        "entry_id": seat.entry_id,
        "public_stack": seat.public_stack,
        "count": seat.public_count,
        "live": seat.place is None,
        "place": seat.place,
        "out_hand": seat.out_hand,
        "hand": hand,
    }


def _late_rows(table: Table, seats: Sequence[Seat], now: datetime) -> list[Json]:
    state = log.replayed(table, log.seq_at(table, now - timedelta(seconds=table.delay_seconds)))
    counts = {each["seat"]: each["count"] for each in blackjack.view(state, None)["seats"]}
    rows = []
    for seat in seats:
        then = state.seat(seat.number)
        rows.append(
            {
                "seat": seat.number,
                "entry_id": seat.entry_id,
                "public_stack": then.public_stack,
                "count": counts[seat.number],
                "live": then.place is None,
                "place": then.place,
                "out_hand": then.out_hand,
                "hand": state.hand,
            }
        )
    return rows


def _ranked(table: Table, rows: list[Json]) -> list[Json]:
    """Best first: places, then those who play on by their count; equal counts share a rank."""
    counts = [row["count"] for row in rows if row["live"]]
    for row in rows:
        better = sum(count > row["count"] for count in counts)
        row["rank"] = better + 1 if row["live"] else None
        row |= {"table": table.number, "table_id": table.public_id, "round_id": table.round_id}
    return sorted(rows, key=lambda row: (row["rank"] or 0 if row["live"] else row["place"], row["seat"]))
