"""The whole site in one process: pages, API and streams in the main thread, the clock in a second one."""

import threading
import time
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

import uvicorn
from django.conf import settings
from django.utils.module_loading import import_string

from tournaments import clockwork

#: Open streams end by themselves at shutdown; this is for requests that hang.
SHUTDOWN_SECONDS = 3

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]


class Site:
    """The ASGI application, and how long ago somebody last asked it for something."""

    def __init__(self) -> None:
        self._application = import_string(settings.ASGI_APPLICATION)
        self._last_request: float | None = None

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Notes the time of requests, and passes everything on."""
        if scope["type"] == "http":
            self._last_request = time.monotonic()
        await self._application(scope, receive, send)

    def seconds_since_request(self) -> float:
        """How long nobody has asked for anything; infinite before the first request."""
        return float("inf") if self._last_request is None else time.monotonic() - self._last_request


def serve(site: Site, *, host: str, port: int, chores: tuple[clockwork.Chore, ...] = ()) -> None:
    """Serves until the process is told to stop; the clock stops with it."""
    stop = threading.Event()
    clock = threading.Thread(target=clockwork.run, args=(stop,), kwargs={"chores": chores}, name="clock")
    config = uvicorn.Config(
        site,
        host=host,
        port=port,
        log_config=None,
        access_log=False,
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
    )
    clock.start()
    try:
        uvicorn.Server(config).run()
    finally:
        stop.set()
        clock.join()
