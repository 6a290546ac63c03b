"""Reports as rows, and rows as what the pages show of earlier essays."""

from __future__ import annotations

import hashlib
from collections import Counter
from datetime import date, datetime

from core.essays.history_wire import EssayFigures, EssaySummary, EssayView
from core.essays.wire import EssayReport
from core.language.levels import HAN
from core.records.essays import EssayLine, StoredEssay

NUL = "\x00"
"""PostgreSQL keeps it in no text; the report has it escaped, as JSON does."""
KEY_LENGTH = 32
"""Hexadecimal digits: 128 bits."""
BEGINNING = 12
"""Chinese characters that tell an essay without a title from another one."""


def act_of(student_id: str, title: str, content: str, day: date) -> str:
    """Equal for the drafts of one essay: of one student and day under one title, else with the same beginning.

    >>> monday = date(2026, 11, 23)
    >>> act_of("s1", "我的家", "我家有三口人。", monday) == act_of("s1", "《我的家》", "我的家很大。", monday)
    True
    """
    said = HAN.findall(title) or HAN.findall(content)[:BEGINNING]
    named = "\n".join(("title" if HAN.search(title) else "text", "".join(said), day.isoformat(), student_id))
    return "act_" + hashlib.sha256(named.encode()).hexdigest()[:KEY_LENGTH]


def figures_of(report: EssayReport) -> EssayFigures:
    """What of a report stands in a list."""
    return EssayFigures(
        overall_score=report.overall_score,
        score_range=report.score_range,
        calibrated=report.calibrated,
        characters=report.characters,
        errors=dict(Counter(edit.type for edit in report.edits)),
        checks=len(report.checks),
    )


def stored(
    report: EssayReport, rendered: str, *, organisation_id: str, student_id: str, act: str, at: datetime
) -> StoredEssay:
    """The row of a report. `rendered`: its JSON text as it is sent."""
    line = EssayLine(
        evaluation_id=report.evaluation_id,
        organisation_id=organisation_id,
        student_id=student_id,
        act=act,
        title=report.essay_title.replace(NUL, ""),
        hsk_level=report.hsk_level,
        summary=figures_of(report).model_dump_json(),
        created_at=at,
    )
    return StoredEssay(line, rendered)


def summary(line: EssayLine) -> EssaySummary:
    """A line of the history."""
    return EssaySummary(
        evaluation_id=line.evaluation_id,
        act=line.act,
        title=line.title,
        hsk_level=line.hsk_level,  # type: ignore[arg-type]
        evaluated_at=moment(line.created_at),
        figures=EssayFigures.model_validate_json(line.summary),
    )


def view(essay: StoredEssay) -> EssayView:
    """An essay, opened."""
    line = essay.line
    return EssayView(
        evaluation_id=line.evaluation_id,
        student_id=line.student_id,
        act=line.act,
        evaluated_at=moment(line.created_at),
        report=EssayReport.model_validate_json(essay.report),
    )


def moment(at: datetime) -> str:
    """UTC, ISO 8601 with Z."""
    return at.isoformat().replace("+00:00", "Z")
