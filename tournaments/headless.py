"""A whole tournament of bots on a simulated clock, through the same stories and sweeps as on any evening."""

from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from typing import Any

from django.db import transaction

from accounts.ids import Entropy, SeededEntropy, public_id
from tables import play
from tables.models import Table
from tournaments import ranking, rounds, setup, sweeps
from tournaments.demo import DEMO, MONEY, enter_bots, person
from tournaments.models import Journal, Tournament
from tournaments.record import note

#: Nobody waits for anybody where only bots play on a simulated clock.
NO_WAITS = dict.fromkeys(
    ("break_seconds", "between_seconds", "between_elimination_seconds", "seat_seconds", "open_seconds"), 0
)
#: When simulated tournaments begin.
START = datetime(2026, 1, 1, 20, 0, tzinfo=UTC)

_RESULT = "headless_result"


def play_headless(
    *,
    entries: int,
    seed: int,
    preset: str = "",
    progress: Callable[[str], None],
    seconds: Callable[[], float],
) -> dict[str, Any]:
    """Plays a tournament of bots to its champion; returns what the command prints.

    The clock jumps to whatever is due next; ids and shoes come from the seed, so the same options give the
    same tournament on every database, and a second call finds the first one's result. All of it is one
    transaction: a run that was killed has left nothing. `seconds` tells how long it took so far.
    """
    label = f"headless {preset or 'demo'} {entries} {seed}"
    known = Journal.objects.filter(
        kind=_RESULT, tournament__public_id=public_id(SeededEntropy(label))
    ).first()
    if known is not None:
        return dict(known.details["result"])
    entropy = SeededEntropy(label)
    with transaction.atomic():
        tournament = _prepare(entries, preset, entropy)
        now = _play_to_the_end(tournament, entropy, progress)
        tournament.refresh_from_db()
        result = result_of(tournament) | {"elapsed_seconds": round(seconds(), 1)}
        note(tournament, _RESULT, by=None, now=now, result=result)
    return result


def _prepare(entries: int, preset: str, entropy: Entropy) -> Tournament:
    """A drawn tournament full of bots, at the simulated start."""
    now = START
    director = person("demo-club", "Demo Club", may_organise=True)
    base = {} if preset else DEMO
    fields: dict[str, Any] = {**base, "name": f"Headless, {entries} entries", "starts_at": now, **NO_WAITS}
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
    now = START
    while True:
        if sweeps.sweep_once(now, entropy=entropy, scope=scope):
            tournament.refresh_from_db(fields=["status"])
            progress(_progress_line(tournament, now))
            if tournament.status == Tournament.Status.FINISHED:
                return now
            continue
        due = Table.objects.filter(scope=scope, due_at__lte=now).order_by("pk")
        if sum(play.advance(table_id, now=now) for table_id in due.values_list("pk", flat=True)):
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
