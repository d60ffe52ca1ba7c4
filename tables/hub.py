"""The streams of one web process: one rendering for each audience of a topic, the same bytes to all of it.

Each client has a mailbox that holds only the newest fragment of each of its topics. Fragments are whole, so a
slow reader loses nothing by skipping some, no queue can overflow, and nobody waits for anybody else.
"""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.db import connections

logger = logging.getLogger(__name__)

# Lost wake-ups do no harm: versions are looked up this often. Presence is written this often.
LOOK_SECONDS = 1.5
PRESENCE_SECONDS = 10
RENDER_THREADS = 2
# A wake-up under this prefix and a session's mark ends the streams of that session.
SESSION = "S:"

Run = Callable[[Callable[[], Any]], Awaitable[Any]]


@dataclass(frozen=True, slots=True)
class Audience:
    """Who gets the same bytes: `kind` is `public`, `official` or `seat:3`; `form` is html or json."""

    kind: str
    language: str
    form: str


@dataclass(frozen=True, slots=True)
class Fragment:
    """What a topic looks like to an audience at `version`; with `again_seconds` it changes by time alone (a
    delay).
    """

    event: str
    data: str
    version: int
    again_seconds: float | None = None


def _nobody(present: Collection[tuple[str, str]]) -> None:
    """Presence means nothing to this source."""


@dataclass(frozen=True, slots=True)
class Source:
    """How topics of one kind are shown; all three are called in a thread of their own and may use the
    database.

    `render(topic, audience)` is None when there is nothing to show; `versions(topics)` are the present ones,
    and `present(pairs)` hears which (topic, audience kind) have an open stream. No audience gets more than
    one fragment in `every_seconds`.
    """

    render: Callable[[str, Audience], Fragment | None]
    versions: Callable[[Sequence[str]], Mapping[str, int]]
    every_seconds: float
    present: Callable[[Collection[tuple[str, str]]], None] = _nobody


class Client:
    """One open stream: what it has seen, and what waits for it."""

    def __init__(self, viewer: str, session: str, seen: dict[str, int]) -> None:
        self.viewer = viewer
        self.session = session
        self.seen = seen
        self.closed = False
        self.news = asyncio.Event()
        self._mail: dict[str, Fragment] = {}
        self._reset = False

    def offer(self, topic: str, fragment: Fragment) -> None:
        """Put the newest fragment of a topic into the mailbox, unless the client has it."""
        if self.seen.get(topic) == fragment.version:
            self._mail.pop(topic, None)
            return
        self._mail[topic] = fragment
        self.news.set()

    def reset(self) -> None:
        """Something may have been missed: the page is to fetch itself again."""
        self._mail.clear()
        self._reset = True
        self.news.set()

    def close(self) -> None:
        """End this stream."""
        self.closed = True
        self.news.set()

    def take(self) -> bytes:
        """All that waits, as bytes of the stream; each fragment moves the id, a vector of all topics."""
        self.news.clear()
        chunks = [b"event: reset\ndata: \n\n"] if self._reset else []
        self._reset = False
        for topic, fragment in self._mail.items():
            self.seen[topic] = fragment.version
            chunks.append(encoded(fragment, vector(self.seen)))
        self._mail.clear()
        return b"".join(chunks)


class Channel:
    """One audience of one topic in this process."""

    def __init__(self, topic: str, audience: Audience, source: Source) -> None:
        self.topic = topic
        self.audience = audience
        self.source = source
        self.clients: set[Client] = set()
        self.dirty = False
        self.task: asyncio.Task[None] | None = None
        self.timer: asyncio.TimerHandle | None = None


