"""Whole tournaments of bots on a simulated clock: champions, places 1..N, money to the cent, repeatable."""

import json
import os
import subprocess
import sys
from io import StringIO
from itertools import count
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import transaction

from accounts import ledger
from tables import invariants as of_tables
from tables.models import Table
from tests.builders import NOW
from tournaments import headless
from tournaments import invariants as of_tournaments
from tournaments.models import Entry, Tournament

pytestmark = pytest.mark.django_db


def play(entries: int, seed: int = 7, preset: str = "") -> dict:
    return headless.play_headless(
        entries=entries, seed=seed, preset=preset, progress=lambda line: None, seconds=lambda: 0.0
    )


def check_everything(result: dict, entries: int) -> None:
    """Places are 1..N with shared ones repeated, prizes are the pool, and no invariant is broken."""
    places = [line["place"] for line in result["places"]]
    assert len({line["entry"] for line in result["places"]}) == len(places) == entries
    assert all(place == 1 + sum(other < place for other in places) for place in places)
    assert places.count(1) == 1
    assert result["champion"] == result["places"][0]["name"]
    assert (result["pool_cents"], result["fee_cents"]) == (2500 * entries, 300 * entries)
    assert sum(result["prizes_cents"]) == result["pool_cents"]
    assert -ledger.balance("desk", "EUR") == sum(result["prizes_cents"]) + result["fee_cents"]
    assert of_tables.check(now=NOW)[0] == []
    assert of_tournaments.check()[0] == []
    assert ledger.check() == []


@pytest.mark.parametrize(("entries", "tables"), [(2, [1]), (7, [1]), (8, [2, 1]), (14, [2, 1]), (21, [3, 1])])
def test_E3_M4_a_field_is_played_to_its_champion(entries: int, tables: list[int]) -> None:
    result = play(entries)
    assert [row["tables"] for row in result["rounds"]] == tables
    assert result["events"] == sum(Table.objects.values_list("seq", flat=True))
    check_everything(result, entries)


@pytest.mark.sim
@pytest.mark.parametrize(("entries", "tables"), [(49, [7, 1]), (300, [43, 13, 4, 1])])
def test_E3_M4_a_large_field_is_played_to_its_champion(entries: int, tables: list[int]) -> None:
    result = play(entries)
    assert [row["tables"] for row in result["rounds"]] == tables
    check_everything(result, entries)


@pytest.mark.sim
def test_a_published_structure_is_played_by_its_own_rules() -> None:
    result = play(14, preset="seed_default")
    assert {table.rules["hands"] for table in Table.objects.all()} == {30}
    assert (result["pool_cents"], result["prizes_cents"]) == (0, [])
    assert ledger.totals(result["tournament"]) == {}


def test_another_seed_is_another_tournament() -> None:
    assert play(7, seed=1)["tournament"] != play(7, seed=2)["tournament"]
    assert Tournament.objects.count() == 2


def test_the_same_seed_gives_the_same_tournament_again() -> None:
    before = transaction.savepoint()
    first = play(8)
    transaction.savepoint_rollback(before)
    assert not Tournament.objects.exists()
    assert play(8) == first


@pytest.mark.postgres
def test_the_same_seed_gives_the_same_tournament_on_sqlite_and_on_postgresql(tmp_path: Path) -> None:
    here = play(8)
    command = [sys.executable, str(settings.BASE_DIR / "manage.py"), "demo", "--headless", "--json"]
    environment = {
        **os.environ,
        "DATABASE_URL": f"sqlite:///{tmp_path / 'other.sqlite3'}",
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "VAR_DIR": str(tmp_path),
    }
    other = subprocess.run(
        [*command, "--entries", "8", "--seed", "7"],
        env=environment,
        capture_output=True,
        check=True,
        text=True,
    )
    there = json.loads(other.stdout)
    assert there | {"elapsed_seconds": 0} == here | {"elapsed_seconds": 0}


def test_a_second_run_in_the_same_database_gives_the_stored_result() -> None:
    ticks = count(1)
    options = {"entries": 2, "seed": 3, "progress": lambda line: None, "seconds": lambda: float(next(ticks))}
    first = headless.play_headless(**options)
    assert headless.play_headless(**options) == first
    assert first["elapsed_seconds"] == 1.0
    assert Tournament.objects.count() == 1


def test_a_run_that_fails_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournaments.headless._play_to_the_end", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        play(2)
    assert not Tournament.objects.exists()
    assert not Entry.objects.exists()


def test_the_command_prints_one_json_object_on_standard_output() -> None:
    output = StringIO()
    call_command("demo", "--headless", "--entries", "2", "--seed", "5", "--json", stdout=output)
    result = json.loads(output.getvalue())
    assert set(result) == {
        *("tournament", "entries", "rounds", "places", "champion", "pool_cents", "fee_cents"),
        *("prizes_cents", "events", "elapsed_seconds"),
    }


def test_the_command_refuses_a_field_of_one() -> None:
    with pytest.raises(CommandError):
        call_command("demo", "--headless", "--entries", "1")
