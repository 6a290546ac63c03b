"""The teacher's pages with a class of 60 simulated students and a year of data, in a real Chromium: opened warm, and rerun.

Warm: the nightly work is done, and the address is loaded again by a browser that has seen it. Rerun: a box of the page is used, until what
it changes is there. A click on the chart is told to the server .15 s later: Streamlit waits so long for further ones.
"""

from __future__ import annotations

import random
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.learning.pages import HEAT, TEACHER, entered
from benchmarks.service.pages import chromium
from benchmarks.service.servers import free_port, running, wait_until_idle
from core import wiring
from core.answers.wire import AnswerItem, SubmitRequest
from core.api.assignments import AssignRequest, EssayWork, ItemsWork
from core.api.core import Core
from core.demo.cast import cast
from core.demo.year import Shelf, SteppedClock, shelf, write_past, wrong_answer
from core.jobs import nightly
from core.learning.days import day_of
from core.plan.assignments.wire import Work
from core.records.access import PERMISSIONS, Account, Caller
from core.settings import Settings
from evaluation.bars import Bars

STUDENTS = 60
OPEN_SECONDS, RERUN_SECONDS = 2.0, 0.3
OPENS, RERUNS = 5, 9
WAIT_MS = 20_000
WEEKS, IN_A_SET, DONE, RIGHT = 24, 5, 0.7, 0.75
ESSAY = "周末我和家里人一起去了公园。公园里有很多花，非常漂亮。中午我们在饭馆吃饭，菜很好吃。下午我去图书馆看书，也写了作业。"
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
        answers = sum(write_past(actor, core, stock, teacher.organisation_id, until=now) for actor in actors)
        answers += _give_year(core, teacher, [actor.student_id for actor in actors], stock, now)
        for _ in nightly(core):
            pass
        return answers
    finally:
        core.store.close()


def _give_year(core: Core, teacher: Account, ids: Sequence[str], stock: Shelf, now: datetime) -> int:
    """A set of exercises each week and an essay every third, done by most; returns the number of answers."""
    caller, chance, answers = Caller(teacher.organisation_id, frozenset(PERMISSIONS), "zh"), random.Random(1), 0
    choices = {
        point: [item for item in items if item.type == "multiple_choice"][:IN_A_SET]
        for point, items in stock.by_point.items()
    }
    sets = [items for items in choices.values() if len(items) == IN_A_SET]
    clock = core.clock
    assert isinstance(clock, SteppedClock)
    for week in range(WEEKS):
        clock.moment = now - timedelta(weeks=WEEKS - week)
        items, due = sets[week], day_of(clock.moment + timedelta(days=6))
        core.store.issue_items(
            items, organisation_id=teacher.organisation_id, student_id=None, at=clock.moment, not_since=clock.moment, call=None, reply=None
        )  # fmt: skip
        given: list[tuple[str, Work]] = [(f"练习 {week + 1}", ItemsWork(item_ids=tuple(item.id for item in items)))]
        if week % 3 == 0:
            given.append((f"作文 {week + 1}", EssayWork(task="写一写你的周末。")))
        made = [
            core.assignments.assign(AssignRequest(title=title, due=due, work=work), caller, by=teacher.account_id)
            for title, work in given
        ]
        clock.moment += timedelta(days=2)
        for student_id in ids:
            if chance.random() < DONE:
                given_answers = [
                    AnswerItem(question_id=item.id, answer=item.key if chance.random() < RIGHT else wrong_answer(item, chance), time_spent=20)
                    for item in items
                ]  # fmt: skip
                core.answers.submit(SubmitRequest(student_id=student_id, answers=given_answers), caller)
                answers += IN_A_SET
            for essay in made[1:]:
                task = core.writing.task(student_id, essay.resource_id, caller)
                core.writing.hand_in(student_id, task, ESSAY, caller, writing_id=None)
    clock.moment = now
    return answers


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
    table = "[data-testid=stDataFrame] canvas"
    seconds = _opened(page, f"{address}/assignments?view=gradebook", table)
    bars.at_most(f"gradebook opened, seconds, worst of {OPENS}", seconds, OPEN_SECONDS)
    bars.at_most(f"gradebook rerun, seconds, median of {RERUNS}", _turned(page), RERUN_SECONDS)
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

        def search(number: int = number) -> None:
            box.press("Enter")
            page.wait_for_function(ALONE, arg=f"(sim-{number}b)")

        seconds.append(_timed(search))
        box.fill("")
        box.press("Enter")
        page.wait_for_timeout(1500)
    return median(seconds)


def _turned(page: Any) -> float:
    """Turns to older and back to newer assignments of the gradebook, until the line below the buttons says so."""
    seconds = []
    for number in range(RERUNS):
        button = page.get_by_role("button", name=("Older", "Newer")[number % 2])
        button.wait_for()
        before = page.locator(WINDOW).first.inner_text()

        def turn(button: Any = button, before: str = before) -> None:
            button.click()
            page.wait_for_function(TURNED, arg=before)

        seconds.append(_timed(turn))
        page.wait_for_timeout(800)
    return median(seconds)


WINDOW = "[data-testid=stCaptionContainer]:has-text('assignments, the newest first')"
TURNED = """before => [...document.querySelectorAll("[data-testid=stCaptionContainer]")].some(
 line => line.innerText.includes("the newest first") && line.innerText !== before)"""

FIRST = 10
"""Number of the student who is searched for first, of those whose numbers come twice."""
ALONE = """shown => { const links = document.querySelectorAll(".st-key-class_students [data-testid=stPageLink]");
 return links.length === 1 && links[0].innerText.includes(shown) }"""
"""By the number, which stands after the name."""


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
    return median(seconds) if len(seconds) == RERUNS else float("inf")


CHANGED = """before => { const lines = [...document.querySelectorAll(".st-key-class_cell p")].filter(p => p.innerText.includes("·"));
 return lines.length > 0 && lines[0].innerText !== before }"""


def _timed(act: Callable[[], None]) -> float:
    started = time.perf_counter()
    act()
    return time.perf_counter() - started
