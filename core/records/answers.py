"""Marked answers, practice sessions, and appeals of students against marks."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal

from core.records.evidence import Evidence
from core.records.rulings import SubmittedRulings
from core.wire import QuestionType, Topic

FULL_SCORE = 100.0
"""The score of a right answer."""


@dataclass(frozen=True)
class AnswerRow:
    """One answer as it was given, with its mark."""

    evaluation_id: str
    position: int
    student_id: str
    item_id: str
    type: QuestionType
    topic: Topic
    standard_level: int
    points: tuple[str, ...]
    words: tuple[str, ...]
    given: str
    """The answer as JSON text."""
    answered: bool
    is_correct: bool
    score: float
    """0-100."""
    time_spent_seconds: int
    answered_at: datetime


@dataclass(frozen=True)
class EvaluationRow:
    """A stored evaluation; `result` is the JSON text first returned, so that a later request gets the same."""

    evaluation_id: str
    organisation_id: str
    student_id: str
    session_id: str | None
    fingerprint: str
    result: str
    created_at: datetime


@dataclass(frozen=True)
class MarkedAnswers:
    """An evaluation with its answers and the evidence derived from them, which are written in one transaction."""

    evaluation: EvaluationRow
    answers: Sequence[AnswerRow]
    evidence: Sequence[Evidence]
    rulings: SubmittedRulings


@dataclass(frozen=True)
class DayScores:
    """A student's scores on one day (UTC+8); an answer with an upheld appeal counts as right."""

    student_id: str
    day: date
    answers: int
    total: float
    """Sum of the scores, each 0-1."""


@dataclass(frozen=True)
class Appeal:
    """A student's claim to the teacher that an answer marked wrong was right."""

    appeal_id: str
    organisation_id: str
    student_id: str
    evaluation_id: str
    question_id: str
    given: str
    comment: str
    status: Literal["open", "upheld", "declined"]
    created_at: datetime
    reply: str = ""
    item: str = ""
    """The item as JSON text, so that the teacher sees what was asked."""
    ruling_id: str = ""
    """The ruling that settled it; empty where it was settled by itself, or waits."""


TWINS = "twins"
"""Key of a session's settings: the position of each twin with that of the card it is like. A session without it deals none."""


@dataclass(frozen=True)
class PracticeSession:
    """A practice session in the browser, stored after every answer so that a refresh loses nothing."""

    session_id: str
    organisation_id: str
    student_id: str
    item_ids: tuple[str, ...]
    created_at: datetime
    settings: str = "{}"
    """The filter it was started with, as JSON text."""
    finished_at: datetime | None = None
    purpose: str = ""
    """What it is a step of, as `u1-03:cards` (`core.plan.road.steps.purpose_of`); empty for a round that stands by itself."""

    @property
    def first_item_ids(self) -> tuple[str, ...]:
        """The items that the round was begun with, without the near twins that were dealt since."""
        twins = {int(place) for place in json.loads(self.settings).get(TWINS, {})}
        return tuple(item_id for place, item_id in enumerate(self.item_ids) if place not in twins)
