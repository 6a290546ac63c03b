"""The pages in a real Chromium: first page cold and warm, rerun, other hosts, cold deep links."""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import which
from typing import Any
from urllib.parse import urlsplit

from benchmarks.service.servers import free_port, running
from evaluation.bars import Bars

CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--lang=en",
)  # fmt: skip
PAGES = ("today", "practice", "report", "about", "class_inbox", "admin")
COLD_SECONDS, WARM_SECONDS, RERUN_SECONDS = 4.0, 2.0, 0.3
WARM_LOADS = 3
CARDS = 10
WAIT_MS = 30_000


def run() -> int:
    """Print the figures; how many bars failed."""
    bars = Bars()
    hosts: set[str] = set()
    with tempfile.TemporaryDirectory() as folder, _pages_server(Path(folder)) as address, chromium() as browser:
        cold = _first_page(browser, address, hosts)
        bars.at_most("first page, server and browser cold, seconds", cold, COLD_SECONDS)
        warm = [_first_page(browser, address, hosts) for _ in range(WARM_LOADS)]
        bars.at_most(f"first page warm, seconds, median of {WARM_LOADS}", statistics.median(warm), WARM_SECONDS)
        reruns = _practise(browser, address, hosts)
        bars.at_most(f"rerun, seconds, median of {len(reruns)}", statistics.median(reruns), RERUN_SECONDS)
    bars.equal("requests to other hosts", sorted(hosts), [])
    for page in PAGES:
        with tempfile.TemporaryDirectory() as folder, _pages_server(Path(folder)) as address, chromium() as browser:
            bars.check(f"cold deep link /{page}", *_gate_holds(browser, address, page), "stops at the gate")
    return bars.failed


@contextmanager
def _pages_server(folder: Path) -> Iterator[str]:
    port = free_port()
    environment = {"WENLU_DATABASE_URL": f"sqlite:///{folder / 'pages.db'}", "WENLU_DEMO_CLASS": "0"}
    with running("core.cli", "serve", "--port", str(port), port=port, environment=environment):
        yield f"http://127.0.0.1:{port}"


@contextmanager
def chromium() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    path = next((found for name in CHROMIUM if (found := which(name))), None)
    if path is None:
        raise SystemExit("The benchmark of the pages needs Chromium (Debian: apt-get install chromium).")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        yield browser
        browser.close()


def _page(browser: Any, hosts: set[str]) -> Any:
    """A page of a fresh context that notes the hosts it asks."""
    page = browser.new_context(viewport={"width": 1280, "height": 900}, locale="en-GB").new_page()
    page.set_default_timeout(WAIT_MS)

    def note(request: Any) -> None:
        parts = urlsplit(request.url)
        if parts.scheme in ("http", "https", "ws", "wss") and parts.hostname != "127.0.0.1":
            hosts.add(str(parts.hostname))

    page.on("request", note)
    return page


def _first_page(browser: Any, address: str, hosts: set[str]) -> float:
    """Seconds from the address to the door that can be used."""
    page = _page(browser, hosts)
    started = time.perf_counter()
    page.goto(address)
    page.locator(".gate-person").first.wait_for()
    seconds = time.perf_counter() - started
    page.context.close()
    return seconds


def _practise(browser: Any, address: str, hosts: set[str]) -> list[float]:
    """Seconds from a click to the marked answer, and from Next to the next card."""
    page = _page(browser, hosts)
    page.goto(f"{address}/practice")
    page.locator(".gate-person").first.click()
    page.get_by_role("button", name="Start", exact=True).click()
    seconds = []
    for card in range(CARDS):
        page.locator(".exercise").wait_for()
        seconds.append(_timed(page.get_by_role("button", name="I don't know"), page.locator(".verdict")))
        last = card == CARDS - 1
        shown = (
            page.get_by_role("button", name="Another round")
            if last
            else page.get_by_role("button", name="I don't know")
        )
        seconds.append(_timed(page.locator(".bar .primary"), shown))
    page.context.close()
    return seconds


def _timed(button: Any, shown: Any) -> float:
    started = time.perf_counter()
    button.click()
    shown.wait_for()
    return time.perf_counter() - started


def _gate_holds(browser: Any, address: str, page_name: str) -> tuple[str, bool]:
    """The very first request of a fresh server goes to a page inside: it must show the gate and nothing of the page."""
    page = _page(browser, set())
    page.goto(f"{address}/{page_name}")
    page.locator(".gate-person").first.wait_for()
    inside = page.locator(".exercise, [data-testid='stSidebarNav'], [data-testid='stMetric']").count()
    return ("gate" if inside == 0 else "page shown"), inside == 0
