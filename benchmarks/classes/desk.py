"""The marking desk: forty essays returned by keys in a real browser, each with its own marks, comment and grade.

What the teacher does is counted where it arrives: each key that is pressed and each click, as the page receives them. A key that the page does
not know, or that does something else, leaves its essay where it was. The first forty are returned as they are proposed, one key each; in the
second forty the teacher decides something about every essay: a mark is struck, a comment of the own bank inserted, a grade typed.
"""

from __future__ import annotations

import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from playwright.sync_api import TimeoutError  # the driver's own, not Python's

from benchmarks.service.pages import chromium
from benchmarks.service.servers import free_port, running
from core.api.assignments import AssignmentView, AssignRequest, EssayWork
from core.api.core import Core
from core.api.marking import DeskEssay
from core.learning.days import day_of
from core.records.access import PERMISSIONS, Caller
from core.records.students import Student
from core.settings import Settings
from core.wiring import build_core
from evaluation.bars import Bars

ESSAYS = 40
MOST_BESIDES = 5
"""Keys or clicks beside the one that returns (the bar of the issue on people and classes)."""
WAIT_MS = 60_000
COUNT = """for (const kind of ["keydown", "click"]) addEventListener(kind, (event) => {
  if (!event.isTrusted || event.repeat) return;
  const done = JSON.parse(sessionStorage.getItem("done") ?? "[]");
  sessionStorage.setItem("done", JSON.stringify([...done, kind === "click" ? "click" : event.key]));
}, true);"""
"""A script for every page: notes what a person does, keys by their names, whatever the page makes of it."""
DONE = 'JSON.parse(sessionStorage.getItem("done") ?? "[]")'
SENTENCES = (
    "周末我和家里人一起去了公园。",
    "公园里有很多花，非常漂亮。",
    "中午我们在饭馆吃饭，菜很好吃。",
    "下午我去图书馆看书，也写了作业。",
    "晚上我给朋友打电话，告诉他今天的事。",
    "虽然有点儿累，但是我很高兴。",
    "我希望下个周末天气也这么好。",
)
ERRORS = ("我们点了二个菜。", "我的汉语水平题高了。", "我昨天很高心。", "我买了一本衣服。", "我以经吃饭了。")
"""Sentences with an error that the engine knows, one of them in each essay."""
BANK = tuple(f"常用评语第{number}条。" for number in range(1, 10))


@dataclass
class School:
    """The database of a server, and a teacher's browser at it."""

    core: Core
    caller: Caller
    teacher: str
    page: Any
    address: str
    seconds: list[float] = field(default_factory=list)
    """From the key that returns an essay to the next one on the desk."""

    def done(self) -> list[str]:
        """What the teacher has done since it was last asked."""
        done: list[str] = self.page.evaluate(DONE)
        self.page.evaluate('sessionStorage.removeItem("done")')
        return done

    def open_desk(self) -> None:
        """From the first page to the desk, by the menu."""
        self.page.goto(self.address)
        self.page.evaluate('sessionStorage.removeItem("done")')
        self.page.get_by_test_id("stSidebar").get_by_role("link", name="Work").click()
        self.page.locator(".st-key-tabs").get_by_role("link", name="Marking").click()
        self.page.get_by_role("button", name="Mark", exact=True).first.click()
        self._shown(ESSAYS)

    def returns(self, *keys: str, left: int) -> bool:
        """Press keys, the last of which returns the essay; whether the page took it from the desk."""
        for key in keys[:-1]:
            self.page.keyboard.press(key)
        begun = time.perf_counter()
        self.page.keyboard.press(keys[-1])
        try:
            self._shown(left)
        except TimeoutError:
            return False
        self.seconds.append(time.perf_counter() - begun)
        return True

    def _shown(self, left: int) -> None:
        """Wait for a desk with so many essays to mark, on which all that was done is saved."""
        self.page.get_by_text(f"{left} to mark", exact=False).first.wait_for()
        self.page.get_by_text("Everything is saved.").wait_for()


def run(bars: Bars) -> None:
    """Print each figure beside its bar."""
    with _school() as school:
        _as_proposed(bars, school)
        _with_a_decision_each(bars, school)


def _as_proposed(bars: Bars, school: School) -> None:
    given = _handed_in(school, "第一篇", seed=1)
    seconds = _reviewed(school, given)
    bars.at_most("seconds of the engine for each essay, ahead of the teacher, median", float(np.median(seconds)), 2.0)
    school.open_desk()
    left = next((left for left in range(ESSAYS - 1, -1, -1) if not school.returns("r", left=left)), None)
    done = Counter(school.done())
    bars.equal("essays left on the desk by the key that returns", left or 0, 0)
    bars.equal(f"presses of the key that returns, for {ESSAYS} essays", done["r"], ESSAYS)
    bars.at_most("keys and clicks besides, the way to the desk among them", done.total() - done["r"], MOST_BESIDES)
    essays = _stored(school, given)
    bars.equal("of these with a grade and a comment of their own text", sum(map(_is_complete, essays)), ESSAYS)
    bars.equal("of these whose marks quote their own text", sum(map(_has_own_marks, essays)), ESSAYS)
    bars.equal("left to mark", school.core.marking.count_waiting(school.caller), 0)
    print(f"    from the key to the next essay: median {1000 * float(np.median(school.seconds)):.0f} ms")


