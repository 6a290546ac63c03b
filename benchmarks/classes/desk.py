"""The marking desk: forty essays returned by keys, each with its own marks, comment and grade.

A teacher of this benchmark presses the keys of the page (`pages/parts/marking/desk.js`) and nothing else; each key does through the facade
what it does there. The first forty are returned as they are proposed, one key each; in the second forty the teacher decides something about
every essay: a mark is struck, a comment of the own bank inserted, a grade typed.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import numpy as np

from core.api.assignments import AssignmentView, AssignRequest, EssayWork
from core.api.core import Core
from core.api.marking import DeskEssay
from core.learning.days import day_of
from core.records.access import PERMISSIONS, Account, Caller, Organisation
from core.records.students import Student
from core.wiring import in_memory_core
from evaluation.bars import Bars
from evaluation.service.clock import StoppedClock

ESSAYS = 40
MOST_BESIDES = 5
"""Keys or clicks beside the one that returns (the bar of the issue on people and classes)."""
SCHOOL, TEACHER = "school", "acc_teacher"
CALLER = Caller(SCHOOL, frozenset(PERMISSIONS), "zh", person="李老师")
CLICKS_TO_THE_DESK = ("Marking in the menu", "Mark")
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
class Keyboard:
    """The keys that were pressed, and what each does on the text that is open."""

    core: Core
    pressed: list[str] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    """What each stored action took."""

    def press(self, key: str, essay: DeskEssay, **action: Any) -> None:
        """Press a key; with an action it is carried out at once, as the page does."""
        self.pressed.append(key)
        if action:
            self.does(essay, **action)

    def does(self, essay: DeskEssay, **action: Any) -> None:
        """Carry out an action on the newest version."""
        begun = time.perf_counter()
        version = self.core.marking.desk(essay.writing_id, CALLER).marking.version
        self.core.marking.act(essay.writing_id, action, CALLER, by=TEACHER, version=version)
        self.seconds.append(time.perf_counter() - begun)


def run(bars: Bars) -> None:
    """Print each figure beside its bar."""
    core = _school()
    _as_proposed(bars, core)
    _with_a_decision_each(bars, core)
    core.store.close()


def _as_proposed(bars: Bars, core: Core) -> None:
    given = _handed_in(core, "第一篇", seed=1)
    seconds = _reviewed(core, given)
    bars.at_most("seconds of the engine for each essay, ahead of the teacher, median", float(np.median(seconds)), 2.0)
    keys = Keyboard(core)
    for essay in _open_essays(core, given):
        keys.press("r", essay, kind="return", proposals=True)
    besides = len(keys.pressed) - ESSAYS + len(CLICKS_TO_THE_DESK)
    bars.equal(f"of {ESSAYS} essays returned by one key each", keys.pressed.count("r"), ESSAYS)
    bars.at_most("keys or clicks besides", besides, MOST_BESIDES)
    essays = _stored(core, given)
    bars.equal("of these with a grade and a comment of their own text", sum(map(_is_complete, essays)), ESSAYS)
    bars.equal("of these whose marks quote their own text", sum(map(_has_own_marks, essays)), ESSAYS)
    bars.equal("left to mark", core.marking.count_waiting(CALLER), 0)
    print(f"    a return: median {1000 * float(np.median(keys.seconds)):.0f} ms")


def _with_a_decision_each(bars: Bars, core: Core) -> None:
    """Strike the chosen mark (x), insert a comment of the bank (1-9), type a grade of two digits (g and the digits), return (r)."""
    given = _handed_in(core, "第二篇", seed=2)
    _reviewed(core, given)
    for text in BANK:
        core.marking.save_comment(text, CALLER, by=TEACHER)
    bank = [line.text for line in core.marking.bank(CALLER, by=TEACHER)]
    keys, wanted, most = Keyboard(core), {}, 0
    for number, essay in enumerate(_open_essays(core, given)):
        before = len(keys.pressed)
        mark = essay.marking.marks[0]
        name = {"start": mark.start, "end": mark.end, "replacement": mark.replacement}
        comment, grade = bank[number % len(bank)], 50 + number
        keys.press("x", essay, kind="rule", **name, ruling="struck")
        keys.press(str(number % len(bank) + 1), essay, kind="comment", text=comment)
        for key in ("g", *str(grade)):
            keys.press(key, essay)
        keys.press("r", essay, kind="grade", grade=grade)  # to leave the field stores the grade ...
        keys.does(essay, kind="return", proposals=True)  # ... and the same key returns
        wanted[essay.writing_id] = (tuple(name.values()), comment, float(grade))
        most = max(most, len(keys.pressed) - before - 1)
    bars.at_most(
        "keys beside the one that returns, for an essay with a strike, a comment and a grade", most, MOST_BESIDES
    )
    kept = {essay.writing_id: _decision(essay) for essay in _stored(core, given)}
    same = sum(kept[writing_id] == decision for writing_id, decision in wanted.items())
    bars.equal("of these with exactly the mark, comment and grade that were given", same, ESSAYS)
    print(f"    an action, stored: median {1000 * float(np.median(keys.seconds)):.0f} ms")


# -- the school ------------------------------------------------------------------------------------------------


def _school() -> Core:
    core = in_memory_core(clock=StoppedClock(datetime(2026, 11, 24, 2, tzinfo=UTC)))
    now = core.clock.now()
    core.store.add_organisation(Organisation(SCHOOL, "School", "enterprise", None, False, now))
    core.store.add_account(Account(TEACHER, SCHOOL, TEACHER, "teacher", "李老师", "-", None, None, created_at=now))
    for number in range(ESSAYS):
        core.store.put_student(Student(SCHOOL, f"s{number:02d}", f"学生{number:02d}", "zh", now))
    return core


def _handed_in(core: Core, title: str, *, seed: int) -> AssignmentView:
    """An essay that everybody has handed in, each another text."""
    work = EssayWork(task="写一写你的周末。", level=3, characters=(40, 400))
    due = day_of(core.clock.now()) + timedelta(days=7)
    given = core.assignments.assign(AssignRequest(title=title, due=due, work=work), CALLER, by=TEACHER)
    rng = Random(seed)
    for number in range(ESSAYS):
        student_id = f"s{number:02d}"
        chosen = rng.sample(SENTENCES, 5)
        chosen.insert(rng.randrange(1, 5), ERRORS[number % len(ERRORS)])
        task = core.writing.task(student_id, given.resource_id, CALLER)
        text = f"我是学生{number:02d}。{''.join(chosen)}"
        core.writing.hand_in(student_id, task, text, CALLER, writing_id=None)
    return given


def _reviewed(core: Core, given: AssignmentView) -> Sequence[float]:
    """Have the engine review everything, as the page does when the queue is opened; seconds of each review."""
    seconds = []
    for entry in core.marking.queue(given.assignment_id, CALLER).entries:
        begun = time.perf_counter()
        core.marking.review_ahead([entry.writing_id], CALLER)
        core.marking.ahead.wait(600)
        seconds.append(time.perf_counter() - begun)
    return seconds


def _open_essays(core: Core, given: AssignmentView) -> Sequence[DeskEssay]:
    queue = core.marking.queue(given.assignment_id, CALLER)
    return [core.marking.desk(entry.writing_id, CALLER) for entry in queue.waiting]


def _stored(core: Core, given: AssignmentView) -> Sequence[DeskEssay]:
    """All texts of the assignment as they are stored now."""
    queue = core.marking.queue(given.assignment_id, CALLER)
    return [core.marking.desk(entry.writing_id, CALLER) for entry in queue.entries]


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
