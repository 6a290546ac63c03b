"""The content security policy holds on every page and is in nobody's way; nothing is asked of another host."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from evaluation.service.looking import Traffic
from tests.browser.conftest import Enter
from tests.browser.test_journeys import PAGES

pytestmark = pytest.mark.browser

DRAWN_MS = 20_000
"""Swagger UI reads its 1.7 MB and the document in two seconds of a processor that it may have to share."""
RECORD_REFUSED = """window.refused = [];
document.addEventListener("securitypolicyviolation", e => window.refused.push(
    `${e.violatedDirective} ${e.blockedURI} ${e.sourceFile}:${e.lineNumber} ${e.sample}`));"""


@pytest.mark.parametrize("name", PAGES)
def test_a_page_needs_nothing_that_its_policy_forbids(page: Page, enter: Enter, address: str, name: str) -> None:
    traffic = Traffic(page)
    failed: list[str] = []
    page.on("response", lambda answer: failed.append(answer.url) if answer.status >= 400 else None)
    page.add_init_script(RECORD_REFUSED)
    enter(f"/{name}", PAGES[name])
    expect(page.locator("h1").first).to_be_visible()
    traffic.settled()
    assert page.evaluate("window.refused") == []
    assert [url for url in traffic.asked if not url.startswith((address, "data:", "blob:"))] == []
    assert [url for url in failed if "_stcore" not in url] == []


def test_the_documents_show_every_endpoint_under_their_policy(page: Page, address: str) -> None:
    requested: list[str] = []
    page.on("request", lambda request: requested.append(request.url))
    page.add_init_script(RECORD_REFUSED)
    page.goto(f"{address}/docs")
    operations = page.locator(".opblock")
    expect(operations.first).to_be_visible(timeout=DRAWN_MS)
    document = page.request.get(f"{address}/v1/openapi.json").json()
    expect(operations).to_have_count(sum(len(methods) for methods in document["paths"].values()))
    operations.first.locator("button.opblock-summary-control").click()
    expect(operations.first.locator(".opblock-body")).to_be_visible()
    assert page.evaluate("window.refused") == []
    assert [url for url in requested if not url.startswith((address, "data:", "blob:"))] == []


def test_a_page_is_in_no_frame_of_another(page: Page, address: str) -> None:
    answer = page.goto(address)
    assert answer is not None
    assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
    assert answer.headers["x-frame-options"] == "DENY"
