"""The pages of a tournament for its whole life: who sees what, and the buttons that lead on."""

from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from blackjack import Action
from tables import play
from tests.builders import NOW, give_role, make_organiser, make_user, signed_in
from tests.tournaments.builders import (
    MONEY,
    QUICK,
    draw_and_start,
    enter,
    enter_and_pay,
    fill_with_bots,
    make_draft,
    make_open,
    play_on,
    reread,
)
from tournaments import control, headless, setup
from tournaments.format.presets import PRESETS
from tournaments.models import Entry, Tournament
from tournaments.setup_forms import SetupForm

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _moment(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("pages", "desk_pages", "setup_pages"):
        monkeypatch.setattr(f"tournaments.{module}.now", lambda: NOW)


@pytest.fixture
def olga() -> User:
    return make_organiser()


def address(tournament: Tournament, page: str = "detail", *more: Any) -> str:
    return reverse(f"tournaments:{page}", args=[tournament.public_id, *more])


def text_of(client: Client, where: str, status: int = 200) -> str:
    response = client.get(where)
    assert response.status_code == status, where
    return response.content.decode()


# The lobby


def test_an_empty_lobby_says_the_next_step_to_a_player_and_to_an_organiser(olga: User) -> None:
    assert "As soon as an organiser announces one" in text_of(Client(), "/")
    assert "Set one up in a minute" in text_of(signed_in(olga), "/")


def test_the_lobby_keeps_its_filters_in_the_address(olga: User) -> None:
    make_open(olga, name="Friday Lantern Cup")
    make_draft(olga, name="Hidden Draft")
    make_draft(olga, name="Announced Later")
    later = Tournament.objects.get(name="Announced Later")
    setup.announce(later.public_id, by=olga, now=NOW, entropy=bytes)
    everything = text_of(Client(), "/")
    assert "Friday Lantern Cup" in everything
    assert "Announced Later" in everything
    assert "Hidden Draft" not in everything
    assert "Hidden Draft" in text_of(signed_in(olga), "/")
    assert "Friday Lantern Cup" not in text_of(Client(), "/?status=running")
    assert "Announced Later" not in text_of(Client(), "/?q=lantern")
    assert "No tournament fits" in text_of(Client(), "/?q=nowhere")
    assert "Friday Lantern Cup" in text_of(Client(), "/?status=nonsense&mine=1")


# The tournament page


def test_a_draft_is_there_for_its_organiser_only(olga: User) -> None:
    draft = make_draft(olga)
    for stranger in (Client(), signed_in(make_user())):
        text_of(stranger, address(draft), 404)
    text_of(signed_in(olga), address(draft))


def test_the_bar_says_one_thing_to_each(olga: User) -> None:
    tournament = make_open(olga, **MONEY, capacity=2)
    player = make_user()
    assert "Sign in to register" in text_of(Client(), address(tournament))
    assert "Register: 2 places left" in text_of(signed_in(player), address(tournament))
    assert "You run this tournament" in text_of(signed_in(olga), address(tournament))
    entry = enter(tournament, player)
    assert "Pay EUR" in text_of(signed_in(player), address(tournament))
    enter(tournament)
    assert "All 2 places are taken" in text_of(signed_in(make_user()), address(tournament))
    assert entry.payment == Entry.Payment.HELD


def test_registering_takes_a_place_once_and_withdrawing_gives_it_back(olga: User) -> None:
    tournament = make_open(olga)
    browser = signed_in(make_user())
    assert browser.post(address(tournament, "register")).status_code == 302
    assert "You are in" in text_of(browser, address(tournament))
    assert browser.post(address(tournament, "register")).status_code == 409
    assert reread(tournament).taken == 1
    assert browser.post(address(tournament, "withdraw")).status_code == 302
    assert reread(tournament).taken == 0
    assert browser.post(address(tournament, "withdraw")).status_code == 404


def test_registering_needs_a_sign_in_and_a_post(olga: User) -> None:
    tournament = make_open(olga)
    assert Client().post(address(tournament, "register"))["Location"].startswith("/accounts/login/")
    assert signed_in(make_user()).get(address(tournament, "register")).status_code == 405


def test_the_page_of_a_running_tournament_leads_each_player_to_his_table(olga: User) -> None:
    tournament = make_open(olga, **QUICK | {"seat_seconds": 15})
    player = make_user()
    enter_and_pay(tournament, player)
    fill_with_bots(tournament, 7)
    draw_and_start(tournament)
    page = text_of(signed_in(player), address(tournament))
    table = reread(tournament).rounds.get().tables.filter(seats__user=player).get()
    assert f'data-my-table="/tables/{table.public_id}/"' in page
    assert f'data-my-table="/tables/{table.public_id}/"' in text_of(
        signed_in(player), address(tournament, "bar")
    )
    assert "data-my-table" not in text_of(Client(), address(tournament))
    assert 'id="me"' in page


def test_a_finished_tournament_shows_its_podium_prizes_and_every_place() -> None:
    result = headless.play_headless(
        entries=9, seed=7, preset="", progress=lambda words: None, seconds=lambda: 0.0
    )
    page = text_of(Client(), f"/tournaments/{result['tournament']}/")
    for line in result["places"]:
        assert line["name"] in page
    assert page.count('class="medal"') == 3
    assert "the whole pool" in page


def test_a_search_in_the_standings_finds_and_an_odd_page_is_the_nearest(olga: User) -> None:
    tournament = make_open(olga)
    enter(tournament, make_user("Grace O"))
    enter(tournament, make_user("Hafiz"))
    assert "Hafiz" not in text_of(Client(), address(tournament) + "?find=grace")
    assert "Nobody of that name" in text_of(Client(), address(tournament) + "?find=zzz")
    for odd in ("0", "99", "-1", "x", "１"):
        assert "Hafiz" in text_of(Client(), f"{address(tournament)}?page={odd}")


# The desk


def test_the_desk_is_for_those_who_run_it_or_take_its_money(olga: User) -> None:
    tournament = make_open(olga, **MONEY)
    cashier, player = make_user(), make_user()
    give_role(cashier, tournament.public_id, "cashier")
    enter(tournament, player)
    assert Client().get(address(tournament, "desk"))["Location"].startswith("/accounts/login/")
    text_of(signed_in(player), address(tournament, "desk"), 404)
    assert "Close registration" not in text_of(signed_in(cashier), address(tournament, "desk"))
    assert "Close registration" in text_of(signed_in(olga), address(tournament, "desk"))
    for nobody in (player, cashier):
        answer = signed_in(nobody).post(address(tournament, "act"), {"verb": "close"})
        assert answer.status_code in (403, 404)
    assert reread(tournament).status == Tournament.Status.REGISTERING


def test_M3_paying_twice_at_the_desk_is_paid_once(olga: User) -> None:
    tournament = make_open(olga, **MONEY)
    entry = enter(tournament)
    for _ in range(2):
        answer = signed_in(olga).post(address(tournament, "entry", entry.public_id), {"verb": "pay"})
        assert answer.status_code == 302
    assert reread(entry).paid_cents == 2800
    assert "recorded EUR" in text_of(signed_in(olga), address(tournament, "desk"))


def test_the_steps_of_an_evening_are_buttons_at_the_desk(olga: User) -> None:
    tournament = make_draft(olga, **QUICK)
    browser = signed_in(olga)
    for verb, status in [
        ("announce", "announced"),
        ("publish", "registering"),
        ("close", "closed"),
        ("draw", "drawn"),
        ("start", "running"),
        ("pause", "running"),
        ("resume", "running"),
    ]:
        assert f'value="{verb}"' in text_of(browser, address(tournament, "desk"))
        assert browser.post(address(tournament, "act"), {"verb": verb}).status_code == 302, verb
        assert reread(tournament).status == status
        if verb == "publish":
            fill_with_bots(reread(tournament), 3)
    assert browser.post(address(tournament, "act"), {"verb": "start"}).status_code == 409
    assert browser.post(address(tournament, "act"), {"verb": "dance"}).status_code == 400


def test_what_cannot_be_undone_is_typed_first(olga: User) -> None:
    tournament = make_open(olga, **QUICK | {"seat_seconds": 15})
    fill_with_bots(tournament, 3)
    draw_and_start(tournament)
    browser = signed_in(olga)
    void = {"verb": "void", "reason": "a card was seen"}
    assert browser.post(address(tournament, "table", 1), void).status_code == 400
    cancel = {"verb": "cancel", "reason": "rain", "typed": "friday night"}
    assert browser.post(address(tournament, "act"), cancel).status_code == 400
    assert reread(tournament).status == Tournament.Status.RUNNING
    assert browser.post(address(tournament, "act"), cancel | {"typed": "Friday Night"}).status_code == 302
    assert reread(tournament).status == Tournament.Status.CANCELLED
    assert "rain" in text_of(browser, address(tournament, "desk"))


def test_a_hand_is_voided_from_the_desk_once_its_table_is_typed(olga: User) -> None:
    tournament = make_open(olga, **MONEY, **QUICK)
    fill_with_bots(tournament, 3)
    person = make_user()
    enter_and_pay(tournament, person)
    draw_and_start(tournament)
    play_on(tournament)
    table = reread(tournament).rounds.get().tables.get()
    bet = Action("bet", amount=1_000)
    play.act(table.public_id, user=person, action=bet, seq=table.decision_seq, arrived_at=NOW, now=NOW)
    browser = signed_in(olga)
    void = {"verb": "void", "reason": "a card was seen", "typed": "1"}
    assert browser.post(address(tournament, "table", 1), void | {"typed": "2"}).status_code == 400
    assert not table.events.filter(kind="HandVoided").exists()
    assert browser.post(address(tournament, "table", 1), void).status_code == 302
    assert table.events.filter(kind="HandVoided").count() == 1
    assert "a card was seen" in text_of(browser, address(tournament, "desk"))


def test_one_table_is_paused_and_let_go_on_from_the_desk(olga: User) -> None:
    tournament = make_open(olga, **QUICK | {"seat_seconds": 15})
    fill_with_bots(tournament, 3)
    draw_and_start(tournament)
    browser = signed_in(olga)
    table = reread(tournament).rounds.get().tables.get()
    for verb, paused in (("pause", True), ("resume", False)):
        assert browser.post(address(tournament, "table", 1), {"verb": verb}).status_code == 302
        table.refresh_from_db()
        assert (table.paused_at is not None) is paused
    log = text_of(browser, address(tournament, "desk"))
    assert "paused table 1" in log
    assert "let table 1 go on" in log
    assert browser.post(address(tournament, "table", 9), {"verb": "pause"}).status_code == 404


@pytest.mark.parametrize("when", ["draft", "announced", "registering", "cancelled"])
def test_the_desk_has_a_page_in_every_status(olga: User, when: str) -> None:
    tournament = make_draft(olga)
    if when == "announced":
        setup.announce(tournament.public_id, by=olga, now=NOW, entropy=bytes)
    if when == "registering":
        setup.publish(tournament.public_id, by=olga, now=NOW, entropy=bytes)
    if when == "cancelled":
        control.cancel(tournament.public_id, by=olga, now=NOW, entropy=bytes)
    page = text_of(signed_in(olga), address(tournament, "desk"))
    assert page.count('aria-current="step"') == 1


# Set-up


def typed(preset: str, **changes: str) -> dict[str, str]:
    """What a browser sends when the form of a preset is posted as it stands, with some fields changed."""
    form = SetupForm(structure=PRESETS[preset].structure)
    fields = {bound.html_name: bound.value() for bound in form}
    sent = {name: str(value) for name, value in fields.items() if value is not None and value is not False}
    return sent | {"preset": preset, "name": "Lantern Cup", "starts_at": "2026-03-02T20:00"} | changes


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_every_preset_goes_through_its_form_unchanged(preset: str) -> None:
    structure = PRESETS[preset].structure
    form = SetupForm(typed(preset), structure=structure)
    assert form.is_valid(), form.errors
    _own, read = setup.checked_fields(form.to_fields(), structure, NOW)
    # The form says the options it shows outright, also where they are the game's default.
    assert read.rules == structure.rules
    assert replace(read, options=structure.options) == structure


def test_a_posted_form_makes_a_draft_of_its_organiser(olga: User) -> None:
    answer = signed_in(olga).post(reverse("tournaments:create"), typed("seed_default", name="Lantern Cup"))
    made = Tournament.objects.get()
    assert answer["Location"] == address(made, "desk")
    assert (made.name, made.status, made.organiser, made.preset) == (
        "Lantern Cup",
        "draft",
        olga,
        "seed_default",
    )


def test_a_start_is_a_time_of_the_tournaments_own_zone(olga: User) -> None:
    signed_in(olga).post(reverse("tournaments:create"), typed("seed_default", zone="Asia/Kuala_Lumpur"))
    assert Tournament.objects.get().starts_at.isoformat() == "2026-03-02T12:00:00+00:00"


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("name", "", "required"),
        ("plans.0.elimination_hands", "8, x", "commas"),
        ("plans.0.elimination_hands", "8, 99", "below the last hand"),
        ("plans.0.maximum", "100", "must not be below the minimum bet"),
        ("currency", "€", "three capital letters"),
        ("payouts", "50 30", "100 %"),
        ("payouts", "x: 60 40", "Such as"),
        ("zone", "Mars/Olympus", "not one of the available choices"),
        ("starts_at", "2199-01-01T20:00", "within the next five years"),
    ],
)
def test_what_does_not_add_up_is_said_beside_its_field(olga: User, field: str, value: str, said: str) -> None:
    answer = signed_in(olga).post(reverse("tournaments:create"), typed("seed_default", **{field: value}))
    assert answer.status_code == 400
    assert said in " ".join(answer.context["form"].errors[field])
    assert not Tournament.objects.exists()


