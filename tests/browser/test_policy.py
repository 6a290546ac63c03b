"""The content security policy of the documents, and of frames. Every page: `test_every_page.py`."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import RECORD_REFUSED

pytestmark = pytest.mark.browser

DRAWN_MS = 60_000
"""Swagger UI reads its 1.7 MB and the document in two seconds of a processor that it may have to share."""


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
