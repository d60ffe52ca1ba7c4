"""Every page loads without a word of complaint, on a phone without scrolling sideways, and plays without
scripts.
"""

import re
import time
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.site import PATIENCE_SECONDS, Stage, Visit, scrolls_sideways

pytestmark = pytest.mark.browser

LOSING = "TS TH TD TC 7S 7H 7D 8C"
PUBLIC = ["/", "/tournaments/{tournament}/", "/tables/{table}/", "/accounts/login/", "/accounts/signup/"]
OWN = [
    *("/", "/me/", "/tournaments/{tournament}/", "/tournaments/{draft}/desk/", "/tournaments/{draft}/edit/"),
    *("/tournaments/new/", "/tournaments/new/?preset=seed_default", "/tables/{table}/"),
    *("/accounts/password/change/", "/admin/", "/api/docs/"),
]
#: Pages that other projects draw.
FOREIGN = ("/admin/", "/api/docs/")


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("who", ["visitor", "admin"])
def test_no_page_breaks_its_policy_or_complains_or_scrolls_sideways(
    who: str, width: int, stage: Stage, visit: Visit
) -> None:
    ids = stage.set("table") | stage.set("tournament", cards=LOSING) | stage.set("admin")
    page = visit("/", ids["admin"] if who == "admin" else "", viewport={"width": width, "height": 800})
    for address in PUBLIC if who == "visitor" else OWN:
        answer = page.goto(address.format(**ids))
        assert answer is not None
        assert answer.ok, address
        page.wait_for_load_state("load")
        assert address in FOREIGN or not scrolls_sideways(page), address


def test_a_hand_is_played_without_scripts_through_plain_forms(stage: Stage, visit: Visit) -> None:
    # Without scripts there is no seed to wait for.
    made = stage.set("table", cards=LOSING, seat_seconds=1)
    page = visit(f"/tables/{made['table']}/", made["player"], java_script_enabled=False)
    reload_until(page, page.get_by_label(re.compile("^Bet, 500 to"))).fill("600")
    page.get_by_role("button", name=re.compile("^Bet")).click()
    reload_until(page, page.get_by_role("button", name="Stand")).click()
    result = reload_until(page, page.locator(".seat[data-mine] .plate__stack", has_text="24\u202f400"))
    expect(result).to_be_visible()


def reload_until(page: Page, wanted: Any) -> Any:
    """Look again as a person does, until it is there; returns it."""
    last = time.monotonic() + PATIENCE_SECONDS
    while not wanted.count():
        assert time.monotonic() < last, f"{wanted} never came"
        page.reload()
    return wanted
