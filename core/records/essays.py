"""Rows of essay evaluation that the facade and the store exchange."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from core.records.evidence import Evidence

Verdict = Literal["accepted", "dismissed"]
"""A student's word on an edit: it is mended, or what stands there is right."""
Settlement = Literal["upheld", "overruled"]
"""The teacher's word on a dismissal: the student was right, or the edit stands."""
RubricPart = Literal["language", "structure", "coherence", "content"]
"""What a teacher gives 0-5 for."""


@dataclass(frozen=True)
class EssayLine:
    """A stored evaluation without its report: what a list of essays is drawn from."""

    evaluation_id: str
    organisation_id: str
    student_id: str
    act: str
    """Equal for the drafts of one essay: the writing that it was handed in as, else student, title and day (`core.essays.history.act_of`)."""
    title: str
    hsk_level: str
    summary: str
    """JSON of `core.essays.history_wire.EssayFigures`."""
    created_at: datetime


@dataclass(frozen=True)
class StoredEssay:
    """A line with its report: the JSON text first given, so that a later read is equal to it."""

    line: EssayLine
    report: str


@dataclass(frozen=True)
class NewEssay:
    """Everything that one evaluation leaves behind, written together."""

    stored: StoredEssay
    evidence: Sequence[Evidence]


@dataclass(frozen=True)
class EssayVerdictRow:
    """What a student said of an edit, or of a place to check, and what the teacher said to that."""

    evaluation_id: str
    organisation_id: str
    student_id: str
    start: int
    """As in the report, with `end` and `replacement`: together they name the edit."""
    end: int
    replacement: str
    verdict: Verdict
    note: str
    edit_keys: tuple[str, str]
    """Keys by which the edit is recognised in another draft (`core.essays.review.dismissals.dismissal_keys`). They are hashes and contain no words
    of the text."""
    judged_at: datetime
    settled: Settlement | None = None
    teacher_note: str = ""


@dataclass(frozen=True)
class EssayOverrideRow:
    """A teacher's own score of an essay."""

    evaluation_id: str
    organisation_id: str
    student_id: str
    score: float
    """0-100."""
    rubric: dict[RubricPart, int]
    """Each 0-5; parts that the teacher left out are absent."""
    note: str
    teacher: str
    """Name shown for who gave it; empty for a call without a person."""
    at: datetime
