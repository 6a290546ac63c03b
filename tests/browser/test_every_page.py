"""Every page, on one visit: its address stops at the gate and goes on behind it, its content security policy is in nobody's
way, nothing is asked of another host, and axe-core finds nothing serious, in light and in dark."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from evaluation.service.accessibility import CONTRAST_RULES, grave_faults, grave_faults_in_both
from evaluation.service.looking import Traffic
from tests.browser.conftest import RECORD_REFUSED
from tests.browser.test_journeys import PAGES, STUDENT

pytestmark = pytest.mark.browser

QUERIES = {"lesson": "?resource=lesson_n1-01", "story": "?id=p0001"}
"""What a page needs in its address to show a thing of its own."""
FIRST_PAGE_MS = 60_000
"""The first page of a server just started takes its time on a busy machine."""


@pytest.mark.parametrize("name", PAGES)
def test_a_page_opens_behind_the_gate_and_nothing_is_wrong_with_it(page: Page, address: str, name: str) -> None:
    traffic, failed, sockets = Traffic(page), list[str](), list[str]()
    page.on("websocket", lambda socket: sockets.append(socket.url))
    page.on("response", lambda answer: failed.append(answer.url) if answer.status >= 400 else None)
    page.add_init_script(RECORD_REFUSED)
    page.emulate_media(color_scheme="light")
    page.goto(f"{address}/{name}{QUERIES.get(name, '')}")
    button = page.get_by_role("button", name=PAGES[name])
    expect(button).to_be_visible(timeout=FIRST_PAGE_MS)
    assert page.locator("h1").count() == 0
    button.click()
    expect(page.locator("h1").first).to_be_visible()
    assert urlsplit(page.url).path == f"/{name}"
    traffic.settled()
    faults = {
        "refused by the policy": page.evaluate("window.refused"),
        "asked of others": [url for url in traffic.asked if not url.startswith((address, "data:", "blob:"))],
        "connected to others": [url for url in sockets if urlsplit(url).netloc != urlsplit(address).netloc],
        "failed": [url for url in failed if "_stcore" not in url],
        "grave": grave_faults_in_both(page),
    }
    assert {kind: details for kind, details in faults.items() if details} == {}


def test_the_gate_has_no_grave_faults(page: Page, address: str) -> None:
    page.goto(address)
    expect(page.get_by_role("button", name=STUDENT)).to_be_visible(timeout=FIRST_PAGE_MS)
    page.emulate_media(color_scheme="light")
    assert grave_faults(page) == []
    page.emulate_media(color_scheme="dark")
    assert grave_faults(page, CONTRAST_RULES) == []
