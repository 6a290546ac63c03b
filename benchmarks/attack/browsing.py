"""A real browser at the server that is attacked."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from benchmarks.attack.trying import Target

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
"""The system's own; None where there is none."""


@contextmanager
def browsing(target: Target, who: str) -> Iterator[tuple[Any, Any]]:
    """A page signed in as somebody, and the watch over its requests."""
    from playwright.sync_api import sync_playwright

    from evaluation.service.looking import Watch

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        try:
            context = browser.new_context(locale="en-US", viewport={"width": 1280, "height": 900})
            context.set_default_timeout(30_000)
            address = f"http://127.0.0.1:{target.port}"
            context.add_cookies([{"name": "wenlu_signin", "value": target.cookies[who], "url": address}])
            page = context.new_page()
            yield page, Watch(page)
        finally:
            browser.close()
