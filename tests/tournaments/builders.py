"""Tournaments for tests: made, opened and filled through the stories themselves."""

from datetime import datetime, timedelta
from typing import Any, TypeVar

from accounts.ids import SeededEntropy
from accounts.models import User
from tables import play
from tables.models import Table
from tests.builders import NOW, make_organiser, make_user
from tournaments import registration, rounds, setup, sweeps
from tournaments.models import Entry, Tournament

#: Small enough to be played in a test: short rounds, nobody waits for anything.
QUICK = {
    "plans": [{"hands": 4, "elimination_hands": [2]}],
    "final": {"hands": 4, "elimination_hands": [2]},
    "break_seconds": 0,
    "between_seconds": 0,
    "between_elimination_seconds": 0,
    "seat_seconds": 0,
    "open_seconds": 0,
}
MONEY = {"currency": "EUR", "buy_in_cents": 2500, "fee_cents": 300}


class SameEntropy:
    """Random bytes that are the same in every run of a test, whatever ran before it."""

    def __init__(self) -> None:
        self.restart()

    def restart(self) -> None:
        """Begin the stream again; conftest.py does so before each test."""
        self._stream = SeededEntropy("tests")

    def __call__(self, count: int) -> bytes:
        """The next bytes."""
        return self._stream(count)


entropy = SameEntropy()

Row = TypeVar("Row", Entry, Tournament)


def make_draft(by: User | None = None, *, preset: str = "seed_default", **fields: Any) -> Tournament:
    """A draft; `fields` differ from the preset."""
    fields = {"name": "Friday Night", "starts_at": NOW + timedelta(hours=1), **fields}
    return setup.create(by=by or make_organiser(), fields=fields, preset=preset, now=NOW, entropy=entropy)


def make_open(by: User | None = None, **fields: Any) -> Tournament:
    """A tournament that takes entries."""
    draft = make_draft(by, **fields)
    # Bots do not think: all that a table waits for is due at once.
    Tournament.objects.filter(pk=draft.pk).update(bot_pace=0)
    return setup.publish(draft.public_id, by=draft.organiser, now=NOW, entropy=entropy)


def enter(tournament: Tournament, user: User | None = None, **how: Any) -> Entry:
    """An entry, held or free."""
    return registration.register(
        tournament.public_id, user=user or make_user(), now=NOW, entropy=entropy, **how
    )


def enter_and_pay(tournament: Tournament, user: User | None = None, **how: Any) -> Entry:
    """A confirmed entry, paid at the desk where there is a price."""
    entry = enter(tournament, user, **how)
    if entry.payment == Entry.Payment.HELD:
        key = f"pay-{entry.public_id}"
        registration.record_payment(entry.public_id, by=tournament.organiser, key=key, now=NOW)
    return reread(entry)


def fill_with_bots(tournament: Tournament, count: int) -> list[Entry]:
    """So many confirmed entries played by policies."""
    policies = ("steady", "bold", "tight")
    return [
        enter_and_pay(
            tournament,
            make_user(f"Bot {tournament.public_id} {number}", is_bot=True),
            bot=policies[number % 3],
            demo=True,
        )
        for number in range(count)
    ]


def draw_and_start(tournament: Tournament, now: datetime = NOW) -> None:
    """Draws the seats, starts round 1 and opens its tables."""
    rounds.draw_seats(tournament.public_id, by=tournament.organiser, now=now, entropy=entropy)
    rounds.start_round(tournament.public_id, by=tournament.organiser, now=now, entropy=entropy)
    while sweeps.sweep_once(now, entropy=entropy, scope=tournament.public_id):
        pass


def play_on(tournament: Tournament, now: datetime = NOW) -> None:
    """Lets bots and sweeps do all that is due at this moment, until nothing is."""
    tables = Table.objects.filter(scope=tournament.public_id, due_at__lte=now)
    while sweeps.sweep_once(now, entropy=entropy, scope=tournament.public_id) or sum(
        play.advance(table_id, now=now) for table_id in tables.order_by("pk").values_list("pk", flat=True)
    ):
        pass


def reread(row: Row) -> Row:
    """The row as the database has it now."""
    return type(row).objects.get(pk=row.pk)
