"""How pages refuse: with the statuses of the API, as a fragment for htmx, and with a policy on everything."""

import re
from typing import Any

import pytest
from django.db import OperationalError
from django.test import Client

from accounts import views
from accounts.refusals import Conflict, TooMany
from blackjack.refusals import IllegalAction
from tests.builders import make_user, signed_in

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


def refuse(monkeypatch: pytest.MonkeyPatch, error: Exception) -> Client:
    """A signed-in browser on whose page the story refuses."""

    def raise_it(*args: Any) -> None:
        raise error

    monkeypatch.setattr(views.ledger, "statement", raise_it)
    return signed_in(make_user("Anna"), raise_request_exception=False)


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (Conflict("full", "Full: {n} of {n}.", n=7), 409),
        (TooMany("slow", "Full: {n} of {n}.", n=7), 429),
        (IllegalAction("turn", "Full: {n} of {n}.", n=7), 409),
    ],
)
def test_a_refusal_is_a_page_a_fragment_for_htmx_and_escaped(
    error: Exception, status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = refuse(monkeypatch, error)
    page, fragment = client.get("/me/"), client.get("/me/", headers=HTMX)
    assert (page.status_code, fragment.status_code) == (status, status)
    assert b"<html" in page.content
    assert b"<html" not in fragment.content
    assert all(b"Full: 7 of 7." in answer.content for answer in (page, fragment))
    boosted = client.get("/me/", headers=HTMX | {"HX-Boosted": "true"})
    assert b"<html" in boosted.content


def test_what_a_refusal_says_is_text(monkeypatch: pytest.MonkeyPatch) -> None:
    client = refuse(monkeypatch, Conflict("x", "{name} is here.", name="<script>"))
    content = client.get("/me/").content
    assert b"&lt;script&gt; is here." in content


def test_a_database_that_cannot_be_had_is_503_and_its_page_asks_it_nothing(
    monkeypatch: pytest.MonkeyPatch, django_assert_num_queries: Any
) -> None:
    client = refuse(monkeypatch, OperationalError("server closed the connection"))
    # Session and user were read before it went away, tokens of the page too; nothing after it.
    with django_assert_num_queries(3):
        response = client.get("/me/")
    assert (response.status_code, response["Retry-After"]) == (503, "1")
    assert b"server closed" not in response.content


def test_our_mistakes_are_500_and_say_nothing_of_themselves(monkeypatch: pytest.MonkeyPatch) -> None:
    response = refuse(monkeypatch, ZeroDivisionError("7313")).get("/me/")
    assert response.status_code == 500
    assert b"7313" not in response.content
    assert b"Traceback" not in response.content


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/nothing/", 404),
        ("/tables/abc/", 404),
        ("/tables/-1/", 404),
        ("/tables/" + "1" * 31 + "/", 404),
        ("/tables/%00/", 404),
        ("/tables/%ff/", 404),
        ("/tables/..%2f..%2fetc/", 404),
        ("/tournaments/../../etc/passwd", 404),
        ("/api/v1/tables/abc/", 404),
        ("/api/v1/tables/%00/", 404),
        ("/?q=%00", 400),
        ("/?q=%ED%A0%80", 400),
        ("/?q=%ff", 400),
        ("/api/v1/tournaments/?q=%00", 400),
        ("/?q=" + "x" * 10_000, 400),
    ],
)
def test_bad_inputs_47_48_52_an_address_that_makes_no_sense(path: str, status: int) -> None:
    response = Client().get(path)
    assert response.status_code == status
    assert response["Content-Security-Policy"]


def test_bad_input_12_a_form_over_2_MB_is_413() -> None:
    body = b"login=a&password=" + b"x" * (2 * 1024 * 1024)
    response = Client().post("/accounts/login/", body, content_type="application/x-www-form-urlencoded")
    assert response.status_code == 413


@pytest.mark.parametrize("path", ["/", "/accounts/login/", "/accounts/signup/", "/nothing/", "/api/schema/"])
def test_every_page_runs_only_its_own_scripts_in_nobodys_frame(path: str) -> None:
    response = Client().get(path)
    policy = dict(part.strip().split(" ", 1) for part in response["Content-Security-Policy"].split(";"))
    assert policy["default-src"] == policy["style-src"] == policy["form-action"] == "'self'"
    assert "unsafe" not in response["Content-Security-Policy"]
    assert policy["frame-ancestors"] == policy["object-src"] == policy["base-uri"] == "'none'"
    assert response["X-Frame-Options"] == "DENY"
    assert b" style=" not in response.content
    assert b"<style" not in response.content


def test_api_page_and_admin_have_a_policy_of_their_own() -> None:
    docs = Client().get("/api/docs/")
    assert docs.status_code == 200
    assert "style-src 'self' 'unsafe-inline'" in docs["Content-Security-Policy"]
    assert "script-src 'self' 'unsafe" not in docs["Content-Security-Policy"]
    assert not re.search(rb"<script(?![^>]* src=)", docs.content)
    assert b"https://" not in docs.content.replace(b"https://github.com", b"")
    admin = Client().get("/admin/")
    assert "'unsafe-eval'" in admin["Content-Security-Policy"]
    assert "frame-ancestors 'none'" in admin["Content-Security-Policy"]


@pytest.mark.parametrize(
    ("header", "language"), [("ru", "ru"), ("zh-CN", "zh-hans"), ("ms", "ms"), ("fr", "en")]
)
def test_refusals_come_in_the_readers_language(header: str, language: str) -> None:
    response = Client(headers={"Accept-Language": header}).get("/nothing/")
    assert response["Content-Language"] == language
