"""Bad inputs of invariants.md section 5 that any API view may get: one shape of answer, never a 5xx."""

import json
from typing import Any

import pytest
from django.db import OperationalError
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.test import APIRequestFactory
from rest_framework.views import APIView

from accounts import drf, refusals
from accounts.models import User
from blackjack import refusals as table
from tests.builders import make_user


class Bet(drf.StrictSerializer):
    """A body with one of each kind of field."""

    bet = drf.WholeNumber(min_value=1, max_value=10**12)
    secret = drf.StrictBoolean(required=False)
    note = drf.StrictText(required=False, max_length=20)


class Search(drf.StrictSerializer):
    """Query parameters."""

    q = drf.StrictText(required=False, max_length=100)
    chips = drf.QueryNumber(required=False, min_value=0)


class Probe(APIView):
    """Echoes what the strict parts let through."""

    permission_classes = [AllowAny]
    throttle_classes = []
    error: Exception | None = None

    def get(self, request: Request) -> Response:
        """The checked query parameters."""
        return Response(drf.query_of(request, Search))

    def post(self, request: Request) -> Response:
        """The checked body."""
        if self.error:
            raise self.error
        return Response(drf.body_of(request, Bet))


def post(body: str | bytes, content_type: str | None = "application/json", **headers: str) -> Any:
    request = APIRequestFactory().generic("POST", "/", body, content_type or "", **headers)
    if content_type is None:
        del request.META["CONTENT_TYPE"]
    return Probe.as_view()(request).render()


def shape(response: Any) -> dict[str, Any]:
    body = json.loads(response.content)
    assert set(body) == {"code", "detail", "fields"}
    assert body["detail"]
    return body


def test_a_good_body_is_let_through() -> None:
    response = post('{"bet": 500, "secret": true, "note": "\\u00e9"}')
    assert (response.status_code, response.data) == (200, {"bet": 500, "secret": True, "note": "é"})


@pytest.mark.parametrize(
    "value",
    [
        *("12.5", "1e1", "1E2", "12.0", "NaN", "Infinity", "-Infinity", "1e400", "01"),
        *("true", "false", "null", "[]", "{}", '"12"', '"1_000"', '" 12 "', '"１２"'),
        *("0", "-5", "2" * 19, str(10**18), str(10**30), "9" * 5000),
    ],
)
def test_bad_inputs_3_to_7_a_whole_number_is_nothing_else(value: str) -> None:
    response = post(f'{{"bet": {value}}}')
    assert response.status_code == 400
    shape(response)


def test_bad_input_6_and_7_name_the_field() -> None:
    assert list(shape(post('{"bet": ' + "9" * 5000 + "}"))["fields"]) == ["bet"]


@pytest.mark.parametrize(
    "body",
    [
        '{"bet": 1, "bet": 999}',
        '{"bet": 1, "x": {"a": 1, "a": 2}}',
        "[" * 50_000,
        '{"a":' * 8_000,
        "[" * 20 + "]" * 20,
        '{"bet": 1',
        '{"bet": 1} {}',
        "{'bet': 1}",
        "",
        " ",
        b'{"bet": "\xff"}',
        b"\xef\xbb\xbf{}",
        '{"bet": 1, "note": "\\u0000"}',
        '{"bet": 1, "note": "\\ud800"}',
        '{"bet": 1, "\\ud800": 1}',
        "[1]",
        '"text"',
        "null",
        "7",
    ],
)
def test_bad_inputs_9_11_13_49_a_body_is_one_well_formed_object(body: str | bytes) -> None:
    response = post(body)
    assert response.status_code == 400
    shape(response)


@pytest.mark.parametrize("field", ["is_staff", "chips", "status", "rank", "seat", "now", "deadline", "price"])
def test_bad_inputs_10_22_35_43_unknown_fields_are_named_and_refused(field: str) -> None:
    body = shape(post(json.dumps({"bet": 5, field: 1})))
    assert (body["code"], list(body["fields"])) == ("bad_value", [field])


@pytest.mark.parametrize("value", ['"true"', "1", '"yes"', "null", "[]"])
def test_bad_input_5_a_boolean_is_nothing_else(value: str) -> None:
    assert post(f'{{"bet": 5, "secret": {value}}}').status_code == 400


@pytest.mark.parametrize("value", ["1", "true", "[]", "null", '""'])
def test_text_is_nothing_else(value: str) -> None:
    assert post(f'{{"bet": 5, "note": {value}}}').status_code == 400


def test_bad_input_12_a_body_over_64_kB_is_413() -> None:
    response = post('{"note": "%s"}' % ("x" * 65_536))
    assert (response.status_code, shape(response)["code"]) == (413, "too_large")


@pytest.mark.parametrize("content_type", ["text/plain", "application/xml", "multipart/form-data", "", None])
def test_bad_input_14_other_content_types_are_415(content_type: str | None) -> None:
    response = post('{"bet": 5}', content_type)
    assert response.status_code == 415
    shape(response)


