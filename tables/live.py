"""The live stream: one ASGI endpoint in front of Django that sends server-sent events (architecture, "The
live stream").
"""

import asyncio
import contextlib
import signal
import threading
from collections.abc import Awaitable, Callable, MutableMapping
from http import HTTPStatus
from types import FrameType
from typing import Any
from urllib.parse import parse_qs

from django.conf import settings

from tables import bus, fragments
from tables.bus import wake
from tables.hub import SESSION, Audience, Client, Fragment, Hub, Source, read_vector, vector
from tables.tickets import VALID_SECONDS, BadTicket, Ticket, read, session_mark, ticket

__all__ = [
    "Audience",
    "Fragment",
    "Hub",
    "Source",
    "application",
    "end_streams",
    "sources",
    "ticket",
    "vector",
    "wake",
]

HEARTBEAT_SECONDS = 15
# A reader that takes nothing for this long, with all buffers full, is dropped; nobody else waits for it.
SEND_SECONDS = 30
# The 21st stream of one viewer is refused (bad input 70).
STREAMS_PER_VIEWER = 20
RETRY = b"retry: 2000\n\n"
# An event, since a page cannot see a comment: one that hears nothing for long knows that its stream is lost.
BEAT = b"event: beat\ndata: \n\n"
HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
    (b"x-content-type-options", b"nosniff"),
]

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

# How the topics of each kind are shown: `table` for public ids of tables, `T` for `T` + the id of a
# tournament.
sources: dict[str, Source] = {"table": fragments.source}
_hub: Hub | None = None


def end_streams(session_key: str) -> None:
    """Close the streams of a session that is signed out."""
    wake(SESSION + session_mark(session_key), 0)


async def application(scope: Message, receive: Receive, send: Send) -> None:
    """`GET /events/?ticket=...&at=...`, and the server's lifespan, so that the streams end when the process
    stops.
    """
    if scope["type"] == "lifespan":
        await _lifespan(receive, send)
    elif scope["type"] == "http":
        await _answer(scope, receive, send)


async def _answer(scope: Message, receive: Receive, send: Send) -> None:
    hub = _running_hub()
    query = parse_qs(scope["query_string"].decode("latin-1"))
    try:
        allowed = read(query.get("ticket", [""])[0])
    except BadTicket:
        await _refuse(send, HTTPStatus.FORBIDDEN)
        return
    if scope["method"] != "GET":
        await _refuse(send, HTTPStatus.METHOD_NOT_ALLOWED)
    elif hub.closed:
        await _refuse(send, HTTPStatus.SERVICE_UNAVAILABLE)
    elif hub.count(allowed.viewer) >= STREAMS_PER_VIEWER:
        await _refuse(send, HTTPStatus.TOO_MANY_REQUESTS)
    else:
        await _stream(hub, _client(allowed, scope, query), allowed, receive, send)


def _client(allowed: Ticket, scope: Message, query: dict[str, list[str]]) -> Client:
    """A client that resumes after the id its browser sends, or else at the moment its page was made."""
    last = dict(scope["headers"]).get(b"last-event-id", b"").decode("latin-1") or query.get("at", [""])[0]
    return Client(allowed.viewer, allowed.session, read_vector(last, allowed.topics))


async def _stream(hub: Hub, client: Client, allowed: Ticket, receive: Receive, send: Send) -> None:
    """Send what comes until the reader, the session or the process ends."""
    topics = [
        (topic, Audience(kind, allowed.language, allowed.form))
        for topic, kind in allowed.topics.items()
        if _source_name(topic) in sources
    ]
    gone = asyncio.ensure_future(_until_gone(client, receive))
    over = asyncio.get_running_loop().call_later(VALID_SECONDS, client.close)
    hub.join(client, topics)
    try:
        await send({"type": "http.response.start", "status": HTTPStatus.OK, "headers": HEADERS})
        await _body(send, RETRY)
        while not client.closed:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(client.news.wait(), HEARTBEAT_SECONDS)
            if not client.closed:
                await asyncio.wait_for(_body(send, client.take() or BEAT), SEND_SECONDS)
        await send({"type": "http.response.body", "body": b""})
    except (TimeoutError, OSError):
        # Stuck or gone: the server closes the connection when this function ends.
        client.closed = True
    finally:
        hub.leave(client)
        gone.cancel()
        over.cancel()


async def _until_gone(client: Client, receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    client.close()


async def _body(send: Send, chunk: bytes) -> None:
    await send({"type": "http.response.body", "body": chunk, "more_body": True})


async def _refuse(send: Send, status: HTTPStatus) -> None:
    headers = [(b"content-type", b"text/plain; charset=utf-8")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": status.phrase.encode()})


def _running_hub() -> Hub:
    """The hub of this process, made in its event loop when the first stream opens."""
    global _hub
    if _hub is None or _hub.belongs_elsewhere():
        _hub = Hub(_source_of)
        _hub.start()
        bus.listen(_hub.wake)
        if settings.REDIS_URL:
            _hub.keep(bus.follow(settings.REDIS_URL, _hub.reset))
    return _hub


def _source_name(topic: str) -> str:
    # Public ids have eight characters, so nine that begin with T are a tournament's.
    return "T" if len(topic) == 9 and topic.startswith("T") else "table"


def _source_of(topic: str) -> Source:
    return sources[_source_name(topic)]


async def _lifespan(receive: Receive, send: Send) -> None:
    while True:
        message = await receive()
        if message["type"] == "lifespan.startup":
            _end_streams_on_signals()
            await send({"type": "lifespan.startup.complete"})
        else:
            _close_hub()
            await send({"type": "lifespan.shutdown.complete"})
            return


def _end_streams_on_signals() -> None:
    """A server waits for open connections before it ends its lifespan, so the streams must end at the signal
    itself.
    """
    if threading.current_thread() is not threading.main_thread():
        return
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        servers_own = signal.getsignal(number)

        def handle(received: int, frame: FrameType | None, servers_own: Any = servers_own) -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(_close_hub)
            if callable(servers_own):
                servers_own(received, frame)

        signal.signal(number, handle)


def _close_hub() -> None:
    if _hub is not None and not _hub.closed:
        bus.unlisten(_hub.wake)
        _hub.close()
