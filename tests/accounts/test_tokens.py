"""API tokens: made once, shown once, good for their scopes until revoked (bad input 60)."""

from datetime import timedelta
from typing import Any

import pytest
from redis.exceptions import ConnectionError as RedisConnectionError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.test import APIClient, APIRequestFactory
from rest_framework.throttling import SimpleRateThrottle
from rest_framework.views import APIView

from accounts import tokens
from accounts.models import ApiToken, User
from accounts.permissions import HasScope
from accounts.refusals import BadValue, Conflict, NotFound
from tests.builders import NOW, make_user, token_client

pytestmark = pytest.mark.django_db

URL = "/api/v1/tokens/"
GOOD = {"name": "my bot", "scopes": ["play", "entries:write"]}


class Money(APIView):
    """A view that needs a scope to write, and another to read."""

    permission_classes = [HasScope("tournament:manage", read="money:read")]

    def get(self, request: Request) -> Response:
        """Read something."""
        return Response({})

    def post(self, request: Request) -> Response:
        """Write something."""
        return Response({})


def session_client(user: User) -> APIClient:
    client = APIClient(enforce_csrf_checks=False)
    client.force_login(user)
    return client


def text_of(user: User, **changed: Any) -> str:
    fields = {"name": "t", "scopes": ["play"], "now": NOW} | changed
    return tokens.create(user, **fields)[1]


def test_a_token_is_made_shown_once_listed_and_revoked() -> None:
    client = session_client(make_user("Anna"))
    made = client.post(URL, GOOD)
    assert (made.status_code, made.json()["scopes"]) == (201, ["play", "entries:write"])
    text = made.json()["token"]
    assert text.startswith("pit_")
    assert not ApiToken.objects.filter(digest__contains=text).exists()
    listed = client.get(URL).json()
    assert [row["name"] for row in listed] == ["my bot"]
    assert text not in client.get(URL).content.decode()
    bearer = APIClient(HTTP_AUTHORIZATION=f"Bearer {text}")
    assert bearer.get(URL).status_code == 403
    assert client.delete(f"{URL}{made.json()['id']}/").status_code == 204
    assert client.get(URL).json() == []
    assert bearer.get(URL).status_code == 401
    assert client.delete(f"{URL}{made.json()['id']}/").status_code == 404


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"name": "", "scopes": ["play"]}, "name"),
        ({"name": "x" * 65, "scopes": ["play"]}, "name"),
        ({"name": 7, "scopes": ["play"]}, "name"),
        ({"scopes": ["play"]}, "name"),
        ({"name": "x", "scopes": []}, "scopes"),
        ({"name": "x", "scopes": "play"}, "scopes"),
        ({"name": "x", "scopes": ["admin"]}, "scopes.0"),
        (GOOD | {"user": 1}, "user"),
        (GOOD | {"is_staff": True}, "is_staff"),
        (GOOD | {"expires_at": "9999-99-99"}, "expires_at"),
        (GOOD | {"expires_at": "2020-01-01T00:00:00+99:99"}, "expires_at"),
        (GOOD | {"expires_at": "2020-01-01T00:00:00Z"}, "expires_at"),
    ],
)
def test_a_bad_token_request_names_its_field(body: dict[str, Any], field: str) -> None:
    response = session_client(make_user("Anna")).post(URL, body)
    assert response.status_code == 400
    assert list(response.json()["fields"]) == [field]
    assert not ApiToken.objects.exists()


def test_bad_input_60_a_token_without_the_scope_is_403() -> None:
    anna = make_user("Anna")
    for scopes, read, write in [
        (["play"], 403, 403),
        (["money:read"], 200, 403),
        (["tournament:manage"], 403, 200),
        (["money:read", "tournament:manage"], 200, 200),
    ]:
        credentials = {"HTTP_AUTHORIZATION": f"Bearer {text_of(anna, scopes=scopes)}"}
        requests = (
            APIRequestFactory().get("/", **credentials),
            APIRequestFactory().post("/", {}, **credentials),
        )
        assert tuple(Money.as_view()(request).status_code for request in requests) == (read, write)


