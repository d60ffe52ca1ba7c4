"""The ASGI application: what goes to the stream, what to Django, and what to nobody."""

import asyncio
from typing import Any

import pytest

from config import asgi


def answer(scope: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> tuple[str, dict[str, Any]]:
    """Who answers the request, with the scope they get; ("431", {}) and the like for refusals made here."""
    seen: list[tuple[str, dict[str, Any]]] = []

    def named(name: str) -> Any:
        async def app(scope: dict[str, Any], receive: Any, send: Any) -> None:
            seen.append((name, scope))

        return app

    async def send(message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            seen.append((str(int(message["status"])), {}))

    monkeypatch.setattr(asgi, "pages", named("pages"))
    monkeypatch.setattr(asgi.live, "application", named("live"))
    base = {"type": "http", "path": "/", "query_string": b"", "headers": [(b"host", b"localhost")]}
    asyncio.run(asgi.application(base | scope, None, send))  # type: ignore[arg-type]
    return seen[0]


@pytest.mark.parametrize(
    ("scope", "who"),
    [
        ({}, "pages"),
        ({"path": "/events/"}, "live"),
        ({"path": "/events/more/"}, "pages"),
        ({"type": "lifespan"}, "live"),
        ({"type": "websocket", "path": "/events/"}, "pages"),
        ({"query_string": "q=é".encode()}, "400"),
        ({"headers": [(b"x", b"y")] * 100}, "pages"),
        ({"headers": [(b"x", b"y")] * 1000}, "431"),
        ({"headers": [(b"cookie", b"y" * 16 * 1024)]}, "431"),
        ({"headers": [(b"x", b"y")] * 1000, "path": "/events/"}, "431"),
    ],
)
def test_bad_input_75_and_who_answers(
    scope: dict[str, Any], who: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert answer(scope, monkeypatch)[0] == who


def test_a_header_with_an_underscore_is_nobodys_forwarded_address(monkeypatch: pytest.MonkeyPatch) -> None:
    headers = [(b"x_forwarded_for", b"1.2.3.4"), (b"x-forwarded-for", b"5.6.7.8")]
    assert answer({"headers": headers}, monkeypatch)[1]["headers"] == [(b"x-forwarded-for", b"5.6.7.8")]
