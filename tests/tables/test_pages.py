"""The pages of a table: who may see them, and what they do without a script."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tables.models import Table
from tests.builders import make_admin, make_user, signed_in
from tests.tables.builders import START, act, first_hand, run_to_the_end, table

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _moment(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("tables.views", "tables.pages"):
        monkeypatch.setattr(f"{module}.now", lambda: START)


def address(opened: Table, page: str = "detail", *more: Any) -> str:
    return reverse(f"tables:{page}", args=[opened.public_id, *more])


def test_anybody_may_watch_a_public_table() -> None:
    opened = table([make_user(), make_user()])
    first_hand(opened)
    response = Client().get(address(opened))
    assert response.status_code == 200
    assert response["Cache-Control"] == "no-store"
    assert 'data-mode="watch"' in response.content.decode()


def test_V1_a_private_table_is_there_for_its_players_and_the_admin_only() -> None:
    player, other = make_user(), make_user()
    opened = table([player, other], public=False)
    first_hand(opened)
    assert Client().get(address(opened)).status_code == 404
    assert signed_in(make_user()).get(address(opened)).status_code == 404
    assert signed_in(player).get(address(opened)).status_code == 200
    assert signed_in(make_admin()).get(address(opened)).status_code == 200


def test_a_form_without_a_script_plays_and_comes_back_to_the_table() -> None:
    player, other = make_user(), make_user()
    opened = table([player, other])
    first_hand(opened)
    browser = signed_in(player)
    fields = {"action": "bet", "amount": "1\u202f500", "seq": str(opened.decision_seq)}
    assert browser.post(address(opened, "act"), fields).status_code == 303
    page = browser.get(address(opened)).content.decode()
    assert '<data class="num" value="1500">' in page
    refused = browser.post(address(opened, "act"), fields, follow=True)
    assert "The table has moved on" in refused.content.decode()


def test_V10_a_hand_has_a_page_once_it_has_begun() -> None:
    player, other = make_user(), make_user()
    opened = table([player, other])
    now = first_hand(opened)
    assert Client().get(address(opened, "hand", 2)).status_code == 404
    act(opened, player, "bet", now=now, amount=500)
    act(opened, other, "bet", now=now, amount=500)
    answer = Client().get(address(opened, "hand", 1))
    assert answer["Cache-Control"] == "no-store"
    page = answer.content.decode()
    assert "in play" in page
    assert "face-down card" in page


def test_a_finished_hand_shows_every_result_and_its_shoe() -> None:
    opened = table(["steady", "bold"], bot_pace=0)
    run_to_the_end(opened, first_hand(opened))
    page = Client().get(address(opened, "hand", 1)).content.decode()
    assert "in play" not in page
    assert "face-down card" not in page
    assert opened.shoes.get(number=1).commitment in page
    assert "Secret, seeds and cuts" in page
