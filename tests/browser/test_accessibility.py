"""axe-core on every page: nothing serious, in light and in dark."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from evaluation.service.looking import settled
from tests.browser.conftest import Enter
from tests.browser.test_journeys import PAGES, STUDENT, answer_card

pytestmark = pytest.mark.browser

GRAVE_IMPACTS = ("serious", "critical")
RULES_OF_STREAMLIT = {
    "scrollable-region-focusable",  # Streamlit's main area
    "aria-allowed-attr",  # Streamlit's side bar carries aria-expanded on a section
}


def grave_faults(page: Page) -> list[str]:
    """What axe calls serious or critical."""
    settled(page)
    violations: list[dict[str, Any]] = Axe().run(page).response["violations"]
    return [
        f"{rule['id']}: {node['target']} {node.get('failureSummary', '')[:200]}"
        for rule in violations
        if rule["impact"] in GRAVE_IMPACTS and rule["id"] not in RULES_OF_STREAMLIT
        for node in rule["nodes"]
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_gate_has_no_grave_faults(page: Page, address: str, scheme: str) -> None:
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    page.goto(address)
    # The first page of a server just started takes its time on a busy machine.
    expect(page.get_by_role("button", name=STUDENT)).to_be_visible(timeout=30_000)
    assert grave_faults(page) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", PAGES)
def test_a_page_has_no_grave_faults(page: Page, enter: Enter, name: str, scheme: str) -> None:
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    enter(f"/{name}", PAGES[name])
    expect(page.locator("h1").first).to_be_visible()
    assert grave_faults(page) == []


@pytest.mark.parametrize("way", ["Choose", "Fill in", "Match", "Put in order"])
def test_a_card_has_no_grave_faults_before_and_after_the_answer(enter: Enter, way: str) -> None:
    page = enter("/practice", STUDENT)
    page.get_by_role("button", name=way, exact=True).click()
    page.get_by_role("button", name="Start", exact=True).click()
    page.get_by_role("button", name="I don't know").wait_for()
    assert grave_faults(page) == []
    answer_card(page)
    assert grave_faults(page) == []
