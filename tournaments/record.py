"""What every story of a tournament does around its work: lock it, write the journal, say that it moved."""

from datetime import datetime
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext_noop as _

from accounts.models import User
from accounts.refusals import Conflict, NotFound
from tables import bus
from tournaments.models import Journal, Tournament


def locked(public_id: str) -> Tournament:
    """The tournament, its row locked until the transaction ends: the first statement of a story.

    Raises `NotFound`.
    """
    tournament = Tournament.objects.select_for_update().filter(public_id=public_id).first()
    if tournament is None:
        raise not_found()
    return tournament


def not_found() -> NotFound:
    """The one answer to an unknown tournament and to one that is not yours to know."""
    return NotFound("tournament_not_found", _("There is no such tournament."))


def wrong_status(tournament: Tournament) -> Conflict:
    """The refusal of a step that the tournament's present status does not allow."""
    return Conflict(
        "wrong_status",
        _("That cannot be done now: the tournament is {status}."),
        status=tournament.get_status_display(),
    )


def need_status(tournament: Tournament, *allowed: str) -> None:
    """Raises `Conflict` unless the tournament's status is one of `allowed`."""
    if tournament.status not in allowed:
        raise wrong_status(tournament)


def note(tournament: Tournament, kind: str, *, by: User | None, now: datetime, **details: Any) -> None:
    """Adds a line to the tournament's journal and lets its viewers know; `by` None means by itself."""
    Journal.objects.create(tournament=tournament, at=now, by=by, kind=kind, details=details)
    moved(tournament)


def moved(tournament: Tournament) -> None:
    """Raises the tournament's version, and wakes its viewers once the transaction is committed."""
    Tournament.objects.filter(pk=tournament.pk).update(version=F("version") + 1)
    transaction.on_commit(partial(bus.wake, topic(tournament), 0), robust=True)


def topic(tournament: Tournament) -> str:
    """The name under which the live stream carries a tournament."""
    return f"T{tournament.public_id}"
