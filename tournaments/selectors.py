"""Reads: who may see or run a tournament, the lobby, draw sheets, results, what it means for one player."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.utils.translation import gettext_noop as _

from accounts.models import Role, User
from accounts.refusals import NotAllowed, NotFound
from accounts.selectors import may_manage, may_take_money, role_of
from tables.models import Seat
from tournaments import ranking, registration, setup
from tournaments.format import outline
from tournaments.models import DrawSecret, Entry, Round, Tournament
from tournaments.record import not_found

Viewer = User | AnonymousUser

_Status = Tournament.Status
_OPEN_PAYMENTS = [Entry.Payment.HELD, Entry.Payment.CONFIRMED]

#: The lobby's filter by status: what each word covers.
LOBBY_STATUSES: Mapping[str, Sequence[str]] = {
    "open": [_Status.ANNOUNCED, _Status.REGISTERING],
    "upcoming": [_Status.ANNOUNCED, _Status.REGISTERING, _Status.CLOSED, _Status.DRAWN],
    "running": [_Status.RUNNING],
    "over": [_Status.FINISHED, _Status.CANCELLED],
}
#: The lobby's orders: the word in the address and the columns.
LOBBY_ORDERS: Mapping[str, Sequence[str]] = {
    "starts_at": ["starts_at", "pk"],
    "-starts_at": ["-starts_at", "-pk"],
    "name": ["name", "pk"],
    "buy_in": ["buy_in_cents", "pk"],
    "-buy_in": ["-buy_in_cents", "-pk"],
}


def tournament_for(user: Viewer, public_id: str) -> Tournament:
    """The tournament, if `user` may see it; a draft only those who run it. Raises `NotFound`."""
    tournament = Tournament.objects.select_related("organiser").filter(public_id=public_id).first()
    if tournament is None:
        raise not_found()
    if tournament.status == _Status.DRAFT and not may_manage(user, public_id):
        raise not_found()
    return tournament


def managed_tournament(user: Viewer, public_id: str) -> Tournament:
    """The tournament, if `user` may run it. Raises `NotFound` for strangers, `NotAllowed` for other staff."""
    tournament = tournament_for(user, public_id)
    if may_manage(user, public_id):
        return tournament
    if role_of(user, public_id):
        raise NotAllowed("not_your_office", _("Your office in this tournament does not cover that."))
    raise not_found()


def own_entry(user: Viewer, public_id: str) -> Entry:
    """The entry, if it is the user's own or of a tournament he runs. Raises `NotFound`."""
    entry = _entry(public_id)
    if entry.user_id != user.pk and not may_manage(user, entry.tournament.public_id):
        raise _no_entry()
    return entry


def entry_to_charge(user: Viewer, public_id: str) -> Entry:
    """The entry, if `user` may take money for it. Raises `NotFound`, `NotAllowed` when it is only his own."""
    entry = _entry(public_id)
    if may_take_money(user, entry.tournament.public_id):
        return entry
    if entry.user_id == user.pk:
        raise NotAllowed("pay_at_the_desk", _("Only the desk can record that this was paid."))
    raise _no_entry()


def _entry(public_id: str) -> Entry:
    entry = Entry.objects.select_related("tournament", "user").filter(public_id=public_id).first()
    if entry is None:
        raise _no_entry()
    return entry


def _no_entry() -> NotFound:
    return NotFound("entry_not_found", _("There is no such entry."))


def lobby(
    user: Viewer,
    *,
    status: str = "",
    game: str = "",
    mine: bool = False,
    search: str = "",
    order: str = "starts_at",
) -> QuerySet[Tournament]:
    """The tournaments that `user` may see in lists, each with `my_payment` (None: no entry of his).

    Drafts and unlisted ones are listed only for those who run or play in them. One query, whatever the
    filters; `status` and `order` are words of `LOBBY_STATUSES` and `LOBBY_ORDERS`.
    """
    mine_open = Entry.objects.filter(tournament=OuterRef("pk"), user_id=user.pk, payment__in=_OPEN_PAYMENTS)
    found = Tournament.objects.select_related("organiser").annotate(
        my_payment=Subquery(mine_open.values("payment")[:1])
    )
    run_by_user = Role.objects.filter(user_id=user.pk).values("scope")
    own = Q(public_id__in=run_by_user) | Q(my_payment__isnull=False)
    listed = Q(unlisted=False) & ~Q(status=_Status.DRAFT)
    found = found.filter(own if mine else listed | own)
    if status:
        found = found.filter(status__in=LOBBY_STATUSES[status])
    if game:
        found = found.filter(structure__game=game)
    if search:
        found = found.filter(Q(name__icontains=search) | Q(venue__icontains=search))
    return found.order_by(*LOBBY_ORDERS[order])


