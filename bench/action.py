"""What does one action cost, from the request to its answer? Against the bare SQL of the same action."""

import json
import time
from collections.abc import Callable, Iterable, Iterator
from http import HTTPStatus
from statistics import median
from typing import Any

from django.db import connection, transaction
from django.test import Client

from accounts.clock import now
from accounts.models import User
from bench.databases import new_database
from bench.figures import Figure
from blackjack import Limits, TableState, legal_actions
from tables import play
from tables.models import Table
from tests.builders import make_user, signed_in, token_client
from tests.tables.builders import table

SEATS = 7
ACTIONS = 140
#: What is done, the first that is open: everybody bets the least, and stands.
HABITS = ("bet", "decline", "stand")
NO_WAITS = dict.fromkeys(
    ("between_seconds", "between_elimination_seconds", "seat_seconds", "open_seconds"), 0
)
INSERT = """
    INSERT INTO tables_tableevent (table_id, seq, hand_number, kind, seat, public, salt, at, hash)
    VALUES (%s, %s, %s, 'BetPlaced', 1, %s, '', %s, %s)
"""

#: Sends one user's action, a body as the API has it, to a table; returns the status of the answer.
Door = Callable[[User, Table, dict[str, Any]], int]


def run() -> Iterator[Figure]:
    """The median of an action by a program with a token, and by a page in a session."""
    with new_database() as vendor:
        users = [make_user() for _ in range(SEATS)]
        for name, door in (("api", _by_api(users)), ("page", _by_page(users))):
            played, bare = _medians(door, users, scope=f"BENCH{name.upper():0>3.3}")
            yield Figure(f"action_by_{name}_{vendor}", played, "ms CPU", "the bare SQL of an action", bare)


def _practice(users: list[User], scope: str) -> Table:
    """A table of people that waits for nobody else, with chips for all hands, at its first bet."""
    limits = (Limits(1, 500, 25_000, 5),)
    opened = table(users, scope=scope, stack=10**6, hands=200, limits=limits, now=now(), **NO_WAITS)
    _deal(opened)
    return opened


def _deal(opened: Table) -> None:
    """Let the clock do what is due, until somebody is to act."""
    while play.advance(opened.pk, now=now()):
        pass
    opened.refresh_from_db()


def _by_api(users: list[User]) -> Door:
    programs = {user: token_client(user, "play") for user in users}

    def send(user: User, opened: Table, body: dict[str, Any]) -> int:
        address = f"/api/v1/tables/{opened.public_id}/actions/"
        return int(programs[user].post(address, body, format="json").status_code)

    return _warm(programs.values(), send)


def _by_page(users: list[User]) -> Door:
    pages = {user: signed_in(user) for user in users}

    def send(user: User, opened: Table, body: dict[str, Any]) -> int:
        address = f"/tables/{opened.public_id}/act/"
        return int(pages[user].post(address, body, headers={"X-Fragment": "table"}).status_code)

    return _warm(pages.values(), send)


def _warm(clients: Iterable[Client], door: Door) -> Door:
    """The same door, once each client has set up what a server sets up when it starts."""
    for client in clients:
        client.get("/accounts/login/")
    return door


def _medians(door: Door, users: list[User], *, scope: str) -> tuple[float, float]:
    """Over whole hands, and of bare SQL in between: CPU milliseconds, which other work stretches least."""
    played, bare = [], []
    opened, peer = _practice(users, scope), _practice(users, scope[::-1])
    for turn in range(ACTIONS):
        state = TableState.from_json(opened.state)
        seat = state.to_act[0]
        legal = legal_actions(state, seat)
        kind = next(habit for habit in HABITS if habit in legal)
        body = {"action": kind, "seq": opened.decision_seq}
        if kind == "bet":
            body["amount"] = legal[kind]["minimum"]
        began = time.process_time()
        status = door(users[seat - 1], opened, body)
        answered = time.process_time()
        if status != HTTPStatus.OK:
            raise RuntimeError(f"{kind} was answered with {status}")
        _bare_sql(peer, turn)
        bare.append(time.process_time() - answered)
        played.append(answered - began)
        _deal(opened)
    return median(played) * 1000, median(bare) * 1000


def _bare_sql(peer: Table, turn: int) -> None:
    """Lock the table, insert two events, write its state and one seat, commit: no action does without."""
    lock = "FOR UPDATE" if connection.features.has_select_for_update else ""
    state, event = json.dumps(peer.state), json.dumps({"amount": 500})
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"SELECT state, seq FROM tables_table WHERE id = %s {lock}", [peer.pk])
        seq = cursor.fetchone()[1]
        rows = [[peer.pk, seq + step, turn, event, peer.event_at, peer.head_hash] for step in (1, 2)]
        cursor.executemany(INSERT, rows)
        update = "UPDATE tables_table SET state = %s, seq = %s, due_at = %s WHERE id = %s"
        cursor.execute(update, [state, seq + 2, peer.due_at, peer.pk])
        cursor.execute(
            "UPDATE tables_seat SET stack = %s WHERE table_id = %s AND number = 1", [turn, peer.pk]
        )
