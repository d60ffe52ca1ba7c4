"""What anybody may check of a tournament's draws over REST."""

import pytest
from rest_framework.test import APIClient

from blackjack import shoe
from tests.builders import make_organiser
from tests.tournaments.builders import QUICK, draw_and_start, fill_with_bots, make_draft, make_open, play_on
from tournaments.format import seating
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def draws_of(tournament: Tournament) -> list[dict]:
    """What somebody without an account is shown."""
    answer = APIClient().get(f"/api/v1/tournaments/{tournament.public_id}/draws/")
    assert answer.status_code == 200, answer.data
    return answer.json()


def test_R4_the_promises_of_the_first_draws_are_public_before_anybody_enters() -> None:
    tournament = make_open(capacity=7, **QUICK)
    (first,) = draws_of(tournament)
    assert (first["round"], first["tables"], first["seats"]["secret"]) == (1, [], "")
    promised = tournament.draw_secrets.get(round_number=1, kind="seats")
    assert first["seats"]["commitment"] == promised.commitment


def test_R4_anybody_can_check_the_seats_of_a_drawn_round() -> None:
    tournament = make_open(capacity=7, **QUICK)
    fill_with_bots(tournament, 3)
    before = draws_of(tournament)[0]["seats"]["commitment"]
    draw_and_start(tournament)
    first, *_later = draws_of(tournament)
    secret = bytes.fromhex(first["seats"]["secret"])
    assert shoe.draw_commitment(secret).hex() == first["seats"]["commitment"] == before
    label = seating.seats_label(tournament.public_id, 1)
    shown = [(seat["seat"], seat["entry"]) for seat in first["tables"][0]["seats"]]
    assert shown == [(turn, drawn + 1) for turn, drawn in enumerate(shoe.draw(secret, label, 3), start=1)]
    assert first["lots"]["commitment"]
    assert first["lots"]["secret"] == ""


def test_R4_lots_are_shown_when_their_round_is_over_and_lead_to_the_tables() -> None:
    tournament = make_open(capacity=7, **QUICK)
    fill_with_bots(tournament, 3)
    draw_and_start(tournament)
    play_on(tournament)
    first, *_later = draws_of(tournament)
    secret = bytes.fromhex(first["lots"]["secret"])
    assert shoe.draw_commitment(secret).hex() == first["lots"]["commitment"]
    (table,) = first["tables"]
    opened = APIClient().get(f"/api/v1/tables/{table['id']}/events/?limit=1").data["events"][0]["public"]
    label = seating.button_label(tournament.public_id, 1, table["number"])
    assert opened["button"] == seating.first_button(secret, label, [1, 2, 3])


def test_the_draws_of_a_draft_are_nobody_elses_to_know() -> None:
    draft = make_draft(make_organiser())
    assert APIClient().get(f"/api/v1/tournaments/{draft.public_id}/draws/").status_code == 404
