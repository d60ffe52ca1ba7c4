"""Tables for tests: opened through the stories, at a fixed moment, with cards that can be written down."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from accounts.ids import SeededEntropy
from accounts.models import User
from blackjack import ELIMINATION, Action, Limits, TableRules
from tables import log, play
from tables.models import Table

START = datetime(2026, 3, 1, 20, 0, tzinfo=UTC)
SCOPE = "TESTSCPE"
Stack = Callable[..., None]


def seconds(count: float) -> timedelta:
    return timedelta(seconds=count)


def rules(**changes: Any) -> TableRules:
    """Three hands, nobody eliminated before the end, nobody in the way of a short test."""
    values: dict[str, Any] = {
        "game": ELIMINATION,
        "hands": 3,
        "elimination_hands": (),
        "limits": (Limits(1, 500, 25_000, 5),),
        "is_final": True,
        "chips": "keep",
    }
    return TableRules(**{**values, **changes})


def table(
    users: Sequence[User | str],
    *,
    stack: int = 25_000,
    seed: int | str | None = None,
    now: datetime = START,
    **changes: Any,
) -> Table:
    """A table in the phase seating; text instead of a user is the name of a bot's policy."""
    table_fields = {"public", "delay_seconds", "bot_pace", "scope", "lots", "lots_prefix", "number"}
    fields = {name: changes.pop(name) for name in table_fields & set(changes)}
    seats = [
        play.SeatPlan(number=number, stack=stack, bot=who)
        if isinstance(who, str)
        else play.SeatPlan(number=number, stack=stack, user_id=who.pk)
        for number, who in enumerate(users, start=1)
    ]
    return play.open_table(
        **{"round_id": None, "number": 1, "scope": SCOPE, "title": "Test night", **fields},
        rules=rules(**changes),
        seats=seats,
        button=1,
        entropy=SeededEntropy(seed or f"{fields.get('scope', SCOPE)} {fields.get('number', 1)}"),
        now=now,
    )


def first_hand(opened: Table, now: datetime = START) -> datetime:
    """Let the seeds' time pass; returns the moment at which the first bet is open."""
    for _ in range(2):
        opened.refresh_from_db()
        if opened.phase in ("seating", "opening") and opened.due_at:
            now = max(now, opened.due_at)
            assert play.advance(opened.pk, now=now)
    opened.refresh_from_db()
    return now


def act(
    opened: Table, user: User, kind: str, *, now: datetime, arrived_at: datetime | None = None, **fields: Any
) -> Any:
    """The user's action at the decision that is open now; `seq` and `key` may be given."""
    opened.refresh_from_db()
    seq = fields.pop("seq", opened.decision_seq)
    key = fields.pop("key", None)
    return play.act(
        opened.public_id,
        user=user,
        action=Action(kind, **fields),
        seq=seq,
        arrived_at=arrived_at or now,
        now=now,
        key=key,
    )


def run_to_the_end(opened: Table, now: datetime, most: int = 5_000) -> datetime:
    """Let the clock play until the table is over; returns the time then."""
    for _ in range(most):
        opened.refresh_from_db()
        if opened.is_over:
            return now
        assert opened.due_at is not None
        now = max(now, opened.due_at)
        play.advance(opened.pk, now=now)
    raise AssertionError("the table did not come to an end")


def assert_replays(opened: Table) -> None:
    """Dropping the projections and replaying the log gives the same numbers (L2)."""
    opened.refresh_from_db()
    assert log.verify(opened) == []
