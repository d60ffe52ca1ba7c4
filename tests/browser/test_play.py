"""A person plays: from signing up to a settled hand by mouse, and by keys alone on a phone's screen."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.site import Stage, Visit, scrolls_sideways

pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 390, "height": 844}}
#: Whoever sits where has 17 against 18: three seats, then the dealer, twice.
LOSING = "TS TH TD TC 7S 7H 7D 8C"
#: Eights against an ace that hides a six; then, drawn: to the first eight, doubled, to the second, hit.
EIGHTS = "8S TH TD AC 8H 9H 9D 6C 3S TC 2S 5D"
#: Sixteen against a ten that hides a seven.
SIXTEEN = "TS TH TD TC 6S 9H 9D 7C"


def acts(page: Page) -> Any:
    return page.locator("#acts")


def my_seat(page: Page) -> Any:
    return page.locator(".seat[data-mine]")


def test_a_person_signs_up_registers_is_seated_and_plays_a_hand_by_mouse(stage: Stage, visit: Visit) -> None:
    made = stage.set("tournament", cards=LOSING)
    page = visit(f"/tournaments/{made['tournament']}/")
    bar = page.locator("#one-thing")
    bar.get_by_role("link").click()
    page.get_by_role("link", name="Sign up").first.click()
    page.get_by_label("Username").fill("mouse")
    page.get_by_label("Public name").fill("Mia Mouse")
    page.get_by_label("Password").fill("twenty-one-and-done")
    page.get_by_role("button", name="Sign up").click()
    bar.get_by_role("button", name="Register").click()
    expect(bar).to_contain_text("Pay EUR 28.00 at the desk")

    desk = visit(f"/tournaments/{made['tournament']}/desk/", made["organiser"])
    desk.get_by_role("button", name="Paid EUR 28.00").click()
    expect(bar).to_contain_text("You are in")
    desk.get_by_role("button", name="Close and draw seats").click()
    expect(bar).to_contain_text("You play at table 1")
    desk.get_by_role("button", name="Start round 1").click()
    # The page itself takes a player to the table that waits for him.
    page.wait_for_url("**/tables/*/")

    expect(page.locator(".status__hand")).to_contain_text("Hand 1 of 4")
    acts(page).get_by_role("button", name="more").click()
    acts(page).get_by_role("button", name=re.compile("^Bet")).click()
    expect(my_seat(page).locator(".bet__sum")).to_have_text("505")
    acts(page).get_by_role("button", name="Stand").click()
    expect(my_seat(page).locator(".change")).to_have_text("−505")
    expect(page.locator(".status__hand")).to_contain_text("Hand 2 of 4")
    expect(my_seat(page).locator(".plate__stack")).to_have_text("24\u202f495")


def test_a_hand_is_played_by_keys_alone_on_a_phone(stage: Stage, visit: Visit) -> None:
    made = stage.set("table", cards=EIGHTS)
    page = visit(f"/tables/{made['table']}/", made["player"], **PHONE)
    amount = acts(page).get_by_label(re.compile("^Bet, 500 to"))
    expect(amount).to_be_visible()
    while not amount.evaluate("field => field === document.activeElement"):
        page.keyboard.press("Tab")
    page.keyboard.press("ControlOrMeta+A")
    page.keyboard.type("700")
    page.keyboard.press("Enter")
    expect(my_seat(page).locator(".bet__sum")).to_have_text("700")

    for key, button, then in [
        ("i", "Insure", "16, a pair of eights"),
        ("p", "Split", "11"),
        ("d", "Double", "10"),
        ("h", "Hit", "15"),
    ]:
        expect(acts(page).get_by_role("button", name=button)).to_be_enabled()
        page.keyboard.press(key)
        expect(acts(page).locator(".acts__line b").first).to_have_text(then)
    page.keyboard.press("s")
    expect(acts(page).get_by_role("button", name="Stand")).to_have_count(0)
    expect(my_seat(page).locator(".total")).to_have_text([re.compile("^21"), re.compile("^15")])
    assert not scrolls_sideways(page)


def test_a_surrender_by_key_can_be_undone_before_it_is_final(stage: Stage, visit: Visit) -> None:
    made = stage.set("table", cards=SIXTEEN)
    page = visit(f"/tables/{made['table']}/", made["player"], **PHONE)
    expect(acts(page).get_by_label(re.compile("^Bet, 500 to"))).to_be_visible()
    page.keyboard.press("Enter")
    expect(acts(page).get_by_role("button", name="Surrender")).to_be_enabled()
    page.keyboard.press("r")
    expect(acts(page).get_by_role("button", name="Undo")).to_be_visible()
    page.keyboard.press("u")
    expect(acts(page).get_by_role("button", name="Stand")).to_be_visible()
    expect(acts(page).get_by_role("button", name="Undo")).to_be_hidden()
    page.keyboard.press("r")
    expect(my_seat(page).locator(".change")).to_have_text("−250")
