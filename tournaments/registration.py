"""Ways into a tournament and out again before it starts: register, pay, withdraw, and holds that lapse."""

from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext_noop as _

from accounts import idempotency, ledger
from accounts.ids import Entropy
from accounts.ids import public_id as new_public_id
from accounts.models import User
from accounts.refusals import Conflict, NotAllowed, NotFound, Refusal
from accounts.selectors import role_of
from tournaments.models import Entry, Tournament
from tournaments.record import locked, moved, need_status, not_found, note

#: How an official may say that a place was paid.
METHODS = ("desk", "card", "transfer")

_Status = Tournament.Status
_Payment = Entry.Payment


@transaction.atomic
def register(
    public_id: str,
    *,
    user: User,
    now: datetime,
    entropy: Entropy,
    bot: str = "",
    demo: bool = False,
    hold_seconds: int | None = None,
) -> Entry:
    """Takes a place for `user`: confirmed at once where nothing is to be paid, else held until it is paid.

    A hold lapses when registration closes, or after `hold_seconds`. `bot` names the policy that plays the
    entry; bots sit in money tournaments of the `demo` only. The place is counted by a conditional update
    (E4), whose row lock also makes the registrations of one tournament follow each other.
    Raises `NotFound`, `Conflict`, `NotAllowed`.
    """
    counted = Tournament.objects.filter(
        public_id=public_id, status=_Status.REGISTERING, taken__lt=F("capacity")
    ).update(taken=F("taken") + 1, last_entry_number=F("last_entry_number") + 1)
    if not counted:
        raise _no_place(public_id)
    tournament = Tournament.objects.get(public_id=public_id)
    _check_may_enter(tournament, user, demo=demo)
    free = price_cents(tournament) == 0
    entry = Entry.objects.create(
        public_id=new_public_id(entropy),
        tournament=tournament,
        user=user,
        number=tournament.last_entry_number,
        payment=_Payment.CONFIRMED if free else _Payment.HELD,
        paid_by="waiver" if free else "",
        bot=bot,
        due_at=None if free or hold_seconds is None else now + timedelta(seconds=hold_seconds),
        created_at=now,
        confirmed_at=now if free else None,
    )
    moved(tournament)
    return entry


def price_cents(tournament: Tournament) -> int:
    """What a place costs altogether, in cents; 0 when the tournament is played for points."""
    return tournament.buy_in_cents + tournament.fee_cents + tournament.dealers_cents


def _no_place(public_id: str) -> Refusal:
    """Why the conditional update counted nobody."""
    tournament = Tournament.objects.filter(public_id=public_id).first()
    if tournament is None or tournament.status == _Status.DRAFT:
        return not_found()
    if tournament.status == _Status.REGISTERING:
        return Conflict("full", _("All {capacity} places are taken."), capacity=tournament.capacity)
    if tournament.status == _Status.ANNOUNCED:
        return Conflict("registration_not_open", _("Registration is not open yet."))
    return Conflict("registration_closed", _("Registration is closed."))


def _check_may_enter(tournament: Tournament, user: User, *, demo: bool) -> None:
    """Nobody twice, no bots for money, and staff only where the published terms let them play (V8)."""
    open_entries = tournament.entries.filter(user=user, payment__in=[_Payment.HELD, _Payment.CONFIRMED])
    if open_entries.exists():
        raise Conflict("already_registered", _("You are registered already."))
    if user.is_bot and tournament.currency and not demo:
        raise NotAllowed("no_bots_for_money", _("Bots do not play for money."))
    if not tournament.staff_may_play and is_staff_of(tournament, user):
        raise NotAllowed("staff_may_not_play", _("Organisers and staff may not play in this tournament."))


def is_staff_of(tournament: Tournament, user: User) -> bool:
    """True for the organiser and for whoever holds an office in this tournament."""
    return tournament.organiser_id == user.pk or role_of(user, tournament.public_id) is not None


@transaction.atomic
def record_payment(
    entry_public_id: str, *, by: User, key: str, now: datetime, method: str = "desk"
) -> dict[str, Any]:
    """Confirms a held place because its price was paid, and posts the price to the cent: pool and fee.

    Returns the receipt; the same `key` gives the same receipt again (M3). Locks the tournament.
    Raises `NotFound`, `Conflict`, `KeyReuse`.
    """
    tournament = _lock_tournament_of(entry_public_id)

    def pay() -> dict[str, Any]:
        entry = tournament.entries.get(public_id=entry_public_id)
        return _confirm_payment(tournament, entry, by=by, now=now, method=method)

    receipt, _again = idempotency.answer_once(
        user=by,
        key=key,
        fingerprint=idempotency.fingerprint("payment", entry_public_id, method),
        now=now,
        run=pay,
    )
    return receipt


