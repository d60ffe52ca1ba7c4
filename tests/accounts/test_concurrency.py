"""Races on PostgreSQL: two postings, two commands, two names at once."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event
from typing import Any

import pytest
from django.db import connection, transaction

from accounts import ledger, people
from accounts.idempotency import answer_once
from accounts.models import LedgerTransaction, User
from accounts.refusals import Conflict, Refusal
from tests.builders import NOW, make_user

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def at_once(*jobs: Callable[[], Any]) -> list[Any]:
    """Run the jobs together, each on its own connection; results or refusals, in order."""
    start = Barrier(len(jobs))

    def run(job: Callable[[], Any]) -> Any:
        start.wait()
        try:
            return job()
        except Refusal as refusal:
            return refusal
        finally:
            connection.close()

    with ThreadPoolExecutor(len(jobs)) as pool:
        return list(pool.map(run, jobs))


def post(key: str, giver: str, taker: str, cents: int) -> int:
    row = ledger.post(
        key=key, kind="x", currency="EUR", lines=[(giver, -cents), (taker, cents)], scope="", now=NOW
    )
    return row.pk


def test_M3_one_key_posted_by_many_at_once_is_posted_once() -> None:
    found = at_once(*[lambda: post("k", "desk", "pool:T7", 500)] * 6)
    assert len(set(found)) == 1
    assert (ledger.balance("pool:T7", "EUR"), LedgerTransaction.objects.count()) == (500, 1)


def test_M2_an_account_is_never_spent_twice() -> None:
    post("in", "desk", "pool:T7", 500)
    jobs = [lambda n=n: post(f"out {n}", "pool:T7", f"player:{n}", 300) for n in range(6)]
    found = at_once(*jobs)
    assert sum(isinstance(result, Conflict) for result in found) == 5
    assert ledger.balance("pool:T7", "EUR") == 200
    assert ledger.check() == []


def test_M1_postings_that_cross_each_other_do_not_lock_each_other_out() -> None:
    jobs = [lambda n=n: post(f"a{n}", "house", "desk", 7) for n in range(4)]
    jobs += [lambda n=n: post(f"b{n}", "desk", "house", 5) for n in range(4)]
    found = at_once(*jobs)
    assert all(isinstance(result, int) for result in found)
    assert (ledger.balance("desk", "EUR"), ledger.check()) == (8, [])


def test_M1_a_posting_is_reversed_once_however_many_try() -> None:
    pk = post("in", "desk", "pool:T7", 500)
    found = at_once(*[lambda n=n: ledger.reverse(pk, key=f"r{n}", now=NOW).pk for n in range(4)])
    assert sum(isinstance(result, Conflict) for result in found) == 3
    assert (ledger.balance("pool:T7", "EUR"), ledger.check()) == (0, [])


def test_M3_27_a_command_that_is_still_running_is_not_run_again() -> None:
    anna = make_user("Anna")
    running, finish = Event(), Event()

    def slow() -> dict[str, Any]:
        running.set()
        assert finish.wait(10)
        return {"done": True}

    def send(run: Callable[[], dict[str, Any]]) -> Any:
        try:
            with transaction.atomic():
                return answer_once(user=anna, key="k", fingerprint="f", now=NOW, run=run)
        except Refusal as refusal:
            return refusal
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(send, slow)
        assert running.wait(10)
        second = pool.submit(send, slow).result(10)
        finish.set()
        assert first.result(10) == ({"done": True}, True)
    assert isinstance(second, Conflict)
    assert second.code == "still_running"
    assert send(slow) == ({"done": True}, False)


def test_a_name_is_given_once_however_many_sign_up_with_it() -> None:
    jobs = [lambda n=n: people.create_user(username=f"u{n}", public_name="Anna").pk for n in range(5)]
    found = at_once(*jobs)
    assert sum(isinstance(result, int) for result in found) == 1
    assert User.objects.filter(public_name="Anna").count() == 1
