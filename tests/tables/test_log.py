"""The log: gapless, chained, salted; one changed byte is found (L1-L4)."""

from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from tables import log, play
from tables.models import Seat, Table, TableEvent
from tests.builders import make_user
from tests.tables.builders import START, act, assert_replays, first_hand, run_to_the_end, seconds, table

pytestmark = pytest.mark.django_db


@pytest.fixture
def played() -> Table:
    ann = make_user("Ann")
    opened = table([ann, "steady", "bold"])
    now = first_hand(opened)
    act(opened, ann, "bet", now=now, amount=7310, secret=True)
    run_to_the_end(opened, now)
    opened.refresh_from_db()
    return opened


def secret_bet(played: Table) -> TableEvent:
    bets = TableEvent.objects.filter(table=played, kind="BetPlaced", secret__isnull=False)
    return bets.earliest("seq")


def tamper(sql: str, *values: Any) -> None:
    """Do what an attacker with all rights in the database could."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET LOCAL session_replication_role = replica")
        else:
            cursor.execute("DROP TRIGGER tables_tableevent_no_update")
        cursor.execute(sql, values)


def test_L1_numbers_are_gapless_and_times_never_go_back(played: Table) -> None:
    rows = list(TableEvent.objects.filter(table=played).order_by("seq").values_list("seq", "at"))
    assert [seq for seq, _at in rows] == list(range(1, played.seq + 1))
    assert [at for _seq, at in rows] == sorted(at for _seq, at in rows)
    assert_replays(played)


def test_V6_times_are_whole_seconds(played: Table) -> None:
    assert not [row for row in TableEvent.objects.filter(table=played) if row.at.microsecond]


@pytest.mark.parametrize(
    ("column", "value"),
    [("seat", 3), ("kind", "InsuranceDeclined"), ("at", START), ("hand_number", 2), ("salt", "00" * 16)],
)
def test_L3_one_changed_column_is_found(played: Table, column: str, value: Any) -> None:
    bet = secret_bet(played)
    tamper(f"UPDATE tables_tableevent SET {column} = %s WHERE id = %s", value, bet.pk)
    assert f"the hash of event {bet.seq} does not fit" in log.verify(played)


@pytest.mark.parametrize(
    ("half", "value"), [("public", '{"secret":false}'), ("secret", '{"amount":7315}'), ("secret", None)]
)
def test_L3_L4_a_changed_half_is_found(played: Table, half: str, value: str | None) -> None:
    bet = secret_bet(played)
    tamper(f"UPDATE tables_tableevent SET {half} = %s WHERE id = %s", value, bet.pk)
    assert f"the hash of event {bet.seq} does not fit" in log.verify(played)


def test_L4_the_same_secret_has_another_salt_each_time(played: Table) -> None:
    salts = TableEvent.objects.filter(table=played).exclude(salt="").values_list("salt", flat=True)
    assert len(set(salts)) == len(salts) > 1


def test_L2_projections_that_are_not_the_logs_are_found(played: Table) -> None:
    Seat.objects.filter(table=played, number=1).update(public_stack=1)
    assert log.verify(played) == ["seat 1 is not as the log left it"]


def test_L2_every_prefix_replays_to_the_state_it_left() -> None:
    opened = table(["steady", "bold"], bot_pace=1.0)
    states, now = {}, START
    for _ in range(60):
        opened.refresh_from_db()
        states[opened.seq] = opened.state
        if opened.due_at is None:
            break
        now = max(now, opened.due_at)
        assert log.replayed(opened).to_json() == opened.state
        play.advance(opened.pk, now=now)
    opened.refresh_from_db()
    assert len(states) > 10
    for seq, state in states.items():
        assert log.replayed(opened, seq).to_json() == state


def test_a_delayed_viewer_knows_the_log_as_it_was(played: Table) -> None:
    assert log.seq_at(played, None) == played.seq
    assert log.seq_at(played, START) == 1
    assert log.seq_at(played, START - seconds(100)) == 1
    assert log.seq_at(played, played.event_at + seconds(1)) == played.seq


def test_verify_table_says_what_is_wrong(played: Table, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("verify_table", played.public_id.lower())
    assert "everything fits" in capsys.readouterr().out
    Seat.objects.filter(table=played, number=1).update(stack=1)
    with pytest.raises(CommandError):
        call_command("verify_table", played.public_id)
    with pytest.raises(CommandError):
        call_command("verify_table", "no table")
