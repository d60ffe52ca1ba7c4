"""A round from draw to close: seats drawn, round started, tables opened, round closed, the next one drawn."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from functools import partial

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext_noop as _

from accounts.ids import Entropy
from accounts.models import User
from accounts.refusals import Conflict
from blackjack.shoe import draw
from tables import play
from tables.models import Table
from tournaments import draws, ranking, setup
from tournaments.format import advancement, outline, seating
from tournaments.format.table_rules import table_rules
from tournaments.models import Entry, Round, Tournament
from tournaments.record import locked, moved, need_status, note

_Status = Tournament.Status
_Confirmed = Entry.Payment.CONFIRMED


@transaction.atomic
def draw_seats(public_id: str, *, by: User | None, now: datetime, entropy: Entropy) -> Round:
    """Draws the seats of round 1 from the secret committed to beforehand; closes registration if need be.

    Only confirmed entries are seated. The secret is published with the draw sheet. Locks the tournament.
    Raises `NotFound`, `Conflict` (wrong status, too few entries).
    """
    tournament = locked(public_id)
    need_status(tournament, _Status.REGISTERING, _Status.CLOSED)
    if tournament.status == _Status.REGISTERING:
        setup.close(tournament, by=by, now=now)
    confirmed = list(tournament.entries.filter(payment=_Confirmed).order_by("number"))
    if len(confirmed) < tournament.min_entries:
        raise Conflict(
            "too_few_entries",
            _("The field is too small: {entries} confirmed, at least {minimum} needed."),
            entries=len(confirmed),
            minimum=tournament.min_entries,
        )
    stack = outline.round_for(setup.structure_of(tournament), 1, len(confirmed)).plan.stack
    stacks = {entry.number: stack for entry in confirmed}
    due_at = tournament.starts_at if tournament.auto_start else None
    round_ = _draw(tournament, 1, stacks, due_at=due_at, now=now)
    tournament.status = _Status.DRAWN
    tournament.save(update_fields=["status"])
    _note_draw(round_, by=by, now=now)
    return round_


def _draw(
    tournament: Tournament, number: int, stacks: dict[int, int], *, due_at: datetime | None, now: datetime
) -> Round:
    """A round made ready, with its draw sheet; `stacks` by entry number. Under the tournament's lock."""
    structure = setup.structure_of(tournament)
    planned = outline.round_for(structure, number, len(stacks))
    secret = draws.secret_of(tournament, number, draws.SEATS)
    label = seating.seats_label(tournament.public_id, number)
    sheet = seating.draw_seats(secret, label, stacks, structure.seats)
    draws.reveal(tournament, number, draws.SEATS, now=now)
    resolved = {"advance": planned.advance, "wildcards": planned.wildcards}
    return Round.objects.create(
        tournament=tournament,
        number=number,
        is_final=planned.is_final,
        plan=planned.plan.to_json() | resolved,
        seating=[[line.entry_number, line.table, line.seat, stacks[line.entry_number]] for line in sheet],
        tables_total=len(planned.tables),
        due_at=due_at,
    )


def _note_draw(round_: Round, *, by: User | None, now: datetime) -> None:
    drawn = {"round": round_.number, "entries": len(round_.seating), "tables": round_.tables_total}
    note(round_.tournament, "seats_drawn", by=by, now=now, **drawn)


@transaction.atomic
def start_round(public_id: str, *, by: User | None, now: datetime, entropy: Entropy) -> Round:
    """Starts the round that is ready: commits to its lots and the next seats, and its tables fall due.

    Of two calls at once one wins: READY -> PLAYING is a conditional update. Locks the tournament.
    Raises `NotFound`, `Conflict`.
    """
    tournament = locked(public_id)
    need_status(tournament, _Status.DRAWN, _Status.RUNNING)
    if tournament.paused:
        raise Conflict("paused", _("The tournament is paused."))
    ready = tournament.rounds.filter(status=Round.Status.READY)
    if not ready.update(status=Round.Status.PLAYING, started_at=now, due_at=now):
        raise Conflict("no_round_ready", _("No round is ready to start."))
    round_ = tournament.rounds.get(status=Round.Status.PLAYING)
    numbers = [line[0] for line in round_.seating]
    _check_seated_have_paid(tournament, numbers)
    draws.commit(tournament, round_.number, draws.LOTS, entropy=entropy, now=now)
    if not round_.is_final:
        draws.commit(tournament, round_.number + 1, draws.SEATS, entropy=entropy, now=now)
    tournament.entries.filter(number__in=numbers).update(
        standing=Entry.Standing.SEATED, round_reached=round_.number
    )
    Tournament.objects.filter(pk=tournament.pk).update(status=_Status.RUNNING)
    note(tournament, "round_started", by=by, now=now, round=round_.number, tables=round_.tables_total)
    return round_


def _check_seated_have_paid(tournament: Tournament, numbers: list[int]) -> None:
    unpaid = tournament.entries.filter(number__in=numbers).exclude(payment=_Confirmed)
    if unpaid.exists():
        raise Conflict("unpaid_entry", _("A seated entry is not paid."))


@transaction.atomic
def schedule_start(public_id: str, *, at: datetime, now: datetime) -> Round:
    """Lets the round that is ready start by itself at a time. Locks the tournament. Raises `Conflict`."""
    tournament = locked(public_id)
    round_ = tournament.rounds.filter(status=Round.Status.READY).first()
    if round_ is None:
        raise Conflict("no_round_ready", _("No round is ready to start."))
    round_.due_at = at
    round_.save(update_fields=["due_at"])
    note(tournament, "start_scheduled", by=None, now=now, round=round_.number, at=at.isoformat())
    return round_


