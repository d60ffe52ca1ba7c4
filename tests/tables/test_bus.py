"""Wake-ups between processes over Redis: heard, missed when the connection is lost, never in the way."""

import asyncio
from typing import Any

import pytest
import redis
from django.conf import settings

from tables import bus


def test_a_wake_up_that_cannot_be_sent_stops_nobody(caplog: pytest.LogCaptureFixture, settings: Any) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    bus.wake("TAB1E001", 5)
    assert [record.getMessage() for record in caplog.records] == ["wake-up not sent: ConnectionError"]


def test_without_redis_a_wake_up_is_heard_in_the_same_process(settings: Any) -> None:
    settings.REDIS_URL = ""
    heard: list[tuple[str, int]] = []
    listener = lambda topic, version: heard.append((topic, version))  # noqa: E731
    bus.listen(listener)
    try:
        bus.wake("TAB1E001", 5)
    finally:
        bus.unlisten(listener)
    assert heard == [("TAB1E001", 5)]


@pytest.mark.redis
def test_a_wake_up_crosses_redis_and_a_lost_connection_is_told_once_it_is_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(bus, "RETRY_SECONDS", 0.01)
    heard: list[tuple[str, int]] = []
    missed = asyncio.Event()

    async def until(condition: Any) -> None:
        async with asyncio.timeout(10):
            while not condition():
                bus.wake("TAB1E001", 5)
                await asyncio.sleep(0.02)

    async def follow() -> None:
        task = asyncio.ensure_future(bus.follow(settings.REDIS_URL, missed.set))
        try:
            await until(lambda: heard)
            with redis.Redis.from_url(settings.REDIS_URL) as server:
                server.execute_command("CLIENT", "KILL", "TYPE", "pubsub")
            await until(missed.is_set)
            heard.clear()
            await until(lambda: heard)
        finally:
            task.cancel()

    def listener(topic: str, version: int) -> None:
        heard.append((topic, version))

    bus.listen(listener)
    try:
        asyncio.run(follow())
    finally:
        bus.unlisten(listener)
    assert set(heard) == {("TAB1E001", 5)}
