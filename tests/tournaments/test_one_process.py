"""Where the one process listens, and what it says when it cannot."""

import socket
from collections.abc import Iterator

import pytest
from django.core.management.base import CommandError

from tournaments import one_process

HOST = "127.0.0.1"


@pytest.fixture
def taken() -> Iterator[int]:
    """A port that another program has."""
    with socket.create_server((HOST, 0)) as other:
        yield other.getsockname()[1]


def test_a_taken_port_is_one_sentence_with_the_way_on(taken: int) -> None:
    with pytest.raises(CommandError, match=rf"^Port {taken} is taken by another program: .*PORT=8001"):
        one_process.listening(HOST, taken)


@pytest.mark.parametrize(
    ("host", "port", "sentence"),
    [
        (HOST, 70_000, "^Port 70000 does not exist: "),
        ("192.0.2.1", 0, r"^Port 0 cannot be used on 192\.0\.2\.1 \(.+\): "),
    ],
)
def test_a_port_that_cannot_be_is_refused_with_its_reason(host: str, port: int, sentence: str) -> None:
    with pytest.raises(CommandError, match=sentence):
        one_process.listening(host, port)


def test_a_free_port_answers() -> None:
    with (
        one_process.listening(HOST, 0) as listener,
        socket.create_connection(listener.getsockname()) as guest,
    ):
        assert guest.getpeername() == listener.getsockname()


def test_the_clock_does_not_start_where_nobody_can_be_served(
    taken: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[object] = []
    monkeypatch.setattr("tournaments.clockwork.run", lambda stop, **_: started.append(stop))
    with pytest.raises(CommandError):
        one_process.serve(one_process.Site(), host=HOST, port=taken)
    assert not started


@pytest.mark.parametrize(("proxies", "believed"), [(0, False), (1, True)])
def test_forwarded_headers_count_only_behind_a_trusted_proxy(
    proxies: int, believed: bool, monkeypatch: pytest.MonkeyPatch, settings: object
) -> None:
    settings.TRUSTED_PROXIES = proxies  # type: ignore[attr-defined]
    configured = []
    monkeypatch.setattr("tournaments.clockwork.run", lambda stop, **_: None)
    monkeypatch.setattr("uvicorn.Server.run", lambda server, sockets: configured.append(server.config))
    one_process.serve(one_process.Site(), host=HOST, port=0)
    assert configured[0].proxy_headers is believed
