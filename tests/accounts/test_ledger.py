"""The ledger: posted once, balanced, never below zero, never changed (M1-M6)."""

from typing import Any

import pytest
from django.db import DatabaseError, transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts import ledger
from accounts.models import LedgerAccount, LedgerEntry, LedgerTransaction
from accounts.refusals import BadValue, Conflict, KeyReuse, NotFound, Refusal
from tests.builders import NOW, make_user

pytestmark = pytest.mark.django_db

BUY_IN = [("desk", -2800), ("pool:T7", 2500), ("fee:T7", 300)]


def post(key: str = "k1", lines: Any = BUY_IN, **changed: Any) -> LedgerTransaction:
    fields = {"kind": "entry", "currency": "EUR", "scope": "T7", "now": NOW} | changed
    return ledger.post(key=key, lines=lines, **fields)


def test_M1_a_posting_moves_each_line_to_the_cent() -> None:
    post()
    assert [ledger.balance(code, "EUR") for code in ("desk", "pool:T7", "fee:T7")] == [-2800, 2500, 300]
    assert ledger.balance("pool:T7", "USD") == 0
    assert ledger.check() == []


def test_M1_lines_to_one_account_are_added_up() -> None:
    row = post(lines=[("desk", -500), ("pool:T7", 200), ("pool:T7", 300)])
    assert sorted(row.entries.values_list("amount_cents", flat=True)) == [-500, 500]


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        ([("desk", -500), ("pool:T7", 499)], "unbalanced"),
        ([], "nothing_moved"),
        ([("desk", 5), ("desk", -5)], "nothing_moved"),
        ([("desk", 0)], "bad_amount"),
        ([("desk", -1.5), ("pool:T7", 1.5)], "bad_amount"),
        ([("desk", True), ("pool:T7", -1)], "bad_amount"),
        ([("desk", -(10**16)), ("pool:T7", 10**16)], "bad_amount"),
        ([("desk", -5), ("pocket", 5)], "bad_account"),
        ([("desk", -5), ("player:", 5)], "bad_account"),
    ],
)
def test_M1_lines_that_are_not_a_posting_are_refused(lines: Any, code: str) -> None:
    with pytest.raises(BadValue) as refusal:
        post(lines=lines)
    assert refusal.value.code == code
    assert not LedgerTransaction.objects.exists()


@pytest.mark.parametrize("currency", ["", "eur", "EURO", "€"])
def test_M1_a_currency_is_three_capital_letters(currency: str) -> None:
    with pytest.raises(BadValue) as refusal:
        post(currency=currency)
    assert refusal.value.code == "bad_currency"


@pytest.mark.parametrize("code", ["player:1", "pool:T7", "refunds:T7"])
def test_M2_players_pools_and_refunds_never_go_below_zero(code: str) -> None:
    post("in", [("desk", -500), (code, 500)])
    with pytest.raises(Conflict) as refusal:
        post("out", [(code, -501), ("desk", 501)])
    assert refusal.value.code == "not_covered"
    assert (ledger.balance(code, "EUR"), ledger.balance("desk", "EUR")) == (500, -500)
    assert ledger.check() == []


def test_M3_the_same_key_posts_once_and_gives_the_same_transaction() -> None:
    assert post().pk == post().pk
    assert ledger.balance("pool:T7", "EUR") == 2500


@pytest.mark.parametrize(
    "changed",
    [
        {"lines": [("desk", -1), ("pool:T7", 1)]},
        {"kind": "refund"},
        {"currency": "USD"},
        {"scope": "T8"},
    ],
)
def test_M3_the_same_key_for_another_posting_is_refused(changed: dict[str, Any]) -> None:
    post()
    with pytest.raises(KeyReuse):
        post(**changed)
    assert ledger.check() == []


def test_M1_a_reversal_takes_everything_back_once() -> None:
    row = post()
    first = ledger.reverse(row.pk, key="r1", now=NOW)
    assert ledger.reverse(row.pk, key="r1", now=NOW).pk == first.pk
    assert {ledger.balance(code, "EUR") for code, _ in BUY_IN} == {0}
    for target, key in ((row.pk, "r2"), (first.pk, "r3")):
        with pytest.raises(Conflict):
            ledger.reverse(target, key=key, now=NOW)
    assert ledger.check() == []


