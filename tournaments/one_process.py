"""The whole site in one process: pages, API and streams in the main thread, the clock in a second one."""

import errno
import socket
import threading
import time
import warnings
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

import uvicorn
from django.conf import settings
from django.core.management.base import CommandError
from django.utils.module_loading import import_string

from tournaments import clockwork

#: Open streams end by themselves at shutdown; this is for requests that hang.
SHUTDOWN_SECONDS = 3
#: Connections that wait for their turn; what uvicorn asks for by itself.
BACKLOG = 2048

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]


class Site:
    """The ASGI application, and how long ago somebody last asked it for something."""

    def __init__(self) -> None:
        # Without collectstatic the files are served from where they lie, which is meant here.
        warnings.filterwarnings("ignore", message="No directory at", category=UserWarning)
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


def listening(host: str, port: int) -> socket.socket:
    """A socket that listens there. Raises CommandError with the way on when the port cannot be had."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=BACKLOG)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            reason = "is taken by another program"
        else:
            reason = f"cannot be used on {host} ({error.strerror})"
    except OverflowError:
        reason = "does not exist"
    raise CommandError(f"Port {port} {reason}: choose another with PORT=8001 or --port 8001.")


def serve(site: Site, *, host: str, port: int, chores: tuple[clockwork.Chore, ...] = ()) -> None:
    """Serves until the process is told to stop, and the clock with it. Raises CommandError for a bad port."""
    listener = listening(host, port)
    stop = threading.Event()
    clock = threading.Thread(target=clockwork.run, args=(stop,), kwargs={"chores": chores}, name="clock")
    config = uvicorn.Config(
        site,
        log_config=None,
        access_log=False,
        # Nobody else may say where a request came from, or that it came over https.
        proxy_headers=settings.TRUSTED_PROXIES > 0,
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
    )
    clock.start()
    try:
        uvicorn.Server(config).run(sockets=[listener])
    finally:
        stop.set()
        clock.join()
