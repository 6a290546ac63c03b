"""Students, and when they were active."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from core.wire import Language


@dataclass(frozen=True)
class Student:
    """A learner as an organisation knows them."""

    organisation_id: str
    student_id: str
    name: str = ""
    explanation_language: Language | None = None
    created_at: datetime | None = None


@dataclass(frozen=True)
class Activity:
    """A student's answers of a period, counted: upheld appeals count as right."""

    student_id: str
    answers: int
    mean_score: float | None
    """0-100; None without answers in the period."""
    last_answered_at: datetime
    """Whenever that was."""