def entry_of(user: Viewer, tournament: Tournament) -> Entry | None:
    """The user's open or played entry in a tournament; one that lapsed or was given back does not count."""
    if not user.is_authenticated:
        return None
    return tournament.entries.filter(user=user, payment__in=_OPEN_PAYMENTS).first()


def entries_of(tournament: Tournament) -> QuerySet[Entry]:
    """All entries with their players, by number: one query."""
    return tournament.entries.select_related("user").order_by("number")


def money(tournament: Tournament) -> dict[str, Any]:
    """What a place costs and what the places pay as the field stands now, in cents."""
    return {
        "currency": tournament.currency,
        "price_cents": registration.price_cents(tournament),
        "buy_in_cents": tournament.buy_in_cents,
        "fee_cents": tournament.fee_cents,
        "dealers_cents": tournament.dealers_cents,
        "pool_cents": sum(ranking.prize_list(tournament)),
        "prizes_cents": list(ranking.prize_list(tournament)),
    }


def schedule(tournament: Tournament) -> list[dict[str, Any]]:
    """The rounds as they were or are played, then those still to come as the field stands now.

    A line is what `_round_row` makes; its status is "planned" while the round is not drawn.
    """
    structure = setup.structure_of(tournament)
    drawn = {round_.number: round_ for round_ in tournament.rounds.all()}
    field = max(2, len(drawn[1].seating) if 1 in drawn else tournament.taken)
    planned = outline.outline(structure, field)
    return [_round_row(each, drawn.get(each.number)) for each in planned]


def _round_row(planned: outline.Round, drawn: Round | None) -> dict[str, Any]:
    """One line of the schedule; what was drawn corrects what was planned (kept chips may run out)."""
    plan = planned.plan
    return {
        "number": planned.number,
        "is_final": drawn.is_final if drawn else planned.is_final,
        "status": str(drawn.status) if drawn else "planned",
        "players": len(drawn.seating) if drawn else planned.players,
        "tables": drawn.tables_total if drawn else len(planned.tables),
        "advance": planned.advance,
        "wildcards": planned.wildcards,
        "hands": plan.hands,
        "elimination_hands": list(plan.elimination_hands),
        "stack": plan.stack,
        "chips": plan.chips,
        "minimum": plan.minimum,
        "maximum": plan.maximum,
        "secret_bets": plan.secret_bets,
        "decide_seconds": plan.decide_seconds,
        "decide_elimination_seconds": plan.decide_elimination_seconds,
        "due_at": drawn.due_at if drawn else None,
        "started_at": drawn.started_at if drawn else None,
        "closed_at": drawn.closed_at if drawn else None,
    }


def draw_sheet(tournament: Tournament, number: int | None = None) -> dict[str, Any] | None:
    """Who sits where in a round (default: the last one drawn), and what is needed to check the draw.

    None while nothing is drawn. Three queries, whatever the size of the field.
    """
    rounds = tournament.rounds.order_by("number")
    round_ = rounds.filter(number=number).first() if number else rounds.last()
    if round_ is None:
        return None
    names = {entry.number: entry for entry in entries_of(tournament)}
    opened = dict(round_.tables.values_list("number", "public_id"))
    secret = tournament.draw_secrets.filter(round_number=round_.number, kind=DrawSecret.Kind.SEATS).first()
    tables: dict[int, dict[str, Any]] = {}
    for entry_number, table, seat, stack in round_.seating:
        sheet = tables.setdefault(table, {"number": table, "id": opened.get(table), "seats": []})
        sheet["seats"].append(_seat_line(names[entry_number], seat, stack))
    return {
        "round": round_.number,
        "is_final": round_.is_final,
        "status": str(round_.status),
        "label": f"{tournament.public_id}/round/{round_.number}/seats",
        "commitment": secret.commitment if secret else "",
        "secret": secret.revealed if secret else "",
        "tables": list(tables.values()),
    }


