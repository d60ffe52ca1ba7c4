"""What officials do to a tournament in play: pause it or a table, let it go on, void a hand, call it off."""

from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext_noop as _

from accounts.ids import Entropy
from accounts.models import User
from accounts.refusals import Conflict, NotFound
from tables import play
from tables.models import Table
from tournaments import draws, ranking, registration
from tournaments.models import Entry, Round, Tournament
from tournaments.record import locked, need_status, note, wrong_status

_Status = Tournament.Status


@transaction.atomic
def pause(public_id: str, *, by: User, now: datetime, entropy: Entropy) -> Tournament:
    """Stops every table of a running tournament, in id order; new rounds and tables wait.

    Payments and holds run on. Locks the tournament, then each table. Raises `NotFound`, `Conflict`.
    """
    tournament = locked(public_id)
    need_status(tournament, _Status.RUNNING)
    if tournament.paused:
        raise Conflict("already_paused", _("The tournament is paused already."))
    for table in _tables_in_play(tournament).filter(paused_at=None):
        play.pause(table.pk, by=by, now=now)
    return _set_paused(tournament, True, by=by, now=now)


@transaction.atomic
def resume(public_id: str, *, by: User, now: datetime, entropy: Entropy) -> Tournament:
    """Lets every table go on, in id order, with the time that was left and at least 20 seconds (D3).

    Locks the tournament, then each table. Raises `NotFound`, `Conflict`.
    """
    tournament = locked(public_id)
    need_status(tournament, _Status.RUNNING)
    if not tournament.paused:
        raise Conflict("not_paused", _("The tournament is not paused."))
    for table in _tables_in_play(tournament).exclude(paused_at=None):
        play.resume(table.pk, by=by, now=now)
    return _set_paused(tournament, False, by=by, now=now)


def _tables_in_play(tournament: Tournament) -> QuerySet[Table]:
    return Table.objects.filter(scope=tournament.public_id, finished_at=None).order_by("pk")


def _set_paused(tournament: Tournament, paused: bool, *, by: User, now: datetime) -> Tournament:
    tournament.paused = paused
    tournament.save(update_fields=["paused"])
    note(tournament, "paused" if paused else "resumed", by=by, now=now)
    return tournament


@transaction.atomic
def void_hand(public_id: str, *, table: int, by: User, reason: str, now: datetime) -> None:
    """Voids the present hand at table number `table` of the round in play; the table says if it may be.

    Locks the tournament, then the table. Raises `NotFound`, `Conflict`, `IllegalAction`.
    """
    tournament = locked(public_id)
    found = _table_being_played(tournament, table)
    play.void(found.pk, by=by, reason=reason, now=now)
    note(tournament, "hand_voided", by=by, now=now, table=table, hand=found.hand_number, reason=reason)


@transaction.atomic
def pause_table(public_id: str, *, table: int, by: User, now: datetime) -> None:
    """Stops table number `table` of the round in play. Locks the tournament, then the table.

    Raises `NotFound`, `Conflict`.
    """
    tournament = locked(public_id)
    play.pause(_table_being_played(tournament, table).pk, by=by, now=now)
    note(tournament, "table_paused", by=by, now=now, table=table)


@transaction.atomic
def resume_table(public_id: str, *, table: int, by: User, now: datetime) -> None:
    """Lets a stopped table go on. Locks the tournament, then the table. Raises `NotFound`, `Conflict`."""
    tournament = locked(public_id)
    play.resume(_table_being_played(tournament, table).pk, by=by, now=now)
    note(tournament, "table_resumed", by=by, now=now, table=table)


def _table_being_played(tournament: Tournament, number: int) -> Table:
    playing = Table.objects.filter(scope=tournament.public_id, round__status=Round.Status.PLAYING)
    found = playing.filter(number=number).first()
    if found is None:
        raise NotFound("table_not_found", _("There is no such table in the round being played."))
    return found


@transaction.atomic
def cancel(
    public_id: str, *, by: User | None, now: datetime, entropy: Entropy, reason: str = ""
) -> Tournament:
    """Calls a tournament off, for good, by the published rule.

    Before the start everybody gets back all he paid (M5). After it the tables stop where they are and the
    money follows `format.prizes.abandonment`. Locks the tournament, then each table.
    Raises `NotFound`, `Conflict`.
    """
    tournament = locked(public_id)
    if tournament.status in (_Status.FINISHED, _Status.CANCELLED):
        raise wrong_status(tournament)
    if tournament.status == _Status.RUNNING:
        for table in _tables_in_play(tournament):
            play.abandon(table.pk, by=by, now=now)
        ranking.pay_abandoned(tournament, now=now)
    else:
        give_all_back(tournament, now=now)
    tournament.status, tournament.finished_at = _Status.CANCELLED, now
    tournament.taken = tournament.entries.filter(payment=Entry.Payment.CONFIRMED).count()
    tournament.save(update_fields=["status", "finished_at", "taken"])
    tournament.rounds.exclude(due_at=None).update(due_at=None)
    draws.reveal_all(tournament, now=now)
    note(tournament, "cancelled", by=by, now=now, reason=reason)
    return tournament


@transaction.atomic
def cancel_short_field(public_id: str, *, now: datetime, entropy: Entropy) -> bool:
    """Calls off a tournament that should begin now with fewer than its minimum confirmed (tournaments.md 4).

    False: the field is there. Locks the tournament. Raises `NotFound`, `Conflict` (its seats are drawn).
    """
    tournament = locked(public_id)
    need_status(tournament, _Status.REGISTERING, _Status.CLOSED)
    confirmed = tournament.entries.filter(payment=Entry.Payment.CONFIRMED).count()
    if confirmed >= tournament.min_entries:
        return False
    cancel(public_id, by=None, now=now, entropy=entropy, reason=_("The field was too small at the start."))
    return True


def give_all_back(tournament: Tournament, *, now: datetime) -> None:
    """Ends every open entry and refunds what was paid. Under the tournament's lock, before its start."""
    still_open = [Entry.Payment.HELD, Entry.Payment.CONFIRMED]
    for entry in tournament.entries.filter(payment__in=still_open).order_by("number"):
        registration.give_back(tournament, entry, now=now)
