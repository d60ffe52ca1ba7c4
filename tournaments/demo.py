"""The demonstration tournament: bots at every seat but one, or a whole tournament of bots on a simulated clock."""

from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db import transaction

from accounts.ids import Entropy, SeededEntropy, public_id
from accounts.models import User
from accounts.people import create_user
from blackjack import policies
from tables import play
from tables.models import Table
from tournaments import ranking, registration, rounds, setup, sweeps
from tournaments.models import Entry, Journal, Tournament
from tournaments.record import note

#: A tournament short enough to be played to its end at one sitting (decisions.md, People).
_ROUND = {"hands": 12, "elimination_hands": [4, 8]}
DEMO = {
    "name": "Demo: twelve hands a round",
    "plans": [_ROUND],
    "final": _ROUND,
    "capacity": 21,
    "currency": "EUR",
    "buy_in_cents": 2500,
    "fee_cents": 300,
    "break_seconds": 10,
    "seat_seconds": 10,
}
#: Nobody waits for anybody where only bots play on a simulated clock.
NO_WAITS = dict.fromkeys(
    ("break_seconds", "between_seconds", "between_elimination_seconds", "seat_seconds", "open_seconds"), 0
)
MONEY = {"currency": "EUR", "buy_in_cents": 2500, "fee_cents": 300}
#: When simulated tournaments begin.
SIMULATED_START = datetime(2026, 1, 1, 20, 0, tzinfo=UTC)

_NAMES = (
    "Ada Amir Bea Boris Chen Clara Diego Elif Farid Greta Hana Igor Ines Jonas Kim Lena Mei Milan Nadia Oscar "
    "Petra Quinn Rosa Samir Tara Umar Vera Wen Yusuf Zoe"
).split()
_RESULT = "headless_result"


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


def headless(
    *, entries: int, seed: int, preset: str = "", progress: Callable[[str], None], seconds: Callable[[], float]
) -> dict[str, Any]:
    """Plays a tournament of bots to its champion through the stories and sweeps; returns what the command prints.

    The clock is simulated and jumps to whatever is due next; ids and shoes come from the seed, so the same options
    give the same tournament on every database, and a second call finds the first one's result. One transaction:
    a run that was killed has left nothing. `seconds` tells how long it took so far.
    """
    entropy = SeededEntropy(f"headless {preset or 'demo'} {entries} {seed}")
    known = Journal.objects.filter(kind=_RESULT, tournament__public_id=public_id(entropy)).first()
    if known is not None:
        return dict(known.details["result"])
    entropy = SeededEntropy(f"headless {preset or 'demo'} {entries} {seed}")
    with transaction.atomic():
        tournament = _prepare(entries, preset, entropy)
        now = _play_to_the_end(tournament, entropy, progress)
        tournament.refresh_from_db()
        result = result_of(tournament) | {"elapsed_seconds": round(seconds(), 1)}
        note(tournament, _RESULT, by=None, now=now, result=result)
    return result


def _prepare(entries: int, preset: str, entropy: Entropy) -> Tournament:
    """A drawn tournament full of bots, at the simulated start."""
    now = SIMULATED_START
    director = person("demo-club", "Demo Club", may_organise=True)
    base = {} if preset else DEMO
    fields = {**base, "name": f"Headless, {entries} entries", "starts_at": now, **NO_WAITS}
    fields |= {"capacity": entries, "min_entries": 2}
    if not preset:
        fields |= MONEY
    tournament = setup.create(
        by=director, fields=fields, preset=preset or "seed_default", now=now, entropy=entropy
    )
    Tournament.objects.filter(pk=tournament.pk).update(bot_pace=0)
    setup.publish(tournament.public_id, by=director, now=now, entropy=entropy)
    enter_bots(tournament, entries, now=now, entropy=entropy)
    rounds.draw_seats(tournament.public_id, by=director, now=now, entropy=entropy)
    rounds.start_round(tournament.public_id, by=director, now=now, entropy=entropy)
    return tournament


def _play_to_the_end(tournament: Tournament, entropy: Entropy, progress: Callable[[str], None]) -> datetime:
    """Sweeps on a simulated clock until the tournament is over; returns the time by that clock."""
    scope = tournament.public_id
    now = SIMULATED_START
    while True:
        if sweeps.sweep_once(now, entropy=entropy, scope=scope):
            tournament.refresh_from_db(fields=["status"])
            progress(_progress_line(tournament, now))
            if tournament.status == Tournament.Status.FINISHED:
                return now
            continue
        due = Table.objects.filter(scope=scope, due_at__lte=now).order_by("pk")
        if any([play.advance(table_id, now=now) for table_id in due.values_list("pk", flat=True)]):
            continue
        later = [moment for moment in _next_moments(scope) if moment is not None and moment > now]
        if not later:
            raise RuntimeError(f"Tournament {scope} stands still at {now}: nothing is due.")
        now = min(later)


def _next_moments(scope: str) -> Iterable[datetime | None]:
    yield sweeps.next_due_at(scope)
    tables = Table.objects.filter(scope=scope).exclude(due_at=None).order_by("due_at")
    yield tables.values_list("due_at", flat=True).first()


def _progress_line(tournament: Tournament, now: datetime) -> str:
    round_ = tournament.rounds.order_by("number").last()
    opened = f"{round_.tables_opened} of {round_.tables_total} tables" if round_ else ""
    return f"{now:%H:%M:%S} {tournament.status}: round {round_.number if round_ else 0}, {opened}"


def result_of(tournament: Tournament) -> dict[str, Any]:
    """What became of a finished tournament: rounds, places, money and the number of events."""
    entries = list(tournament.entries.select_related("user").order_by("place", "number"))
    tables = Table.objects.filter(scope=tournament.public_id)
    return {
        "tournament": tournament.public_id,
        "entries": len(entries),
        "rounds": [
            {
                "number": round_.number,
                "tables": round_.tables_total,
                "hands": sum(table.hand_number for table in tables.filter(round=round_)),
            }
            for round_ in tournament.rounds.order_by("number")
        ],
        "places": [
            {"place": entry.place, "entry": entry.number, "name": entry.user.public_name} for entry in entries
        ],
        "champion": entries[0].user.public_name,
        "pool_cents": sum(ranking.prize_list(tournament)),
        "fee_cents": tournament.fee_cents * len(entries),
        "prizes_cents": [entry.prize_cents for entry in entries if entry.prize_cents],
        "events": sum(table.seq for table in tables),
    }
