"""How fast is a whole tournament of bots? Against inserting the rows of its log and nothing else."""

import json
import time
from collections.abc import Iterator

from django.db import connection, transaction

from bench.databases import new_database
from bench.figures import Figure
from tables.models import TableEvent
from tournaments.headless import play_headless

ENTRIES, SEED = 21, 7


def run() -> Iterator[Figure]:
    """Events a second of `demo --headless`, from the first registration to the prizes."""
    with new_database() as vendor:
        began = time.perf_counter()
        result = play_headless(
            entries=ENTRIES, seed=SEED, progress=lambda line: None, seconds=time.perf_counter
        )
        played = result["events"] / (time.perf_counter() - began)
        inserted = _inserted_a_second()
    yield Figure(f"tournament_{vendor}", played, "events/s", "inserting the same rows", inserted)


def _inserted_a_second() -> float:
    """The rows that the tournament left, inserted one by one into a table like theirs."""
    columns = [field.column for field in TableEvent._meta.concrete_fields if field.column != "id"]
    names = ", ".join(columns)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"SELECT {names} FROM tables_tableevent ORDER BY id")
        found = cursor.fetchall()
        cursor.execute(f"CREATE TABLE bench_event AS SELECT {names} FROM tables_tableevent WHERE id = 0")
        cursor.execute("CREATE UNIQUE INDEX bench_event_number ON bench_event (table_id, seq)")
        rows = [[_plain(value) for value in row] for row in found]
        insert = f"INSERT INTO bench_event ({names}) VALUES ({', '.join(['%s'] * len(columns))})"
        began = time.perf_counter()
        for row in rows:
            cursor.execute(insert, row)
    return len(rows) / (time.perf_counter() - began)


def _plain(value: object) -> object:
    """JSON comes back as text from one database and read from the other; both take text."""
    return json.dumps(value) if isinstance(value, dict) else value
