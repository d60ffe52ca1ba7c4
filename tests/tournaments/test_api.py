"""REST doors of tournaments: who may, what is refused with which code, and that verbs reach their stories."""

from datetime import timedelta
from typing import Any

import pytest
from rest_framework.test import APIClient

from accounts import ledger
from accounts.models import Role, User
from tests.builders import NOW, give_role, make_organiser, make_user, token_client
from tests.tournaments.builders import (
    MONEY,
    QUICK,
    draw_and_start,
    enter,
    enter_and_pay,
    fill_with_bots,
    make_draft,
    make_open,
    reread,
)
from tournaments.models import Entry, Tournament
from tournaments.verbs import VERBS

pytestmark = pytest.mark.django_db

ALL_SCOPES = ("play", "entries:write", "tournament:manage", "money:read")
SOON = "2026-12-24T20:00:00+01:00"


@pytest.fixture(autouse=True)
def _on_a_winter_evening(monkeypatch: pytest.MonkeyPatch) -> None:
    """The doors' clock stands still."""
    monkeypatch.setattr("tournaments.api.now", lambda: NOW)


def client_of(user: User, *scopes: str) -> APIClient:
    return token_client(user, *(scopes or ALL_SCOPES))


def path(tournament: Tournament, rest: str = "") -> str:
    return f"/api/v1/tournaments/{tournament.public_id}/{rest}"


def entry_path(entry: Entry, rest: str) -> str:
    return f"/api/v1/entries/{entry.public_id}/{rest}"


def pay(client: APIClient, entry: Entry, key: str | None = "k1", body: Any = None) -> Any:
    headers = {} if key is None else {"Idempotency-Key": key}
    return client.post(entry_path(entry, "payments/"), {} if body is None else body, headers=headers)


def test_the_way_from_a_preset_to_a_running_tournament_over_rest() -> None:
    client = client_of(make_organiser())
    body = {"name": "Club night", "starts_at": SOON, "zone": "Europe/Berlin", "capacity": 7, **MONEY, **QUICK}
    made = client.post("/api/v1/tournaments/", body)
    assert made.status_code == 201, made.data
    assert (made.data["status"], made.data["structure"]["plans"][0]["hands"]) == ("draft", 4)
    tournament = Tournament.objects.get(public_id=made.data["id"])
    changed = client.patch(path(tournament), {"name": "Club night II", "fee_cents": 200})
    assert (changed.data["name"], changed.data["fee_cents"]) == ("Club night II", 200)
    assert client.post(path(tournament, "publish/"), {}).data["status"] == "registering"
    for _ in range(2):
        player = client_of(make_user())
        entry = Entry.objects.get(public_id=player.post(path(tournament, "entries/"), {}).data["id"])
        assert pay(client, entry, entry.public_id).data["amount_cents"] == 2700
    assert client.post(path(tournament, "draw/"), {}).data["status"] == "drawn"
    assert client.post(path(tournament, "start/"), {}).data["status"] == "running"
    assert client.post(path(tournament, "pause/"), {}).data["paused"] is True
    assert client.post(path(tournament, "resume/"), {}).data["paused"] is False
    assert client.post(path(tournament, "cancel/"), {"reason": "Power cut"}).data["status"] == "cancelled"
    assert ledger.totals(tournament.public_id)[("refund", f"fee:{tournament.public_id}")] == -400


def test_entries_and_standings_are_listed_and_an_unmoved_tournament_answers_304() -> None:
    tournament = make_open(capacity=7, **QUICK)
    fill_with_bots(tournament, 3)
    draw_and_start(tournament)
    client = client_of(make_user())
    assert [row["number"] for row in client.get(path(tournament, "entries/")).data["results"]] == [1, 2, 3]
    answer = client.get(path(tournament, "standings/"))
    assert (answer.data["in_play"], len(answer.data["rows"])) == (3, 3)
    assert "user_id" not in answer.data["rows"][0]
    again = client.get(path(tournament, "standings/"), headers={"If-None-Match": answer["ETag"]})
    assert again.status_code == 304


