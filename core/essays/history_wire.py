"""Wire models of stored evaluations."""

from __future__ import annotations

from pydantic import Field

from core.essays.model import EditType
from core.essays.wire import EssayReport, HskLevel, Score
from core.wire import Closed


class EssayFigures(Closed):
    """The part of a report that is shown in a list."""

    overall_score: Score
    score_range: tuple[Score, Score]
    calibrated: bool
    characters: int
    errors: dict[EditType, int] = Field(description="How many edits of each type; types without any left out")
    checks: int


class EssaySummary(Closed):
    """One line of a student's history."""

    evaluation_id: str
    act: str = Field(description="Equal for the drafts of one essay")
    title: str
    hsk_level: HskLevel
    evaluated_at: str = Field(description="UTC, ISO 8601 with Z")
    figures: EssayFigures


class EssayView(Closed):
    """An essay with its report as it was first given."""

    evaluation_id: str
    student_id: str
    act: str
    evaluated_at: str = Field(description="UTC, ISO 8601 with Z")
    report: EssayReport


class EssayProgress(Closed):
    """How far a language model has come with an essay whose review is shown already."""

    settled: int = Field(description="Questions that were answered, or given up")
    questions: int
