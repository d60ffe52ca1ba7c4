"""A hub with topics that tests move by hand: no database, no threads, no waiting."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from tables.hub import Audience, Client, Fragment, Hub, Source

TABLE = "TAB1E001"
TOURNAMENT = "TT0VRN001"
PUBLIC = Audience("public", "en", "html")


class World:
    """A topic whose version the test moves, and a count of how often it was rendered."""

    every_seconds = 0.0

    def __init__(self) -> None:
        self.version = 1
        self.rendered: list[tuple[str, Audience]] = []
        self.again: float | None = None
        self.broken = False
        self.present: list[Any] = []
        self.source = Source(
            render=self.render,
            versions=lambda topics: dict.fromkeys(topics, self.version),
            every_seconds=self.every_seconds,
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
