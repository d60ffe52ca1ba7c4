"""Money as a double-entry ledger: the only writer of ledger rows (M1-M6).

An account's code says whose it is: `player:<user id>`, `pool:<tournament>`, `fee:<tournament>`,
`dealers:<tournament>`, `refunds:<tournament>`, `house`, and `desk` for the world outside. A line of +500 puts
five units into its account, -500 takes them out; the lines of a posting sum to zero, so what `desk` has given
is what all the others hold. Amounts are whole minor units.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import IntegrityError, transaction
from django.db.models import Count, F, Sum
from django.utils.translation import gettext_noop as _

from accounts.models import LedgerAccount, LedgerEntry, LedgerTransaction, User
from accounts.refusals import BadValue, Conflict, KeyReuse, NotFound

# One account code and the cents that go into it (+) or come out of it (-).
Line = tuple[str, int]

# More than any tournament will ever move, and far from the end of 64 bits even when many such are summed.
LARGEST_CENTS = 10**15
# These can never owe anybody anything (M2).
NEVER_BELOW_ZERO = ("player", "pool", "refunds")
_CODE = re.compile(r"(player|pool|fee|dealers|refunds):[0-9A-Za-z]{1,20}|house|desk")
_CURRENCY = re.compile(r"[A-Z]{3}")


@dataclass(frozen=True)
class StatementLine:
    """One line of a player's statement: what it was for and how many cents it moved, in (+) or out (-)."""

    at: datetime
    kind: str
    scope: str
    memo: str
    currency: str
    amount_cents: int


@transaction.atomic
def post(
    *, key: str, kind: str, currency: str, lines: Sequence[Line], scope: str, now: datetime, memo: str = ""
) -> LedgerTransaction:
    """Post one balanced transaction, once: the same key with the same content gives the first one again (M3).

    Claims the key, then locks the accounts in id order. Lines to the same account are added up. Raises
    BadValue for lines that do not balance, KeyReuse for the key of another posting, Conflict if an account
    would go below zero (M2).
    """
    merged = _merged(lines, currency)
    return _post(merged, key=key, kind=kind, currency=currency, scope=scope, at=now, memo=memo)


@transaction.atomic
def reverse(transaction_id: int, *, key: str, now: datetime) -> LedgerTransaction:
    """Post the opposite of a transaction, once: the way to correct anything here (M1).

    Locks the original, then as `post`. Raises NotFound, Conflict for a reversal or for what was reversed, and
    whatever `post` raises.
    """
    original = LedgerTransaction.objects.select_for_update().filter(pk=transaction_id).first()
    if original is None:
        raise NotFound("no_such_posting", _("There is no such posting."))
    earlier = LedgerTransaction.objects.filter(reverses=original).first()
    if original.reverses_id is not None or (earlier is not None and earlier.key != key):
        raise Conflict("already_reversed", _("This posting was reversed already, or is itself a reversal."))
    lines = {code: -cents for code, cents in _lines_of(original).items()}
    memo = f"reverses {original.pk}"
    return _post(
        lines,
        key=key,
        kind=original.kind,
        currency=original.currency,
        scope=original.scope,
        at=now,
        memo=memo,
        reverses=original,
    )


def balance(code: str, currency: str) -> int:
    """The account's balance in cents; 0 for an account that nothing was posted to."""
    found = LedgerAccount.objects.filter(code=code, currency=currency).values_list("balance_cents", flat=True)
    return found.first() or 0


def statement(user: User) -> list[StatementLine]:
    """Every line of the user's own accounts, newest first."""
    lines = (
        LedgerEntry.objects.filter(account__code=player(user))
        .select_related("transaction", "account")
        .order_by("-transaction__at", "-pk")
    )
    return [
        StatementLine(
            line.transaction.at,
            line.transaction.kind,
            line.transaction.scope,
            line.transaction.memo,
            line.account.currency,
            line.amount_cents,
        )
        for line in lines
    ]


def player(user: User) -> str:
    """The account code of a player."""
    return f"player:{user.pk}"


def totals(scope: str) -> dict[tuple[str, str], int]:
    """What moved in one scope, in cents, by kind of posting and account code."""
    lines = LedgerEntry.objects.filter(transaction__scope=scope)
    sums = lines.values_list("transaction__kind", "account__code").annotate(Sum("amount_cents"))
    return {(kind, code): cents for kind, code, cents in sums}


def size() -> dict[str, int]:
    """How many accounts and transactions there are."""
    return {"accounts": LedgerAccount.objects.count(), "transactions": LedgerTransaction.objects.count()}


def check() -> list[str]:
    """Every way in which the ledger breaks M1 or M2, in words; [] when it is sound."""
    return [*_unbalanced(), *_wrong_balances(), *_below_zero(), *_wrong_reversals()]


