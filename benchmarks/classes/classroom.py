"""The teacher's pages with a class of 60 simulated students and a year of data, in a real Chromium: opened warm, and rerun.

Warm: the address is loaded again by a browser that has seen it. Rerun: a box of the page is used, until what it changes is there.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.learning.pages import HEAT, TEACHER, entered
from benchmarks.service.pages import chromium
from benchmarks.service.servers import free_port, running, wait_until_idle
from core import wiring
from core.demo.cast import cast
from core.demo.year import SteppedClock, shelf, write_past
from core.records.access import PERMISSIONS, Caller
from core.settings import Settings
from evaluation.bars import Bars

STUDENTS = 60
OPEN_SECONDS, RERUN_SECONDS = 2.0, 0.3
OPENS, RERUNS = 5, 9
WAIT_MS = 20_000
LEVELS = ("2", "0")
"""Of the heat map: one level, and all 853 points."""


def run(bars: Bars) -> None:
    """Print the figures against their bars."""
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{Path(folder) / 'class.db'}"
        started = time.perf_counter()
        answers = write_year(database)
        print(
            f"    {answers} answers of {STUDENTS} students written in {time.perf_counter() - started:.0f} s", flush=True
        )
        port = free_port()
        environment = {"WENLU_DATABASE_URL": database, "WENLU_DEMO_CLASS": "0"}
        server = running("core.cli", "serve", "--port", str(port), port=port, environment=environment)
        _core(database, bars)
        with server as pid, chromium() as browser:
            wait_until_idle(pid)
            _pages(browser, f"http://127.0.0.1:{port}", bars)


def write_year(database: str) -> int:
    """The demo's class with as many more like them as make 60, each with a year; returns how many answers they gave."""
    settings = Settings(database_url=database, demo=True, demo_class=False)
    wiring.migrate(settings)
    now = datetime.now(UTC)
    core = wiring.build_core(settings, clock=SteppedClock(now))
    try:
        (teacher,) = core.store.accounts_named("teacher")
        classmates = [actor for actor in cast() if actor.student_id.startswith("sim-")]
        again = [replace(actor, student_id=f"{actor.student_id}b", name=f"{actor.name} b") for actor in classmates]
        stock = shelf(core)
        actors = [*classmates, *again][:STUDENTS]
        return sum(write_past(actor, core, stock, teacher.organisation_id, until=now) for actor in actors)
    finally:
        core.store.close()


def _core(database: str, bars: Bars) -> None:
    """CPU seconds of what a page asks the core for when it is run again: the same however busy the machine is."""
    core = wiring.build_core(Settings(database_url=database, demo=True, demo_class=False))
    try:
        (teacher,) = core.store.accounts_named("teacher")
        caller = Caller(teacher.organisation_id, frozenset(PERMISSIONS), "en")
        ids = [line.student_id for line in core.answers.class_lines(caller)]
        asked: dict[str, Callable[[], object]] = {
            "class page": lambda: (
                core.answers.class_lines(caller),
                core.knowledge.class_levels(ids, caller),
                core.knowledge.students_in_need(caller),
            ),
            "class map": lambda: (core.knowledge.class_map(caller, level=2), core.giving.helped(caller)),
            "cell of the map": lambda: core.knowledge.detail(ids[0], "【二01】", caller),
            "set of 5 for the class": lambda: core.giving.set_for("【二01】", ids, 5, caller, seed=1),
        }
        for name, ask in asked.items():
            ask()
            seconds = []
            for _ in range(RERUNS):
                started = time.process_time()
                ask()
                seconds.append(time.process_time() - started)
            bars.at_most(f"core behind a rerun: {name}, CPU seconds, median", median(seconds), RERUN_SECONDS)
    finally:
        core.store.close()


def _pages(browser: Any, address: str, bars: Bars) -> None:
    page = entered(browser, f"{address}/class_inbox", TEACHER)
    opened = "[class*=st-key-student_order]"
    page.locator(opened).wait_for()
    bars.at_most(
        f"class page opened, seconds, worst of {OPENS}", _opened(page, f"{address}/class_inbox", opened), OPEN_SECONDS
    )
    bars.at_most(f"class page rerun, seconds, median of {RERUNS}", _searched(page), RERUN_SECONDS)
    for level in LEVELS:
        name = "all levels" if level == "0" else f"level {level}"
        seconds = _opened(page, f"{address}/class_map?level={level}", HEAT)
        bars.at_most(f"class map of {name} opened, seconds, worst of {OPENS}", seconds, OPEN_SECONDS)
    page.goto(f"{address}/class_map?level=2")
    page.locator(HEAT).first.wait_for()
    page.wait_for_timeout(2000)
    bars.at_most(f"class map rerun, seconds, median of {RERUNS}", _cells(page), RERUN_SECONDS)
    page.context.close()


def _opened(page: Any, address: str, locator: str) -> float:
    """Seconds from the address to what it shows last, the worst of several."""

    def load() -> None:
        page.goto(address)
        page.locator(locator).first.wait_for()

    load()
    return max(_timed(load) for _ in range(OPENS))


def _searched(page: Any) -> float:
    """Searches of the list of students, until it shows that one student alone."""
    box = page.locator("[class*=st-key-student_search] input")
    seconds = []
    for number in range(FIRST, FIRST + RERUNS):
        box.fill(f"sim-{number}b")

        def search() -> None:
            box.press("Enter")
            page.wait_for_function(ALONE)

        seconds.append(_timed(search))
        box.fill("")
        box.press("Enter")
        page.wait_for_timeout(1500)
    return median(seconds)


FIRST = 10
"""Number of the student who is searched for first, of those whose numbers come twice."""
ALONE = """() => document.querySelectorAll(".st-key-class_students [data-testid=stPageLink]").length === 1"""


def _cells(page: Any) -> float:
    """Clicks on cells of the heat map, until the answers of the cell stand below it."""
    box = page.locator(HEAT).first.bounding_box()
    status = page.locator(".st-key-class_cell p", has_text="·")
    seconds = []
    for place in range(200):
        page.mouse.click(box["x"] + 110 + 11 * (place % 60), box["y"] + 36 + 15 * (place % 30))
        before = status.first.inner_text() if status.count() else ""
        started = time.perf_counter()
        try:
            page.wait_for_function(CHANGED, arg=before, timeout=1500)
        except Exception:  # an empty cell, or one with the same figures
            continue
        seconds.append(time.perf_counter() - started)
        page.wait_for_timeout(400)
        if len(seconds) == RERUNS:
            break
    return median(seconds) if seconds else float("inf")


CHANGED = """before => { const lines = [...document.querySelectorAll(".st-key-class_cell p")].filter(p => p.innerText.includes("·"));
 return lines.length > 0 && lines[0].innerText !== before }"""


def _timed(act: Callable[[], None]) -> float:
    started = time.perf_counter()
    act()
    return time.perf_counter() - started
