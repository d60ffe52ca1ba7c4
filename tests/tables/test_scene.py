"""What a table page offers and says, read from its HTML."""

import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from accounts.models import User
from tables import selectors
from tables.fragments import render_table
from tables.models import Table
from tables.scene import scene_of
from tests.builders import make_user
from tests.tables.builders import Stack, act, first_hand, run_to_the_end, table

pytestmark = pytest.mark.django_db

# Seat 1 has a pair of eights and draws a two, the dealer shows a six.
CARDS = "8S TD 9H 6C 8H 4D 9S TC 2H 5S 5C 9D 3H"
MOVES = {"hit", "stand", "double", "split", "surrender"}


class Page(HTMLParser):
    """The tags of a page in order, with their attributes."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def all(self, tag: str, **wanted: str) -> list[dict[str, str | None]]:
        return [attrs for name, attrs in self.tags if name == tag and wanted.items() <= attrs.items()]

    def open_moves(self) -> set[str]:
        buttons = self.all("button", form="play", name="action")
        return {str(attrs["value"]) for attrs in buttons if "disabled" not in attrs}


def seen(opened: Table, seat: int | None, now: Any) -> dict[str, Any]:
    opened.refresh_from_db()
    return selectors.table_view(opened, seat, now=now)


def page(opened: Table, seat: int | None, now: Any) -> Page:
    return Page(render_table(seen(opened, seat, now), "en"))


@pytest.fixture
def players() -> list[User]:
    return [make_user() for _ in range(3)]


@pytest.fixture
def dealt(players: list[User], stacked: Stack) -> tuple[Table, Any]:
    """Three players have bet and hold two cards each; seat 1 is to act."""
    stacked(CARDS)
    opened = table(players, secret_bets=1)
    now = first_hand(opened)
    for player in players:
        act(opened, player, "bet", now=now, amount=500)
    return opened, now


def test_the_buttons_are_the_legal_actions(dealt: tuple[Table, Any]) -> None:
    opened, now = dealt
    view = seen(opened, 1, now)
    assert set(view["me"]["legal"]) & MOVES == {"hit", "stand", "double", "split", "surrender"}
    assert page(opened, 1, now).open_moves() == set(view["me"]["legal"]) & MOVES
    for others in (2, 3, None):
        assert page(opened, others, now).open_moves() == set()


def test_a_move_that_is_not_open_keeps_its_place(dealt: tuple[Table, Any], players: list[User]) -> None:
    opened, now = dealt
    act(opened, players[0], "hit", now=now)
    shown = page(opened, 1, now)
    places = [attrs["value"] for attrs in shown.all("button", form="play", name="action")]
    assert places == ["hit", "stand", "double", "split", "surrender"]
    assert shown.open_moves() == {"hit", "stand"}


def test_the_costs_stand_in_the_buttons(dealt: tuple[Table, Any]) -> None:
    opened, now = dealt
    buttons = {each["kind"]: each["cost"] for each in scene_of(seen(opened, 1, now))["moves"]["buttons"]}
    assert buttons == {"hit": "", "stand": "", "double": "+500", "split": "+500", "surrender": "−250"}


def test_seats_are_one_list_in_playing_order_and_mine_is_bottom_centre(dealt: tuple[Table, Any]) -> None:
    opened, now = dealt
    for mine in (1, 2, 3):
        seats = [attrs for attrs in page(opened, mine, now).all("li") if attrs.get("class") == "seat"]
        assert [attrs["id"] for attrs in seats] == ["seat-1", "seat-2", "seat-3"]
        assert [attrs["data-spot"] for attrs in seats].count("4") == 1
        assert seats[mine - 1]["data-spot"] == "4"
        assert "data-mine" in seats[mine - 1]


def test_a_bet_entry_has_the_bounds_of_the_rules(players: list[User]) -> None:
    opened = table(players)
    now = first_hand(opened)
    entry = next(attrs for attrs in page(opened, 1, now).all("div") if attrs.get("class") == "betentry")
    limits = seen(opened, 1, now)["me"]["legal"]["bet"]
    assert [entry[f"data-{name}"] for name in ("minimum", "maximum", "step")] == [
        str(limits[name]) for name in ("minimum", "maximum", "step")
    ]


def test_V2_a_secret_bet_is_in_nobody_elses_page_and_in_mine(players: list[User]) -> None:
    opened = table(players, secret_bets=1)
    now = first_hand(opened)
    act(opened, players[0], "bet", now=now, amount=7310, secret=True)
    for others in (2, 3, None):
        html = render_table(seen(opened, others, now), "en")
        assert not re.search(r"7\W?310|17\W?690", html)
        assert "data-secret" in html
    assert re.search(r"7\W?310", render_table(seen(opened, 1, now), "en"))


def test_a_turn_is_said_to_its_owner_and_named_to_the_others(dealt: tuple[Table, Any]) -> None:
    opened, now = dealt
    first = seen(opened, 1, now)["names"][1]["name"]
    assert scene_of(seen(opened, 1, now))["announce"]["title"] == "Your turn"
    assert scene_of(seen(opened, 2, now))["announce"] == {"title": f"{first} to act", "sub": "Then you"}
    assert scene_of(seen(opened, 3, now))["announce"]["sub"] == "2 before you"


def test_a_whole_round_can_be_shown_to_everybody_at_every_step() -> None:
    opened = table(["steady", "bold", "tight"], hands=3, elimination_hands=(1,), bot_pace=0)
    now = first_hand(opened)
    run_to_the_end(opened, now)
    for seat in (1, 2, 3, None):
        scene = scene_of(seen(opened, seat, now))
        assert scene["announce"]["title"] == "The round is over"
        assert scene["moves"]["mode"] in ("over", "out") if seat else scene["moves"]["mode"] == "watch"
        assert [row["rank"] for row in scene["rows"]] == [1, 2, 3]


def test_no_template_of_ours_has_a_style_or_a_script_inside() -> None:
    found = []
    for path in Path(settings.BASE_DIR, "templates").rglob("*.html"):
        text = path.read_text()
        for wrong in (r"\sstyle=", r"<style", r"<script(?![^>]*\bsrc=)", r"\son[a-z]+=", r"javascript:"):
            found += [f"{path.name}: {match}" for match in re.findall(wrong, text)]
    assert found == []
