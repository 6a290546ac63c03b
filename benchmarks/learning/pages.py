"""The map pages in a real Chromium with software rendering: seen, clicked, dragged; the class heat map.

A server of its own on a new database, with the demo class of 40 simulated students and their year of data.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import TimeoutError  # the driver's own, not Python's

from benchmarks.service.pages import WAIT_MS, chromium
from benchmarks.service.servers import free_port, running, wait_until_idle
from evaluation.bars import Bars

VISIBLE_SECONDS, DETAILS_SECONDS, HEAT_SECONDS = 3.0, 1.0, 2.0
FRAMES_A_SECOND = 24.0
LOADS = 5
CLICKS = 40
DRAG_SECONDS = 3.0
STEP_MS = 8
"""Between two moves of the dragging mouse: faster than any frame of the bar."""
STUDENTS, POINTS = 40, 853
DEMO_SECONDS = 300.0
STUDENT, TEACHER = 0, 1
"""Places of the doors at the gate."""
CANVAS = ".stEChartsChart canvas"
HEAT = ".st-key-class_map_heat canvas"
PICTURE = "sel => document.querySelector(sel).toDataURL()"
FRAMES = """() => { window.wenluFrames = []; const tick = now => { window.wenluFrames.push(now);
 window.wenluTick = requestAnimationFrame(tick) }; window.wenluTick = requestAnimationFrame(tick) }"""
GLYPHS = ("★", "●", "◐", "○")
"""What the hover text of a point begins with; that of a line does not."""
MISSED_MS = 10_000
"""After so long a click has opened nothing."""
HOVER_MS = 250
"""The hover text of the place before goes after 100 ms."""
UNDER = """sel => { const drawing = document.querySelector(sel).parentElement, hover = drawing.nextElementSibling;
 return drawing.style.cursor === "pointer" && hover && hover.style.visibility !== "hidden" && hover.style.opacity !== "0" ? hover.innerText : "" }"""
CHANGED = """before => { const name = document.querySelector(".st-key-map_detail [lang='zh-CN']");
 return name !== null && name.innerText !== before }"""
FRAMES_SEEN = "() => { cancelAnimationFrame(window.wenluTick); return window.wenluFrames }"


def run(bars: Bars) -> None:
    """Print the figures of the map pages against their bars."""
    with tempfile.TemporaryDirectory() as folder, _server(Path(folder)) as address, chromium() as browser:
        _wait_for_the_class(browser, address)
        page = entered(browser, f"{address}/knowledge_map", STUDENT)
        visible = [_seen(page, f"{address}/knowledge_map", CANVAS) for _ in range(LOADS)]
        bars.at_most(f"map page visible, seconds, warm, worst of {LOADS}", max(visible), VISIBLE_SECONDS)
        seconds, missed = _clicks(page, CLICKS)
        bars.at_most(f"click to details, seconds, p95 of {len(seconds)}", _p95(seconds), DETAILS_SECONDS)
        print(f"    clicks beside a point, on a line: {missed}")
        bars.at_least("one level dragged, frames a second", _dragged(page), FRAMES_A_SECOND)
        page.locator(".st-key-map_level").get_by_role("radio").last.click()
        page.wait_for_timeout(3000)
        bars.at_least(f"all {POINTS} points dragged, frames a second", _dragged(page), FRAMES_A_SECOND)
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


def _seen(page: Any, address: str, locator: str) -> float:
    """Seconds from the address to the drawing."""
    started = time.perf_counter()
    page.goto(address)
    page.locator(locator).first.wait_for()
    page.wait_for_function(f"() => {_drawn(locator)}")
    return time.perf_counter() - started


def _drawn(locator: str) -> str:
    """A script that is true once something was painted on the canvas."""
    return (
        f"(() => {{ const c = document.querySelector({locator!r}); if (!c || !c.width) return false;"
        " const d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data;"
        " for (let i = 3; i < d.length; i += 40) if (d[i]) return true; return false })()"
    )


def _clicks(page: Any, count: int) -> tuple[list[float], int]:
    """Seconds from a click on a point of the graph to its details, and how many clicks opened nothing.

    Empty places between points do not count. A line that ends at a point may lie over its rim: such a click marks the line.
    """
    page.wait_for_timeout(2000)
    box = page.locator(CANVAS).first.bounding_box()
    shown = page.locator(".st-key-map_detail [lang='zh-CN']")
    seconds: list[float] = []
    missed = 0
    for place in range(600):
        x, y = box["x"] + 30 + (place * 67) % (box["width"] - 60), box["y"] + 30 + (place * 41) % (box["height"] - 60)
        page.mouse.move(x, y)
        page.wait_for_timeout(HOVER_MS)
        under = page.evaluate(UNDER, CANVAS)
        before = shown.inner_text() if shown.count() else ""
        if not under.startswith(GLYPHS) or (before and before[:20] in under):
            continue
        started = time.perf_counter()
        page.mouse.click(x, y)
        try:
            page.wait_for_function(CHANGED, arg=before, timeout=MISSED_MS)
        except TimeoutError:
            missed += 1
            continue
        seconds.append(time.perf_counter() - started)
        if len(seconds) == count:
            break
    return seconds, missed


def _p95(seconds: list[float]) -> float:
    """The 95th percentile; endless where nothing was measured."""
    return sorted(seconds)[int(0.95 * (len(seconds) - 1))] if seconds else float("inf")


def _dragged(page: Any) -> float:
    """Frames a second while the picture is dragged to and fro; 0 where it did not move."""
    box = page.locator(CANVAS).first.bounding_box()
    left, top = box["x"] + 8, box["y"] + 8
    page.mouse.move(left, top)
    page.mouse.down()
    before = page.evaluate(PICTURE, CANVAS)
    page.evaluate(FRAMES)
    started, step = time.perf_counter(), 0
    while time.perf_counter() - started < DRAG_SECONDS:
        step += 1
        page.mouse.move(left + 3 * (step % 60), top + 2 * (step % 40))
        page.wait_for_timeout(STEP_MS)
    ticks = page.evaluate(FRAMES_SEEN)
    moved = page.evaluate(PICTURE, CANVAS) != before
    page.mouse.up()
    return 1000 * (len(ticks) - 1) / (ticks[-1] - ticks[0]) if moved and len(ticks) > 1 else 0.0


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
