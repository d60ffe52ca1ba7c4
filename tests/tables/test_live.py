"""The stream's endpoint: tickets, resuming, what refuses a stream and what ends it."""

import asyncio
import contextlib
import signal
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from django.core import signing

from tables import bus, live, tickets
from tables.hub import Hub
from tests.tables.streams import TABLE, World, running, settle


class Browser:
    """One HTTP exchange with the ASGI application; `gone` disconnects."""

    def __init__(self, query: str = "", method: str = "GET", headers: Any = ()) -> None:
        self.scope = {
            "type": "http",
            "method": method,
            "query_string": query.encode(),
            "headers": list(headers),
        }
        self.gone = asyncio.Event()
        self.status = 0
        self.body = b""
        self.task = asyncio.ensure_future(live.application(self.scope, self.receive, self.send))

    async def receive(self) -> dict[str, Any]:
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Any) -> None:
        self.status = message.get("status", self.status)
        self.body += message.get("body", b"")


def browsing(monkeypatch: pytest.MonkeyPatch, test: Callable[[Hub, World], Awaitable[None]]) -> None:
    """Run a test against the endpoint with a hub whose renderers need no database."""

    async def main(made: Hub, world: World) -> None:
        monkeypatch.setattr(live, "_hub", made)
        monkeypatch.setitem(live.sources, "table", world.source)
        await test(made, world)

    running(main)


def ticket(**changes: Any) -> str:
    fields: dict[str, Any] = {"user_id": 1, "session_key": "key", "topics": {TABLE: "seat:3"}}
    return live.ticket(**{**fields, **changes})


def test_the_endpoint_streams_what_the_ticket_allows_and_ends_when_the_reader_goes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def test(made: Hub, world: World) -> None:
        browser = Browser(f"ticket={ticket()}")
        await settle()
        assert browser.status == 200
        assert b"event: table\ndata: <p>TAB1E001 seat:3 1</p>" in browser.body
        browser.gone.set()
        await settle()
        assert browser.task.done()
        assert made.count("user 1") == 0

    browsing(monkeypatch, test)


def test_the_endpoint_resumes_at_the_pages_vector_and_prefers_last_event_id(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def test(made: Hub, world: World) -> None:
        same = Browser(f"ticket={ticket()}&at={TABLE}:1")
        older = Browser(f"ticket={ticket()}&at={TABLE}:1", headers=[(b"last-event-id", b"TAB1E001:0")])
        garbage = Browser(f"ticket={ticket()}&at=%00", headers=[(b"last-event-id", b"abc")])
        await settle()
        assert b"event: table" not in same.body
        assert b"event: table" in older.body
        assert b"event: table" in garbage.body

    browsing(monkeypatch, test)


def test_a_ticket_that_is_forged_old_or_missing_is_a_403(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(made: Hub, world: World) -> None:
        good = ticket()
        forged = signing.dumps([1, "", {TABLE: "seat:1"}, "en", "html"], salt="another")
        with monkeypatch.context() as later:
            later.setattr(tickets, "VALID_SECONDS", -1)
            old = Browser(f"ticket={good}")
            await settle()
        for browser in (old, Browser(), Browser(f"ticket={forged}"), Browser(f"ticket={good}x")):
            await settle()
            assert browser.status == 403

    browsing(monkeypatch, test)


def test_bad_input_70_the_21st_stream_of_one_viewer_is_a_429(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(made: Hub, world: World) -> None:
        browsers = [Browser(f"ticket={ticket()}") for _ in range(20)]
        await settle()
        too_many, other = Browser(f"ticket={ticket()}"), Browser(f"ticket={ticket(user_id=2)}")
        await settle()
        assert {browser.status for browser in browsers} == {200}
        assert (too_many.status, other.status) == (429, 200)

    browsing(monkeypatch, test)


def test_no_stream_lasts_longer_than_its_ticket(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(made: Hub, world: World) -> None:
        monkeypatch.setattr(live, "VALID_SECONDS", 0)
        browser = Browser(f"ticket={ticket()}")
        await settle()
        assert browser.task.done()
        assert made.count("user 1") == 0

    browsing(monkeypatch, test)


def test_only_get_streams(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(made: Hub, world: World) -> None:
        browser = Browser(f"ticket={ticket()}", method="POST")
        await settle()
        assert browser.status == 405

    browsing(monkeypatch, test)


async def lifespan(*messages: str) -> list[str]:
    """What the application answers to the server's start and stop."""
    waiting, sent = [{"type": f"lifespan.{message}"} for message in messages], []

    async def receive() -> dict[str, Any]:
        return waiting.pop(0) if waiting else await asyncio.Event().wait()  # type: ignore[return-value]

    async def send(message: Any) -> None:
        sent.append(message["type"])

    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(live.application({"type": "lifespan"}, receive, send), 0.01)
    return sent


def test_streams_end_when_the_process_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(made: Hub, world: World) -> None:
        monkeypatch.setattr(signal, "signal", lambda number, handler: None)
        bus.listen(made.wake)
        browser = Browser(f"ticket={ticket()}")
        await settle()
        sent = await lifespan("startup", "shutdown")
        await settle()
        assert sent == ["lifespan.startup.complete", "lifespan.shutdown.complete"]
        assert browser.task.done()
        late = Browser(f"ticket={ticket()}")
        await settle()
        assert late.status == 503

    browsing(monkeypatch, test)


def test_streams_end_at_the_signal_since_a_server_waits_for_them_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def test(made: Hub, world: World) -> None:
        handlers: dict[int, Any] = {}
        servers: list[int] = []
        monkeypatch.setattr(signal, "getsignal", lambda number: lambda *args: servers.append(number))
        monkeypatch.setattr(signal, "signal", handlers.__setitem__)
        bus.listen(made.wake)
        browser = Browser(f"ticket={ticket()}")
        await lifespan("startup")
        handlers[signal.SIGTERM](signal.SIGTERM, None)
        await settle()
        assert browser.task.done()
        assert servers == [signal.SIGTERM]

    browsing(monkeypatch, test)


def test_a_silent_stream_has_a_heartbeat(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(made: Hub, world: World) -> None:
        monkeypatch.setattr(live, "HEARTBEAT_SECONDS", 0)
        browser = Browser(f"ticket={ticket()}&at={TABLE}:1")
        await settle()
        assert b"\n\nevent: beat\ndata: \n\n" in browser.body
        browser.gone.set()
        await settle()

    browsing(monkeypatch, test)
