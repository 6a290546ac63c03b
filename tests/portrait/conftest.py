"""A core on a stopped clock, and short ways to answer and to report."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest

from core.answers.wire import AnswerItem, SubmitRequest
from core.api.core import Core
from core.portrait.wire import Behavior, FirstPortraitRequest, Portrait, PortraitPath, UpdatePortraitRequest
from core.records.access import PERMISSIONS, Caller
from core.tables import Tables, shipped_tables
from core.wire import QuestionType, Topic
from core.wiring import in_memory_core
from evaluation.questions.bank_items import bank_items, shared_bank
from evaluation.service.clock import StoppedClock

CALLER = Caller("org", frozenset(PERMISSIONS), "zh")
Answering = Callable[..., list[str]]


@pytest.fixture(scope="session")
def tables() -> Tables:
    return shipped_tables()


@pytest.fixture
def core(clock: StoppedClock, tables: Tables) -> Iterator[Core]:
    made = in_memory_core(clock=clock, tables=tables, bank=shared_bank())
    yield made
    made.store.close()


@pytest.fixture
def answer(core: Core) -> Answering:
    """Answer items of a cell, the first ones rightly; gives the sources of the answers."""

    def submit(
        right: int = 0,
        wrong: int = 0,
        *,
        kind: QuestionType = "multiple_choice",
        topic: Topic = "vocabulary",
        tag: str | None = None,
        start: int = 0,
        seconds: int = 30,
        student_id: str = "s1",
    ) -> list[str]:
        fitting = [item for item in bank_items(kind, topic) if tag is None or tag in item.tags]
        items = fitting[start : start + right + wrong]
        now = core.clock.now()
        core.store.issue_items(
            items, organisation_id="org", student_id=None, at=now, not_since=now, call=None, reply=None
        )
        answers = [
            AnswerItem(
                question_id=item.id,
                answer=item.key if place < right else next(o.id for o in item.options if o.id != item.key),
                time_spent=seconds,
            )
            for place, item in enumerate(items)
        ]
        made = core.answers.submit(SubmitRequest(student_id=student_id, answers=answers), CALLER).payload
        return [f"{made.evaluation_id}#{place}" for place in range(len(answers))]

    return submit


def first_request(student_id: str = "s1", /, **scores: float) -> FirstPortraitRequest:
    """A first portrait of four test results."""
    results = {"listen_ability": 80.0, "speak_ability": 70.0, "read_ability": 60.0, "write_ability": 50.0, **scores}
    return FirstPortraitRequest.model_validate(
        {
            "student_id": student_id,
            "questionnaire": {"learning_goals": ["HSK 3"], "native_language": "en", "learning_duration": "6 months"},
            "test_results": results,
        }
    )


def report(core: Core, *behaviours: Behavior, student_id: str = "s1") -> Portrait:
    """POST /portrait/update."""
    return core.portrait.update(UpdatePortraitRequest(student_id=student_id, behaviors=list(behaviours)), CALLER)


def behaviour(
    core: Core, indicator: str = "D58", kind: Any = "percentage", value: float = 90.0, *, days: float = 1, **more: Any
) -> Behavior:
    """One that happened so many days ago."""
    at: datetime = core.clock.now() - timedelta(days=days)
    return Behavior(indicator=indicator, kind=kind, value=value, occurred_at=at, **more)


def got(core: Core, student_id: str = "s1") -> Portrait:
    """GET /portrait."""
    return core.portrait.stored(PortraitPath(student_id=student_id), CALLER)


def flat(portrait: Portrait) -> dict[str, Any]:
    """All nodes by id."""
    waiting, found = list(portrait.indicators), {}
    while waiting:
        node = waiting.pop()
        found[node.id] = node
        waiting += node.children
    return found
