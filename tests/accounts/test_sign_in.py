"""Signing up, in and out, and what the doors refuse on the way (bad inputs 55, 58, 59, 61-64)."""

import re
from pathlib import Path
from typing import Any

import pytest
from allauth.core.internal import ratelimit
from django.core import mail
from django.test import Client
from redis.exceptions import ConnectionError as RedisConnectionError

from accounts.models import User
from tests.builders import PASSWORD, make_user, signed_in

pytestmark = pytest.mark.django_db

SIGN_UP = {"username": "anna", "public_name": "Anna B.", "password1": PASSWORD}


def log_in(client: Client, login: str, password: str = PASSWORD, **more: str) -> int:
    return client.post("/accounts/login/", {"login": login, "password": password} | more).status_code


def is_signed_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def test_a_visitor_signs_up_with_a_public_name_and_is_signed_in() -> None:
    client = Client()
    response = client.post("/accounts/signup/", SIGN_UP)
    assert (response.status_code, response["Location"]) == (302, "/")
    anna = User.objects.get()
    assert (anna.username, anna.public_name, anna.may_organise, anna.is_staff) == (
        "anna",
        "Anna B.",
        False,
        False,
    )
    assert is_signed_in(client)


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"public_name": "Borls"}, "public_name"),
        ({"public_name": "Воris"}, "public_name"),
        ({"public_name": "x"}, "public_name"),
        ({"public_name": ""}, "public_name"),
        ({"public_name": "A\u202eB"}, "public_name"),
        ({"username": "boris"}, "username"),
        ({"username": "a" * 200}, "username"),
        ({"username": "a\x00b"}, "username"),
        ({"password1": "12345678"}, "password1"),
        ({"password1": "short"}, "password1"),
        ({"email": "nobody"}, "email"),
    ],
)
def test_bad_inputs_55_to_57_a_bad_sign_up_is_400_and_says_where(changed: dict[str, str], field: str) -> None:
    make_user("Boris")
    response = Client().post("/accounts/signup/", SIGN_UP | changed)
    assert response.status_code == 400
    assert field in response.context["form"].errors
    assert User.objects.count() == 1


@pytest.mark.parametrize("extra", ["is_staff", "is_superuser", "may_organise", "is_bot", "name_key"])
def test_bad_input_43_a_sign_up_gives_no_rights(extra: str) -> None:
    Client().post("/accounts/signup/", SIGN_UP | {extra: "1"})
    anna = User.objects.get()
    rights = (anna.is_staff, anna.is_superuser, anna.may_organise, anna.is_bot)
    assert not any(rights)


@pytest.mark.parametrize("login", ["anna", "ANNA", "anna@example.org"])
def test_one_signs_in_by_user_name_or_email(login: str) -> None:
    client = Client()
    client.post("/accounts/signup/", SIGN_UP | {"email": "anna@example.org"})
    other = Client()
    assert log_in(other, login) == 302
    assert is_signed_in(other)


def test_bad_input_61_the_sixth_wrong_password_in_a_minute_is_429() -> None:
    make_user("Anna")
    client = Client()
    assert [log_in(client, "anna", "wrong") for _ in range(6)] == [400] * 5 + [429]
    # The right one does not help now, or guessing would be free.
    refused = Client().post("/accounts/login/", {"login": "anna", "password": PASSWORD})
    assert (refused.status_code, refused["Retry-After"]) == (429, "60")
    assert not is_signed_in(client)


def test_faults_without_its_counters_signing_in_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    make_user("Anna")
    monkeypatch.setattr(ratelimit.cache, "add", redis_is_gone)
    response = Client().post("/accounts/login/", {"login": "anna", "password": PASSWORD})
    assert (response.status_code, response["Retry-After"]) == (503, "1")


def redis_is_gone(*args: Any, **kwargs: Any) -> None:
    raise RedisConnectionError("Error 111 connecting to 127.0.0.1:6379")


def test_right_passwords_are_not_counted() -> None:
    make_user("Anna")
    assert [log_in(Client(), "anna") for _ in range(8)] == [302] * 8


def test_bad_input_62_a_reset_for_an_unknown_address_gets_the_same_answer() -> None:
    Client().post("/accounts/signup/", SIGN_UP | {"email": "anna@example.org"})
    answers = []
    for address in ("anna@example.org", "nobody@example.org"):
        response = Client().post("/accounts/password/reset/", {"email": address})
        answers.append((response.status_code, response["Location"], response.content))
    assert answers[0] == answers[1]
    assert [message.to for message in mail.outbox] == [["anna@example.org"], ["nobody@example.org"]]


