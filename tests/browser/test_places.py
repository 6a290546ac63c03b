"""The places of the menu in a browser: tabs on a desk, the bar at the foot of a telephone's screen."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from evaluation.service.accessibility import grave_faults_in_both
from evaluation.service.looking import settled
from tests.browser.conftest import Enter
from tests.browser.test_journeys import STUDENT

pytestmark = pytest.mark.browser
TELEPHONE = (390, 800)
EDGES = """() => {
  const edge = (selector, side) => document.querySelector(selector).getBoundingClientRect()[side];
  return [edge('[data-testid=stMain]', 'bottom'), edge('.st-key-places_bar', 'top'), document.documentElement.scrollWidth];
}"""


def test_a_place_shows_its_pages_as_tabs_and_the_bar_is_for_telephones_only(enter: Enter) -> None:
    page = enter("/today", STUDENT)
    expect(page.locator(".st-key-tab_open")).to_have_text(re.compile("Today$"))
    expect(page.locator(".st-key-places_bar")).to_be_hidden()
    page.get_by_test_id("stSidebar").get_by_role("link", name="Learn").click()
    expect(page).to_have_url(re.compile("/road$"))
    page.locator(".st-key-tabs").get_by_role("link", name="Grammar").click()
    expect(page).to_have_url(re.compile("/points$"))
    expect(page.locator(".st-key-tab_open")).to_have_text(re.compile("Grammar$"))


def test_a_telephone_has_the_places_at_its_foot_and_the_page_ends_above_them(enter: Enter) -> None:
    page = enter("/practice", STUDENT)
    page.set_viewport_size({"width": TELEPHONE[0], "height": TELEPHONE[1]})
    settled(page)
    bottom, top, width = page.evaluate(EDGES)
    assert bottom <= top
    assert width == TELEPHONE[0]
    assert grave_faults_in_both(page) == {}
    page.locator(".st-key-places_bar").get_by_role("link", name="Me").click()
    expect(page).to_have_url(re.compile("/portrait$"))
    expect(page.locator(".st-key-bar_place_open")).to_have_text(re.compile("Me$"))