def test_the_presets_are_listed_with_what_they_still_need() -> None:
    presets = client_of(make_user()).get("/api/v1/presets/").data
    needs = {preset["id"]: preset["missing"] for preset in presets}
    assert len(presets) == 16
    assert needs["seed_default"] == []
    assert needs["zimbler_heats"]


@pytest.mark.parametrize(
    ("who", "code"),
    [("nobody", 401), ("stranger", 404), ("player", 404), ("other host", 404), ("cashier", 403)],
)
def test_input_46_only_those_who_run_a_tournament_reach_its_verbs(who: str, code: int) -> None:
    tournament = make_open()
    user = make_organiser("Other Host") if who == "other host" else make_user()
    if who == "player":
        enter(tournament, user)
    if who == "cashier":
        give_role(user, tournament.public_id, Role.Name.CASHIER)
    client = APIClient() if who == "nobody" else client_of(user)
    before = reread(tournament)
    codes = {verb: client.post(path(tournament, f"{verb}/"), {}).status_code for verb in VERBS}
    assert codes == dict.fromkeys(VERBS, code)
    assert reread(tournament).version == before.version


@pytest.mark.parametrize("method", ["get", "patch"])
def test_a_draft_is_nobody_elses_to_know(method: str) -> None:
    draft = make_draft()
    for user in (make_user(), make_organiser("Other Host")):
        assert getattr(client_of(user), method)(path(draft), {}).status_code == 404
    assert getattr(client_of(draft.organiser), method)(path(draft), {}).status_code == 200


@pytest.mark.parametrize(
    ("rest", "scope"),
    [("publish/", "tournament:manage"), ("entries/", "entries:write"), ("cancel/", "tournament:manage")],
)
def test_input_60_a_token_without_the_scope_is_refused(rest: str, scope: str) -> None:
    draft = make_draft()
    others = [other for other in ALL_SCOPES if other != scope]
    assert client_of(draft.organiser, *others).post(path(draft, rest), {}).status_code == 403


def test_creating_is_for_organisers_only() -> None:
    answer = client_of(make_user()).post("/api/v1/tournaments/", {"name": "X", "starts_at": SOON})
    assert (answer.status_code, answer.data["code"]) == (403, "not_an_organiser")


@pytest.mark.parametrize(
    ("fields", "at_fault"),
    [
        ({"plans": [{"hands": 0}]}, "plans.0.hands"),
        ({"plans": [{"advance": 8}], "seats": 7}, "plans.0.advance"),
        ({"payouts": [{"shares": [60, 41]}]}, "payouts"),
        ({"starts_at": "9999-12-31T00:00:00Z"}, "starts_at"),
        ({"starts_at": "2026-12-24T20:00:00+99:99"}, "starts_at"),
        ({"starts_at": "2026-12-24T20:00:00"}, "starts_at"),
        ({"starts_at": "2020-01-01T00:00:00Z"}, "starts_at"),
        ({"zone": "../etc/passwd"}, "zone"),
        ({"zone": "Mars/Olympus"}, "zone"),
        ({"name": "   "}, "name"),
        ({"name": "N" * 81}, "name"),
        ({"currency": "EURO"}, "currency"),
        ({"currency": "eur", "buy_in_cents": 1}, "currency"),
        ({"buy_in_cents": 100}, "buy_in_cents"),
        ({"buy_in_cents": 10.999, "currency": "EUR"}, "buy_in_cents"),
        ({"buy_in_cents": "1e2", "currency": "EUR"}, "buy_in_cents"),
        ({"buy_in_cents": -1, "currency": "EUR"}, "buy_in_cents"),
        ({"capacity": 1}, "capacity"),
        ({"capacity": True}, "capacity"),
        ({"options": {"decks": 9}}, "options"),
        ({"preset": "no_such"}, "preset"),
        ({"status": "running"}, "status"),
        ({"chips": 5}, "chips"),
        ({"is_staff": True}, "is_staff"),
        ({"rank": 1}, "rank"),
        ({"organiser": 1}, "organiser"),
        ({"taken": 3}, "taken"),
    ],
)
def test_input_36_43_72_73_a_bad_field_is_named_and_nothing_is_made(fields: Any, at_fault: str) -> None:
    body = {"name": "Club night", "starts_at": SOON, **fields}
    answer = client_of(make_organiser()).post("/api/v1/tournaments/", body)
    assert answer.status_code == 400, answer.data
    assert at_fault in answer.data["fields"], answer.data
    assert answer.data["fields"][at_fault]
    assert not Tournament.objects.exists()


