"""Wake-ups from whoever wrote to the streams of every web process: a topic and a version, never a card or a
chip.

A wake-up may be lost, doubled or late: streams look by themselves now and then (live.py), so nothing depends
on it.
"""

import asyncio
import logging
from collections.abc import Callable
from functools import lru_cache

import redis
import redis.asyncio
from django.conf import settings

logger = logging.getLogger(__name__)

CHANNEL = "pitboss:wake"
SEND_SECONDS = 0.5
RETRY_SECONDS = 1

Listener = Callable[[str, int], None]
_listeners: list[Listener] = []


def wake(topic: str, version: int) -> None:
    """Tell every stream that this topic has moved to `version`; call it after commit only. Never raises."""
    if not settings.REDIS_URL:
        heard(topic, version)
        return
    try:
        _sender(settings.REDIS_URL).publish(CHANNEL, f"{topic} {version}")
    except redis.RedisError as error:
        logger.warning("wake-up not sent: %s", type(error).__name__)


def heard(topic: str, version: int) -> None:
    """Pass a wake-up on to the listeners of this process, from any thread."""
    for listener in list(_listeners):
        listener(topic, version)


def listen(listener: Listener) -> None:
    """Call `listener(topic, version)` for every wake-up of this process; it must return at once."""
    _listeners.append(listener)


def unlisten(listener: Listener) -> None:
    """The reverse of `listen`."""
    _listeners.remove(listener)


async def follow(url: str, missed: Callable[[], None]) -> None:
    """Pass on the wake-ups of all processes, for ever; after a lost connection `missed` is called once it is
    back.
    """
    connected_before = False
    while True:
        try:
            async with (
                redis.asyncio.Redis.from_url(url, health_check_interval=15) as server,
                server.pubsub() as channel,
            ):
                await channel.subscribe(CHANNEL)
                if connected_before:
                    missed()
                connected_before = True
                async for message in channel.listen():
                    if message["type"] == "message":
                        topic, _space, version = message["data"].decode().rpartition(" ")
                        heard(topic, int(version))
        except (redis.RedisError, OSError) as error:
            logger.warning("the bus is away: %s", type(error).__name__)
        await asyncio.sleep(RETRY_SECONDS)


@lru_cache(maxsize=1)
def _sender(url: str) -> redis.Redis:
    return redis.Redis.from_url(url, socket_timeout=SEND_SECONDS, socket_connect_timeout=SEND_SECONDS)
