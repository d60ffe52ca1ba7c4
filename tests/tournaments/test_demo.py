"""The demonstration site: always a tournament to play, begun when somebody looks, and then the next one."""

import threading
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth import authenticate
from django.core.management import CommandError, call_command

from accounts.models import User
from tables.models import Pulse, Table
from tests.builders import NOW
from tests.tournaments.builders import QUICK, entropy, fill_with_bots, make_open, reread
from tournaments import clockwork, control, demo, sweeps
from tournaments.management.commands import serve as serve_command
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

NEVER = float("inf")


def keep_going(now=NOW, seconds: float = NEVER) -> Tournament:
    demo.keep_going(now, seconds_since_request=seconds, entropy=entropy)
    current = demo.current()
    assert current is not None
    return current


def test_the_first_run_draws_a_tournament_of_21_with_a_seat_for_the_visitor() -> None:
    tournament = keep_going()
    (round_,) = tournament.rounds.all()
    assert (tournament.status, round_.tables_total, len(round_.seating)) == ("drawn", 3, 21)
    people = tournament.entries.filter(bot="")
    assert [entry.user.username for entry in people] == ["visitor"]
    assert {entry.bot for entry in tournament.entries.all()} == {"", "bold", "steady", "tight"}
    assert (tournament.structure["plans"][0]["hands"], tournament.break_seconds) == (12, 10)


@pytest.mark.parametrize("account", [demo.VISITOR, demo.ORGANISER])
def test_the_printed_log_ins_work(account: dict[str, str]) -> None:
    keep_going()
    user = authenticate(username=account["username"], password=account["password"])
    assert user is not None
    assert user.public_name == account["public_name"]


def test_it_waits_until_somebody_looks_and_then_a_minute_longer() -> None:
    tournament = keep_going()
    keep_going(NOW + timedelta(hours=3), seconds=10_000)
    assert tournament.rounds.get().due_at is None
    later = NOW + timedelta(hours=4)
    keep_going(later, seconds=1)
    assert tournament.rounds.get().due_at == later + timedelta(seconds=60)
    keep_going(later + timedelta(seconds=30), seconds=1)
    assert tournament.rounds.get().due_at == later + timedelta(seconds=60)
    sweeps.sweep_once(later + timedelta(seconds=60), entropy=entropy)
    assert reread(tournament).status == Tournament.Status.RUNNING


def test_a_second_run_goes_on_with_the_same_tournament_and_the_same_people() -> None:
    first = keep_going()
    people = User.objects.count()
    assert keep_going(NOW + timedelta(days=1)) == first
    assert User.objects.count() == people


def test_when_one_is_over_the_next_is_ready() -> None:
    first = keep_going()
    control.cancel(first.public_id, by=first.organiser, now=NOW, entropy=entropy)
    second = keep_going(NOW + timedelta(hours=1))
    assert (second.name, second.status) == ("Demo tournament 2", "drawn")
    assert User.objects.filter(is_bot=True).count() == 20


class StopAfter(threading.Event):
    """A stop signal that comes after so many rounds of the loop, so that nothing sleeps."""

    def __init__(self, rounds: int) -> None:
        super().__init__()
        self._left = rounds

    def wait(self, timeout: float | None = None) -> bool:
        """Count instead of waiting."""
        self._left -= 1
        if self._left <= 0:
            self.set()
        return self.is_set()


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch) -> Callable[[Any], None]:
    """Sets the clock of the loop, and keeps the test's own connection open."""
    monkeypatch.setattr("tournaments.clockwork.close_old_connections", lambda: None)
    monkeypatch.setattr("tournaments.clockwork.connections.close_all", lambda: None)
    return lambda moment: monkeypatch.setattr("tournaments.clockwork.now", lambda: moment)


def test_the_clock_of_one_process_plays_a_tournament_to_its_end(at: Callable[[Any], None]) -> None:
    tournament = make_open(auto_start=True, **QUICK)
    fill_with_bots(tournament, 2)
    at(tournament.starts_at)
    for _ in range(4):
        clockwork.run(StopAfter(1))
    assert reread(tournament).status == Tournament.Status.FINISHED
    assert Pulse.objects.get(name="tables").at == tournament.starts_at


def test_a_stand_in_sweeps_only_when_the_other_clocks_are_late(at: Callable[[Any], None]) -> None:
    tournament = make_open(auto_start=True, **QUICK)
    fill_with_bots(tournament, 2)
    Pulse.objects.create(name="tables", at=tournament.starts_at - timedelta(seconds=2))
    at(tournament.starts_at)
    clockwork.run(StopAfter(3), when_late_seconds=2)
    assert not Table.objects.exists()
    Pulse.objects.update(at=tournament.starts_at - timedelta(seconds=3))
    for _ in range(4):
        clockwork.run(StopAfter(1), when_late_seconds=0)
    assert Table.objects.exists()


def test_a_sweep_that_fails_does_not_end_the_clock(
    at: Callable[[Any], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    at(NOW)
    calls = []
    monkeypatch.setattr("tables.sweeps.sweep_once", lambda *_, **__: calls.append(1) or 1 / 0)
    clockwork.run(StopAfter(3))
    assert len(calls) == 3


def test_serve_makes_the_organiser_that_its_options_name_and_only_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    served = []
    monkeypatch.setattr(serve_command, "serve", lambda site, **where: served.append(where))
    options = ("serve", "--organiser", "Ada Host", "--password", "a-long-enough-one")
    call_command(*options, "--port", "8765")
    call_command("serve")
    owner = User.objects.get(username="ada-host")
    assert (owner.may_organise, owner.is_staff, owner.is_superuser) == (True, True, True)
    assert served[0] == {"host": "127.0.0.1", "port": 8765}


@pytest.mark.parametrize(
    ("name", "password"), [("Ada Host", "123"), ("<script>", "a-long-enough-one"), ("", "")]
)
def test_serve_refuses_an_organiser_that_cannot_be(
    name: str, password: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serve_command, "serve", lambda *_, **__: None)
    monkeypatch.setattr("sys.stdin.isatty", lambda: False, raising=False)
    with pytest.raises(CommandError):
        call_command("serve", "--organiser", name, "--password", password)
    assert not User.objects.exists()


def test_serve_on_the_network_shows_a_code_for_phones_and_says_what_is_not_encrypted(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], settings: Any
) -> None:
    monkeypatch.setattr(serve_command, "serve", lambda *_, **__: None)
    monkeypatch.setattr(serve_command, "lan_address", lambda: "192.0.2.7")
    call_command("serve", "--organiser", "Ada Host", "--password", "a-long-enough-one", "--host", "0.0.0.0")
    shown = capsys.readouterr().out
    assert "http://192.0.2.7:8000/" in shown
    assert "█" in shown
    assert "is encrypted" in shown
    assert "192.0.2.7" in settings.ALLOWED_HOSTS
