"""The REST doors of tables: who sees what, and what bad input gets."""

import json
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from rest_framework.test import APIClient

from accounts.clock import now as clock_now
from accounts.models import Role, User
from tables import fragments, play, serializers, tickets
from tables.models import Table
from tests.builders import give_role, make_user, signed_in, token_client
from tests.tables.builders import SCOPE, Stack, first_hand, table

pytestmark = pytest.mark.django_db


@pytest.fixture
def people() -> list[User]:
    return [make_user("Ann"), make_user("Ben")]


@pytest.fixture
def opened(people: list[User]) -> Table:
    made = table(people, now=clock_now(), seat_seconds=0, open_seconds=0)
    first_hand(made, clock_now())
    return made


def client(user: User) -> APIClient:
    return token_client(user, "play")


def post(door: APIClient, opened: Table, body: Any, where: str = "actions", **headers: str) -> Any:
    return door.post(f"/api/v1/tables/{opened.public_id}/{where}/", body, format="json", **headers)


def view(door: Any, opened: Table) -> dict[str, Any]:
    response = door.get(f"/api/v1/tables/{opened.public_id}/")
    assert response.status_code == 200, response.content
    return response.json()


def test_a_player_reads_the_table_and_bets(people: list[User], opened: Table) -> None:
    ann = client(people[0])
    seen = view(ann, opened)
    assert seen["me"]["legal"]["bet"]["minimum"] == 500
    response = post(
        ann, opened, {"action": "bet", "amount": 500, "secret": False, "pair": 0, "seq": seen["decision_seq"]}
    )
    assert response.status_code == 200, response.json()
    assert response.json()["me"]["stack"] == 24_500
    assert response.json()["to_act"] == [2]


@pytest.mark.parametrize(
    ("number", "amount"),
    [
        *((1, amount) for amount in (0, -5, 499)),
        *((2, amount) for amount in (25_001, 25_005, 10**12)),
        *((3, amount) for amount in ("12.5", 12.5)),
        *((4, amount) for amount in ("1_000", " 500 ", "５００")),
        *((5, amount) for amount in (True, None, [], {})),
        *((6, amount) for amount in (2_147_483_648, 10**17)),
        (8, 507),
    ],
)
def test_bad_inputs_1_to_8_a_bet_that_cannot_be_is_a_400(
    people: list[User], opened: Table, number: int, amount: Any
) -> None:
    body = {"action": "bet", "amount": amount, "seq": opened.decision_seq}
    assert post(client(people[0]), opened, body).status_code == 400
    before = opened.seq
    opened.refresh_from_db()
    assert opened.seq == before


@pytest.mark.parametrize(
    "amount", ["1e1", "NaN", "Infinity", "-Infinity", "1" * 30, "9" * 5000, "1000000000000000000"]
)
def test_bad_inputs_3_6_7_numbers_that_are_none_are_a_400(
    people: list[User], opened: Table, amount: str
) -> None:
    raw = f'{{"action": "bet", "amount": {amount}, "seq": {opened.decision_seq}}}'
    response = client(people[0]).post(
        f"/api/v1/tables/{opened.public_id}/actions/", raw, content_type="application/json"
    )
    assert response.status_code == 400, response.content
    assert set(response.json()) == {"code", "detail", "fields"}


@pytest.mark.parametrize(
    ("number", "raw", "content_type", "status"),
    [
        (9, '{"action": "bet", "amount": 500, "amount": 999}', "application/json", 400),
        (11, "[" * 100_000, "application/json", 413),
        (11, "[" * 60_000, "application/json", 400),
        (12, json.dumps({"action": "bet" + " " * 70_000}), "application/json", 413),
        (13, '{"action": ', "application/json", 400),
        (13, b'{"action": "\xff"}', "application/json", 400),
        (13, "", "application/json", 400),
        (14, '{"action": "hit"}', "text/plain", 415),
        (14, "<action/>", "application/xml", 415),
        (49, '{"action": "bet\\u0000"}', "application/json", 400),
        (49, '{"action": "bet\\ud800"}', "application/json", 400),
    ],
)
def test_bad_inputs_9_to_14_and_49_bodies(
    people: list[User], opened: Table, number: int, raw: Any, content_type: str, status: int
) -> None:
    response = client(people[0]).post(
        f"/api/v1/tables/{opened.public_id}/actions/", raw, content_type=content_type
    )
    assert response.status_code == status, response.content


