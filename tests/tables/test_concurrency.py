"""Races at one table, on PostgreSQL with real locks: exactly one of two wins, and the log stays whole."""

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection, transaction

from accounts.refusals import Busy, Refusal
from tables import bus, fragments, live, play, sweeps
from tables.hub import Hub
from tables.models import Table, TableEvent
from tests.builders import make_user
from tests.tables.builders import START, act, assert_replays, first_hand, seconds, table

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def at_once(*works: Callable[[], Any]) -> list[Any]:
    """Run all works in threads that start together; a refusal is a result like any other."""
    barrier = threading.Barrier(len(works))

    def run(work: Callable[[], Any]) -> Any:
        barrier.wait()
        try:
            return work()
        except Refusal as refusal:
            return refusal.code
        finally:
            connection.close()

    with ThreadPoolExecutor(len(works)) as pool:
        return list(pool.map(run, works))


def bets(opened: Table) -> list[TableEvent]:
    return list(TableEvent.objects.filter(table=opened, kind="BetPlaced").order_by("seq"))


def test_D1_an_action_and_a_time_out_at_the_same_instant_have_one_effect() -> None:
    for attempt in range(8):
        ann = make_user()
        opened = table([ann, make_user()], scope=f"RACE{attempt:04}")
        now = first_hand(opened)
        seq, arrived, late = opened.decision_seq, now + seconds(46), now + seconds(47)
        results = at_once(
            lambda opened=opened, ann=ann, seq=seq, late=late, arrived=arrived: act(
                opened, ann, "bet", now=late, arrived_at=arrived, amount=700, seq=seq
            ),
            lambda opened=opened, late=late: play.advance(opened.pk, now=late),
        )
        (bet,) = bets(opened)
        if bet.public.get("auto"):
            assert results == ["stale", True]
        else:
            assert (bet.public["amount"], results[1]) == (700, False)
        assert_replays(opened)


def test_D1_many_sweepers_advance_each_due_table_once() -> None:
    opened = [table([make_user(), make_user()], scope=f"SWEEP{number:03}") for number in range(6)]
    for each in opened:
        first_hand(each)
    now = START + seconds(200)
    done = at_once(*[lambda: sweeps.sweep_once(now)] * 4)
    assert sum(done) == len(opened)
    for each in opened:
        assert len(bets(each)) == 1
        assert_replays(each)


def test_the_same_decision_sent_many_times_at_once_counts_once() -> None:
    ann = make_user()
    opened = table([ann, make_user()])
    now = first_hand(opened)
    seq = opened.decision_seq
    results = at_once(*[lambda: act(opened, ann, "bet", now=now, amount=700, seq=seq)] * 4)
    assert len([result for result in results if isinstance(result, dict)]) == 1
    assert results.count("stale") == 3
    assert len(bets(opened)) == 1
    assert_replays(opened)


def test_M3_the_same_key_sent_many_times_at_once_has_one_effect_and_one_answer() -> None:
    ann = make_user()
    opened = table([ann, make_user()])
    now = first_hand(opened)
    seq = opened.decision_seq
    results = at_once(*[lambda: act(opened, ann, "bet", now=now, amount=700, seq=seq, key="k")] * 4)
    views = [result for result in results if isinstance(result, dict)]
    assert len({view["seq"] for view in views}) == 1
    assert {result for result in results if not isinstance(result, dict)} <= {"still_running"}
    assert len(bets(opened)) == 1
    assert_replays(opened)


def test_two_officials_pause_at_once_and_one_of_them_hears_of_it() -> None:
    opened = table([make_user(), make_user()])
    first_hand(opened)
    results = at_once(*[lambda: play.pause(opened.pk, by=None, now=START)] * 2)
    assert sorted(map(str, results)) == ["None", "paused"]


def test_D2_an_action_waits_a_second_for_the_lock_and_no_longer() -> None:
    ann = make_user()
    opened = table([ann, make_user()])
    now = first_hand(opened)
    with transaction.atomic():
        Table.objects.select_for_update().get(pk=opened.pk)
        with ThreadPoolExecutor(1) as pool:

            def blocked() -> Any:
                try:
                    return play.pause(opened.pk, by=None, now=now)
                except Busy as busy:
                    return busy.status, busy.retry_after
                finally:
                    connection.close()

            assert pool.submit(blocked).result(timeout=5) == (503, 1)
            # A sweep does not wait at all: the table is somebody else's.
            assert pool.submit(
                lambda: (play.advance(opened.pk, now=START + seconds(500)), connection.close())
            ).result(timeout=5) == (False, None)


def test_a_stream_follows_the_table_through_threads_and_commits(settings: Any) -> None:
    settings.REDIS_URL = ""
    ann = make_user()
    opened = table([ann, make_user()])
    now = first_hand(opened)

    async def follow() -> bytes:
        made = Hub(lambda topic: fragments.source)
        bus.listen(made.wake)
        reader = live.Client("user", "", {opened.public_id: opened.seq})
        made.join(reader, [(opened.public_id, live.Audience("public", "en", "json"))])
        try:
            await asyncio.to_thread(
                lambda: (act(opened, ann, "bet", now=now, amount=700), connection.close())
            )
            await asyncio.wait_for(reader.news.wait(), 5)
            return reader.take()
        finally:
            bus.unlisten(made.wake)
            made.close()

    sent = asyncio.run(follow())
    assert b"event: table" in sent
    assert b'"amount":700' in sent
