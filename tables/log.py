"""The log of a table: numbers, hash chain, reading and replay. The only reader and writer of TableEvent
(L1-L4).
"""

import hashlib
import json
import secrets
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any

from django.db.models import QuerySet

from accounts.ids import Entropy
from blackjack import Event, ReplayMismatch, TableState, event_from, replay
from tables.models import Seat, Shoe, Table, TableEvent
from tables.shoes import TableShoes

SALT_BYTES = 16
NO_HASH = b""
# Times in the log are whole seconds (V6), cut down: an event is surely this old when its time is one second
# more.
TICK = timedelta(seconds=1)
BATCH = 500


def number(
    table: Table, events: Iterable[Event], now: datetime, entropy: Entropy = secrets.token_bytes
) -> list[TableEvent]:
    """The events as rows, numbered and chained on to the table's log, not yet stored.

    The caller holds the lock of the table row, so that the order of numbers is the order of commits. Moves
    the table's `seq`, `head_hash` and `event_at`.
    """
    # A clock that was set back must not turn back the log (L2).
    table.event_at = max(now.replace(microsecond=0), table.event_at)
    rows = []
    for event in events:
        secret = event.secret()
        row = TableEvent(
            table=table,
            seq=table.seq + 1,
            hand_number=event.hand,
            kind=event.kind,
            seat=event.seat,
            public=event.public(),
            secret=secret,
            secret_to=event.secret_to if secret is not None else None,
            salt=entropy(SALT_BYTES).hex() if secret is not None else "",
            at=table.event_at,
        )
        row.hash = _chained(table.head_hash, row)
        table.seq, table.head_hash = row.seq, row.hash
        rows.append(row)
    return rows


def append(table: Table, rows: Sequence[TableEvent]) -> None:
    """Store numbered rows and what they say of shoes, in the transaction that holds the lock of the table
    row.
    """
    TableEvent.objects.bulk_create(rows, batch_size=BATCH)
    for row in rows:
        if row.kind == "ShoeStarted":
            Shoe.objects.create(
                table=table,
                number=row.public["number"],
                attempt=row.public["attempt"],
                decks=table.rules["game"]["decks"],
                commitment=row.public["commitment"],
                started_at=row.at,
            )
        elif row.kind == "ShoeRevealed":
            # The master secret (number 0) reveals every shoe; attempts of one number share their secret.
            shown = {"number": row.public["number"]} if row.public["number"] else {}
            table.shoes.filter(revealed_at=None, **shown).update(revealed_at=row.at)


def seq_at(table: Table, until: datetime | None) -> int:
    """The number of the last event that had happened by `until`; None = the last of all. The opening is
    always known.
    """
    if until is None:
        return table.seq
    seen = _rows(table).filter(at__lte=until - TICK).order_by("-seq").values_list("seq", flat=True).first()
    return max(seen or 0, 1)


def events_after(
    table: Table,
    seq: int,
    viewer_seat: int | None,
    *,
    until_seq: int | None = None,
    hand: int | None = None,
    limit: int | None = None,
) -> list[dict[str, Any]]:
    """The public halves after `seq`, and the viewer's own secret halves; perhaps of one hand, or not all.

    Each is `{"seq", "hand", "kind", "seat", "at" (ISO, whole seconds), "public"}` with "secret" only where
    the secret half belongs to `viewer_seat`. `until_seq` is the last number the viewer may see.
    """
    rows = _rows(table).filter(seq__gt=seq)
    if until_seq is not None:
        rows = rows.filter(seq__lte=until_seq)
    if hand is not None:
        rows = rows.filter(hand_number=hand)
    return [_seen_by(row, viewer_seat) for row in rows[:limit]]


def replayed(table: Table, until_seq: int | None = None) -> TableState:
    """The state after event `until_seq` (None = the last), from the log alone. Raises ReplayMismatch."""
    last = table.seq if until_seq is None else until_seq
    return _replayed(table.pk, last, _hash_at(table, last))


def time_of(table: Table, seq: int) -> datetime | None:
    """When event `seq` happened; None when it has not yet."""
    return _rows(table).filter(seq=seq).values_list("at", flat=True).first()


def hand_at(table: Table, seq: int) -> int:
    """The number of the hand that event `seq` belongs to."""
    return _rows(table).values_list("hand_number", flat=True).get(seq=seq)


def shoe_facts(table: Table, numbers: Iterable[int], until_seq: int) -> list[dict[str, Any]]:
    """What may be known by event `until_seq` of these shoes: `{"number", "started": [...], "revealed": proof
    or None}`.
    """
    rows = _rows(table).filter(seq__lte=until_seq, kind__in=("ShoeStarted", "ShoeRevealed"))
    started: dict[int, list[Any]] = {number: [] for number in sorted(numbers)}
    revealed: dict[int, Any] = {}
    for row in rows:
        if row.kind == "ShoeRevealed":
            revealed[row.public["number"]] = row.public["proof"]
        elif row.public["number"] in started:
            started[row.public["number"]].append(row.public)
    return [{"number": each, "started": started[each], "revealed": revealed.get(each)} for each in started]


