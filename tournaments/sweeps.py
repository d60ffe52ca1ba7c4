"""What time brings about in tournaments: rounds start and close, tables open, holds lapse."""

import logging
import secrets
from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.db.models import F, QuerySet

from accounts.ids import Entropy
from accounts.refusals import Refusal
from tournaments import control, registration, rounds
from tournaments.models import Round, Tournament

logger = logging.getLogger(__name__)

#: Tables opened by one sweep at most: one sweep must not hold up the next.
MOST_TABLES = 50

_Status = Tournament.Status


def sweep_once(now: datetime, *, entropy: Entropy = secrets.token_bytes, scope: str | None = None) -> int:
    """Does all that is due, each thing in a transaction of its own; returns how many things were done.

    Any number of processes may sweep at once. `scope` (a tournament's public id) leaves all others alone, for
    a run on a simulated clock beside real ones.
    """
    own = Tournament.objects.filter(public_id=scope) if scope else Tournament.objects.all()
    done = 0 if scope else _try(registration.lapse_holds, now)
    done += sum(_try(_begin, public_id, now, entropy) for public_id in _due_to_begin(own, now))
    done += sum(_try(_start, public_id, now, entropy) for public_id in _due_to_start(own, now))
    done += _open_tables(own, now, entropy)
    done += sum(_try(rounds.close_round, round_id, now=now, entropy=entropy) for round_id in _played_out(own))
    return done


def next_due_at(scope: str) -> datetime | None:
    """When something will next be due in one tournament, its tables left out; None when nothing will."""
    waiting = Round.objects.filter(tournament__public_id=scope).exclude(due_at=None)
    return waiting.order_by("due_at").values_list("due_at", flat=True).first()


def _due_to_begin(own: QuerySet[Tournament], now: datetime) -> list[str]:
    """Tournaments that start by themselves, whose hour has come and whose seats are not drawn."""
    due = own.filter(auto_start=True, starts_at__lte=now, status__in=[_Status.REGISTERING, _Status.CLOSED])
    return list(due.values_list("public_id", flat=True))


def _due_to_start(own: QuerySet[Tournament], now: datetime) -> list[str]:
    due = Round.objects.filter(tournament__in=own, status=Round.Status.READY, due_at__lte=now)
    due = due.filter(tournament__paused=False, tournament__status__in=[_Status.DRAWN, _Status.RUNNING])
    return list(due.values_list("tournament__public_id", flat=True))


def _begin(public_id: str, now: datetime, entropy: Entropy) -> bool:
    """Draws and starts a tournament, or calls it off when too few are there to play it."""
    if control.cancel_short_field(public_id, now=now, entropy=entropy):
        return True
    rounds.draw_seats(public_id, by=None, now=now, entropy=entropy)
    return _start(public_id, now, entropy)


def _start(public_id: str, now: datetime, entropy: Entropy) -> bool:
    rounds.start_round(public_id, by=None, now=now, entropy=entropy)
    return True


def _open_tables(own: QuerySet[Tournament], now: datetime, entropy: Entropy) -> int:
    """Opens tables of the rounds that were started, one after another."""
    due = Round.objects.filter(tournament__in=own, status=Round.Status.PLAYING, due_at__lte=now)
    opened = 0
    for round_id in due.order_by("due_at").values_list("pk", flat=True):
        while opened < MOST_TABLES and _try(rounds.open_next_table, round_id, now=now, entropy=entropy):
            opened += 1
    return opened


def _played_out(own: QuerySet[Tournament]) -> list[int]:
    """Rounds in play without an unfinished table."""
    in_play = Round.objects.filter(tournament__in=own, status=Round.Status.PLAYING)
    in_play = in_play.filter(tables_opened=F("tables_total"), tournament__paused=False)
    return list(in_play.exclude(tables__finished_at=None).values_list("pk", flat=True))


def _try(story: Callable[..., Any], *args: Any, **named: Any) -> int:
    """Runs one story; what another worker has done, or one broken tournament, must not stop the sweep."""
    try:
        return int(story(*args, **named))
    except Refusal as refused:
        logger.info("the sweep was refused: %s", refused.code)
    except Exception:
        logger.exception("the sweep could not do its part")
    return 0