def _post(
    lines: dict[str, int],
    *,
    key: str,
    kind: str,
    currency: str,
    scope: str,
    at: datetime,
    memo: str,
    reverses: LedgerTransaction | None = None,
) -> LedgerTransaction:
    row = LedgerTransaction(
        key=key, kind=kind, scope=scope, currency=currency, memo=memo, at=at, reverses=reverses
    )
    try:
        # The key is claimed first: a twin waits here for our commit, then finds what we posted.
        with transaction.atomic():
            row.save(force_insert=True)
    except IntegrityError:
        return _same_again(row, lines)
    accounts = _locked_accounts(lines, currency)
    for account in accounts:
        _move(account, lines[account.code])
    LedgerEntry.objects.bulk_create(
        LedgerEntry(transaction=row, account=account, amount_cents=lines[account.code])
        for account in accounts
    )
    return row


def _same_again(row: LedgerTransaction, lines: dict[str, int]) -> LedgerTransaction:
    earlier = LedgerTransaction.objects.filter(key=row.key).first()
    if earlier is None:
        raise Conflict("already_reversed", _("This posting was reversed already, or is itself a reversal."))
    same = (earlier.kind, earlier.currency, earlier.scope) == (row.kind, row.currency, row.scope)
    if not same or earlier.reverses_id != row.reverses_id or _lines_of(earlier) != lines:
        raise KeyReuse("key_reused", _("This key was used for another posting."))
    return earlier


def _locked_accounts(lines: Iterable[str], currency: str) -> list[LedgerAccount]:
    codes = sorted(lines)
    LedgerAccount.objects.bulk_create(
        [
            LedgerAccount(code=code, currency=currency, floor_zero=code.startswith(NEVER_BELOW_ZERO))
            for code in codes
        ],
        ignore_conflicts=True,
    )
    held = LedgerAccount.objects.select_for_update().filter(code__in=codes, currency=currency)
    return list(held.order_by("pk"))


def _move(account: LedgerAccount, cents: int) -> None:
    if account.floor_zero and account.balance_cents + cents < 0:
        raise Conflict("not_covered", _("There is not enough money in the account for this."))
    LedgerAccount.objects.filter(pk=account.pk).update(balance_cents=F("balance_cents") + cents)


def _merged(lines: Sequence[Line], currency: str) -> dict[str, int]:
    if not _CURRENCY.fullmatch(currency):
        raise BadValue("bad_currency", _("A currency is three capital letters."))
    merged: dict[str, int] = defaultdict(int)
    for code, cents in lines:
        if not _CODE.fullmatch(code):
            raise BadValue("bad_account", _("There is no such account."))
        if type(cents) is not int or not 0 < abs(cents) <= LARGEST_CENTS:
            raise BadValue(
                "bad_amount", _("An amount is a whole number of the smallest unit, and not nothing.")
            )
        merged[code] += cents
    if sum(merged.values()) != 0:
        raise BadValue("unbalanced", _("The lines of a posting must sum to zero."))
    moved = {code: cents for code, cents in merged.items() if cents}
    if not moved:
        raise BadValue("nothing_moved", _("A posting must move something."))
    return moved


def _lines_of(row: LedgerTransaction) -> dict[str, int]:
    return dict(row.entries.values_list("account__code", "amount_cents"))


def _unbalanced() -> list[str]:
    sums = LedgerTransaction.objects.annotate(total=Sum("entries__amount_cents"), lines=Count("entries"))
    crossed = LedgerEntry.objects.exclude(account__currency=F("transaction__currency"))
    found = [f"M1 transaction {row.pk} has no lines" for row in sums.filter(lines=0)]
    found += [
        f"M1 transaction {row.pk} sums to {row.total}" for row in sums.filter(lines__gt=0).exclude(total=0)
    ]
    return found + [f"M1 entry {entry.pk} is in another currency than its transaction" for entry in crossed]


def _wrong_balances() -> list[str]:
    accounts = LedgerAccount.objects.annotate(total=Sum("entries__amount_cents", default=0))
    return [
        f"M2 account {account} says {account.balance_cents}, its lines {account.total}"
        for account in accounts.exclude(total=F("balance_cents"))
    ]


def _below_zero() -> list[str]:
    found = []
    for account in LedgerAccount.objects.all():
        must = account.code.startswith(NEVER_BELOW_ZERO)
        if must and (account.balance_cents < 0 or not account.floor_zero):
            found.append(f"M2 account {account} may be, or is, below zero")
    return found


def _wrong_reversals() -> list[str]:
    reversals = LedgerTransaction.objects.filter(reverses__isnull=False).select_related("reverses")
    return [
        f"M1 transaction {row.pk} is not the opposite of {row.reverses_id}"
        for row in reversals
        if row.reverses
        and _lines_of(row) != {code: -cents for code, cents in _lines_of(row.reverses).items()}
    ]