def test_terms_can_be_changed_until_registration_opens(olga: User) -> None:
    draft = make_draft(olga)
    browser = signed_in(olga)
    changed = typed("seed_default", name="Renamed", capacity="21")
    assert browser.post(address(draft, "edit"), changed).status_code == 302
    assert (reread(draft).name, reread(draft).capacity) == ("Renamed", 21)
    setup.publish(draft.public_id, by=olga, now=NOW, entropy=bytes)
    assert browser.post(address(draft, "edit"), changed | {"name": "Again"}).status_code == 409
    assert reread(draft).name == "Renamed"


def test_the_preview_shows_the_structure_for_fields_of_four_sizes_and_saves_nothing(olga: User) -> None:
    browser = signed_in(olga)
    page = browser.post(reverse("tournaments:preview"), typed("seed_default")).content.decode()
    assert all(f">{entries}<" in page for entries in (7, 21, 49, 120))
    assert "21 at 3 tables" in page
    wrong = browser.post(reverse("tournaments:preview"), typed("seed_default", capacity="1")).content.decode()
    assert "Places" in wrong
    assert not Tournament.objects.exists()


def test_only_organisers_may_set_up(olga: User) -> None:
    assert signed_in(make_user()).get(reverse("tournaments:create")).status_code == 403
    assert Client().get(reverse("tournaments:create"))["Location"].startswith("/accounts/login/")
    text_of(signed_in(olga), reverse("tournaments:create"))


def test_numbers_in_the_rules_are_grouped_like_those_beside_them(client: Client) -> None:
    page = client.get(reverse("tournaments:detail", args=[make_open().public_id])).content.decode()
    assert "Every player begins with 25\u202f000 chips." in page
    assert "25000 chips" not in page
