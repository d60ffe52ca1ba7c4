"""Two worlds that differ in one secret bet: nobody else's bytes may differ before the reveal (V1-V12)."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import get_resolver

from accounts.models import Role, User
from tables import fragments, play, selectors
from tables.hub import Audience
from tables.models import Table
from tests.builders import give_role, make_admin, make_user, signed_in
from tests.tables.builders import SCOPE, START, Stack, act, first_hand, seconds, table

pytestmark = pytest.mark.django_db

# Seat 1 doubles 6-5 against a dealer 9, seat 2 stands; the dealer's card that lies face down is a ten.
CARDS = "6S TD 9C 5H 9D TC 8S"
CANARY = 7310


@pytest.fixture
def moment(monkeypatch: pytest.MonkeyPatch) -> Any:
    """All doors see the same time in both worlds."""
    # Addresses are read first: they register what the doors' own addresses are written with.
    assert get_resolver().url_patterns
    for module in ("tables.api.now", "tables.views.now", "tables.pages.now", "tables.fragments.now"):
        monkeypatch.setattr(module, lambda: START)


def play_secretly(users: list[User], amount: int, scope: str) -> Iterator[Table]:
    """Yield the table after each public step of a hand in which seat 1 bets secretly."""
    opened = table(users, scope=scope, seed="one seed", delay_seconds=0)
    now = first_hand(opened)
    act(opened, users[0], "bet", now=now, amount=amount, secret=True)
    yield opened
    act(opened, users[1], "bet", now=now, amount=500)
    yield opened
    act(opened, users[0], "double", now=now)
    yield opened


def seen_by_others(opened: Table, clients: dict[str, Client]) -> dict[str, str]:
    """Everything that anybody but the owner can get about the table, times and tickets normalised."""
    api = f"/api/v1/tables/{opened.public_id}/"
    seen = {}
    for name, client in clients.items():
        for where in (api, f"{api}events/", f"/tables/{opened.public_id}/live/"):
            response = client.get(where)
            assert (response.status_code, response["Cache-Control"]) == (200, "no-store")
            seen[f"{name} {where}"] = response.content.decode()
    audiences = ["seat:2", "official", "public"]
    for kind in audiences:
        for form in ("html", "json"):
            fragment = fragments.render(opened.public_id, Audience(kind, "en", form))
            assert fragment is not None
            seen[f"{kind} {form}"] = f"{fragment.version} {fragment.data}"
    seen["standings"] = str(selectors.live_counts(opened.scope))
    return {name.replace(opened.public_id, "TABLE"): _normal(text, opened) for name, text in seen.items()}


def _normal(text: str, opened: Table) -> str:
    text = text.replace(opened.public_id, "TABLE").replace(opened.scope, "SCOPE")
    return re.sub(r"ticket=[^\"& ]+", "ticket", text)


def test_V11_nobody_else_can_tell_one_secret_bet_from_another(stacked: Stack, moment: Any) -> None:
    stacked(CARDS)
    users = [make_user("Ann"), make_user("Ben")]
    official = make_user("Olga")
    clients = {"other": signed_in(users[1]), "nobody": Client(), "official": signed_in(official)}
    worlds = []
    for amount, scope in ((CANARY, "W0R1D001"), (12_000, "W0R1D002")):
        give_role(official, scope, Role.Name.DIRECTOR)
        seen = []
        for opened in play_secretly(users, amount, scope):
            opened.refresh_from_db()
            seen.append(seen_by_others(opened, clients))
        worlds.append(seen)
        # Make room for the second world under the same public id.
        play.abandon(opened.pk, by=None, now=START)
        Table.objects.filter(pk=opened.pk).update(public_id=scope)
    assert len(worlds[0]) == 3
    for first, second in zip(*worlds, strict=True):
        assert first == second


def test_V12_the_canary_is_in_nobodys_bytes_before_the_reveal(stacked: Stack, moment: Any) -> None:
    stacked(CARDS)
    users = [make_user("Ann"), make_user("Ben")]
    admin = make_admin()
    clients = {"other": signed_in(users[1]), "nobody": Client()}
    canary = re.compile(r"7[^0-9<>]{0,6}310|17[^0-9<>]{0,6}690")
    for opened in play_secretly(users, CANARY, SCOPE):
        opened.refresh_from_db()
        for name, text in seen_by_others(opened, clients).items():
            assert not canary.search(text), name
        desk = signed_in(admin)
        pages = [f"/admin/tables/{model}/" for model in ("table", "seat", "shoe", "tableevent")]
        pages += [f"/admin/tables/table/{opened.pk}/change/"]
        pages += [f"/admin/tables/seat/{seat.pk}/change/" for seat in opened.seats.all()]
        last = opened.events.order_by("-seq")[:5]
        pages += [f"/admin/tables/tableevent/{event.pk}/change/" for event in last]
        for page in pages:
            response = desk.get(page)
            assert response.status_code == 200, page
            # A hash may hold any digits by chance.
            text = re.sub("[0-9a-f]{64}", "HASH", response.content.decode())
            assert not canary.search(text), page
    # After the reveal everybody knows it: the test can see the canary when it is there.
    act(opened, users[1], "stand", now=START)
    opened.refresh_from_db()
    assert opened.phase == "between"
    assert any(canary.search(text) for text in seen_by_others(opened, clients).values())


@pytest.mark.parametrize(
    "question",
    [
        "tables/seat/?stack__lt=20000",
        "tables/table/?state__icontains=7310",
        "tables/tableevent/?secret__amount=7310",
        "tables/tableevent/?salt__startswith=a",
        "accounts/user/?password__startswith=pbkdf2",
        "accounts/apitoken/?digest__startswith=a",
        "tournaments/drawsecret/?sealed__isnull=1",
    ],
)
def test_V7_the_admin_answers_no_question_about_a_column_it_hides(question: str) -> None:
    desk = signed_in(make_admin())
    assert desk.get(f"/admin/{question}").status_code == 400
    shown = question.partition("?")[0]
    assert desk.get(f"/admin/{shown}").status_code == 200


def test_V7_the_admin_still_filters_by_what_it_shows() -> None:
    table([make_user("Ann"), make_user("Ben")])
    desk = signed_in(make_admin())
    for question in ("live__exact=1", "public_stack=25000", "table__id__exact=1"):
        assert desk.get(f"/admin/tables/seat/?{question}").status_code == 200, question


def test_V2_the_owner_sees_his_own_amount(stacked: Stack, moment: Any) -> None:
    stacked(CARDS)
    users = [make_user("Ann"), make_user("Ben")]
    opened = next(play_secretly(users, CANARY, SCOPE))
    mine = fragments.render(opened.public_id, Audience("seat:1", "en", "json"))
    assert mine is not None
    assert '"amount":7310' in mine.data


def test_V10_spectators_see_a_delayed_table_late_and_its_players_do_not(moment: Any) -> None:
    users = [make_user("Ann"), make_user("Ben")]
    opened = table(users, delay_seconds=60)
    now = first_hand(opened)
    act(opened, users[0], "bet", now=now, amount=700)
    opened.refresh_from_db()
    soon, later = now + seconds(30), now + seconds(62)
    assert selectors.table_view(opened, 1, now=soon)["phase"] == "betting"
    late = selectors.table_view(opened, None, now=soon)
    assert (late["phase"], late["delayed"], late["deadline_at"]) == ("seating", 60, None)
    assert selectors.table_view(opened, None, now=soon, official=True)["phase"] == "betting"
    assert selectors.table_view(opened, None, now=later)["seats"][0]["bet"]["amount"] == 700
    assert [event["kind"] for event in selectors.events_after(opened, 0, None, now=soon)] == ["TableOpened"]
    assert {row["count"] for row in selectors.live_counts(SCOPE, now=soon)} == {25_000}


def test_V10_the_history_of_a_hand_in_play_shows_only_what_is_revealed(stacked: Stack, moment: Any) -> None:
    stacked(CARDS)
    users = [make_user("Ann"), make_user("Ben")]
    for opened in play_secretly(users, CANARY, SCOPE):
        opened.refresh_from_db()
        history = selectors.hand_history(opened, 1, 2, now=START)
        assert not history["settled"]
        assert "7310" not in str(history)
        assert history["shoes"][0]["revealed"] is None
    assert "7310" in str(selectors.hand_history(opened, 1, 1, now=START))


def test_V4_the_card_that_lies_face_down_is_nobodys_to_know(stacked: Stack, moment: Any) -> None:
    stacked(CARDS)
    users = [make_user("Ann"), make_user("Ben")]
    *_before, opened = play_secretly(users, 500, SCOPE)
    for viewer in (1, 2, None):
        view = selectors.table_view(opened, viewer, now=START)
        assert view["dealer"]["cards"] == ["9C", "??"]
        assert "TC" not in str(selectors.events_after(opened, 0, viewer, now=START))