class Hub:
    """All open streams of one process; lives in one event loop, and may be woken from any thread.

    `source_of(topic)` gives a topic's source; `run` calls a function in a thread (tests pass one that calls
    it at once).
    """

    def __init__(self, source_of: Callable[[str], Source], run: Run | None = None) -> None:
        self._source_of = source_of
        self._loop = asyncio.get_running_loop()
        self._executor = ThreadPoolExecutor(RENDER_THREADS, thread_name_prefix="live")
        self._run = run or self._in_thread
        self._channels: dict[tuple[str, Audience], Channel] = {}
        self._clients: dict[Client, list[Channel]] = {}
        self._known: dict[str, int] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self.closed = False

    def start(self) -> None:
        """Begin to look for lost wake-ups and to write presence."""
        self.keep(self._every(LOOK_SECONDS, self.look))
        self.keep(self._every(PRESENCE_SECONDS, self.write_presence))

    def belongs_elsewhere(self) -> bool:
        """Does this hub live in another event loop than the one that runs now?"""
        return self._loop is not asyncio.get_running_loop()

    def keep(self, work: Any) -> None:
        """Run a coroutine for as long as the hub lives."""
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def count(self, viewer: str) -> int:
        """How many streams this viewer has open here."""
        return sum(client.viewer == viewer for client in self._clients)

    def join(self, client: Client, topics: Iterable[tuple[str, Audience]]) -> None:
        """Subscribe first, then read: what happens from now on reaches the client, and so does what it
        missed.
        """
        channels = [self._channel(topic, audience) for topic, audience in topics]
        self._clients[client] = channels
        for channel in channels:
            channel.clients.add(client)
            self._show(channel)

    def leave(self, client: Client) -> None:
        """Forget a client, and the audiences that nobody belongs to any more."""
        for channel in self._clients.pop(client, []):
            channel.clients.discard(client)
            if not channel.clients:
                self._drop(channel)

    def wake(self, topic: str, version: int) -> None:
        """A topic moved to a version (0 = not known); may be called from any thread."""
        if not self.closed and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._woken, topic, version)

    def reset(self) -> None:
        """The bus was away: every client is told to fetch again."""
        for client in self._clients:
            client.reset()

    def end_session(self, mark: str) -> None:
        """Close the streams of a session that was signed out."""
        for client in self._clients:
            if client.session == mark:
                client.close()

    def close(self) -> None:
        """End all streams: the process stops."""
        self.closed = True
        for client in self._clients:
            client.close()
        for task in self._tasks:
            task.cancel()
        self._executor.shutdown(wait=False)

    async def look(self) -> None:
        """Compare the versions of all topics with what was shown, in case a wake-up was lost."""
        topics: dict[int, list[str]] = defaultdict(list)
        sources: dict[int, Source] = {}
        for topic, _audience in list(self._channels):
            source = self._source_of(topic)
            sources[id(source)] = source
            if topic not in topics[id(source)]:
                topics[id(source)].append(topic)
        for key, names in topics.items():
            for topic, version in (await self._run(partial(sources[key].versions, names))).items():
                if self._known.get(topic) != version:
                    self._woken(topic, version)

    async def write_presence(self) -> None:
        """Tell each source who has a stream open."""
        pairs: dict[Source, set[tuple[str, str]]] = defaultdict(set)
        for (topic, audience), channel in self._channels.items():
            pairs[channel.source].add((topic, audience.kind))
        for source, present in pairs.items():
            await self._run(partial(source.present, present))

    def _woken(self, topic: str, version: int) -> None:
        if topic.startswith(SESSION):
            self.end_session(topic.removeprefix(SESSION))
            return
        if version:
            self._known[topic] = version
        for (name, _audience), channel in self._channels.items():
            if name == topic:
                self._show(channel)

    def _channel(self, topic: str, audience: Audience) -> Channel:
        key = (topic, audience)
        if key not in self._channels:
            self._channels[key] = Channel(topic, audience, self._source_of(topic))
        return self._channels[key]

    def _drop(self, channel: Channel) -> None:
        self._channels.pop((channel.topic, channel.audience), None)
        if channel.timer:
            channel.timer.cancel()
        if not any(topic == channel.topic for topic, _audience in self._channels):
            self._known.pop(channel.topic, None)

    def _show(self, channel: Channel) -> None:
        """Render a channel soon; while it is being rendered, once more after that."""
        channel.dirty = True
        if channel.task is None and not self.closed:
            channel.task = self._loop.create_task(self._render(channel))

    async def _render(self, channel: Channel) -> None:
        try:
            while channel.dirty and channel.clients:
                channel.dirty = False
                fragment = await self._run(partial(channel.source.render, channel.topic, channel.audience))
                if fragment is not None:
                    self._deliver(channel, fragment)
                # Push is slowed down on purpose: no eye follows more.
                await asyncio.sleep(channel.source.every_seconds)
        except Exception:
            # The next wake-up or look tries again.
            logger.exception("topic %s could not be shown", channel.topic)
        finally:
            channel.task = None

    def _deliver(self, channel: Channel, fragment: Fragment) -> None:
        for client in channel.clients:
            client.offer(channel.topic, fragment)
        if channel.timer:
            channel.timer.cancel()
            channel.timer = None
        if fragment.again_seconds is not None:
            channel.timer = self._loop.call_later(max(fragment.again_seconds, 0.0), self._show, channel)

    async def _every(self, seconds: float, work: Callable[[], Awaitable[None]]) -> None:
        while True:
            await asyncio.sleep(seconds)
            try:
                await work()
            except Exception:
                logger.exception("the streams could not look at the database")

    async def _in_thread(self, function: Callable[[], Any]) -> Any:
        return await self._loop.run_in_executor(self._executor, _without_connection, function)


def vector(versions: Mapping[str, int]) -> str:
    """The id of a moment: every topic with its version, such as `ABCD1234:340;TXYZ98765:91`."""
    return ";".join(f"{topic}:{version}" for topic, version in sorted(versions.items()))


def read_vector(text: str, topics: Collection[str]) -> dict[str, int]:
    """The versions of these topics that a vector names; whatever else it holds is ignored (bad input 69)."""
    seen = {}
    for part in text[:1000].split(";"):
        topic, _colon, version = part.partition(":")
        if topic in topics and version.isascii() and version.isdigit() and len(version) < 19:
            seen[topic] = int(version)
    return seen


def encoded(fragment: Fragment, moment: str) -> bytes:
    """One event of the stream."""
    lines = "".join(f"data: {line}\n" for line in fragment.data.splitlines() or [""])
    return f"id: {moment}\nevent: {fragment.event}\n{lines}\n".encode()


def _without_connection(function: Callable[[], Any]) -> Any:
    """No open stream holds a database connection: it lasts as long as the read."""
    try:
        return function()
    finally:
        connections.close_all()
