"""Ways into a tournament and out again: places, payments to the cent, refunds, holds."""

from datetime import timedelta

import pytest

from accounts import ledger
from accounts.models import LedgerTransaction, Role
from accounts.refusals import Conflict, KeyReuse, NotAllowed, NotFound
from tests.builders import NOW, give_role, make_organiser, make_user
from tests.tournaments.builders import MONEY, enter, enter_and_pay, entropy, make_draft, make_open, reread
from tournaments import control, registration, setup
from tournaments.models import Entry, Tournament

pytestmark = pytest.mark.django_db


def balances(tournament: Tournament) -> dict[str, int]:
    scope = tournament.public_id
    codes = {"desk": "desk", "pool": f"pool:{scope}", "fee": f"fee:{scope}", "dealers": f"dealers:{scope}"}
    return {name: ledger.balance(code, "EUR") for name, code in codes.items()}


def pay(tournament: Tournament, entry: Entry, key: str = "k1", **how: str) -> dict[str, object]:
    return registration.record_payment(entry.public_id, by=tournament.organiser, key=key, now=NOW, **how)


def test_E4_a_free_entry_is_confirmed_at_once_by_a_waiver_and_moves_no_money() -> None:
    entry = enter(make_open())
    assert (entry.payment, entry.paid_by, entry.paid_cents) == ("confirmed", "waiver", 0)
    assert not LedgerTransaction.objects.exists()


def test_a_place_with_a_price_is_held_until_the_desk_records_it() -> None:
    tournament = make_open(**MONEY)
    entry = enter(tournament)
    assert (entry.payment, entry.due_at) == ("held", None)
    receipt = pay(tournament, entry)
    assert receipt["amount_cents"] == 2800
    assert reread(entry).payment == "confirmed"
    assert reread(tournament).taken == 1


def test_M1_a_payment_is_posted_to_the_cent_to_pool_fee_and_dealers() -> None:
    tournament = make_open(currency="EUR", buy_in_cents=2300, fee_cents=150, dealers_cents=51)
    enter_and_pay(tournament)
    enter_and_pay(tournament)
    assert balances(tournament) == {"desk": -5002, "pool": 4600, "fee": 300, "dealers": 102}
    assert ledger.check() == []


def test_M3_the_same_key_gives_the_same_receipt_and_moves_money_once() -> None:
    tournament = make_open(**MONEY)
    entry = enter(tournament)
    assert pay(tournament, entry) == pay(tournament, entry)
    assert balances(tournament)["pool"] == 2500


def test_M3_the_same_key_for_another_entry_or_method_is_refused() -> None:
    tournament = make_open(**MONEY)
    first, second = enter(tournament), enter(tournament)
    pay(tournament, first)
    with pytest.raises(KeyReuse):
        pay(tournament, second)
    with pytest.raises(KeyReuse):
        pay(tournament, first, method="card")
    assert reread(second).payment == "held"


def test_E4_a_second_payment_for_one_place_is_refused() -> None:
    tournament = make_open(**MONEY)
    entry = enter(tournament)
    pay(tournament, entry, "k1")
    with pytest.raises(Conflict) as refused:
        pay(tournament, entry, "k2")
    assert refused.value.code == "already_paid"
    assert balances(tournament)["desk"] == -2800


def test_input_31_nobody_registers_twice_and_the_second_try_takes_no_place() -> None:
    tournament = make_open()
    user = make_user()
    enter(tournament, user)
    with pytest.raises(Conflict) as refused:
        enter(tournament, user)
    assert refused.value.code == "already_registered"
    assert (reread(tournament).taken, reread(tournament).last_entry_number) == (1, 1)


def test_E4_input_32_the_place_after_the_last_is_refused() -> None:
    tournament = make_open(capacity=2)
    enter(tournament)
    enter(tournament)
    with pytest.raises(Conflict) as refused:
        enter(tournament)
    assert refused.value.code == "full"
    assert tournament.entries.count() == 2


def test_a_place_given_back_can_be_taken_again_under_a_new_number() -> None:
    tournament = make_open(capacity=2)
    user = make_user()
    first = enter(tournament, user)
    enter(tournament)
    registration.withdraw(first.public_id, by=user, now=NOW)
    assert enter(tournament, user).number == 3
    assert reread(tournament).taken == 2