def _confirm_payment(
    tournament: Tournament, entry: Entry, *, by: User, now: datetime, method: str
) -> dict[str, Any]:
    if entry.payment == _Payment.CONFIRMED:
        raise Conflict("already_paid", _("This place is paid already."))
    if entry.payment != _Payment.HELD:
        raise Conflict("place_not_held", _("This place is not held any more."))
    need_status(tournament, _Status.REGISTERING)
    amount_cents = price_cents(tournament)
    _post_price(tournament, entry, now=now)
    entry.payment, entry.paid_by, entry.paid_cents = _Payment.CONFIRMED, method, amount_cents
    entry.confirmed_at, entry.due_at = now, None
    entry.save(update_fields=["payment", "paid_by", "paid_cents", "confirmed_at", "due_at"])
    note(tournament, "payment_recorded", by=by, now=now, entry=entry.number, amount_cents=amount_cents)
    return receipt_of(entry)


def receipt_of(entry: Entry) -> dict[str, Any]:
    """What was paid for a confirmed entry, and how; nothing by waiver."""
    return {
        "entry": entry.public_id,
        "payment": str(entry.payment),
        "method": entry.paid_by,
        "amount_cents": entry.paid_cents,
        "currency": entry.tournament.currency,
        "confirmed_at": entry.confirmed_at.isoformat() if entry.confirmed_at else None,
    }


def _post_price(tournament: Tournament, entry: Entry, *, now: datetime) -> None:
    """Money in: from the cash desk into the pool and the fee."""
    scope = tournament.public_id
    ledger.post(
        key=f"payment:{entry.public_id}",
        kind="payment",
        currency=tournament.currency,
        lines=_lines_of_price(tournament),
        scope=scope,
        now=now,
        memo=f"entry {entry.number}",
    )


def _lines_of_price(tournament: Tournament) -> list[tuple[str, int]]:
    scope = tournament.public_id
    lines = [
        ("desk", -price_cents(tournament)),
        (f"pool:{scope}", tournament.buy_in_cents),
        (f"fee:{scope}", tournament.fee_cents),
        (f"dealers:{scope}", tournament.dealers_cents),
    ]
    return [(account, cents) for account, cents in lines if cents]


@transaction.atomic
def withdraw(entry_public_id: str, *, by: User, now: datetime) -> Entry:
    """Gives a place back while registration is open; what was paid for it is refunded in full.

    Locks the tournament. Raises `NotFound`, `Conflict`.
    """
    tournament = _lock_tournament_of(entry_public_id)
    need_status(tournament, _Status.REGISTERING)
    entry = tournament.entries.get(public_id=entry_public_id)
    if entry.payment not in (_Payment.HELD, _Payment.CONFIRMED):
        raise Conflict("already_withdrawn", _("This place was given back already."))
    refunded_cents = give_back(tournament, entry, now=now)
    Tournament.objects.filter(pk=tournament.pk).update(taken=F("taken") - 1)
    note(tournament, "withdrawn", by=by, now=now, entry=entry.number, refunded_cents=refunded_cents)
    return entry


def give_back(tournament: Tournament, entry: Entry, *, now: datetime) -> int:
    """Ends an open entry and refunds what it paid (M5); returns the cents. Under the tournament's lock."""
    if entry.paid_cents:
        ledger.post(
            key=f"refund:{entry.public_id}",
            kind="refund",
            currency=tournament.currency,
            lines=[(account, -cents) for account, cents in _lines_of_price(tournament)],
            scope=tournament.public_id,
            now=now,
            memo=f"entry {entry.number}",
        )
    entry.payment = _Payment.REFUNDED if entry.paid_cents else _Payment.WITHDRAWN
    entry.standing, entry.due_at = Entry.Standing.WITHDRAWN, None
    entry.save(update_fields=["payment", "standing", "due_at"])
    return entry.paid_cents


def lapse_unpaid(tournament: Tournament, *, now: datetime) -> int:
    """Ends every hold when registration closes; returns how many. Under the tournament's lock."""
    return _lapse(tournament, tournament.entries.filter(payment=_Payment.HELD), now)


def lapse_holds(now: datetime) -> int:
    """Ends the holds whose time is over, tournament by tournament; returns how many there were."""
    due = Entry.objects.filter(due_at__lte=now, payment=_Payment.HELD)
    return sum(
        _lapse_due(public_id, now)
        for public_id in due.values_list("tournament__public_id", flat=True).distinct()
    )


@transaction.atomic
def _lapse_due(public_id: str, now: datetime) -> int:
    tournament = locked(public_id)
    return _lapse(tournament, tournament.entries.filter(due_at__lte=now, payment=_Payment.HELD), now)


def _lapse(tournament: Tournament, holds: Any, now: datetime) -> int:
    numbers = list(holds.order_by("number").values_list("number", flat=True))
    if not numbers:
        return 0
    holds.update(payment=_Payment.LAPSED, standing=Entry.Standing.WITHDRAWN, due_at=None)
    Tournament.objects.filter(pk=tournament.pk).update(taken=F("taken") - len(numbers))
    note(tournament, "holds_lapsed", by=None, now=now, entries=numbers)
    return len(numbers)


def _lock_tournament_of(entry_public_id: str) -> Tournament:
    """Locks the tournament of an entry, which never changes, so that it may be looked up before."""
    scope = (
        Entry.objects.filter(public_id=entry_public_id)
        .values_list("tournament__public_id", flat=True)
        .first()
    )
    if scope is None:
        raise NotFound("entry_not_found", _("There is no such entry."))
    return locked(scope)