def test_a_visitor_is_401_and_a_session_may_do_all_that_its_user_may() -> None:
    assert Money.as_view()(APIRequestFactory().get("/")).status_code == 401
    client = session_client(make_user("Anna"))
    assert client.get(URL).status_code == 200


@pytest.mark.parametrize("header", ["Bearer", "Bearer x", "Bearer pit_x y", "Bearer \xff", "bearer "])
def test_bad_input_60_a_bearer_that_is_no_token_is_401(header: str) -> None:
    response = APIClient(HTTP_AUTHORIZATION=header).get(URL)
    assert (response.status_code, response["WWW-Authenticate"]) == (401, "Bearer")
    assert set(response.json()) == {"code", "detail", "fields"}


def test_bad_input_60_expired_revoked_and_locked_out_tokens_are_nobodys() -> None:
    anna = make_user("Anna")
    text = text_of(anna, expires_at=NOW + timedelta(hours=1))
    assert tokens.token_of(text, now=NOW + timedelta(minutes=59)) is not None
    assert tokens.token_of(text, now=NOW + timedelta(hours=1)) is None
    User.objects.filter(pk=anna.pk).update(is_active=False)
    assert tokens.token_of(text, now=NOW) is None


def test_the_last_use_is_written_every_five_minutes() -> None:
    text = text_of(make_user("Anna"))
    for minutes, seen in [(0, 0), (4, 0), (5, 5)]:
        tokens.token_of(text, now=NOW + timedelta(minutes=minutes))
        assert ApiToken.objects.get().last_used_at == NOW + timedelta(minutes=seen)


def test_a_token_ends_in_the_future_and_twenty_are_enough() -> None:
    anna = make_user("Anna")
    with pytest.raises(BadValue):
        text_of(anna, expires_at=NOW)
    for _ in range(tokens.MAX_TOKENS):
        text_of(anna)
    with pytest.raises(Conflict) as refusal:
        text_of(anna)
    assert refusal.value.code == "too_many_tokens"


def test_bad_input_44_nobody_revokes_anothers_token() -> None:
    text_of(make_user("Anna"))
    with pytest.raises(NotFound):
        tokens.revoke(make_user("Boris"), ApiToken.objects.get().pk, now=NOW)
    assert ApiToken.objects.get().revoked_at is None


def test_a_program_cannot_make_itself_more_tokens() -> None:
    client = token_client(make_user("Anna"), *tokens.SCOPES)
    assert client.post(URL, GOOD).status_code == 403


def test_bad_input_58_a_session_post_without_its_csrf_token_is_403() -> None:
    client = APIClient(enforce_csrf_checks=True)
    client.force_login(make_user("Anna"))
    assert client.post(URL, GOOD).status_code == 403
    assert not ApiToken.objects.exists()


def test_the_21st_token_request_in_an_hour_is_429_with_retry_after() -> None:
    client = session_client(make_user("Anna"))
    found = [client.post(URL, {}).status_code for _ in range(21)]
    assert found == [400] * 20 + [429]
    response = client.post(URL, GOOD)
    assert int(response["Retry-After"]) > 0
    assert response.json()["code"] == "throttled"
    assert client.get(URL).status_code == 200


def test_faults_without_its_counters_the_api_stays_open_but_makes_no_tokens(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def gone(*args: Any, **kwargs: Any) -> None:
        raise RedisConnectionError

    client = session_client(make_user("Anna"))
    monkeypatch.setattr(SimpleRateThrottle.cache, "get", gone)
    assert client.get(URL).status_code == 200
    response = client.post(URL, GOOD)
    assert (response.status_code, response["Retry-After"]) == (503, "1")
    assert not ApiToken.objects.exists()


def test_bad_input_59_405_and_404_have_the_same_shape() -> None:
    client = session_client(make_user("Anna"))
    for response, status in [(client.put(URL, {}), 405), (client.get("/api/v1/nothing/"), 404)]:
        assert response.status_code == status
        assert set(response.json()) == {"code", "detail", "fields"}
