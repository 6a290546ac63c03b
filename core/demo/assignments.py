"""What the demo's teacher has given the simulated class: something to answer, to read and to write, so that nobody starts at an empty page."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import date, datetime, timedelta

from core.access.demo import DEMO_PEOPLE
from core.answers.wire import AnswerItem, SubmitRequest
from core.api.assignments import AssignmentView, AssignRequest, EssayWork, ItemsWork, TextWork
from core.api.core import Core
from core.demo.cast import SEED, Actor
from core.demo.year import Shelf, SteppedClock
from core.learning.days import day_of
from core.records.access import PERMISSIONS, Caller
from core.records.items import Item
from core.records.plan import Assignment

GIVEN = timedelta(days=2)
"""How long before the end of the simulated past everything was given ..."""
ANSWERED = timedelta(days=1)
"""... and the questions answered, by those who did."""
DUE = timedelta(days=3)
QUESTIONS = 5
LEVEL = 2
OPEN_FOR = {person.student_id for person in DEMO_PEOPLE}
"""Whom anyone may enter as finds the questions unanswered."""
DID = 0.6
"""Share of the class that answered."""
RIGHT = 0.75


def give(core: Core, clock: SteppedClock, stock: Shelf, actors: Sequence[Actor], organisation_id: str) -> None:
    """Three assignments, one of them answered by most; nothing where there are assignments already, or no demo teacher."""
    teacher = next((each for each in core.store.accounts(organisation_id) if each.role == "teacher"), None)
    if teacher is None or _given(core, organisation_id):
        return
    until = clock.moment
    caller = Caller(organisation_id, frozenset(PERMISSIONS), "zh")
    clock.moment = until - GIVEN
    questions = _questions(core, stock)
    core.store.issue_items(
        questions,
        organisation_id=organisation_id,
        student_id=None,
        at=clock.now(),
        not_since=clock.now(),
        call=None,
        reply=None,
    )
    made = core.assignments.assign(_items(core, questions, until), caller, by=teacher.account_id)
    passage = next(row for row in core.tables.content.passages if row.level == LEVEL)
    text = TextWork(text="".join(passage.sentences))
    core.assignments.assign(
        AssignRequest(title=passage.title_zh, due=_due(until), work=text), caller, by=teacher.account_id
    )
    title = next(row for row in core.tables.essay_titles if row.level == LEVEL)
    essay = EssayWork(title_id=title.id)
    core.assignments.assign(
        AssignRequest(title=title.title.zh, due=_due(until), work=essay), caller, by=teacher.account_id
    )
    clock.moment = until - ANSWERED
    _answer(core, questions, actors, caller, made)
    clock.moment = until


def _given(core: Core, organisation_id: str) -> list[Assignment]:
    return core.store.assignments(organisation_id)


def _due(until: datetime) -> date:
    return day_of(until + DUE)


def _questions(core: Core, stock: Shelf) -> list[Item]:
    """Of the first point of the level with enough of them."""
    points = (row.id for row in core.tables.points.rows if row.level == LEVEL and row.kind == "point")
    found = ([item for item in stock.by_point.get(point, ()) if item.type == "multiple_choice"] for point in points)
    return next(items for items in found if len(items) >= QUESTIONS)[:QUESTIONS]


def _items(core: Core, questions: Sequence[Item], until: datetime) -> AssignRequest:
    name = core.tables.points.by_id[questions[0].points[0]].name
    work = ItemsWork(item_ids=tuple(item.id for item in questions))
    return AssignRequest(title=f"练一练：{name}"[:60], due=_due(until), work=work)


def _answer(
    core: Core, questions: Sequence[Item], actors: Sequence[Actor], caller: Caller, made: AssignmentView
) -> None:
    """Most of the class, three answers in four right."""
    rng = random.Random(f"{SEED}{made.title}")
    for actor in actors:
        if rng.random() >= DID or actor.student_id in OPEN_FOR:
            continue
        answers = []
        for item in questions:
            wrong = next(option.id for option in item.options if option.id != item.key)
            said = item.key if rng.random() < RIGHT else wrong
            answers.append(AnswerItem(question_id=item.id, answer=said, time_spent=rng.randint(8, 40)))
        core.answers.submit(SubmitRequest(student_id=actor.student_id, answers=answers), caller)
