"""The demonstration: a short tournament with bots at every seat but one, and another when it is over."""

import secrets
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from accounts.ids import Entropy
from accounts.models import User
from accounts.people import create_user
from blackjack import policies
from tournaments import registration, rounds, setup
from tournaments.models import Entry, Tournament

#: A tournament short enough to be played to its end at one sitting (decisions.md, People).
_ROUND = {"hands": 12, "elimination_hands": [4, 8]}
DEMO = {
    "plans": [_ROUND],
    "final": _ROUND,
    "capacity": 21,
    "break_seconds": 10,
    "seat_seconds": 10,
}
MONEY = {"currency": "EUR", "buy_in_cents": 2500, "fee_cents": 300}
DESCRIPTION = (
    "A short tournament to look around in: rounds of 12 hands, with eliminations after hands 4 and 8, one "
    "break of 10 seconds, and bots that take 0.4 to 2 seconds to think. The money is play money."
)
#: Marks the demonstrations among all tournaments.
PRESET = "demo"
#: A demonstration waits until somebody looks, and then as long as it takes to sign in.
START_AFTER = timedelta(seconds=60)
LOOKED_LATELY_SECONDS = 30.0

#: For the loopback address only: whoever runs the demonstration may play as both.
ORGANISER = {"username": "organiser", "public_name": "Club Organiser", "password": "deal-me-in-2026"}
VISITOR = {"username": "visitor", "public_name": "Lucky Visitor", "password": "hit-or-stand-21"}

_NAMES = [
    *(
        "Ada",
        "Amir",
        "Bea",
        "Boris",
        "Chen",
        "Clara",
        "Diego",
        "Elif",
        "Farid",
        "Greta",
        "Hana",
        "Igor",
        "Ines",
    ),
    *("Jonas", "Kim", "Lena", "Mei", "Milan", "Nadia", "Oscar", "Petra", "Quinn", "Rosa", "Samir", "Tara"),
    *("Umar", "Vera", "Wen", "Yusuf", "Zoe"),
]


def bot_name(number: int) -> str:
    """The public name of bot `number`, from 0."""
    lap, index = divmod(number, len(_NAMES))
    return f"{_NAMES[index]} {lap + 1}" if lap else _NAMES[index]


def person(username: str, public_name: str, **more: Any) -> User:
    """The account of that user name, made when it is not there."""
    found = User.objects.filter(username=username).first()
    return found or create_user(username=username, public_name=public_name, **more)


def enter_bots(tournament: Tournament, count: int, *, now: datetime, entropy: Entropy) -> None:
    """Registers so many bots of the three temperaments in turn, and pays for them at the desk."""
    temperaments = sorted(policies)
    for number in range(count):
        bot = person(f"bot-{number + 1}", bot_name(number), is_bot=True)
        temperament = temperaments[number % len(temperaments)]
        enter(tournament, bot, bot=temperament, now=now, entropy=entropy)


def enter(tournament: Tournament, user: User, *, bot: str = "", now: datetime, entropy: Entropy) -> None:
    """A confirmed entry in a demonstration, paid at the desk where there is a price."""
    entry = registration.register(
        tournament.public_id, user=user, now=now, entropy=entropy, bot=bot, demo=True
    )
    if entry.payment == Entry.Payment.HELD:
        registration.record_payment(
            entry.public_id, by=tournament.organiser, key=f"demo-{entry.public_id}", now=now
        )


def current() -> Tournament | None:
    """The latest demonstration."""
    return Tournament.objects.filter(preset=PRESET).order_by("pk").last()


def keep_going(
    now: datetime, *, seconds_since_request: float, entropy: Entropy = secrets.token_bytes
) -> None:
    """Sees to it that there is a demonstration to play: a new one after the last, started when visited."""
    tournament = current()
    if tournament is None or tournament.status in (Tournament.Status.FINISHED, Tournament.Status.CANCELLED):
        tournament = prepare(now=now, entropy=entropy)
    waits = tournament.rounds.filter(status="ready", number=1, due_at=None).exists()
    if waits and seconds_since_request < LOOKED_LATELY_SECONDS:
        rounds.schedule_start(tournament.public_id, at=now + START_AFTER, now=now)


@transaction.atomic
def prepare(*, now: datetime, entropy: Entropy) -> Tournament:
    """A demonstration with its seats drawn, the visitor among the bots. All of it or nothing."""
    organiser = person(**ORGANISER, may_organise=True, is_staff=True)
    visitor = person(**VISITOR)
    number = Tournament.objects.filter(preset=PRESET).count() + 1
    fields = {**DEMO, **MONEY, "name": f"Demo tournament {number}", "description": DESCRIPTION}
    fields["starts_at"] = now + START_AFTER
    tournament = setup.create(by=organiser, fields=fields, preset="seed_default", now=now, entropy=entropy)
    Tournament.objects.filter(pk=tournament.pk).update(preset=PRESET)
    setup.publish(tournament.public_id, by=organiser, now=now, entropy=entropy)
    enter(tournament, visitor, now=now, entropy=entropy)
    enter_bots(tournament, tournament.capacity - 1, now=now, entropy=entropy)
    rounds.draw_seats(tournament.public_id, by=organiser, now=now, entropy=entropy)
    return tournament
