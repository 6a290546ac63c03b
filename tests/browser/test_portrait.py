"""A placement taken and the portrait opened by a click, in a real browser."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from evaluation.service.looking import in_its_place, settled
from tests.browser.conftest import Enter
from tests.browser.test_journeys import STUDENT

pytestmark = pytest.mark.browser

MOST_ITEMS = 20
LEAVE_AT = 3
SLOW_MS = 60_000
"""The first item waits for the item bank of a server that has just started."""


def test_a_placement_is_left_gone_on_with_and_fills_a_portrait_that_opens_by_a_click(enter: Enter) -> None:
    page = enter("/placement", STUDENT)
    page.get_by_role("button", name="Begin", exact=True).click()
    count, level = page.locator(".count"), page.get_by_role("heading", name="Your level")
    for number in range(1, MOST_ITEMS + 1):
        here = page.get_by_text(f"{number} / {MOST_ITEMS}", exact=True)
        expect(level.or_(here).first).to_be_visible(timeout=SLOW_MS)
        if level.count():
            break
        if number == LEAVE_AT:
            page.reload()
            expect(count).to_have_text(f"{number} / {MOST_ITEMS}")
        page.get_by_role("button", name="I don't know").click()
    expect(page.get_by_role("heading", name="Your level")).to_be_visible()
    expect(page.get_by_text(re.compile("With 80 % certainty"))).to_be_visible()
    page.get_by_role("button", name="See the portrait").click()
    expect(page.get_by_role("img", name="Radar of the six areas")).to_be_visible(timeout=SLOW_MS)
    expect(page.get_by_test_id("stBaseButton-primary")).to_be_in_viewport()
    page.get_by_role("tab", name="All 85 indicators").click()
    field = page.locator(".st-key-portrait_tree svg").get_by_text("Speaking", exact=True)
    expect(field).to_be_visible(timeout=SLOW_MS)
    settled(page)  # the page still moves while what stands above the chart is drawn
    in_its_place(field)
    field.click(force=True)
    why = page.locator(".st-key-portrait_why")
    expect(why).to_contain_text("Speaking: ", timeout=SLOW_MS)
    page.reload()
    expect(why).to_contain_text("Speaking: ", timeout=SLOW_MS)
