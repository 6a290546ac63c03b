"""The gate in a browser: the form is within reach, and a card is answered without anything being sent."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from evaluation.service.accessibility import grave_faults_in_both
from evaluation.service.looking import settled
from tests.browser.test_every_page import FIRST_PAGE_MS

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (390, 780)])
def test_name_and_password_are_seen_without_scrolling(page: Page, address: str, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.goto(address)
    for label in ("User name", "Password"):
        expect(page.get_by_label(label, exact=True)).to_be_in_viewport(ratio=1, timeout=FIRST_PAGE_MS)
    expect(page.get_by_role("button", name="Sign in", exact=True)).to_be_in_viewport(ratio=1)
    expect(page.get_by_text("An essay read line by line")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == width


def test_a_card_is_answered_at_the_gate_and_nothing_is_sent(page: Page, address: str) -> None:
    sent: list[str] = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda _: sent.append(socket.url)))
    page.on("request", lambda request: sent.append(request.url))
    page.goto(address)
    card = page.get_by_role("region", name="Try a card")
    expect(card).to_be_visible(timeout=FIRST_PAGE_MS)
    settled(page)
    sent.clear()
    answers = []
    for _card in range(3):
        card.locator("button.choose").first.click()
        expect(card.locator(".verdict")).to_be_visible()
        answers.append(card.locator(".headline").inner_text())
        onward = card.locator(".onward")
        expect(onward).to_be_focused()
        onward.press("Enter")
    expect(card.locator(".verdict")).to_have_count(0)
    assert {answer.strip() for answer in answers} <= {"Right", "Not right"}
    assert sent == []
    card.locator("button.choose").nth(1).click()
    assert grave_faults_in_both(page) == {}
