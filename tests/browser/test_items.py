"""The teacher's item bank in a real browser: find, look, write, approve, take back."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, TimeoutError, expect

from evaluation.service.accessibility import grave_faults
from tests.browser.conftest import Enter
from tests.browser.test_journeys import TEACHER

pytestmark = pytest.mark.browser

HEAD_PX, ROW_PX = 35, 35
CLICK_MS = 10_000
PATIENCE_MS = 60_000
"""The first look at the bank of a server just started makes it."""


def open_items(enter: Enter, path: str = "/items") -> Page:
    """The page in English."""
    page = enter(path, TEACHER)
    page.get_by_role("button", name="English").click()
    expect(page.get_by_role("heading", name="Items", exact=True)).to_be_visible()
    # The table of the run before stands until the new one is there, and a click on it is lost.
    expect(page.get_by_test_id("stApp")).to_have_attribute("data-test-script-state", "notRunning", timeout=PATIENCE_MS)
    return page


def click_rows_until(page: Page, expected: Locator) -> None:
    """The first row clicked, and where the run of another change took the click away the next one, as people do: the
    table may hold the lost click for done, and a second on the same cell for no news."""
    for row in range(PATIENCE_MS // CLICK_MS):
        if page.get_by_test_id("stDataFrame").is_visible():
            page.get_by_test_id("stDataFrame").click(position={"x": 200, "y": HEAD_PX + row * ROW_PX + ROW_PX // 2})
        try:
            expected.wait_for(timeout=CLICK_MS)
        except TimeoutError:
            continue
        return


def test_a_click_opens_an_item_and_the_switch_shows_its_key(enter: Enter) -> None:
    page = open_items(enter)
    table = page.get_by_test_id("stDataFrame")
    expect(table.locator("canvas").first).to_be_visible(timeout=PATIENCE_MS)
    card = page.locator(".exercise")
    click_rows_until(page, card.locator(".option").first)
    expect(card.locator(".option")).to_have_count(4)
    expect(card.locator(".bar")).to_have_count(0)
    assert grave_faults(page) == []
    page.get_by_text("Show the right answer").click()
    expect(card.locator(".row.right")).to_contain_text("Right answer")
    assert grave_faults(page) == []
    page.get_by_role("button", name="Back to the list").click()
    expect(table).to_be_visible()


def test_a_teacher_writes_an_item_approves_it_and_takes_that_back(enter: Enter) -> None:
    page = open_items(enter, "/items?view=write")
    for label, text in (
        ("Question; four underscores", "他____去过广州。"),
        ("Right answer", "没"),
        ("Wrong answers", "不\n别\n非"),
    ):
        field = page.get_by_role("textbox", name=label)
        field.fill(text)
        field.press("Tab")
    expect(page.locator(".exercise .option")).to_have_count(4, timeout=PATIENCE_MS)
    assert grave_faults(page) == []
    page.get_by_role("button", name="Save as a draft").click()
    expect(page.get_by_text("A draft: students get it once you approve it.")).to_be_visible()
    page.get_by_role("button", name="Approve").click()
    expect(page.get_by_text("Students get this item.", exact=True)).to_be_visible()
    page.get_by_role("button", name="Undo").first.click()
    expect(page.get_by_text("A draft: students get it once you approve it.")).to_be_visible()