def verify(table: Table) -> list[str]:
    """All that is wrong with the log of this table, in words; empty when nothing is (L1-L4, R1, V3 of its
    rows).
    """
    rows = list(_rows(table))
    wrong = _wrong_in_chain(table, rows)
    seats = _seats(table)
    try:
        state = replay([_event(row) for row in rows], TableShoes(table, seats))
    except (ReplayMismatch, KeyError, TypeError, ValueError) as mismatch:
        # A row that was tampered with may not even be an event any more.
        return [*wrong, f"the replay differs from the log: {mismatch!r:.200}"]
    if state.to_json() != table.state:
        wrong.append("the replayed state is not the stored state")
    if (table.phase, table.hand_number) != (state.phase, state.hand):
        wrong.append("phase or hand number of the table row are not those of the state")
    return [*wrong, *_wrong_in_seats(table, state, seats), *_wrong_in_shoes(table, seats)]


def _rows(table: Table) -> QuerySet[TableEvent]:
    return TableEvent.objects.filter(table=table).order_by("seq")


def _seats(table: Table) -> list[Seat]:
    return list(table.seats.order_by("number"))


def _event(row: TableEvent) -> Event:
    return event_from(row.kind, row.hand_number, row.seat, row.public, row.secret)


def _hash_at(table: Table, seq: int) -> str:
    if seq == table.seq:
        return table.head_hash
    return _rows(table).values_list("hash", flat=True).get(seq=seq)


@lru_cache(maxsize=64)
def _replayed(table_id: int, seq: int, head_hash: str) -> TableState:
    """Kept by the hash of the last event, which stands for everything before it."""
    table = Table.objects.get(pk=table_id)
    events = [_event(row) for row in _rows(table).filter(seq__lte=seq)]
    return replay(events, TableShoes(table, _seats(table)))


def _seen_by(row: TableEvent, viewer_seat: int | None) -> dict[str, Any]:
    seen = {
        "seq": row.seq,
        "hand": row.hand_number,
        "kind": row.kind,
        "seat": row.seat,
        "at": row.at.isoformat(),
        "public": row.public,
    }
    if row.secret is not None and viewer_seat is not None and row.secret_to == viewer_seat:
        seen["secret"] = row.secret
    return seen


def _canonical(value: Any) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def _chained(previous: str, row: TableEvent) -> str:
    """hash = SHA-256(previous hash || canonical public record || salted hash of the secret half)."""
    secret_hash = (
        hashlib.sha256(bytes.fromhex(row.salt) + _canonical(row.secret)).digest()
        if row.secret is not None
        else NO_HASH
    )
    record = _canonical(
        {
            "seq": row.seq,
            "hand": row.hand_number,
            "kind": row.kind,
            "seat": row.seat,
            "at": int(row.at.timestamp()),
            "public": row.public,
        }
    )
    return hashlib.sha256(bytes.fromhex(previous) + record + secret_hash).hexdigest()


def _wrong_in_chain(table: Table, rows: list[TableEvent]) -> list[str]:
    wrong = []
    previous, last_at = "", None
    for index, row in enumerate(rows, start=1):
        if row.seq != index:
            wrong.append(f"event {row.seq} stands where {index} should")
        if row.hash != _chained(previous, row):
            wrong.append(f"the hash of event {row.seq} does not fit")
        if last_at is not None and row.at < last_at:
            wrong.append(f"event {row.seq} is older than the one before it")
        if row.secret is not None and len(row.salt) != 2 * SALT_BYTES:
            wrong.append(f"event {row.seq} has a secret half without salt")
        previous, last_at = row.hash, row.at
    if (len(rows), previous) != (table.seq, table.head_hash):
        wrong.append("the log does not end where the table row says")
    return wrong


def _wrong_in_seats(table: Table, state: TableState, seats: list[Seat]) -> list[str]:
    wrong = []
    for seat, true in zip(seats, state.seats, strict=True):
        row = (seat.number, seat.stack, seat.public_stack, seat.live, seat.away, seat.place, seat.out_hand)
        live = true.live and not table.is_over
        if row != (true.number, true.stack, true.public_stack, live, true.away, true.place, true.out_hand):
            wrong.append(f"seat {seat.number} is not as the log left it")
    return wrong


def _wrong_in_shoes(table: Table, seats: list[Seat]) -> list[str]:
    shoes = TableShoes(table, seats)
    return [
        f"shoe {row.number}.{row.attempt} was not promised by this table's secret"
        for row in table.shoes.all()
        if row.commitment != shoes.commitment(row.number)
    ]