@pytest.mark.parametrize(
    "extra", [{"deadline": 1}, {"at": "now"}, {"seat": 2}, {"hand": 1}, {"chips": 10**6}, {"is_staff": True}]
)
def test_bad_inputs_10_22_43_44_fields_that_are_not_asked_for_are_a_400(
    people: list[User], opened: Table, extra: dict[str, Any]
) -> None:
    body = {"action": "bet", "amount": 500, "seq": opened.decision_seq, **extra}
    response = post(client(people[0]), opened, body)
    assert response.status_code == 400
    assert set(response.json()["fields"]) == set(extra)


def test_bad_input_15_a_stranger_may_watch_a_public_table_but_not_play(opened: Table) -> None:
    body = {"action": "bet", "amount": 500, "seq": opened.decision_seq}
    response = post(client(make_user()), opened, body)
    assert (response.status_code, response.json()["code"]) == (403, "not_seated")


def test_bad_input_15_a_private_table_is_not_known_to_a_stranger(people: list[User]) -> None:
    hidden = table(people, now=clock_now(), public=False)
    stranger = client(make_user())
    assert stranger.get(f"/api/v1/tables/{hidden.public_id}/").status_code == 404
    assert stranger.get(f"/api/v1/tables/{hidden.public_id}/events/").status_code == 404
    assert post(stranger, hidden, {"action": "bet", "amount": 500, "seq": 1}).status_code == 404
    seed = f"/api/v1/tables/{hidden.public_id}/seed/"
    for body in ({"hash": "a" * 64}, {"seed": "a" * 32, "cut": 0}):
        assert stranger.post(seed, body, content_type="application/json").status_code == 404


def test_bad_inputs_16_17_18_24_refused_at_this_moment_with_the_fresh_view(
    people: list[User], opened: Table
) -> None:
    ann, ben = client(people[0]), client(people[1])
    seq = opened.decision_seq
    out_of_turn = post(ben, opened, {"action": "bet", "amount": 500, "seq": seq})
    assert (out_of_turn.status_code, out_of_turn.json()["code"]) == (409, "not_your_turn")
    assert post(ann, opened, {"action": "bet", "amount": 500, "seq": seq}).status_code == 200
    again = post(ann, opened, {"action": "bet", "amount": 900, "seq": seq})
    assert (again.status_code, again.json()["code"]) == (409, "stale")
    assert again.json()["table"]["to_act"] == [2]
    change = post(ann, opened, {"action": "bet", "amount": 900, "seq": again.json()["table"]["decision_seq"]})
    assert (change.status_code, change.json()["code"]) == (409, "not_your_turn")


def test_bad_inputs_26_28_29_keys(people: list[User], opened: Table) -> None:
    ann = client(people[0])
    body = {"action": "bet", "amount": 500, "seq": opened.decision_seq}
    first = post(ann, opened, body, HTTP_IDEMPOTENCY_KEY="bet-1")
    second = post(ann, opened, body, HTTP_IDEMPOTENCY_KEY="bet-1")
    assert (first.status_code, second.status_code) == (200, 200)
    assert first.json() == second.json()
    other = post(ann, opened, {**body, "amount": 600}, HTTP_IDEMPOTENCY_KEY="bet-1")
    assert other.status_code == 422
    for bad in ("x" * 256, "a b", "é"):
        assert post(ann, opened, body, HTTP_IDEMPOTENCY_KEY=bad).status_code == 400


@pytest.mark.parametrize("public_id", ["abc", "-1", "9" * 30, "%00", "..%2f", "IIIIIIII"])
def test_bad_input_47_an_id_that_cannot_be_is_a_404(people: list[User], public_id: str) -> None:
    ann = client(people[0])
    for where in ("", "events/", "stream/"):
        assert ann.get(f"/api/v1/tables/{public_id}/{where}").status_code == 404
    assert ann.post(f"/api/v1/tables/{public_id}/actions/", {}, format="json").status_code == 404