def test_M1_a_reversal_of_nothing_is_not_found_and_one_of_spent_money_refused() -> None:
    with pytest.raises(NotFound):
        ledger.reverse(12345, key="r", now=NOW)
    row = post("in", [("desk", -500), ("pool:T7", 500)])
    post("prize", [("pool:T7", -500), ("player:1", 500)])
    with pytest.raises(Conflict) as refusal:
        ledger.reverse(row.pk, key="r", now=NOW)
    assert refusal.value.code == "not_covered"


def test_a_statement_shows_a_players_own_lines_only() -> None:
    anna, boris = make_user("Anna"), make_user("Boris")
    post("pool", [("desk", -900), ("pool:T7", 900)])
    post("a", [("pool:T7", -700), (ledger.player(anna), 700)], kind="prize", memo="place 1")
    post("b", [("pool:T7", -200), (ledger.player(boris), 200)], kind="prize")
    assert [(line.amount_cents, line.kind, line.memo) for line in ledger.statement(anna)] == [
        (700, "prize", "place 1")
    ]


@pytest.mark.parametrize("model", [LedgerEntry, LedgerTransaction])
@pytest.mark.parametrize("verb", ["update", "delete"])
def test_M1_the_database_refuses_to_change_or_delete_a_row(model: Any, verb: str) -> None:
    post()
    table = model._meta.db_table
    rows = model.objects.filter(pk=model.objects.first().pk)
    with pytest.raises(DatabaseError, match="never changed"), transaction.atomic():
        rows.update(id=999_999) if verb == "update" else rows._raw_delete(rows.db)
    assert model.objects.exists(), table


def test_M1_M2_check_finds_what_was_written_past_the_ledger() -> None:
    row = post()
    account = LedgerAccount.objects.get(code="pool:T7")
    LedgerEntry.objects.create(transaction=row, account=account, amount_cents=1)
    found = "\n".join(ledger.check())
    assert f"M1 transaction {row.pk} sums to 1" in found
    assert "M2 account pool:T7 EUR says 2500, its lines 2501" in found


def test_M1_check_finds_an_empty_transaction_and_a_crossed_currency() -> None:
    empty = LedgerTransaction.objects.create(key="e", kind="x", scope="", currency="EUR", at=NOW)
    row = post()
    dollars = LedgerAccount.objects.create(code="desk", currency="USD")
    line = LedgerEntry.objects.create(transaction=row, account=dollars, amount_cents=5)
    found = "\n".join(ledger.check())
    assert f"M1 transaction {empty.pk} has no lines" in found
    assert f"M1 entry {line.pk} is in another currency" in found


CODES = ["desk", "house", "pool:T7", "fee:T7", "refunds:T7", "player:1", "player:2"]
MOVES = st.lists(
    st.tuples(
        st.integers(0, 6).map(str),
        st.sampled_from(CODES),
        st.sampled_from(CODES),
        st.integers(-5, 10**6),
        st.booleans(),
    ),
    max_size=12,
)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(moves=MOVES)
def test_M1_M2_M3_no_sequence_of_postings_and_reversals_unbalances_the_ledger(moves: Any) -> None:
    with transaction.atomic():
        expected: dict[str, int] = dict.fromkeys(CODES, 0)
        for key, giver, taker, cents, reverse in moves:
            before = LedgerTransaction.objects.count()
            try:
                row = post(key, [(giver, -cents), (taker, cents)])
                if LedgerTransaction.objects.count() > before:
                    expected[giver] -= cents
                    expected[taker] += cents
                if reverse and not hasattr(row, "reversed_by"):
                    ledger.reverse(row.pk, key=f"r{row.pk}", now=NOW)
                    for code, moved in row.entries.values_list("account__code", "amount_cents"):
                        expected[code] -= moved
            except Refusal:
                pass
        assert {code: ledger.balance(code, "EUR") for code in CODES} == expected
        assert ledger.check() == []
        transaction.set_rollback(True)
