"""The map pages in a real Chromium with software rendering: seen, dragged; the class heat map. What a click on a point takes: `benchmarks.pages.details`.

A server of its own on a new database, with the demo class of 40 simulated students and their year of data.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from benchmarks.learning.map_labels import FRAMES_A_SECOND, dragged, nearer
from benchmarks.service.pages import WAIT_MS, chromium
from benchmarks.service.servers import free_port, running, wait_until_idle
from evaluation.bars import Bars
from evaluation.service.looking import settled

VISIBLE_SECONDS, HEAT_SECONDS = 3.0, 2.0
LOADS = 5
STUDENTS, POINTS = 40, 853
DEMO_SECONDS = 300.0
STUDENT, TEACHER = 0, 1
"""Places of the doors at the gate."""
NAMES = ".st-key-map_atlas .paper text"
HEAT = ".st-key-class_map_heat canvas"


def run(bars: Bars) -> None:
    """Print the figures of the map pages against their bars."""
    with tempfile.TemporaryDirectory() as folder, _server(Path(folder)) as address, chromium() as browser:
        _wait_for_the_class(browser, address)
        page = entered(browser, f"{address}/knowledge_map", STUDENT)
        visible = [_seen(page, f"{address}/knowledge_map") for _ in range(LOADS)]
        bars.at_most(f"map page visible, seconds, warm, worst of {LOADS}", max(visible), VISIBLE_SECONDS)
        settled(page)
        nearer(page)
        bars.at_least("one level dragged on its page, frames a second", dragged(page), FRAMES_A_SECOND)
        page.context.close()
        _class_map(browser, address, bars)


@contextmanager
def _server(folder: Path) -> Iterator[str]:
    port = free_port()
    environment = {"WENLU_DATABASE_URL": f"sqlite:///{folder / 'pages.db'}"}
    with running("core.cli", "serve", "--port", str(port), port=port, environment=environment) as pid:
        wait_until_idle(pid)
        yield f"http://127.0.0.1:{port}"


def _wait_for_the_class(browser: Any, address: str) -> None:
    """Until the demo's year is made beside the server: the bar over the page is gone, the picture is there."""
    page = entered(browser, f"{address}/class_map?level=1", TEACHER)
    deadline = time.monotonic() + DEMO_SECONDS
    while time.monotonic() < deadline:
        page.goto(f"{address}/class_map?level=1")
        page.locator("h1").first.wait_for()
        page.wait_for_timeout(3000)
        if page.locator("[data-testid=stProgress]").count() == 0 and page.locator(HEAT).count():
            page.context.close()
            return
        page.wait_for_timeout(5000)
    raise SystemExit(f"The demo class was not there after {DEMO_SECONDS:.0f} seconds.")


def entered(browser: Any, address: str, door: int) -> Any:
    """A page of a fresh context, entered by a door of the gate."""
    page = browser.new_context(bypass_csp=True, viewport={"width": 1280, "height": 900}, locale="en-GB").new_page()
    page.set_default_timeout(WAIT_MS)
    page.goto(address)
    page.locator(".gate-person").nth(door).click()
    page.locator("h1").first.wait_for()
    return page


def _seen(page: Any, address: str) -> float:
    """Seconds from the address to the names on the map."""
    started = time.perf_counter()
    page.goto(address)
    page.locator(NAMES).first.wait_for(state="attached")
    return time.perf_counter() - started


def _class_map(browser: Any, address: str, bars: Bars) -> None:
    """The heat map of all points, from the address to the picture."""
    page = entered(browser, f"{address}/class_map?level=1", TEACHER)
    page.locator(HEAT).first.wait_for()
    seconds = []
    for _load in range(LOADS):
        started = time.perf_counter()
        page.goto(f"{address}/class_map?level=0")
        page.locator(HEAT).first.wait_for()
        seconds.append(time.perf_counter() - started)
    bars.at_most(f"class heat map of {STUDENTS} x {POINTS}, seconds, worst of {LOADS}", max(seconds), HEAT_SECONDS)
    page.context.close()
