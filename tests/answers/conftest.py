"""A core on a stopped clock, and short ways to answer."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from core.answers.wire import AnswerItem, Evaluation, SubmitRequest
from core.api.core import Core
from core.records.access import PERMISSIONS, Caller
from core.records.items import Item
from core.wire import QuestionType, Topic
from core.wiring import in_memory_core
from evaluation.questions.bank_items import bank_items, shared_bank
from evaluation.service.clock import StoppedClock

CALLER = Caller("org", frozenset(PERMISSIONS), "zh")

Answering = Callable[..., Evaluation]


@pytest.fixture
def core(clock: StoppedClock) -> Core:
    return in_memory_core(clock=clock, bank=shared_bank())


@pytest.fixture
def answer(core: Core) -> Answering:
    """Answer `right` items rightly and `wrong` ones wrongly, drawn from one cell; gives the evaluation."""

    def submit(
        right: int = 0,
        wrong: int = 0,
        *,
        student_id: str = "s1",
        kind: QuestionType = "multiple_choice",
        topic: Topic = "grammar",
        start: int = 0,
        seconds: int = 10,
    ) -> Evaluation:
        items = bank_items(kind, topic)[start : start + right + wrong]
        core.store.issue_items(
            items,
            organisation_id=CALLER.organisation_id,
            student_id=None,
            at=core.clock.now(),
            not_since=core.clock.now(),
            call=None,
            reply=None,
        )
        answers = [
            AnswerItem(
                question_id=item.id, answer=item.key if place < right else wrong_answer(item), time_spent=seconds
            )
            for place, item in enumerate(items)
        ]
        return core.answers.submit(SubmitRequest(student_id=student_id, answers=answers), CALLER).payload

    return submit


def wrong_answer(item: Item) -> str:
    """An option that is not the key, or a text that is never right."""
    return next((option.id for option in item.options if option.id != item.key), "错了")