@transaction.atomic
def open_next_table(round_id: int, *, now: datetime, entropy: Entropy) -> bool:
    """Opens the next table of a round in play; False when there is none to open, or another worker is at it.

    One table a transaction: a crash resumes at the next one, and (round, number) is unique. Locks the
    tournament and the round, so that whoever pauses or cancels it finds every table there will be.
    """
    round_ = (
        Round.objects.select_for_update(skip_locked=True, of=("self", "tournament"))
        .select_related("tournament")
        .filter(pk=round_id, status=Round.Status.PLAYING, tables_opened__lt=F("tables_total"))
        .filter(tournament__status=_Status.RUNNING, tournament__paused=False)
        .first()
    )
    if round_ is None:
        return False
    number = round_.tables_opened + 1
    _open_table(round_, number, now=now, entropy=entropy)
    round_.tables_opened = number
    round_.due_at = now if number < round_.tables_total else None
    round_.save(update_fields=["tables_opened", "due_at"])
    moved(round_.tournament)
    return True


def _open_table(round_: Round, number: int, *, now: datetime, entropy: Entropy) -> Table:
    """Table `number` of a round as its draw sheet seats it; its first button is drawn by lot."""
    tournament = round_.tournament
    scope = tournament.public_id
    structure = setup.structure_of(tournament)
    planned = outline.round_for(structure, round_.number, len(round_.seating))
    lines = [line for line in round_.seating if line[1] == number]
    seated = tournament.entries.filter(number__in=[line[0] for line in lines])
    entries = {entry.number: entry for entry in seated}
    seats = [
        play.SeatPlan(
            number=seat,
            stack=stack,
            user_id=entries[entry].user_id,
            entry_id=entries[entry].pk,
            bot=entries[entry].bot,
        )
        for entry, _table, seat, stack in lines
    ]
    button = seating.first_button(
        draws.secret_of(tournament, round_.number, draws.LOTS),
        seating.button_label(scope, round_.number, number),
        [seat.number for seat in seats],
    )
    return play.open_table(
        round_id=round_.pk,
        number=number,
        scope=scope,
        title=tournament.name,
        rules=table_rules(structure, planned),
        seats=seats,
        button=button,
        lots=draws.sealed(tournament, round_.number, draws.LOTS),
        lots_prefix=seating.lots_prefix(scope, round_.number, number).rstrip("/"),
        public=not tournament.unlisted,
        delay_seconds=tournament.delay_seconds,
        bot_pace=tournament.bot_pace,
        entropy=entropy,
        now=now,
    )


@transaction.atomic
def close_round(round_id: int, *, now: datetime, entropy: Entropy) -> bool:
    """Closes a round whose tables are all finished: who goes on, who is out and where, what comes next.

    False when it is not time, or another worker was first: PLAYING -> CLOSED is a conditional update.
    Locks the tournament.
    """
    scope = Round.objects.values_list("tournament__public_id", flat=True).get(pk=round_id)
    tournament = locked(scope)
    if tournament.status != _Status.RUNNING or tournament.paused:
        return False
    if Table.objects.filter(round_id=round_id, finished_at=None).exists():
        return False
    in_play = Round.objects.filter(pk=round_id, status=Round.Status.PLAYING, tables_opened=F("tables_total"))
    if not in_play.update(status=Round.Status.CLOSED, closed_at=now, due_at=None):
        return False
    round_ = Round.objects.get(pk=round_id)
    going_on = () if round_.is_final else _who_goes_on(tournament, round_)
    draws.reveal(tournament, round_.number, draws.LOTS, now=now)
    ranking.record_exits(tournament, round_, {each.entry_number for each in going_on})
    note(tournament, "round_closed", by=None, now=now, round=round_.number, going_on=len(going_on))
    if len(going_on) > 1:
        _prepare_next(tournament, round_.number + 1, going_on, now=now)
    else:
        ranking.finish(tournament, [each.entry_number for each in going_on], now=now)
    return True


def _who_goes_on(tournament: Tournament, round_: Round) -> tuple[advancement.GoesOn, ...]:
    structure = setup.structure_of(tournament)
    planned = outline.round_for(structure, round_.number, len(round_.seating))
    following = outline.round_for(structure, round_.number + 1, max(2, planned.going_on))
    secret = draws.secret_of(tournament, round_.number, draws.LOTS)
    result = advancement.close_round(
        ranking.table_results(round_),
        advance=planned.advance,
        next_plan=following.plan,
        wildcards=planned.wildcards,
        wildcards_by=planned.plan.wildcards_by,
        lots=partial(draw, secret),
        label=seating.wildcards_label(tournament.public_id, round_.number),
    )
    return result.on


def _prepare_next(
    tournament: Tournament, number: int, going_on: Iterable[advancement.GoesOn], *, now: datetime
) -> None:
    """Draws the next round at once, so that everybody sees where he plays; it starts after the break."""
    stacks = {each.entry_number: each.stack for each in going_on}
    entries = list(tournament.entries.filter(number__in=stacks))
    for entry in entries:
        entry.standing, entry.chips = Entry.Standing.ADVANCED, stacks[entry.number]
    Entry.objects.bulk_update(entries, ["standing", "chips"])
    due_at = now + timedelta(seconds=tournament.break_seconds)
    round_ = _draw(tournament, number, stacks, due_at=due_at, now=now)
    note(
        tournament,
        "seats_drawn",
        by=None,
        now=now,
        round=number,
        entries=len(stacks),
        tables=round_.tables_total,
    )
