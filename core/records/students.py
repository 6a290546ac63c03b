"""Students and their activity."""

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
    number: str | None = None
    """By which the school tells students of one name apart; None: the id is shown in its place."""

    @property
    def shown_number(self) -> str:
        """The number, else the id: what stands beside the name, so that no two students look alike."""
        return self.number or self.student_id


@dataclass(frozen=True)
class Activity:
    """Number and mean score of a student's answers in a period; an answer with an upheld appeal counts as right."""

    student_id: str
    answers: int
    mean_score: float | None
    """0-100; None without answers in the period."""
    last_answered_at: datetime
    """Time of the last answer, in the period or not."""
