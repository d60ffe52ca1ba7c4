"""check_invariants: silent on what the stories wrote, and loud about everything planted by other means."""

import json
from collections.abc import Callable
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command

from accounts.models import LedgerAccount
from tables import invariants as of_tables
from tables.models import Seat, Table
from tests.builders import NOW, make_user
from tests.tournaments.builders import (
    MONEY,
    QUICK,
    draw_and_start,
    enter_and_pay,
    fill_with_bots,
    make_open,
    play_on,
    reread,
)
from tournaments.invariants import check_tournament
from tournaments.models import DrawSecret, Entry, Round, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def finished() -> Tournament:
    """A tournament of two rounds with a champion."""
    tournament = make_open(**MONEY, **QUICK)
    fill_with_bots(tournament, 8)
    draw_and_start(tournament)
    play_on(tournament)
    return reread(tournament)


def run() -> tuple[dict, int]:
    """What the command prints and its exit status."""
    output = StringIO()
    try:
        call_command("check_invariants", "--json", stdout=output)
    except SystemExit as end:
        return json.loads(output.getvalue()), int(end.code or 0)
    return json.loads(output.getvalue()), 0


def test_nothing_is_wrong_with_what_the_stories_wrote(finished: Tournament) -> None:
    found, status = run()
    assert (found["violations"], status) == ([], 0)
    assert found["checked"]["tables"] == 3
    assert found["checked"]["entries"] == 8
    assert found["checked"]["events"] == sum(Table.objects.values_list("seq", flat=True))
    assert found["checked"]["transactions"] == 9


def planted_place(tournament: Tournament) -> None:
    Entry.objects.filter(tournament=tournament, place=8).update(place=7)


def planted_swap(tournament: Tournament) -> None:
    fourth, fifth = Entry.objects.filter(tournament=tournament, place__in=[4, 5]).order_by("place")
    Entry.objects.filter(pk=fourth.pk).update(place=5)
    Entry.objects.filter(pk=fifth.pk).update(place=4)


def planted_price(tournament: Tournament) -> None:
    Entry.objects.filter(tournament=tournament, place=8).update(paid_cents=2799)


def planted_winner(tournament: Tournament) -> None:
    Entry.objects.filter(tournament=tournament, place=1).update(user=make_user())


def planted_share(tournament: Tournament) -> None:
    Entry.objects.filter(tournament=tournament, place=8).update(place_shared=True)


def planted_prize(tournament: Tournament) -> None:
    Entry.objects.filter(tournament=tournament, place=3).update(prize_cents=1)


def planted_entry(tournament: Tournament) -> None:
    Entry.objects.filter(tournament=tournament, place=8).update(paid_cents=0)


def planted_standing(tournament: Tournament) -> None:
    Entry.objects.filter(tournament=tournament, place=8).update(standing="seated")


def planted_count(tournament: Tournament) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(taken=3)


def planted_secret(tournament: Tournament) -> None:
    DrawSecret.objects.filter(tournament=tournament, round_number=1, kind="lots").update(commitment="0" * 64)


def planted_sheet(tournament: Tournament) -> None:
    round_ = Round.objects.get(tournament=tournament, number=1)
    round_.seating[0][0], round_.seating[1][0] = round_.seating[1][0], round_.seating[0][0]
    round_.save(update_fields=["seating"])


def planted_terms(tournament: Tournament) -> None:
    tournament.structure["capacity"] = 99
    tournament.save(update_fields=["structure"])


def planted_stack(tournament: Tournament) -> None:
    Seat.objects.filter(scope=tournament.public_id, place=1).update(stack=1)


def planted_state(tournament: Tournament) -> None:
    table = Table.objects.filter(scope=tournament.public_id).first()
    table.state["bank"] += 1
    table.save(update_fields=["state"])


def planted_hash(tournament: Tournament) -> None:
    Table.objects.filter(scope=tournament.public_id, number=1).update(head_hash="f" * 64)


def planted_balance(tournament: Tournament) -> None:
    LedgerAccount.objects.filter(code="desk").update(balance_cents=0)


@pytest.mark.parametrize(
    ("plant", "name"),
    [
        (planted_place, "E3"),
        (planted_share, "E3"),
        (planted_swap, "E3"),
        (planted_price, "E4"),
        (planted_winner, "M4: player"),
        (planted_prize, "M4"),
        (planted_entry, "E4"),
        (planted_standing, "E2"),
        (planted_count, "E4"),
        (planted_secret, "R4"),
        (planted_sheet, "R4"),
        (planted_terms, "terms"),
        (planted_stack, "L"),
        (planted_state, "C1"),
        (planted_hash, "L"),
        (planted_balance, "M2"),
    ],
)
def test_what_was_planted_is_found(
    finished: Tournament, plant: Callable[[Tournament], None], name: str
) -> None:
    plant(finished)
    found, status = run()
    assert status == 1
    assert any(name in violation for violation in found["violations"]), found["violations"]


def in_play() -> Tournament:
    """A table that waits for a person."""
    tournament = make_open(**QUICK)
    fill_with_bots(tournament, 2)
    enter_and_pay(tournament, make_user())
    draw_and_start(tournament)
    play_on(tournament)
    return reread(tournament)


def test_M4_a_share_for_the_dealers_that_was_not_taken_is_found() -> None:
    tournament = make_open(currency="EUR", buy_in_cents=2500, dealers_cents=200, **QUICK)
    entries = fill_with_bots(tournament, 2)
    tournament = reread(tournament)
    assert check_tournament(tournament, entries) == []
    tournament.dealers_cents = 300
    assert "M4: the payments to dealers are not those of 2 entries" in check_tournament(tournament, entries)


def test_D1_a_clock_that_nobody_looks_at_is_found_after_a_minute() -> None:
    in_play()
    due_at = Table.objects.get().due_at
    assert of_tables.check(now=due_at + timedelta(seconds=60))[0] == []
    (fault,) = of_tables.check(now=due_at + timedelta(seconds=61))[0]
    assert "D1" in fault


def test_H3_a_table_in_play_without_a_clock_is_found() -> None:
    in_play()
    Table.objects.update(due_at=None)
    (fault,) = of_tables.check(now=NOW)[0]
    assert "H3" in fault


def test_E2_a_tournament_in_play_is_sound_at_every_stage() -> None:
    tournament = make_open(**{**MONEY, **QUICK, "break_seconds": 60})
    stages = []

    def look() -> None:
        stages.append(reread(tournament).status)
        entries = list(tournament.entries.order_by("number"))
        assert check_tournament(reread(tournament), entries) == []

    look()
    fill_with_bots(tournament, 8)
    look()
    draw_and_start(tournament)
    look()
    play_on(tournament)
    look()
    play_on(tournament, NOW + timedelta(seconds=60))
    look()
    assert stages == ["registering", "registering", "running", "running", "finished"]
