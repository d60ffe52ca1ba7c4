"""The live stream: tickets, resuming, one rendering for an audience, and what ends or refuses a stream."""

import asyncio
import contextlib
import signal
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from django.core import signing

from tables import bus, hub, live, tickets
from tables.hub import Audience, Client, Fragment, Hub, Source

TABLE = "TAB1E001"
TOURNAMENT = "TT0VRN001"
PUBLIC = Audience("public", "en", "html")


class World:
    """A topic whose version the test moves, and a count of how often it was rendered."""

    def __init__(self) -> None:
        self.version = 1
        self.rendered: list[tuple[str, Audience]] = []
        self.again: float | None = None
        self.broken = False
        self.present: list[Any] = []
        self.source = Source(
            render=self.render,
            versions=lambda topics: dict.fromkeys(topics, self.version),
            every_seconds=0,
            present=self.present.append,
        )

    def render(self, topic: str, audience: Audience) -> Fragment | None:
        if self.broken:
            raise RuntimeError("the database is away")
        self.rendered.append((topic, audience))
        return Fragment("table", f"<p>{topic} {audience.kind} {self.version}</p>", self.version, self.again)


async def at_once(function: Callable[[], Any]) -> Any:
    """Runs in the loop what a real hub runs in a thread: these renderers read no database."""
    return function()


async def settle() -> None:
    """Let everything that is ready happen."""
    for _ in range(20):
        await asyncio.sleep(0)


def running(test: Callable[[Hub, World], Awaitable[None]]) -> None:
    """Run a test in an event loop, with a hub of its own."""

    async def main() -> None:
        world = World()
        made = Hub(lambda topic: world.source, at_once)
        try:
            await test(made, world)
        finally:
            made.close()

    asyncio.run(main())


def client(viewer: str = "user 1", session: str = "s", **seen: int) -> Client:
    return Client(viewer, session, dict(seen))


# The hub


def test_a_new_stream_begins_with_the_whole_fragment_and_its_id() -> None:
    async def test(made: Hub, world: World) -> None:
        reader = client()
        made.join(reader, [(TABLE, PUBLIC)])
        await settle()
        assert reader.take() == b"id: TAB1E001:1\nevent: table\ndata: <p>TAB1E001 public 1</p>\n\n"

    running(test)


@pytest.mark.parametrize(("seen", "sent"), [(1, False), (0, True), (7, True)])
def test_bad_input_69_a_stream_resumes_where_it_was_and_any_other_id_gets_the_whole_fragment(
    seen: int, sent: bool
) -> None:
    async def test(made: Hub, world: World) -> None:
        reader = client(TAB1E001=seen)
        made.join(reader, [(TABLE, PUBLIC)])
        await settle()
        assert bool(reader.take()) is sent

    running(test)


def test_V5_one_rendering_for_an_audience_and_the_same_bytes_to_all_of_it() -> None:
    async def test(made: Hub, world: World) -> None:
        readers = [client(f"user {number}") for number in range(50)]
        for reader in readers:
            made.join(reader, [(TABLE, PUBLIC)])
        await settle()
        first = {reader.take() for reader in readers}
        world.version = 2
        made.wake(TABLE, 2)
        await settle()
        assert len(first) == 1
        assert len({reader.take() for reader in readers}) == 1
        assert len(world.rendered) <= 3

    running(test)


def test_a_wake_up_from_another_thread_reaches_the_stream() -> None:
    async def test(made: Hub, world: World) -> None:
        reader = client(TAB1E001=1)
        made.join(reader, [(TABLE, PUBLIC)])
        await settle()
        world.version = 2
        await asyncio.to_thread(made.wake, TABLE, 2)
        await settle()
        assert b"id: TAB1E001:2" in reader.take()

    running(test)


def test_a_lost_wake_up_does_no_harm() -> None:
    async def test(made: Hub, world: World) -> None:
        reader = client(TAB1E001=1)
        made.join(reader, [(TABLE, PUBLIC)])
        await settle()
        world.version = 5
        await made.look()
        await settle()
        assert b"id: TAB1E001:5" in reader.take()
        rendered = len(world.rendered)
        await made.look()
        await settle()
        assert len(world.rendered) == rendered

    running(test)