def test_a_reset_link_sets_a_new_password_once() -> None:
    Client().post("/accounts/signup/", SIGN_UP | {"email": "anna@example.org"})
    client = Client()
    client.post("/accounts/password/reset/", {"email": "anna@example.org"})
    body = str(mail.outbox[0].body)
    link = next(word for word in body.split() if "/reset/key/" in word)
    assert link.startswith("http://testserver/")
    page = client.get(link.removeprefix("http://testserver"), follow=True)
    done = client.post(
        page.request["PATH_INFO"], {"password1": "another fine phrase", "password2": "another fine phrase"}
    )
    assert done.status_code == 302
    assert log_in(Client(), "anna", "another fine phrase") == 302
    assert log_in(Client(), "anna") == 400


@pytest.mark.parametrize(
    "target",
    ["//evil.example", "\\\\evil.example", "/\\evil.example", "javascript:alert(1)", "https://evil.example/"],
)
def test_bad_input_63_a_next_that_leads_away_goes_home(target: str) -> None:
    make_user("Anna")
    response = Client().post("/accounts/login/", {"login": "anna", "password": PASSWORD, "next": target})
    assert (response.status_code, response["Location"]) == (302, "/")


def test_a_next_of_ours_is_followed() -> None:
    make_user("Anna")
    response = Client().post("/accounts/login/", {"login": "anna", "password": PASSWORD, "next": "/me/"})
    assert response["Location"] == "/me/"


@pytest.mark.parametrize("host", ["evil.example", "testserver.evil.example", "testserver@evil", "a b"])
def test_bad_input_64_a_host_that_is_not_ours_is_400(host: str) -> None:
    response = Client(HTTP_HOST=host).get("/accounts/login/")
    assert response.status_code == 400
    assert b"evil" not in response.content


def test_bad_input_58_a_form_without_its_token_is_403() -> None:
    client = Client(enforce_csrf_checks=True)
    assert log_in(client, "anna") == 403


def test_bad_input_59_looking_at_the_sign_out_page_signs_nobody_out() -> None:
    client = signed_in(make_user("Anna"))
    assert client.get("/accounts/logout/").status_code == 200
    assert is_signed_in(client)
    client.post("/accounts/logout/")
    assert not is_signed_in(client)


def test_signing_out_ends_the_live_streams_of_the_session(monkeypatch: pytest.MonkeyPatch) -> None:
    client, ended = signed_in(make_user("Anna")), []
    key = client.session.session_key
    monkeypatch.setattr("config.adapter.live.end_streams", ended.append)
    client.post("/accounts/logout/")
    assert ended == [key]


def test_the_admins_door_is_the_sites_door() -> None:
    response = Client().get("/admin/login/?next=/admin/")
    assert (response.status_code, response["Location"].split("?")[0]) == (302, "/accounts/login/")


PAGES = [
    *(
        "email/",
        "password/change/",
        "2fa/",
        "2fa/totp/activate/",
        "2fa/webauthn/",
        "2fa/webauthn/add/",
        "sessions/",
    ),
    *("logout/", "reauthenticate/", "2fa/recovery-codes/"),
]


@pytest.mark.parametrize("path", PAGES)
def test_every_page_of_an_account_opens_and_keeps_to_the_policy(path: str) -> None:
    client = Client()
    client.post("/accounts/signup/", SIGN_UP | {"email": "anna@example.org"})
    response = client.get(f"/accounts/{path}", follow=True)
    # There are no recovery codes before there is a second factor.
    assert response.status_code == (404 if "recovery" in path else 200)
    content = response.content.decode()
    assert " style=" not in content
    assert not re.search(r" on\w+=", content)
    for script in re.findall(r"<script[^>]*>", content):
        assert "src=" in script or "application/json" in script, script


def test_without_a_mail_server_mail_is_kept_in_files(tmp_path: Path, settings: Any) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
    settings.EMAIL_FILE_PATH = tmp_path / "mail"
    Client().post("/accounts/signup/", SIGN_UP | {"email": "anna@example.org"})
    Client().post("/accounts/password/reset/", {"email": "anna@example.org"})
    assert ["To: anna@example.org" in path.read_text() for path in (tmp_path / "mail").iterdir()] == [True]


def test_a_visitor_chooses_a_language() -> None:
    client = Client()
    client.post("/i18n/setlang/", {"language": "ru", "next": "/accounts/login/"})
    assert client.get("/accounts/login/")["Content-Language"] == "ru"
