"""The site as one ASGI application: /events/ is the live stream, all else is Django on a pool of threads."""

from http import HTTPStatus

from a2wsgi import WSGIMiddleware

from config.wsgi import application as django_application
from tables import live
from tables.live import Message, Receive, Send
from tournaments import fragments as tournaments

# Each thread keeps one database connection (CONN_MAX_AGE): this is also how many a process holds for pages.
THREADS = 16
# Bad input 75. Browsers stay far below either.
MOST_HEADERS = 100
MOST_HEADER_BYTES = 16 * 1024 - 1

live.sources["T"] = tournaments.source
pages = WSGIMiddleware(django_application, workers=THREADS)


async def application(scope: Message, receive: Receive, send: Send) -> None:
    """The entry point of the server (`uvicorn config.asgi:application`)."""
    if scope["type"] == "lifespan":
        # The stream has something to end when the process does; pages have not.
        await live.application(scope, receive, send)
    elif scope["type"] == "http" and not _headers_fit(scope):
        await _refuse(send, HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
    elif scope["type"] == "http" and not scope["query_string"].isascii():
        await _refuse(send, HTTPStatus.BAD_REQUEST)
    elif scope["type"] == "http" and scope["path"] == "/events/":
        await live.application(scope, receive, send)
    else:
        # WSGI cannot tell x_forwarded_for from x-forwarded-for; no honest client writes the first.
        headers = [(name, value) for name, value in scope["headers"] if b"_" not in name]
        await pages({**scope, "headers": headers}, receive, send)


def _headers_fit(scope: Message) -> bool:
    size = sum(len(name) + len(value) for name, value in scope["headers"])
    return len(scope["headers"]) <= MOST_HEADERS and size <= MOST_HEADER_BYTES


async def _refuse(send: Send, status: HTTPStatus) -> None:
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": status.phrase.encode()})
