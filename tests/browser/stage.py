"""The site that the browser tests visit: `python -m tests.browser.stage --port N` serves it, and sets scenes.

It is the one process of `manage.py serve`, on a database of its own. Each line of its standard input is a
scene to set, as JSON, `{"scene": name, ...}`; each is answered by one line with what the test needs to know.
Serving begins with the scene `serve`, so that something may happen before anybody can look.
"""

import argparse
import json
import os
import secrets
import signal
import sys
import threading
import traceback
from datetime import timedelta
from typing import Any

import django
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.core.management import call_command
from django.db import connections

django.setup()

from accounts.clock import now  # noqa: E402
from accounts.ids import public_id  # noqa: E402
from accounts.models import User  # noqa: E402
from blackjack import Limits  # noqa: E402
from blackjack.cards import parse_cards  # noqa: E402
from blackjack.shoe import continuation  # noqa: E402
from tables import play  # noqa: E402
from tables.models import Table  # noqa: E402
from tables.shoes import TableShoes  # noqa: E402
from tests.builders import make_admin, make_organiser, make_user  # noqa: E402
from tests.tables.builders import rules  # noqa: E402
from tests.tournaments.builders import MONEY  # noqa: E402
from tournaments import registration, setup  # noqa: E402
from tournaments.one_process import Site, serve  # noqa: E402

HOST = "127.0.0.1"
#: A table with this in its title begins its first shoe with the cards after it, whichever process deals.
CARDS = "Cards: "
#: Bots think this much faster than people watch.
PACE = 0.1
#: Short enough to be waited for, long enough to be seen; seeds are waited for no longer than they take.
TABLE_WAITS = {"between_seconds": 4, "between_elimination_seconds": 4, "seat_seconds": 30, "open_seconds": 30}
TOURNAMENT_WAITS = {**TABLE_WAITS, "break_seconds": 1}
PLAN = {"hands": 4, "elimination_hands": [2], "stack": 25_000, "minimum": 500, "maximum": 25_000, "step": 5}

_shuffled = TableShoes.cards


def _stacked(self: TableShoes, number: int, attempt: int, first_seat: int) -> list[int]:
    cards = _shuffled(self, number, attempt, first_seat)
    _title, named, top = self._table.title.partition(CARDS)
    if not named or (number, attempt) != (1, 1):
        return cards
    return parse_cards(top) + continuation(cards, parse_cards(top))


def cookie_of(user: User) -> str:
    """A session in which the user has signed in."""
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.create()
    return str(session.session_key)


def table(*, cards: str = "", hands: int = 3, seat_seconds: int = 30) -> dict[str, Any]:
    """A practice table: a person in seat 1, who acts first, and two bots beside him."""
    # A stage that is opened again has forgotten which names it gave.
    person = make_user(f"Guest {public_id()}")
    people = [{"user_id": person.pk}, {"bot": "steady"}, {"bot": "tight"}]
    opened = play.open_table(
        round_id=None,
        number=1,
        scope=public_id(),
        title=f"{CARDS}{cards}" if cards else "Practice",
        rules=rules(
            hands=hands, limits=(Limits(1, 500, 25_000, 1),), **TABLE_WAITS | {"seat_seconds": seat_seconds}
        ),
        seats=[play.SeatPlan(number=at, stack=25_000, **who) for at, who in enumerate(people, start=1)],
        button=1,
        bot_pace=PACE,
        entropy=secrets.token_bytes,
        now=now(),
    )
    return {"table": opened.public_id, "player": cookie_of(person)}


def tournament(*, cards: str, bots: int = 2) -> dict[str, Any]:
    """A tournament that takes entries, with some bots in it and one place left."""
    organiser = make_organiser(f"Desk {public_id()}")
    fields = {
        "name": f"{CARDS}{cards}",
        "starts_at": now() + timedelta(hours=1),
        "capacity": bots + 1,
        "min_entries": 2,
        "plans": [PLAN],
        "final": PLAN,
        **MONEY,
        **TOURNAMENT_WAITS,
    }
    draft = setup.create(
        by=organiser, fields=fields, preset="seed_default", now=now(), entropy=secrets.token_bytes
    )
    type(draft).objects.filter(pk=draft.pk).update(bot_pace=PACE)
    opened = setup.publish(draft.public_id, by=organiser, now=now(), entropy=secrets.token_bytes)
    for number in range(bots):
        bot = make_user(f"Robot {opened.public_id} {number}", is_bot=True)
        entry = registration.register(
            opened.public_id, user=bot, now=now(), entropy=secrets.token_bytes, bot="steady", demo=True
        )
        registration.record_payment(entry.public_id, by=organiser, key=f"pay-{number}", now=now())
    return {"tournament": opened.public_id, "organiser": cookie_of(organiser)}


def admin() -> dict[str, Any]:
    """Somebody who may look at every page, with a draft that can still be changed."""
    root = make_admin(f"Root {public_id()}")
    User.objects.filter(pk=root.pk).update(may_organise=True)
    root.refresh_from_db()
    fields = {"name": "Draft night", "starts_at": now() + timedelta(days=2)}
    draft = setup.create(
        by=root, fields=fields, preset="seed_default", now=now(), entropy=secrets.token_bytes
    )
    return {"draft": draft.public_id, "admin": cookie_of(root)}


def pause(*, table: str) -> dict[str, Any]:
    """An official stops the clock of a table."""
    organiser = make_organiser(f"Official {table}")
    play.pause(Table.objects.get(public_id=table).pk, by=organiser, now=now())
    return {}


SCENES = {each.__name__: each for each in (table, tournament, admin, pause)}


def main() -> None:
    """Migrate, set scenes, and serve when told to."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, required=True)
    port = parser.parse_args().port
    TableShoes.cards = _stacked  # type: ignore[method-assign]
    call_command("migrate", verbosity=0, interactive=False)
    told = threading.Event()
    threading.Thread(target=_set_scenes, args=(told,), daemon=True).start()
    told.wait()
    serve(Site(), host=HOST, port=port)


def _set_scenes(told: threading.Event) -> None:
    for line in sys.stdin:
        wanted = json.loads(line)
        name = wanted.pop("scene")
        if name == "serve":
            told.set()
            answer: dict[str, Any] = {}
        else:
            answer = _answer(name, wanted)
        print(json.dumps(answer), flush=True)
    # The tests are gone, however they ended.
    os.kill(os.getpid(), signal.SIGTERM)


def _answer(name: str, how: dict[str, Any]) -> dict[str, Any]:
    """What the scene answers, or the error that the test is to fail with."""
    try:
        return SCENES[name](**how)
    except Exception:
        return {"error": traceback.format_exc()}
    finally:
        connections.close_all()


if __name__ == "__main__":
    main()