def test_several_faults_are_said_at_once_each_in_a_sentence_of_its_own() -> None:
    body = {"name": "Night", "starts_at": SOON, "seats": 2, "plans": [{"hands": 0}], "zone": "Nowhere"}
    fields = client_of(make_organiser()).post("/api/v1/tournaments/", body).data["fields"]
    assert {"zone", "plans.0.hands"} <= fields.keys()
    assert fields["zone"] != fields["plans.0.hands"]


def test_terms_cannot_be_changed_once_registration_is_open() -> None:
    tournament = make_open()
    answer = client_of(tournament.organiser).patch(path(tournament), {"capacity": 30})
    assert (answer.status_code, answer.data["code"]) == (409, "wrong_status")


def test_input_44_an_entry_or_a_tournament_of_another_is_not_there() -> None:
    tournament = make_open()
    entry = enter(tournament)
    stranger = client_of(make_user())
    assert stranger.post(entry_path(entry, "withdraw/"), {}).status_code == 404
    assert stranger.patch(path(tournament), {"name": "Mine"}).status_code == 404
    assert client_of(entry.user).post(entry_path(entry, "withdraw/"), {}).data["payment"] == "withdrawn"


def test_input_25_to_28_a_payment_needs_a_key_and_the_same_key_gives_the_same_answer() -> None:
    tournament = make_open(**MONEY)
    entry, other = enter(tournament), enter(tournament)
    client = client_of(tournament.organiser)
    assert pay(client, entry, None).status_code == 400
    first = pay(client, entry)
    assert first.status_code == 201
    assert pay(client, entry).json() == first.json()
    assert pay(client, other).status_code == 422
    assert pay(client, entry, body={"method": "card"}).status_code == 422
    assert ledger.balance(f"pool:{tournament.public_id}", "EUR") == 2500


@pytest.mark.parametrize("key", ["k" * 256, "with space", "tab\tkey", ""])
def test_input_29_a_key_is_1_to_128_visible_characters(key: str) -> None:
    tournament = make_open(**MONEY)
    assert pay(client_of(tournament.organiser), enter(tournament), key).status_code == 400


def test_input_30_another_persons_key_is_another_key() -> None:
    tournament = make_open(**MONEY)
    first, second = enter(tournament), enter(tournament)
    cashier = make_user()
    give_role(cashier, tournament.public_id, Role.Name.CASHIER)
    assert pay(client_of(tournament.organiser), first).status_code == 201
    assert pay(client_of(cashier), second).status_code == 201


@pytest.mark.parametrize(
    "body", [{"amount_cents": 1}, {"amount": "10.999"}, {"currency": "USD"}, {"method": "gold"}]
)
def test_input_35_the_amount_is_never_the_senders(body: Any) -> None:
    tournament = make_open(**MONEY)
    entry = enter(tournament)
    assert pay(client_of(tournament.organiser), entry, body=body).status_code == 400
    assert reread(entry).payment == "held"


@pytest.mark.parametrize("body", [{"price": 1}, {"bot": "bold"}, {"number": 1}, [1]])
def test_input_35_43_registering_takes_no_fields(body: Any) -> None:
    tournament = make_open(**MONEY)
    assert client_of(make_user()).post(path(tournament, "entries/"), body).status_code == 400
    assert reread(tournament).taken == 0


def test_input_45_payments_are_seen_by_the_player_and_those_who_run_it() -> None:
    tournament = make_open(**MONEY)
    entry = enter_and_pay(tournament)
    for user, code in ((entry.user, 200), (tournament.organiser, 200), (make_user(), 404)):
        assert client_of(user).get(entry_path(entry, "payments/")).status_code == code
    assert client_of(entry.user, "play").get(entry_path(entry, "payments/")).status_code == 403


def test_a_player_cannot_record_his_own_payment() -> None:
    tournament = make_open(**MONEY)
    entry = enter(tournament)
    assert pay(client_of(entry.user), entry).status_code == 403
    assert pay(client_of(make_user()), entry).status_code == 404
    assert reread(entry).payment == "held"


