"""Pages follow by themselves: a spectator's, without the secrets of others, and one whose server was away."""

import re
from typing import Any

import pytest
from playwright.sync_api import APIResponse, Page, Route, expect

from tests.browser.site import Stage, Visit, stream_data

pytestmark = pytest.mark.browser

#: Seventeen against eighteen for every seat, and nobody has a blackjack.
LOSING = "TS TH TD TC 7S 7H 7D 8C"
#: The secret amount of these tests, as people and programs write it.
SECRET = re.compile(r"7\D?313")

#: Notes the number of each moment of the table that the page shows from now on.
NOTE_MOMENTS = """
window.moments = [];
const note = () => window.moments.push(Number(document.getElementById("play-area").dataset.seq));
note();
const changes = { attributeFilter: ["data-seq"], subtree: true };
new MutationObserver(note).observe(document.getElementById("live"), changes);
"""


def first_seat(page: Page) -> Any:
    return page.locator("#seat-1")


def everything_on(page: Page) -> str:
    """Whatever reached this page: its document, and what the stream brought."""
    return page.content() + stream_data(page)


def stays_loaded(page: Page) -> None:
    """Mark the page; a reload would lose the mark."""
    page.evaluate("window.sameDocument = true")


def assert_not_reloaded(page: Page) -> None:
    assert page.evaluate("window.sameDocument") is True


def test_V2_a_spectators_page_follows_without_reload_and_never_holds_a_secret_amount(
    stage: Stage, visit: Visit
) -> None:
    made = stage.set("table", cards=LOSING)
    address = f"/tables/{made['table']}/"
    player, spectator = visit(address, made["player"]), visit(address)
    stays_loaded(spectator)
    player.get_by_label(re.compile("^Bet, 500 to")).fill("7313")
    player.get_by_role("switch", name="Secret bet").check()
    player.get_by_role("button", name=re.compile("^Bet")).click()
    expect(player.get_by_role("button", name="Stand")).to_be_enabled()
    expect(first_seat(player).locator(".bet__sum")).to_have_text("7\u202f313")

    expect(first_seat(spectator)).to_have_attribute("data-turn", "")
    expect(first_seat(spectator).locator(".bet__sum")).to_have_text("secret")
    expect(first_seat(spectator).locator(".plate__stack")).to_have_text("25\u202f000")
    assert SECRET.search(everything_on(player))
    assert not SECRET.search(everything_on(spectator))

    player.get_by_role("button", name="Stand").click()
    expect(first_seat(spectator).locator(".change")).to_have_text("−7\u202f313")
    assert SECRET.search(stream_data(spectator))
    assert_not_reloaded(spectator)


def test_a_late_answer_neither_holds_up_the_next_move_nor_brings_back_the_past(
    stage: Stage, visit: Visit
) -> None:
    made = stage.set("table", cards=LOSING)
    page = visit(f"/tables/{made['table']}/", made["player"])
    held: list[tuple[Route, APIResponse]] = []
    page.route("**/act/", lambda route: held.append((route, route.fetch())), times=1)
    page.get_by_role("button", name=re.compile("^Bet")).click()
    page.get_by_role("button", name="Stand").click()
    expect(first_seat(page).locator(".change")).to_have_text("−500")

    ((route, answer),) = held
    assert "Stand" not in answer.text()
    page.evaluate(NOTE_MOMENTS)
    route.fulfill(response=answer)
    expect(page.locator(".status__hand")).to_contain_text("Hand 2 of 3")
    moments = page.evaluate("window.moments")
    assert moments == sorted(moments)


def test_a_page_whose_server_was_away_says_so_and_is_right_again_without_reload(
    stage: Stage, visit: Visit, complaints: list[str]
) -> None:
    made = stage.set("table")
    page = visit(f"/tables/{made['table']}/")
    link = page.locator("[data-live-mark]")
    expect(link).to_have_text("Live")
    stays_loaded(page)
    stage.close()
    expect(link).to_have_text("Lost, retrying")
    expect(page.get_by_text("The connection is lost")).to_be_visible()

    stage.open()
    stage.set("pause", table=made["table"])
    stage.serve()
    expect(link).to_have_text("Live")
    expect(page.get_by_text("Paused by the officials")).to_be_visible()
    expect(page.get_by_text("The connection is lost")).to_be_hidden()
    assert_not_reloaded(page)
    # What a browser says of a server that is not there is no fault of the page.
    assert all("net::ERR_" in complaint for complaint in complaints)
    complaints.clear()
