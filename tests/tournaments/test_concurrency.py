"""Races of registration and of officials, on PostgreSQL with real locks: exactly one of two wins."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import pytest
from django.db import connection, transaction

from accounts import ledger
from accounts.refusals import Refusal
from tables.models import Table
from tests.builders import NOW, make_user
from tests.tournaments.builders import (
    MONEY,
    QUICK,
    enter,
    entropy,
    fill_with_bots,
    make_open,
    play_on,
    reread,
)
from tournaments import control, registration, rounds, setup, sweeps
from tournaments.models import Entry, Tournament

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def at_once(*works: Callable[[], Any]) -> list[Any]:
    """Run all works in threads that start together; a refusal's code is a result like any other."""
    barrier = threading.Barrier(len(works))

    def run(work: Callable[[], Any]) -> Any:
        barrier.wait()
        try:
            return work() or "done"
        except Refusal as refusal:
            return refusal.code
        finally:
            connection.close()

    with ThreadPoolExecutor(len(works)) as pool:
        return list(pool.map(run, works))


def act(story: Callable[..., Any], tournament: Tournament) -> Callable[[], str]:
    def work() -> str:
        story(tournament.public_id, by=tournament.organiser, now=NOW, entropy=entropy)
        return "done"

    return work


def register(tournament: Tournament, user: Any) -> str:
    registration.register(tournament.public_id, user=user, now=NOW, entropy=entropy)
    return "done"


def test_E4_input_32_the_last_place_is_sold_once() -> None:
    tournament = make_open(capacity=5)
    people = [make_user() for _ in range(12)]
    results = at_once(*(partial(register, tournament, person) for person in people))
    assert sorted(results) == ["done"] * 5 + ["full"] * 7
    tournament = reread(tournament)
    assert (tournament.taken, tournament.entries.count()) == (5, 5)
    assert sorted(tournament.entries.values_list("number", flat=True)) == [1, 2, 3, 4, 5]


def test_input_31_one_person_in_two_tabs_has_one_place() -> None:
    tournament = make_open()
    person = make_user()
    results = at_once(*[partial(register, tournament, person)] * 4)
    assert sorted(results) == ["already_registered"] * 3 + ["done"]
    assert reread(tournament).taken == 1


def test_M3_one_payment_sent_twice_moves_money_once() -> None:
    tournament = make_open(**MONEY)
    entry = enter(tournament)

    def pay(key: str) -> str:
        registration.record_payment(entry.public_id, by=tournament.organiser, key=key, now=NOW)
        return "done"

    results = at_once(*[partial(pay, "same")] * 4)
    # Who comes while the first is still running is told so, and finds the receipt when it asks again.
    assert set(results) <= {"done", "still_running"}
    assert "done" in results
    other = enter(tournament)
    entry = other
    results = at_once(partial(pay, "one"), partial(pay, "two"))
    assert sorted(results) == ["already_paid", "done"]
    assert ledger.balance(f"pool:{tournament.public_id}", "EUR") == 5000
    assert ledger.check() == []


def test_start_and_start_is_one_start() -> None:
    for _ in range(4):
        tournament = make_open(make_user(may_organise=True), **QUICK)
        fill_with_bots(tournament, 2)
        act(rounds.draw_seats, tournament)()
        results = at_once(act(rounds.start_round, tournament), act(rounds.start_round, tournament))
        assert sorted(results) == ["done", "no_round_ready"]
        assert tournament.journal.filter(kind="round_started").count() == 1


def test_no_table_opens_while_officials_are_at_the_tournament() -> None:
    tournament = make_open(**QUICK)
    fill_with_bots(tournament, 8)
    act(rounds.draw_seats, tournament)()
    act(rounds.start_round, tournament)()
    round_ = tournament.rounds.get()
    open_next = partial(rounds.open_next_table, round_.pk, now=NOW, entropy=entropy)

    def open_elsewhere() -> bool:
        try:
            return open_next()
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            act(control.pause, tournament)()
            # Not committed yet: a table opened now would be missed by the pause.
            assert pool.submit(open_elsewhere).result() is False
        act(control.resume, tournament)()
        assert pool.submit(open_elsewhere).result() is True


def test_start_and_cancel_leave_one_order_of_events() -> None:
    for _ in range(4):
        tournament = make_open(make_user(may_organise=True), **MONEY, **QUICK)
        fill_with_bots(tournament, 2)
        act(rounds.draw_seats, tournament)()
        results = at_once(act(rounds.start_round, tournament), act(control.cancel, tournament))
        assert results[1] == "done"
        assert results[0] in ("done", "wrong_status")
        assert reread(tournament).status == Tournament.Status.CANCELLED
        assert sweeps.sweep_once(NOW, entropy=entropy, scope=tournament.public_id) == 0
        assert ledger.balance(f"pool:{tournament.public_id}", "EUR") == 0


def test_withdraw_and_close_leave_the_money_in_one_place() -> None:
    for _ in range(4):
        tournament = make_open(make_user(may_organise=True), **MONEY)
        entry = fill_with_bots(tournament, 1)[0]

        def withdraw(entry: Entry = entry) -> str:
            registration.withdraw(entry.public_id, by=entry.user, now=NOW)
            return "done"

        results = at_once(withdraw, act(setup.close_registration, tournament))
        assert results[1] == "done"
        pool = ledger.balance(f"pool:{tournament.public_id}", "EUR")
        assert (results[0], pool, reread(entry).payment) in [
            ("done", 0, "refunded"),
            ("wrong_status", 2500, "confirmed"),
        ]


def test_many_sweeps_at_once_open_each_table_once_and_close_the_round_once() -> None:
    tournament = make_open(**QUICK)
    fill_with_bots(tournament, 21)
    act(rounds.draw_seats, tournament)()
    act(rounds.start_round, tournament)()
    sweep = partial(sweeps.sweep_once, NOW, entropy=entropy, scope=tournament.public_id)
    for _ in range(3):
        at_once(*[sweep] * 4)
    assert Table.objects.filter(scope=tournament.public_id).count() == 3
    play_on(tournament)
    assert tournament.journal.filter(kind="round_closed").count() == 2
    assert reread(tournament).status == Tournament.Status.FINISHED
