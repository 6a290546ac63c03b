"""What the demo's teacher has given each simulated class: something to answer, to read and to write, so that nobody starts at an empty page."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from datetime import date, datetime, timedelta

from core.access.demo import DEMO_PEOPLE
from core.answers.wire import AnswerItem, SubmitRequest
from core.api.assignments import (
    AloudBody,
    AloudWork,
    AssignmentView,
    AssignRequest,
    EssayWork,
    ItemsWork,
    LessonBody,
    LessonWork,
    TextWork,
)
from core.api.core import Core
from core.demo.cast import SEED, Actor
from core.demo.classes import NAMES, class_id_of, teacher_of
from core.demo.readings import read, read_past
from core.demo.year import Shelf, SteppedClock
from core.learning.days import day_of
from core.records.access import PERMISSIONS, Caller
from core.records.items import Item
from core.records.plan import Assignment

GIVEN = timedelta(days=2)
"""How long before the end of the simulated past everything was given ..."""
DONE = timedelta(days=1)
"""... and the questions answered and the essays handed in, by those who did."""
DUE = timedelta(days=3)
NEED_GIVEN, NEED_DONE = timedelta(days=10), timedelta(days=9)
"""A set for a need was given so long ago that it is asked whether it helped (`core.plan.assignments.proof.WAIT`)."""
QUESTIONS = 5
OPEN_FOR = {person.student_id for person in DEMO_PEOPLE}
"""Whom anyone may enter as finds everything still to do."""
DID = 0.6
"""Share of the class that answered."""
RIGHT = 0.75
ALOUD, READERS, LEAST_SCORE = 2, 4, 60
"""Sentences to read aloud, how many of a class have read them, and the total that is asked for."""
READ_EVERY = timedelta(minutes=1)


def give(core: Core, clock: SteppedClock, stock: Shelf, actors: Sequence[Actor], organisation_id: str) -> None:
    """Six assignments a class, done by some of it, and readings aloud of before; nothing where there are assignments already, or no demo
    teacher."""
    teacher = teacher_of(core, organisation_id)
    if teacher is None or _given(core, organisation_id):
        return
    until = clock.moment
    for level in NAMES:
        members = [actor for actor in actors if actor.level == level]
        caller = Caller(organisation_id, frozenset(PERMISSIONS), "zh", class_id=class_id_of(level))
        questions, for_need = _questions(core, stock, level)
        clock.moment = until - NEED_GIVEN
        _issue(core, [*questions, *for_need], organisation_id)
        if group := [actor for actor in members if actor.student_id not in OPEN_FOR][::2]:
            need = core.assignments.assign(_need(core, for_need, group, clock.moment), caller, by=teacher.account_id)
            clock.moment = until - NEED_DONE
            _answer(core, for_need, group, caller, need)
        read_past(core, clock, members, caller, until=until)
        clock.moment = until - GIVEN
        items = core.assignments.assign(_items(core, questions, until), caller, by=teacher.account_id)
        core.assignments.assign(_text(core, level, until), caller, by=teacher.account_id)
        essay = core.assignments.assign(_essay(core, level, until), caller, by=teacher.account_id)
        aloud = core.assignments.assign(_aloud(core, level, until), caller, by=teacher.account_id)
        lesson = core.assignments.assign(_lesson(core, level, until), caller, by=teacher.account_id)
        clock.moment = until - DONE
        _answer(core, questions, members, caller, items)
        _write(core, essay, members, caller)
        _read(core, clock, aloud, members, caller)
        _play(core, lesson, members, caller)
    clock.moment = until


def _given(core: Core, organisation_id: str) -> list[Assignment]:
    return core.store.assignments(organisation_id)


def _due(until: datetime) -> date:
    return day_of(until + DUE)


def _questions(core: Core, stock: Shelf, level: int) -> tuple[list[Item], list[Item]]:
    """Of the first two points of the level with enough of them: those for everybody, and those for a need."""
    points = (row.id for row in core.tables.points.rows if row.level == level and row.kind == "point")
    found = ([item for item in stock.by_point.get(point, ()) if item.type == "multiple_choice"] for point in points)
    enough = (items[:QUESTIONS] for items in found if len(items) >= QUESTIONS)
    return next(enough), next(enough)


def _issue(core: Core, questions: Sequence[Item], organisation_id: str) -> None:
    core.store.issue_items(
        questions,
        organisation_id=organisation_id,
        student_id=None,
        at=core.clock.now(),
        not_since=core.clock.now(),
        call=None,
        reply=None,
    )


def _items(core: Core, questions: Sequence[Item], until: datetime) -> AssignRequest:
    name = core.tables.points.short_name(questions[0].points[0]).zh
    work = ItemsWork(item_ids=tuple(item.id for item in questions))
    return AssignRequest(title=f"练一练：{name}"[:60], due=_due(until), work=work)


def _need(core: Core, questions: Sequence[Item], group: Sequence[Actor], at: datetime) -> AssignRequest:
    """A set on a point for half of the class."""
    point_id = questions[0].points[0]
    return AssignRequest(
        title=f"再练练：{core.tables.points.short_name(point_id).zh}"[:60],
        due=_due(at),
        work=ItemsWork(item_ids=tuple(item.id for item in questions)),
        student_ids=tuple(actor.student_id for actor in group),
        point_id=point_id,
    )


def _aloud(core: Core, level: int, until: datetime) -> AssignRequest:
    texts = core.speaking.choices(level, "sentence", seed=SEED + 1, count=ALOUD)
    work = AloudWork(text_ids=tuple(text.id for text in texts), least_score=LEAST_SCORE)
    return AssignRequest(title="读一读：两个句子", due=_due(until), work=work)


def _lesson(core: Core, level: int, until: datetime) -> AssignRequest:
    lesson = core.plan.resources.of(level)[0]
    return AssignRequest(
        title=f"看一课：{lesson.title.zh}"[:60], due=_due(until), work=LessonWork(lesson_id=lesson.resource_id)
    )


def _text(core: Core, level: int, until: datetime) -> AssignRequest:
    passage = next(row for row in core.tables.content.passages if row.level == level)
    return AssignRequest(title=passage.title_zh, due=_due(until), work=TextWork(text="".join(passage.sentences)))


def _essay(core: Core, level: int, until: datetime) -> AssignRequest:
    title = next(row for row in core.tables.essay_titles if row.level == level)
    return AssignRequest(title=title.title.zh, due=_due(until), work=EssayWork(title_id=title.id))


def _answer(
    core: Core, questions: Sequence[Item], members: Sequence[Actor], caller: Caller, made: AssignmentView
) -> None:
    """Most of the class, three answers in four right."""
    rng = random.Random(f"{SEED}{made.title}")
    for actor in members:
        if rng.random() >= DID or actor.student_id in OPEN_FOR:
            continue
        answers = []
        for item in questions:
            wrong = next(option.id for option in item.options if option.id != item.key)
            said = item.key if rng.random() < RIGHT else wrong
            answers.append(AnswerItem(question_id=item.id, answer=said, time_spent=rng.randint(8, 40)))
        core.answers.submit(SubmitRequest(student_id=actor.student_id, answers=answers), caller)


def _read(core: Core, clock: SteppedClock, made: AssignmentView, members: Sequence[Actor], caller: Caller) -> None:
    """Some of the class read the sentences aloud; not everybody reaches the score that is asked for."""
    readers = [actor for actor in members if actor.student_id not in OPEN_FOR][:READERS]
    ids = [text.text_id for text in made.body.texts] if isinstance(made.body, AloudBody) else []
    for number, actor in enumerate(readers):
        for text_id in ids:
            choice = core.speaking.choice(text_id)
            assert choice is not None
            clock.moment += READ_EVERY
            read(core, actor, choice, caller, errors=0.3 + 0.4 * number)


def _play(core: Core, made: AssignmentView, members: Sequence[Actor], caller: Caller) -> None:
    """Every third of the class has played the lesson to its end."""
    players = [actor for actor in members if actor.student_id not in OPEN_FOR][::3]
    for actor in players:
        if isinstance(made.body, LessonBody):
            core.plan.finish(actor.student_id, made.body.lesson_id, made.body.seconds, caller)


def _write(core: Core, made: AssignmentView, members: Sequence[Actor], caller: Caller) -> None:
    """The first of the class hand in the essays that were written for the title."""
    writers: Iterator[Actor] = (actor for actor in members if actor.student_id not in OPEN_FOR)
    title_id = getattr(made.body, "title_id", "")
    texts = [row.text for row in core.tables.demo_essays if row.title_id == title_id]
    for actor, text in zip(writers, texts, strict=False):
        task = core.writing.task(actor.student_id, made.resource_id, caller)
        core.writing.hand_in(actor.student_id, task, text, caller, writing_id=None)
