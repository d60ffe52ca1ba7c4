"""The admin: actions call the stories, staff see their own tournaments, nothing is edited past a story."""

from typing import Any

import pytest
from django.contrib.messages import get_messages
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.builders import give_role, make_admin, make_organiser, make_user, signed_in
from tests.tournaments.builders import MONEY, QUICK, enter, fill_with_bots, make_draft, make_open, reread
from tournaments.models import Entry, Tournament

pytestmark = pytest.mark.django_db

TOURNAMENTS = reverse("admin:tournaments_tournament_changelist")
ENTRIES = reverse("admin:tournaments_entry_changelist")
MODELS = ("tournament", "entry", "round", "drawsecret", "journal")


def act(client: Client, page: str, action: str, row: Any, **more: str) -> list[str]:
    """Runs an action on one row; returns what it said."""
    answer = client.post(page, {"action": action, "_selected_action": row.pk, **more})
    return [str(message) for message in get_messages(answer.wsgi_request)]


def staff_organiser(name: str = "Olga") -> User:
    return make_organiser(name, is_staff=True)


def test_an_organiser_runs_a_tournament_from_the_admin() -> None:
    organiser = staff_organiser()
    client = signed_in(organiser)
    tournament = make_draft(organiser, **QUICK)
    steps = ["publish", "draw", "start", "pause", "resume"]
    statuses = []
    for step in steps:
        if step == "draw":
            fill_with_bots(tournament, 2)
        assert act(client, TOURNAMENTS, step, tournament)[-1] == "Friday Night: done."
        statuses.append(reread(tournament).status)
    assert statuses == ["registering", "drawn", "running", "running", "running"]
    assert [line.by for line in tournament.journal.filter(kind="paused")] == [organiser]


def test_cancelling_asks_first() -> None:
    organiser = staff_organiser()
    client = signed_in(organiser)
    tournament = make_open(organiser)
    page = client.post(TOURNAMENTS, {"action": "cancel", "_selected_action": tournament.pk})
    assert "cancelled for good" in page.content.decode()
    assert reread(tournament).status == Tournament.Status.REGISTERING
    act(client, TOURNAMENTS, "cancel", tournament, confirmed="yes")
    assert reread(tournament).status == Tournament.Status.CANCELLED


def test_a_step_that_is_refused_says_why_and_changes_nothing() -> None:
    organiser = staff_organiser()
    tournament = make_open(organiser)
    (said,) = act(signed_in(organiser), TOURNAMENTS, "start", tournament)
    assert said == "Friday Night: That cannot be done now: the tournament is registering."
    assert reread(tournament).status == Tournament.Status.REGISTERING


def test_payments_are_recorded_and_refunded_from_the_admin() -> None:
    organiser = staff_organiser()
    client = signed_in(organiser)
    entry = enter(make_open(organiser, **MONEY))
    act(client, ENTRIES, "record_payment", entry)
    assert reread(entry).payment == Entry.Payment.CONFIRMED
    act(client, ENTRIES, "withdraw", entry)
    assert reread(entry).payment == Entry.Payment.REFUNDED


def test_input_46_staff_see_and_touch_only_what_is_theirs() -> None:
    tournament = make_open(**MONEY)
    entry = enter(tournament)
    other = signed_in(staff_organiser("Other Host"))
    assert "Friday Night" not in other.get(TOURNAMENTS).content.decode()
    assert act(other, TOURNAMENTS, "cancel", tournament, confirmed="yes") == []
    act(other, ENTRIES, "record_payment", entry)
    assert (reread(tournament).status, reread(entry).payment) == ("registering", "held")
    detail = reverse("admin:tournaments_tournament_change", args=[tournament.pk])
    assert other.get(detail).status_code == 302


def test_a_cashier_records_payments_but_does_not_cancel() -> None:
    tournament = make_open(**MONEY)
    entry = enter(tournament)
    cashier = make_user(is_staff=True)
    give_role(cashier, tournament.public_id, "cashier")
    client = signed_in(cashier)
    act(client, TOURNAMENTS, "cancel", tournament, confirmed="yes")
    act(client, ENTRIES, "record_payment", entry)
    assert (reread(tournament).status, reread(entry).payment) == ("registering", "confirmed")


@pytest.mark.parametrize("who", ["player", "organiser without staff"])
def test_the_admin_is_closed_to_others(who: str) -> None:
    user = make_user() if who == "player" else make_organiser()
    assert signed_in(user).get(TOURNAMENTS).status_code == 302


@pytest.mark.parametrize("model", MODELS)
def test_nothing_is_added_changed_or_deleted_by_hand(model: str) -> None:
    tournament = make_open(**QUICK)
    fill_with_bots(tournament, 2)
    client = signed_in(make_admin())
    assert client.get(reverse(f"admin:tournaments_{model}_add")).status_code == 403
    page = client.get(reverse(f"admin:tournaments_{model}_changelist"))
    assert page.status_code == 200
    row = page.context["cl"].queryset.first()
    if row is None:
        assert model == "round"
        return
    change = reverse(f"admin:tournaments_{model}_change", args=[row.pk])
    assert client.get(change).status_code == 200
    assert client.post(change, {"name": "Changed"}).status_code == 403
    assert client.post(reverse(f"admin:tournaments_{model}_delete", args=[row.pk])).status_code == 403


def test_V7_a_sealed_secret_is_not_shown_to_a_superuser() -> None:
    tournament = make_open()
    secret = tournament.draw_secrets.get(kind="lots")
    change = reverse("admin:tournaments_drawsecret_change", args=[secret.pk])
    page = signed_in(make_admin()).get(change).content.decode()
    assert secret.commitment in page
    assert "sealed" not in page
