"""The streams of one process: one rendering for an audience, resuming, slow readers, lost wake-ups."""

import asyncio
from typing import Any

import pytest

from tables import bus, fragments, hub, live, tickets
from tables.hub import Audience, Fragment, Hub
from tests.tables.streams import PUBLIC, TABLE, TOURNAMENT, World, client, running, settle


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


def test_push_is_slowed_down_on_purpose(monkeypatch: pytest.MonkeyPatch) -> None:
    assert fragments.source.every_seconds >= 1 / 4
    monkeypatch.setattr(World, "every_seconds", 60.0)

    async def test(made: Hub, world: World) -> None:
        reader = client()
        made.join(reader, [(TABLE, PUBLIC)])
        for version in range(2, 50):
            world.version = version
            made.wake(TABLE, version)
            await settle()
        assert len(world.rendered) == 1

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


def test_signing_out_closes_the_streams_of_that_session_only(settings: Any) -> None:
    settings.REDIS_URL = ""

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


def test_fragments_of_many_lines_are_one_event() -> None:
    sent = hub.encoded(Fragment("table", "a\nb\r\nc\u2028d", 4), "X:4")
    assert sent == b"id: X:4\nevent: table\ndata: a\ndata: b\ndata: c\ndata: d\n\n"
