"""One's own page, and the people's side of the admin."""

import base64

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP
from django.contrib import admin
from django.test import Client

from accounts import ledger, selectors
from accounts.models import LedgerTransaction, Role, User
from tests.builders import NOW, give_role, make_admin, make_organiser, make_user, signed_in

pytestmark = pytest.mark.django_db

READ_ONLY = ["apitoken", "ledgeraccount", "ledgertransaction"]


def test_my_page_is_mine_only() -> None:
    response = Client().get("/me/")
    assert (response.status_code, response["Location"]) == (302, "/accounts/login/?next=/me/")


def test_i_rename_myself_and_a_bad_name_is_400() -> None:
    anna = make_user("Anna")
    client = signed_in(anna)
    assert client.get("/me/").status_code == 200
    assert client.post("/me/", {"public_name": "Annette"}).status_code == 302
    anna.refresh_from_db()
    assert anna.public_name == "Annette"
    make_user("Boris")
    response = client.post("/me/", {"public_name": "boris"})
    assert response.status_code == 400
    assert "public_name" in response.context["form"].errors


def test_my_page_shows_my_money_to_the_cent() -> None:
    anna = make_user("Anna")
    lines = [("desk", -1250), (ledger.player(anna), 1250)]
    ledger.post(key="k", kind="prize", currency="EUR", lines=lines, scope="T7", now=NOW)
    line = signed_in(anna).get("/me/").context["statement"][0]
    assert (line.amount_cents, line.currency) == (1250, "EUR")


def test_i_make_a_token_see_its_text_once_and_revoke_it() -> None:
    anna = make_user("Anna")
    client = signed_in(anna)
    made = client.post("/me/tokens/", {"name": "my bot", "scopes": ["play"]})
    text = made.context["new_token"]
    assert text in made.content.decode()
    assert made["Cache-Control"] == "no-store"
    token = anna.api_tokens.get()
    assert (token.name, token.scopes) == ("my bot", "play")
    page = client.get("/me/").content.decode()
    assert "my bot" in page
    assert text not in page
    assert signed_in(make_user("Boris")).post(f"/me/tokens/{token.pk}/revoke/").status_code == 404
    assert client.post(f"/me/tokens/{token.pk}/revoke/").status_code == 302
    assert "my bot" not in client.get("/me/").content.decode()
    assert client.post("/me/tokens/", {"name": "x", "scopes": ["everything"]}).status_code == 400


@pytest.mark.parametrize(
    ("role", "manages", "takes_money"),
    [
        (None, False, False),
        ("director", True, True),
        ("floor", True, True),
        ("cashier", False, True),
        ("scorekeeper", False, False),
    ],
)
def test_an_office_is_held_in_one_tournament_only(role: str | None, manages: bool, takes_money: bool) -> None:
    anna = make_user("Anna")
    if role:
        give_role(anna, "TTTTTTT1", role)
    assert selectors.role_of(anna, "TTTTTTT1") == role
    assert selectors.may_manage(anna, "TTTTTTT1") is manages
    assert selectors.may_take_money(anna, "TTTTTTT1") is takes_money
    assert not selectors.may_manage(anna, "TTTTTTT2")


def test_organisers_are_those_whom_the_admin_named_or_anyone(settings: object) -> None:
    anna, olga = make_user("Anna"), make_organiser()
    bot = make_user("Robot", is_bot=True)
    assert [selectors.is_organiser(user) for user in (anna, olga, bot, None)] == [False, True, False, False]
    settings.ORGANISERS = "anyone"  # type: ignore[attr-defined]
    assert [selectors.is_organiser(user) for user in (anna, olga, bot, None)] == [True, True, False, False]


def test_every_page_of_the_peoples_admin_opens() -> None:
    anna = make_user("Anna")
    give_role(anna, "TTTTTTT1")
    ledger.post(key="k", kind="x", currency="EUR", lines=[("desk", -1), ("house", 1)], scope="", now=NOW)
    client = signed_in(make_admin())
    for model in (model for model in admin.site._registry if model._meta.app_label == "accounts"):
        base = f"/admin/accounts/{model._meta.model_name}/"
        assert client.get(base + "?q=x").status_code == 200, base
        first = model._default_manager.first()
        if first:
            assert client.get(f"{base}{first.pk}/change/").status_code == 200, base


@pytest.mark.parametrize("model", READ_ONLY)
def test_M1_the_admin_only_shows_tokens_and_ledger(model: str) -> None:
    ledger.post(key="k", kind="x", currency="EUR", lines=[("desk", -1), ("house", 1)], scope="", now=NOW)
    client = signed_in(make_admin())
    assert client.get(f"/admin/accounts/{model}/add/").status_code == 403
    row = LedgerTransaction.objects.get()
    assert (
        client.post(f"/admin/accounts/ledgertransaction/{row.pk}/change/", {"kind": "y"}).status_code == 403
    )
    assert (
        client.post(f"/admin/accounts/ledgertransaction/{row.pk}/delete/", {"post": "yes"}).status_code == 403
    )


def test_the_admin_grants_the_right_to_organise_but_changes_no_name() -> None:
    anna, client = make_user("Anna"), signed_in(make_admin())
    body = {"may_organise": "on", "is_active": "on", "email": "", "username": "x", "public_name": "x"}
    assert client.post(f"/admin/accounts/user/{anna.pk}/change/", body).status_code == 302
    anna.refresh_from_db()
    assert (anna.may_organise, anna.username, anna.public_name) == (True, "anna", "Anna")


def test_staff_that_is_no_superuser_cannot_make_superusers() -> None:
    staff, anna = make_user("Staff2", is_staff=True), make_user("Anna")
    staff.user_permissions.set(_permissions("change_user", "view_user"))
    body = {"is_superuser": "on", "is_staff": "on", "is_active": "on", "email": ""}
    assert signed_in(staff).post(f"/admin/accounts/user/{anna.pk}/change/", body).status_code == 302
    anna.refresh_from_db()
    assert (anna.is_superuser, anna.is_staff) == (False, False)


def test_an_office_can_be_given_and_taken_back_in_the_admin() -> None:
    anna, client = make_user("Anna"), signed_in(make_admin())
    body = {"scope": "TTTTTTT1", "user": anna.pk, "role": "cashier"}
    assert client.post("/admin/accounts/role/add/", body).status_code == 302
    role = Role.objects.get()
    assert client.post(f"/admin/accounts/role/{role.pk}/delete/", {"post": "yes"}).status_code == 302
    assert not Role.objects.exists()


def test_V8_the_secret_of_a_second_factor_is_sealed_at_rest() -> None:
    anna, secret = make_user("Anna"), "JBSWY3DPEHPK3PXP"
    totp = TOTP.activate(anna, secret)
    stored = Authenticator.objects.get().data["secret"]
    assert secret not in stored
    assert base64.b64decode(stored)[:1] == b"\x01"
    assert totp.instance.wrap().instance.pk == Authenticator.objects.get().pk


def _permissions(*names: str) -> list[object]:
    return list(User.user_permissions.rel.model.objects.filter(codename__in=names))
