"""What does a look at the standings cost, kept and rebuilt? Against one window query over the seats."""

import time
from collections.abc import Callable, Iterator
from statistics import median

from django.core.cache import cache
from django.db import connection, transaction

from bench.databases import new_database
from bench.figures import Figure
from tests.builders import NOW
from tests.tournaments.builders import QUICK, draw_and_start, fill_with_bots, make_open, reread
from tournaments.models import Tournament
from tournaments.standings import standings

ENTRIES = 210
LOOKS = 30
RANKING = """
    SELECT entry_id, public_count, rank() OVER (ORDER BY public_count DESC)
    FROM tables_seat WHERE scope = %s ORDER BY public_count DESC
"""


def run() -> Iterator[Figure]:
    """CPU milliseconds for 210 players at 30 tables: the snapshot that is at hand, and one made anew."""
    with new_database() as vendor:
        tournament = _started()
        bare = _median_ms(lambda: _ranked(tournament))
        standings(tournament, now=NOW)
        kept = _median_ms(lambda: standings(tournament, now=NOW))
        rebuilt = _median_ms(lambda: _rebuilt(tournament))
    for name, spent in (("kept", kept), ("rebuilt", rebuilt)):
        yield Figure(f"standings_{name}_{vendor}", spent, "ms CPU", "one window query over the seats", bare)


@transaction.atomic
def _started() -> Tournament:
    tournament = make_open(**QUICK, capacity=ENTRIES)
    fill_with_bots(tournament, ENTRIES)
    draw_and_start(tournament)
    return reread(tournament)


def _ranked(tournament: Tournament) -> None:
    with connection.cursor() as cursor:
        cursor.execute(RANKING, [tournament.public_id])
        cursor.fetchall()


def _rebuilt(tournament: Tournament) -> None:
    cache.clear()
    standings(tournament, now=NOW)


def _median_ms(look: Callable[[], object]) -> float:
    spent = []
    for _ in range(LOOKS):
        began = time.process_time()
        look()
        spent.append(time.process_time() - began)
    return median(spent) * 1000