@pytest.mark.parametrize("story", [setup.close_registration, control.cancel])
def test_input_33_nobody_registers_after_the_close_or_a_cancellation(story) -> None:
    tournament = make_open()
    story(tournament.public_id, by=tournament.organiser, now=NOW, entropy=entropy)
    with pytest.raises(Conflict) as refused:
        enter(tournament)
    assert refused.value.code == "registration_closed"


def test_a_draft_cannot_be_entered_because_nobody_knows_of_it() -> None:
    with pytest.raises(NotFound):
        enter(make_draft())


def test_M5_withdrawing_refunds_all_that_was_paid_and_nets_to_zero() -> None:
    tournament = make_open(**MONEY)
    entry = enter_and_pay(tournament)
    other = enter_and_pay(tournament)
    registration.withdraw(entry.public_id, by=entry.user, now=NOW)
    assert balances(tournament) == {"desk": -2800, "pool": 2500, "fee": 300, "dealers": 0}
    assert (reread(entry).payment, reread(entry).standing) == ("refunded", "withdrawn")
    assert reread(other).payment == "confirmed"
    assert ledger.check() == []


def test_M5_input_37_a_second_refund_is_refused() -> None:
    tournament = make_open(**MONEY)
    entry = enter_and_pay(tournament)
    registration.withdraw(entry.public_id, by=entry.user, now=NOW)
    with pytest.raises(Conflict):
        registration.withdraw(entry.public_id, by=entry.user, now=NOW)
    assert balances(tournament)["desk"] == 0


def test_input_34_nobody_withdraws_once_registration_is_closed() -> None:
    tournament = make_open()
    entry = enter(tournament)
    setup.close_registration(tournament.public_id, by=tournament.organiser, now=NOW, entropy=entropy)
    with pytest.raises(Conflict):
        registration.withdraw(entry.public_id, by=entry.user, now=NOW)


def test_unpaid_holds_lapse_when_registration_closes_and_free_their_places() -> None:
    tournament = make_open(**MONEY)
    paid, unpaid = enter_and_pay(tournament), enter(tournament)
    setup.close_registration(tournament.public_id, by=tournament.organiser, now=NOW, entropy=entropy)
    assert (reread(paid).payment, reread(unpaid).payment) == ("confirmed", "lapsed")
    assert reread(tournament).taken == 1
    with pytest.raises(Conflict) as refused:
        pay(tournament, unpaid)
    assert refused.value.code == "place_not_held"


def test_a_hold_with_a_time_limit_lapses_by_the_sweep_and_not_before() -> None:
    tournament = make_open(**MONEY)
    entry = enter(tournament, hold_seconds=900)
    assert registration.lapse_holds(NOW + timedelta(seconds=899)) == 0
    assert registration.lapse_holds(NOW + timedelta(seconds=900)) == 1
    assert reread(entry).payment == "lapsed"
    assert reread(tournament).taken == 0
    assert registration.lapse_holds(NOW + timedelta(seconds=901)) == 0


def test_a_hold_that_was_paid_in_time_does_not_lapse() -> None:
    tournament = make_open(**MONEY)
    entry = enter(tournament, hold_seconds=900)
    pay(tournament, entry)
    assert registration.lapse_holds(NOW + timedelta(days=1)) == 0
    assert reread(entry).payment == "confirmed"


@pytest.mark.parametrize(
    ("money", "may"), [({}, True), (MONEY, False), ({**MONEY, "staff_may_play": True}, True)]
)
def test_V8_staff_play_where_the_terms_let_them_and_by_default_not_for_money(money, may) -> None:
    tournament = make_open(**money)
    cashier = make_user()
    give_role(cashier, tournament.public_id, Role.Name.CASHIER)
    for person in (tournament.organiser, cashier):
        if may:
            assert enter(tournament, person).user == person
        else:
            with pytest.raises(NotAllowed):
                enter(tournament, person)


def test_V8_staff_of_another_tournament_are_nobody_special() -> None:
    other = make_open(make_organiser("Other Host"))
    assert enter(make_open(**MONEY), other.organiser).payment == "held"


def test_bots_play_for_money_in_the_demo_only() -> None:
    tournament = make_open(**MONEY)
    with pytest.raises(NotAllowed) as refused:
        enter(tournament, make_user(is_bot=True), bot="bold")
    assert refused.value.code == "no_bots_for_money"
    assert enter(tournament, make_user(is_bot=True), bot="bold", demo=True).bot == "bold"
    assert (
        enter(make_open(make_organiser("Second Host")), make_user(is_bot=True), bot="bold").payment
        == "confirmed"
    )