@pytest.mark.parametrize(
    "query", ["after=abc", "after=-1", "after=1&after=2", "limit=1000000", "x=1", "after=1e3"]
)
def test_bad_input_50_parameters_that_cannot_be_are_a_400(
    people: list[User], opened: Table, query: str
) -> None:
    assert client(people[0]).get(f"/api/v1/tables/{opened.public_id}/events/?{query}").status_code == 400


def test_bad_input_60_a_token_without_the_scope_may_not_play(people: list[User], opened: Table) -> None:
    reader = token_client(people[0], "entries:write")
    assert view(reader, opened)["me"]["seat"] == 1
    body = {"action": "bet", "amount": 500, "seq": opened.decision_seq}
    assert post(reader, opened, body).status_code == 403
    assert post(APIClient(), opened, body).status_code == 401


def test_bad_input_59_reading_does_not_change_and_acting_is_no_get(people: list[User], opened: Table) -> None:
    ann = client(people[0])
    assert ann.get(f"/api/v1/tables/{opened.public_id}/actions/").status_code == 405
    assert ann.delete(f"/api/v1/tables/{opened.public_id}/").status_code == 405


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"hash": "zz"}, 400),
        ({}, 400),
        ({"seed": "00" * 16}, 400),
        ({"hash": "00" * 32, "cut": 1}, 400),
        ({"hash": "00" * 32}, 409),
        ({"seed": "00" * 16, "cut": 0}, 400),
    ],
)
def test_seeds_that_cannot_be_or_come_too_late(
    people: list[User], opened: Table, body: dict[str, Any], status: int
) -> None:
    assert post(client(people[0]), opened, body, "seed").status_code == status


def test_bad_input_46_officials_of_this_tournament_pause_resume_and_void_and_nobody_else(
    people: list[User], opened: Table
) -> None:
    chief, other = make_user(), make_user()
    give_role(chief, SCOPE, Role.Name.FLOOR)
    give_role(other, "ANTHERSC", Role.Name.DIRECTOR)
    desk, elsewhere = token_client(chief, "tournament:manage"), token_client(other, "tournament:manage")
    for where, body in (("pause", {}), ("resume", {}), ("void", {"reason": "misdeal"})):
        assert post(elsewhere, opened, body, where).status_code == 404
        assert post(client(people[0]), opened, body, where).status_code == 403
    assert post(desk, opened, {}, "pause").json()["status"] == "paused"
    assert post(desk, opened, {}, "pause").status_code == 409
    paused = post(client(people[0]), opened, {"action": "bet", "amount": 500, "seq": opened.decision_seq})
    assert (paused.status_code, paused.json()["code"]) == (409, "paused")
    assert post(desk, opened, {}, "resume").json()["status"] == "playing"
    assert post(desk, opened, {"reason": " "}, "void").status_code == 400
    assert post(desk, opened, {"reason": "misdeal"}, "void").status_code == 409


def test_events_give_public_halves_and_the_callers_own_secrets(people: list[User], opened: Table) -> None:
    ann, ben = client(people[0]), client(people[1])
    bet = {"action": "bet", "amount": 7313, "secret": True, "seq": opened.decision_seq}
    assert post(ann, opened, {**bet, "amount": 7310}).status_code == 200
    mine, his = (
        door.get(f"/api/v1/tables/{opened.public_id}/events/?after={opened.seq}").json()["events"]
        for door in (ann, ben)
    )
    assert [each["kind"] for each in mine][:1] == ["BetPlaced"]
    assert mine[0]["secret"] == {"amount": 7310}
    assert "secret" not in his[0]
    assert his[0]["public"] == {"secret": True}


def test_the_description_of_a_table_names_every_field_that_is_sent(
    people: list[User], stacked: Stack
) -> None:
    stacked("9S 8D 7C 7H TD KC")
    opened = table(people, now=clock_now(), seat_seconds=0, open_seconds=0, elimination_hands=(1,))
    first_hand(opened, clock_now())
    ann, ben = client(people[0]), client(people[1])
    for door in (ann, ben):
        seq = view(door, opened)["decision_seq"]
        assert post(door, opened, {"action": "bet", "amount": 500, "seq": seq}).status_code == 200
    seen = view(ann, opened)
    seat = seen["seats"][0]
    for sent, described in (
        (seen, serializers.TableOut),
        (seen["dealer"], serializers.DealerOut),
        (seen["limits"], serializers.LimitsOut),
        (seen["me"], serializers.MeOut),
        (seen["cut"], serializers.CutOut),
        (seen["names"]["1"], serializers.NameOut),
        (seat, serializers.SeatOut),
        (seat["bet"], serializers.BetOut),
        (seat["hands"][0], serializers.HandOut),
    ):
        assert set(sent) == set(described().fields), described