def _seat_line(entry: Entry, seat: int, stack: int) -> dict[str, Any]:
    return {
        "seat": seat,
        "entry": entry.number,
        "name": entry.user.public_name,
        "bot": bool(entry.bot),
        "stack": stack,
        "user_id": entry.user_id,
    }


def draws(tournament: Tournament) -> list[dict[str, Any]]:
    """What was promised for the draws of each round, what of it is revealed, and who sits where by it.

    A round is there from its first promise on, without tables until it is drawn: one query, and four a round.
    """
    promises: dict[int, dict[str, Any]] = {}
    for secret in tournament.draw_secrets.order_by("round_number"):
        promises.setdefault(secret.round_number, {})[secret.kind] = {
            "commitment": secret.commitment,
            "committed_at": secret.committed_at,
            "secret": secret.revealed,
        }
    return [
        {
            "round": number,
            "seats": promised.get(DrawSecret.Kind.SEATS),
            "lots": promised.get(DrawSecret.Kind.LOTS),
            "tables": (draw_sheet(tournament, number) or {"tables": []})["tables"],
        }
        for number, promised in promises.items()
    ]


def results(tournament: Tournament) -> list[dict[str, Any]]:
    """The places decided so far, best first, with the reason of each and its prize: one query."""
    placed = entries_of(tournament).exclude(place=None).order_by("place", "number")
    return [
        {
            "place": entry.place,
            "shared": entry.place_shared,
            "entry": entry.number,
            "id": entry.public_id,
            "name": entry.user.public_name,
            "bot": bool(entry.bot),
            "prize_cents": entry.prize_cents,
            "exit": entry.exit,
            "user_id": entry.user_id,
        }
        for entry in placed
    ]


def my_part(user: Viewer, tournament: Tournament) -> dict[str, Any]:
    """What the tournament page says to this viewer in one line, as `{"kind": ..., more}`.

    Without an entry: visitor, register, full, may_not (staff), not_open, not_in. With one: pay, registered,
    seat (drawn), table (playing), out_at_table, waiting (goes on), out, won. At most five queries.
    """
    entry = entry_of(user, tournament)
    if entry is None:
        return {"kind": _way_in(user, tournament)}
    part: dict[str, Any] = {"entry": entry}
    if entry.place is not None:
        kind = "won" if entry.place == 1 else "out"
        return part | {"kind": kind, "place": entry.place, "shared": entry.place_shared}
    if entry.payment == Entry.Payment.HELD:
        return part | {"kind": "pay", "price_cents": registration.price_cents(tournament)}
    seat = Seat.objects.select_related("table").filter(entry=entry).order_by("-table__opened_at").first()
    if entry.standing == Entry.Standing.SEATED and seat is not None:
        kind = "table" if seat.out_hand is None else "out_at_table"
        table = seat.table
        return part | {"kind": kind, "table_id": table.public_id, "table": table.number, "seat": seat.number}
    return part | _next_seat(tournament, entry)


def _way_in(user: Viewer, tournament: Tournament) -> str:
    """What somebody without an entry can do."""
    if tournament.status != _Status.REGISTERING:
        return "not_open" if tournament.status in (_Status.DRAFT, _Status.ANNOUNCED) else "not_in"
    if tournament.taken >= tournament.capacity:
        return "full"
    if not user.is_authenticated:
        return "visitor"
    if not tournament.staff_may_play and registration.is_staff_of(tournament, user):
        return "may_not"
    return "register"


def _next_seat(tournament: Tournament, entry: Entry) -> dict[str, Any]:
    """Where a confirmed entry sits next, once that is drawn."""
    ready = tournament.rounds.exclude(status=Round.Status.CLOSED).order_by("number").last()
    for number, table, seat, _stack in ready.seating if ready else []:
        if number == entry.number:
            return {
                "kind": "seat",
                "round": ready.number,
                "table": table,
                "seat": seat,
                "due_at": ready.due_at,
            }
    return {"kind": "waiting" if entry.standing == Entry.Standing.ADVANCED else "registered"}
