"""Live standings and what else is read: public figures, one snapshot for all, few queries."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from blackjack import Action
from tables import play
from tables.hub import Audience
from tables.models import Table
from tests.builders import NOW, make_organiser, make_user
from tests.tournaments.builders import (
    QUICK,
    draw_and_start,
    enter,
    enter_and_pay,
    entropy,
    fill_with_bots,
    make_draft,
    make_open,
    play_on,
    reread,
)
from tournaments import fragments, registration, rounds, selectors
from tournaments.models import Tournament
from tournaments.standings import standings, version_of

pytestmark = pytest.mark.django_db

LATER = NOW + timedelta(seconds=2)


def in_play(bots: int = 6, **fields) -> Tournament:
    """A tournament in which one person is waited for."""
    tournament = make_open(**{**QUICK, **fields})
    fill_with_bots(tournament, bots)
    enter_and_pay(tournament, make_user("Someone Slow"))
    draw_and_start(tournament)
    play_on(tournament)
    return reread(tournament)


def bet(tournament: Tournament, amount: int, *, secret: bool) -> None:
    """The person's bet, as soon as it is his turn."""
    seat = tournament.entries.get(user__public_name="Someone Slow").seats.get()
    table = Table.objects.get(pk=seat.table_id)
    action = Action("bet", amount=amount, secret=secret)
    play.act(table.public_id, user=seat.user, action=action, seq=table.decision_seq, arrived_at=NOW, now=NOW)


def test_standings_list_the_entries_before_the_start_without_ranks() -> None:
    tournament = make_open()
    fill_with_bots(tournament, 2)
    given_back = enter(tournament)
    registration.withdraw(given_back.public_id, by=given_back.user, now=NOW)
    snapshot = standings(reread(tournament), now=NOW)
    assert [(row["entry"], row["rank"]) for row in snapshot["rows"]] == [(1, None), (2, None)]


def test_standings_rank_by_chips_and_end_with_the_places() -> None:
    tournament = make_open(**QUICK)
    fill_with_bots(tournament, 14)
    draw_and_start(tournament)
    play_on(tournament)
    rows = standings(reread(tournament), now=NOW)["rows"]
    assert [row["rank"] for row in rows] == sorted(row["rank"] for row in rows)
    assert [(row["place"], row["entry"]) for row in rows] == sorted(
        tournament.entries.values_list("place", "number")
    )


def test_V2_V3_V11_a_secret_bet_moves_no_figure_of_the_standings() -> None:
    tournament = in_play()
    worlds = []
    for amount in (1_000, 97_000):
        before = transaction.savepoint()
        cache.clear()
        bet(tournament, amount, secret=True)
        at_once = standings(reread(tournament), now=LATER)
        play_on(tournament)
        worlds.append([at_once, standings(reread(tournament), now=LATER + timedelta(seconds=2))])
        transaction.savepoint_rollback(before)
    assert worlds[0] == worlds[1]


def test_V3_an_open_bet_counts_until_it_is_settled() -> None:
    tournament = in_play()
    bet(tournament, 97_000, secret=False)
    rows = standings(reread(tournament), now=LATER)["rows"]
    assert {row["chips"] for row in rows} == {100_000}


def test_standings_are_rebuilt_at_most_once_a_second() -> None:
    tournament = in_play()
    first = standings(tournament, now=NOW)
    bet(tournament, 1_000, secret=False)
    tournament = reread(tournament)
    assert version_of(tournament) > first["version"]
    assert standings(tournament, now=NOW + timedelta(milliseconds=900)) == first
    assert standings(tournament, now=NOW + timedelta(seconds=1))["version"] == version_of(tournament)


def test_standings_that_did_not_move_are_not_rebuilt() -> None:
    tournament = in_play()
    first = standings(tournament, now=NOW)
    assert standings(tournament, now=NOW + timedelta(hours=1)) == first


def test_V10_standings_of_a_delayed_tournament_are_as_late_as_its_tables() -> None:
    tournament = in_play(delay_seconds=30)
    shown = standings(tournament, now=NOW + timedelta(seconds=29))["rows"]
    assert {row["hand"] for row in shown} == {0}
    shown = standings(tournament, now=NOW + timedelta(seconds=31))["rows"]
    assert {row["hand"] for row in shown} == {1}