@pytest.mark.parametrize(
    "query",
    [
        "chips=abc",
        "chips=-1",
        "chips=1_0",
        "chips=%EF%BC%91",
        "order=password",
        "q=a&q=b",
        f"q={'x' * 101}",
        "chips=",
    ],
)
def test_bad_inputs_50_52_query_parameters_are_as_strict(query: str) -> None:
    response = Probe.as_view()(APIRequestFactory().get(f"/?{query}")).render()
    assert response.status_code == 400
    shape(response)


def test_query_parameters_are_let_through() -> None:
    response = Probe.as_view()(APIRequestFactory().get("/?chips=500&q=final&page_size=5&cursor=x"))
    assert response.data == {"q": "final", "chips": 500}


@pytest.mark.parametrize("size", ["1000000", "0", "-1", "abc", "1e1", ""])
def test_bad_input_51_a_page_size_is_1_to_100(size: str) -> None:
    request = Request(APIRequestFactory().get("/", {"page_size": size}))
    with pytest.raises(drf.ValidationError):
        drf.CursorPages().get_page_size(request)


@pytest.mark.parametrize("cursor", ["%%%", "cD1hYmM=", "bz0xMDAw", "a:b:c", "x" * 300])
def test_bad_input_51_a_cursor_that_is_not_ours_is_a_bad_value(cursor: str) -> None:
    request = Request(APIRequestFactory().get("/", {"cursor": cursor}))
    with pytest.raises(drf.ValidationError):
        drf.CursorPages().decode_cursor(request)


@pytest.mark.parametrize(
    "text", ["abc", "-1", "1" + "0" * 30, "%00", "../", "ABCDEFGU", "ABCDEFG", "ＡBCDEFGH", "ıBCDEFGH"]
)
def test_bad_input_47_what_cannot_be_an_id_is_not_found(text: str) -> None:
    with pytest.raises(drf.Http404):
        drf.id_of(text)


def test_an_id_may_be_written_in_lower_case() -> None:
    assert drf.id_of("7kq2m9xa") == "7KQ2M9XA"


def test_bad_input_25_a_money_post_needs_a_key() -> None:
    request = Request(APIRequestFactory().post("/"))
    assert drf.idempotency_key(request) is None
    with pytest.raises(refusals.BadValue) as refusal:
        drf.idempotency_key(request, required=True)
    assert refusal.value.code == "key_missing"


@pytest.mark.parametrize("key", ["", "k" * 256, "k" * 129, "a\x01b", "a b", "é", "a\n"])
def test_bad_input_29_a_key_is_1_to_128_visible_characters(key: str) -> None:
    request = Request(APIRequestFactory().post("/", HTTP_IDEMPOTENCY_KEY=key))
    with pytest.raises(refusals.BadValue) as refusal:
        drf.idempotency_key(request)
    assert refusal.value.code == "bad_key"


REFUSALS = [
    (refusals.BadValue("x", "no {n}", n=1), 400),
    (refusals.NotAllowed("x", "no {n}", n=1), 403),
    (refusals.NotFound("x", "no {n}", n=1), 404),
    (refusals.Conflict("x", "no {n}", n=1), 409),
    (refusals.IllegalAction("x", "no {n}", n=1), 409),
    (refusals.KeyReuse("x", "no {n}", n=1), 422),
    (refusals.TooMany("x", "no {n}", n=1), 429),
    (refusals.Busy("x", "no {n}", n=1), 503),
    (table.BadValue("x", "no {n}", n=1), 400),
    (table.IllegalAction("x", "no {n}", n=1), 409),
]


@pytest.mark.parametrize(("error", "status"), REFUSALS)
def test_each_refusal_has_its_status_and_its_sentence(error: Exception, status: int) -> None:
    view = Probe.as_view(error=error)
    response = view(APIRequestFactory().post("/", {}, format="json")).render()
    assert (response.status_code, shape(response)) == (status, {"code": "x", "detail": "no 1", "fields": {}})


def test_a_database_that_cannot_be_had_in_time_is_503_with_retry_after() -> None:
    error = OperationalError("canceling statement due to lock timeout\nCONTEXT: secret 7313")
    response = Probe.as_view(error=error)(APIRequestFactory().post("/", {}, format="json")).render()
    assert (response.status_code, response["Retry-After"], shape(response)["code"]) == (503, "1", "busy")
    assert b"7313" not in response.content


def test_a_missing_table_is_our_mistake_and_not_busy() -> None:
    error = OperationalError("no such table: tables_table")
    with pytest.raises(OperationalError):
        Probe.as_view(error=error)(APIRequestFactory().post("/", {}, format="json"))


@pytest.mark.django_db
def test_cursor_pages_lead_through_all_rows_and_back() -> None:
    made = [make_user().pk for _ in range(5)]
    pages = drf.CursorPages()
    rows: list[int] = []
    url: str | None = "/?page_size=2"
    while url:
        page = pages.paginate_queryset(User.objects.all(), Request(APIRequestFactory().get(url)))
        rows += [user.pk for user in page or []]
        url = pages.get_next_link()
    assert rows == sorted(made, reverse=True)
    assert pages.get_previous_link()