def test_events_come_in_pages(people: list[User], opened: Table) -> None:
    ann, where = client(people[0]), f"/api/v1/tables/{opened.public_id}/events/"
    first = ann.get(f"{where}?limit=2").json()
    assert ([event["seq"] for event in first["events"]], first["last"]) == ([1, 2], 2)
    rest = ann.get(f"{where}?after=2").json()
    assert [event["seq"] for event in rest["events"]] == list(range(3, opened.seq + 1))
    end = ann.get(f"{where}?after={opened.seq}").json()
    assert end == {"events": [], "last": opened.seq}


def test_D4_presence_is_written_and_changes_nothing_in_play(opened: Table) -> None:
    before = Table.objects.values().get(pk=opened.pk)
    fragments.present({(opened.public_id, "seat:1"), (opened.public_id, "public")})
    assert [seat.seen_at is not None for seat in opened.seats.order_by("number")] == [True, False]
    assert Table.objects.values().get(pk=opened.pk) == before


def test_the_page_door_acts_and_shows_the_refusal(people: list[User], opened: Table) -> None:
    ann = signed_in(people[0])
    where = f"/tables/{opened.public_id}/act/"
    form = {"action": "bet", "amount": "12\u202f500", "seq": str(opened.decision_seq)}
    done = ann.post(where, form, headers={"X-Fragment": "table"})
    assert done.status_code == 200
    assert int(done["X-Table"]) > opened.seq
    stale = ann.post(where, form, headers={"X-Fragment": "table"})
    assert stale.status_code == 409
    assert stale["X-Refusal"].startswith("The%20table")
    for bad in ("12.5", "1_000", "５００", "-5", "1e3"):
        refused = ann.post(where, {**form, "amount": bad}, headers={"X-Fragment": "table"})
        assert refused.status_code == 400
    for bad in (
        {"amount": "1" + " 000" * 2_000},
        {"seq": "1" + " 000" * 6},
        {"amount": ["500", "505"]},
        {"deadline": "2026-03-01"},
        {"secret": "true"},
        {"stack": "99"},
    ):
        assert ann.post(where, {**form, **bad}, headers={"X-Fragment": "table"}).status_code == 400, bad
    assert ann.post(where, form).status_code == 303
    assert signed_in(people[0], enforce_csrf_checks=True).post(where, form).status_code == 403


@pytest.mark.parametrize("hand", ["0", "2", "9" * 30, "-1", "x"])
def test_bad_input_47_a_hand_that_is_not_is_a_404(people: list[User], opened: Table, hand: str) -> None:
    door = signed_in(people[0])
    assert door.get(f"/tables/{opened.public_id}/hands/1/").status_code == 200
    assert door.get(f"/tables/{opened.public_id}/hands/{hand}/").status_code == 404


def test_the_live_fragment_is_the_viewers_own_and_carries_a_ticket(people: list[User], opened: Table) -> None:
    play.advance(opened.pk, now=clock_now())
    response = signed_in(people[0]).get(f"/tables/{opened.public_id}/live/")
    assert response.status_code == 200
    assert response["X-Events"].startswith("/events/?ticket=")


def test_a_stream_asked_for_by_a_session_ends_with_it_and_one_by_a_token_belongs_to_none(
    people: list[User], opened: Table
) -> None:
    signed = signed_in(people[0])
    key = signed.session.session_key
    marks = []
    for door in (signed, client(people[0])):
        address = door.get(f"/api/v1/tables/{opened.public_id}/stream/").json()["events"]
        allowed = tickets.read(parse_qs(urlsplit(address).query)["ticket"][0])
        assert dict(allowed.topics) == {opened.public_id: "seat:1"}
        marks.append(allowed.session)
    assert marks == [tickets.session_mark(key), ""]