def test_the_stream_carries_the_version_and_nothing_else() -> None:
    tournament = in_play()
    name = f"T{tournament.public_id}"
    shown = fragments.render(name, Audience("public", "en", "html"))
    assert shown is not None
    assert (shown.event, shown.data) == ("standings", str(version_of(tournament)))
    assert fragments.versions([name, "TNOTTHERE"]) == {name: shown.version}
    assert fragments.render("TNOTTHERE", Audience("public", "en", "html")) is None


def queries(work) -> int:
    """How many queries `work` asks."""
    with CaptureQueriesContext(connection) as asked:
        work()
    return len(asked)


@pytest.mark.parametrize("entries", [3, 20])
def test_reads_ask_as_many_queries_for_a_large_field_as_for_a_small_one(entries: int) -> None:
    tournament = make_open(capacity=30, **QUICK)
    fill_with_bots(tournament, entries - 1)
    person = make_user()
    enter(tournament, person)
    draw_and_start(tournament)
    tournament = reread(tournament)
    asked = {
        "standings": queries(lambda: standings(tournament, now=NOW)),
        "draw_sheet": queries(lambda: selectors.draw_sheet(tournament)),
        "results": queries(lambda: selectors.results(tournament)),
        "my_part": queries(lambda: selectors.my_part(person, tournament)),
        "schedule": queries(lambda: selectors.schedule(tournament)),
        "lobby": queries(lambda: list(selectors.lobby(person))),
    }
    assert asked == {
        "standings": 5,
        "draw_sheet": 4,
        "results": 1,
        "my_part": 2,
        "schedule": 1,
        "lobby": 1,
    }


def test_the_draw_sheet_shows_what_is_needed_to_check_it() -> None:
    tournament = make_open(**QUICK)
    assert selectors.draw_sheet(tournament) is None
    fill_with_bots(tournament, 8)
    rounds.draw_seats(tournament.public_id, by=tournament.organiser, now=NOW, entropy=entropy)
    sheet = selectors.draw_sheet(tournament)
    assert sheet is not None
    assert [len(table["seats"]) for table in sheet["tables"]] == [4, 4]
    assert (sheet["label"], len(sheet["secret"])) == (f"{tournament.public_id}/round/1/seats", 64)
    assert sheet["tables"][0]["id"] is None


def test_the_one_thing_said_to_a_viewer_at_each_stage() -> None:
    host = make_organiser()
    draft = make_draft(host, **QUICK)
    player, visitor = make_user(), AnonymousUser()

    def kinds(tournament: Tournament) -> list[str]:
        return [selectors.my_part(who, reread(tournament))["kind"] for who in (visitor, player)]

    assert kinds(draft) == ["not_open", "not_open"]
    tournament = make_open(
        make_organiser("Second Host"), capacity=2, currency="EUR", buy_in_cents=100, **QUICK
    )
    assert kinds(tournament) == ["visitor", "register"]
    assert selectors.my_part(tournament.organiser, tournament)["kind"] == "may_not"
    entry = enter(tournament, player)
    assert kinds(tournament) == ["visitor", "pay"]
    key = "k"
    registration.record_payment(entry.public_id, by=tournament.organiser, key=key, now=NOW)
    assert kinds(tournament) == ["visitor", "registered"]
    fill_with_bots(tournament, 1)
    assert kinds(tournament) == ["full", "registered"]
    rounds.draw_seats(tournament.public_id, by=tournament.organiser, now=NOW, entropy=entropy)
    assert kinds(tournament) == ["not_in", "seat"]
    rounds.start_round(tournament.public_id, by=tournament.organiser, now=NOW, entropy=entropy)
    play_on(tournament)
    part = selectors.my_part(player, reread(tournament))
    assert (part["kind"], part["table_id"]) == ("table", Table.objects.get().public_id)
    hours = 0
    while reread(tournament).status == Tournament.Status.RUNNING:
        hours += 1
        play_on(tournament, NOW + timedelta(hours=hours))
    assert kinds(tournament)[1] in ("won", "out")