def _with_a_decision_each(bars: Bars, school: School) -> None:
    """Strike the chosen mark (x), insert a comment of the bank (1-9), type a grade of two digits (g and the digits), return (r)."""
    given = _handed_in(school, "第二篇", seed=2)
    _reviewed(school, given)
    for text in BANK:
        school.core.marking.save_comment(text, school.caller, by=school.teacher)
    wanted, most = {}, 0
    essays = [essay for essay in _stored(school, given) if essay.marking.returned_at is None]
    school.open_desk()
    school.done()
    for number, essay in enumerate(essays):
        mark = essay.marking.marks[0]
        comment, grade = number % len(BANK), 50 + number
        if not school.returns("x", str(comment + 1), "g", *str(grade), "r", left=ESSAYS - 1 - number):
            break
        wanted[essay.writing_id] = (mark.start, mark.end, mark.replacement), BANK[comment], float(grade)
        most = max(most, len(school.done()) - 1)
    bars.equal("essays returned with a strike, a comment and a grade", len(wanted), ESSAYS)
    bars.at_most("keys and clicks beside the one that returns, for each of them", most, MOST_BESIDES)
    kept = {essay.writing_id: _decision(essay) for essay in _stored(school, given)}
    same = sum(kept[writing_id] == decision for writing_id, decision in wanted.items())
    bars.equal("of these with exactly the mark, comment and grade that were given", same, ESSAYS)


# -- the school ------------------------------------------------------------------------------------------------


@contextmanager
def _school() -> Iterator[School]:
    """A server with the demo teacher on a database of its own, whose students are those of this benchmark."""
    with tempfile.TemporaryDirectory() as folder:
        url, port = f"sqlite:///{Path(folder) / 'desk.db'}", free_port()
        environment = {"WENLU_DATABASE_URL": url, "WENLU_DEMO_CLASS": "0", "WENLU_SCHEDULER": "0"}
        with (
            running("core.cli", "serve", "--port", str(port), port=port, environment=environment),
            chromium() as browser,
        ):
            core = build_core(Settings(database_url=url, demo=True, demo_class=False))
            (teacher,) = core.store.accounts_named("teacher")
            caller = Caller(teacher.organisation_id, frozenset(PERMISSIONS), "en")
            for number in range(ESSAYS):
                core.store.put_student(
                    Student(teacher.organisation_id, f"s{number:02d}", f"学生{number:02d}", "zh", core.clock.now())
                )
            address = f"http://127.0.0.1:{port}"
            context = browser.new_context(locale="en-US", viewport={"width": 1280, "height": 900})
            context.add_init_script(COUNT)
            context.set_default_timeout(WAIT_MS)
            form = {"username": "teacher", "to": "/"}
            context.request.post(f"{address}/session/demo", form=form, headers={"Origin": address}, max_redirects=0)
            yield School(core, caller, teacher.account_id, context.new_page(), address)
            context.close()
            core.store.close()


def _handed_in(school: School, title: str, *, seed: int) -> AssignmentView:
    """An essay that everybody has handed in, each another text."""
    core, caller = school.core, school.caller
    work = EssayWork(task="写一写你的周末。", level=3, characters=(40, 400))
    due = day_of(core.clock.now()) + timedelta(days=7)
    given = core.assignments.assign(AssignRequest(title=title, due=due, work=work), caller, by=school.teacher)
    rng = Random(seed)
    for number in range(ESSAYS):
        student_id = f"s{number:02d}"
        chosen = rng.sample(SENTENCES, 5)
        chosen.insert(rng.randrange(1, 5), ERRORS[number % len(ERRORS)])
        task = core.writing.task(student_id, given.resource_id, caller)
        text = f"我是学生{number:02d}。{''.join(chosen)}"
        core.writing.hand_in(student_id, task, text, caller, writing_id=None)
    return given


def _reviewed(school: School, given: AssignmentView) -> Sequence[float]:
    """Have the engine review everything, as the page does when the queue is opened; seconds of each review."""
    core, seconds = school.core, []
    for entry in core.marking.queue(given.assignment_id, school.caller).entries:
        begun = time.perf_counter()
        core.marking.review_ahead([entry.writing_id], school.caller)
        core.marking.ahead.wait(600)
        seconds.append(time.perf_counter() - begun)
    return seconds


def _stored(school: School, given: AssignmentView) -> Sequence[DeskEssay]:
    """All texts of the assignment as they are stored now, in the order of the queue."""
    queue = school.core.marking.queue(given.assignment_id, school.caller)
    return [school.core.marking.desk(entry.writing_id, school.caller) for entry in queue.entries]


def _is_complete(essay: DeskEssay) -> bool:
    """Returned with the grade and the comment that were proposed for this text."""
    marking = essay.marking
    return (
        marking.returned_at is not None
        and marking.grade == essay.proposed_grade is not None
        and marking.comment == essay.proposed_comment != ""
    )


def _has_own_marks(essay: DeskEssay) -> bool:
    marks = essay.marking.marks
    return bool(marks) and all(essay.text[mark.start : mark.end] == mark.original for mark in marks)


def _decision(essay: DeskEssay) -> tuple[tuple[int, int, str], str, float | None] | None:
    """The struck mark, the comment and the grade of a returned text."""
    marking = essay.marking
    struck = [(mark.start, mark.end, mark.replacement) for mark in marking.marks if mark.ruling == "struck"]
    if marking.returned_at is None or len(struck) != 1:
        return None
    return struck[0], marking.comment, marking.grade