@pytest.mark.parametrize("public_id", ["abc", "-1", "1" * 30, "%00", "..%2F", "AAAAAAAA", "ＡＡＡＡＡＡＡＡ"])
@pytest.mark.parametrize("rest", ["", "entries/", "standings/"])
def test_input_47_what_is_no_id_is_not_there(public_id: str, rest: str) -> None:
    assert client_of(make_user()).get(f"/api/v1/tournaments/{public_id}/{rest}").status_code == 404


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("chips=abc", 400),
        ("order=password", 400),
        ("status=nonsense", 400),
        ("page_size=1000000", 400),
        ("page_size=0", 400),
        ("cursor=bad", 400),
        ("search=" + "x" * 10_000, 400),
        ("search=%00", 400),
        ("status=open&status=over", 400),
        ("mine=maybe", 400),
        ("order=-buy_in&status=open&mine=true&search=club&page_size=2", 200),
    ],
)
def test_input_48_50_51_52_the_lobby_takes_only_what_it_knows(query: str, code: int) -> None:
    assert client_of(make_user()).get(f"/api/v1/tournaments/?{query}").status_code == code


def test_the_lobby_goes_on_page_by_page_in_the_order_asked_for() -> None:
    host = make_organiser()
    for number in range(5):
        make_open(host, name=f"Night {number}", starts_at=NOW + timedelta(hours=5 - number))
    client = client_of(make_user())
    names, address = [], "/api/v1/tournaments/?order=starts_at&page_size=2"
    while address:
        page = client.get(address).data
        names += [row["name"] for row in page["results"]]
        address = page["next"]
    assert names == [f"Night {number}" for number in (4, 3, 2, 1, 0)]


def test_the_lobby_hides_drafts_and_unlisted_ones_from_strangers() -> None:
    host = make_organiser()
    make_draft(host, name="Secret plan")
    hidden = make_open(host, name="By invitation", unlisted=True)
    make_open(host, name="For everybody")
    player = make_user()
    enter(hidden, player)

    def names(user: User) -> set[str]:
        return {row["name"] for row in client_of(user).get("/api/v1/tournaments/").data["results"]}

    assert names(make_user()) == {"For everybody"}
    assert names(player) == {"For everybody", "By invitation"}
    assert names(host) == {"For everybody", "By invitation", "Secret plan"}


def test_input_71_a_start_that_cannot_be_is_a_conflict() -> None:
    tournament = make_open(**QUICK)
    client = client_of(tournament.organiser)
    assert client.post(path(tournament, "start/"), {}).status_code == 409
    enter(tournament)
    answer = client.post(path(tournament, "draw/"), {})
    assert (answer.status_code, answer.data["code"]) == (409, "too_few_entries")
    enter(tournament)
    assert client.post(path(tournament, "draw/"), {}).status_code == 200
    assert client.post(path(tournament, "draw/"), {}).status_code == 409
    assert client.post(path(tournament, "start/"), {}).status_code == 200
    answer = client.post(path(tournament, "start/"), {})
    assert (answer.status_code, answer.data["code"]) == (409, "no_round_ready")


def test_a_verb_takes_no_fields() -> None:
    tournament = make_open()
    assert (
        client_of(tournament.organiser).post(path(tournament, "close/"), {"status": "x"}).status_code == 400
    )
    assert client_of(tournament.organiser).get(path(tournament, "close/")).status_code == 405


def test_nobody_needs_to_sign_in_to_read_what_is_public() -> None:
    tournament = make_open()
    draft = make_draft(make_organiser("Draft Host"))
    nobody = APIClient()
    shown = nobody.get("/api/v1/tournaments/").data["results"]
    assert [line["id"] for line in shown] == [tournament.public_id]
    assert nobody.get("/api/v1/tournaments/?mine=true").data["results"] == []
    assert nobody.get(path(tournament)).status_code == 200
    assert nobody.get(path(tournament, "standings/")).status_code == 200
    assert nobody.get(path(draft)).status_code == 404
    assert nobody.post("/api/v1/tournaments/", {}).status_code == 401
