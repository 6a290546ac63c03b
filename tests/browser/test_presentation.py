"""The presentation in a browser: keys lead through it, nothing scrolls, nothing is asked of another host."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from evaluation.service.accessibility import grave_faults_in_both
from tests.browser.conftest import Enter
from tests.browser.test_journeys import TEACHER

pytestmark = [pytest.mark.browser, pytest.mark.exhaustive, pytest.mark.timeout(420)]
WORKING_OUT_MS = 240_000
"""The first story of a process loads what hears, reads and plans."""
OVERFLOW = """() => {
  const stage = [...document.querySelectorAll('*')].map((each) => each.shadowRoot?.querySelector('dialog.stage')).find(Boolean);
  const content = stage.querySelector('.content');
  return [stage, content].flatMap((box) => [box.scrollHeight - box.clientHeight, box.scrollWidth - box.clientWidth]);
}"""


def test_keys_lead_through_the_story_and_nothing_scrolls(enter: Enter, address: str) -> None:
    page = enter("/present", TEACHER)
    page.set_viewport_size({"width": 1280, "height": 720})
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.get_by_role("button", name="Begin").click()
    stage = page.locator("dialog.stage")
    expect(stage.get_by_role("heading", name="What happens to an error")).to_be_visible(timeout=WORKING_OUT_MS)
    page.keyboard.press("n")
    expect(stage.locator(".notes")).to_be_visible()
    titles = []
    for _slide in range(9):
        page.keyboard.press("ArrowRight")
        titles.append(stage.locator("h1").inner_text())
        assert max(page.evaluate(OVERFLOW)) <= 0, titles[-1]
    assert len(set(titles)) == 9
    assert grave_faults_in_both(page) == {}
    page.keyboard.press("ArrowLeft")
    expect(stage.locator("h1")).to_have_text(titles[-2])
    page.keyboard.press("Escape")
    expect(stage).to_be_hidden()
    page.get_by_role("button", name="Show the presentation").click()
    expect(stage.locator("h1")).to_have_text(titles[-2])
    assert [url for url in asked if not url.startswith((address, "data:", "blob:"))] == []