def test_a_slow_reader_gets_the_newest_and_nobody_waits_for_it() -> None:
    async def test(made: Hub, world: World) -> None:
        slow, quick = client("user 1"), client("user 2")
        for reader in (slow, quick):
            made.join(reader, [(TABLE, PUBLIC)])
        for version in range(2, 200):
            world.version = version
            made.wake(TABLE, version)
            await settle()
            assert f"id: TAB1E001:{version}".encode() in quick.take()
        assert slow.take().count(b"event: table") == 1

    running(test)


def test_a_seat_and_the_public_are_different_audiences() -> None:
    async def test(made: Hub, world: World) -> None:
        player, spectator = client("user 1"), client("user 2")
        made.join(player, [(TABLE, Audience("seat:3", "en", "html"))])
        made.join(spectator, [(TABLE, PUBLIC)])
        await settle()
        assert b"seat:3" in player.take()
        assert b"seat:3" not in spectator.take()

    running(test)


def test_one_stream_carries_several_topics_and_its_id_is_their_vector() -> None:
    async def test(made: Hub, world: World) -> None:
        reader = client()
        made.join(reader, [(TABLE, PUBLIC), (TOURNAMENT, PUBLIC)])
        await settle()
        assert b"id: TAB1E001:1;TT0VRN001:1\n" in reader.take()

    running(test)


def test_a_delayed_audience_is_shown_again_when_its_time_comes() -> None:
    async def test(made: Hub, world: World) -> None:
        reader = client()
        world.again = 0.0
        made.join(reader, [(TABLE, PUBLIC)])
        await settle()
        assert len(world.rendered) > 1
        world.again = None

    running(test)


def test_after_a_lost_bus_every_client_is_told_to_fetch_again() -> None:
    async def test(made: Hub, world: World) -> None:
        reader = client()
        made.join(reader, [(TABLE, PUBLIC)])
        await settle()
        made.reset()
        assert reader.take() == b"event: reset\ndata: \n\n"

    running(test)


def test_signing_out_closes_the_streams_of_that_session_only() -> None:
    async def test(made: Hub, world: World) -> None:
        mine, other = client(session=tickets.session_mark("key")), client(session="other")
        for reader in (mine, other):
            made.join(reader, [(TABLE, PUBLIC)])
        bus.listen(made.wake)
        live.end_streams("key")
        bus.unlisten(made.wake)
        await settle()
        assert (mine.closed, other.closed) == (True, False)

    running(test)


def test_a_renderer_that_fails_does_not_end_the_streams() -> None:
    async def test(made: Hub, world: World) -> None:
        reader = client()
        world.broken = True
        made.join(reader, [(TABLE, PUBLIC)])
        await settle()
        assert reader.take() == b""
        world.broken = False
        made.wake(TABLE, 3)
        await settle()
        assert reader.take().startswith(b"id:")

    running(test)


def test_presence_is_told_by_topic_and_audience() -> None:
    async def test(made: Hub, world: World) -> None:
        made.join(client(), [(TABLE, Audience("seat:3", "en", "html"))])
        await made.write_presence()
        assert world.present == [{(TABLE, "seat:3")}]

    running(test)


def test_an_audience_that_nobody_belongs_to_is_forgotten() -> None:
    async def test(made: Hub, world: World) -> None:
        reader = client()
        made.join(reader, [(TABLE, PUBLIC)])
        await settle()
        made.leave(reader)
        rendered = len(world.rendered)
        made.wake(TABLE, 9)
        await settle()
        assert len(world.rendered) == rendered
        assert made.count("user 1") == 0

    running(test)


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("TAB1E001:340;TT0VRN001:91", {TABLE: 340, TOURNAMENT: 91}),
        ("abc", {}),
        ("-1", {}),
        ("TAB1E001:-1", {}),
        ("TAB1E001:1e3", {}),
        ("TAB1E001:٣", {}),
        ("TAB1E001:" + "9" * 30, {}),
        ("0THER001:5", {}),
        (";" * 5000, {}),
    ],
)
def test_bad_input_69_a_vector_is_read_as_far_as_it_can_be(text: str, seen: dict[str, int]) -> None:
    assert hub.read_vector(text, {TABLE, TOURNAMENT}) == seen


# The endpoint


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
        assert b"\n\n:\n\n" in browser.body
        browser.gone.set()
        await settle()

    browsing(monkeypatch, test)


def test_fragments_of_many_lines_are_one_event() -> None:
    sent = hub.encoded(Fragment("table", "a\nb\r\nc\u2028d", 4), "X:4")
    assert sent == b"id: X:4\nevent: table\ndata: a\ndata: b\ndata: c\ndata: d\n\n"
