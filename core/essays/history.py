"""Turns reports into rows, and rows into what the pages show of earlier essays."""

from __future__ import annotations

import hashlib
from collections import Counter
from datetime import date, datetime

from core.essays.history_wire import EssayFigures, EssaySummary, EssayView
from core.essays.wire import EssayReport
from core.language.levels import HAN
from core.records.essays import EssayLine, StoredEssay

NUL = "\x00"
"""PostgreSQL cannot store this character in a text; in the report JSON escapes it."""
KEY_LENGTH = 32
"""Hexadecimal digits: 128 bits."""
BEGINNING = 12
"""An essay without a title is recognised by so many Chinese characters at its beginning."""


def act_of(student_id: str, title: str, content: str, day: date) -> str:
    """Id of an act of writing, the same for all drafts of one essay: drafts by one student on one day with one title, else with the same beginning.

    >>> monday = date(2026, 11, 23)
    >>> act_of("s1", "我的家", "我家有三口人。", monday) == act_of("s1", "《我的家》", "我的家很大。", monday)
    True
    """
    characters = HAN.findall(title) or HAN.findall(content)[:BEGINNING]
    key_text = "\n".join(("title" if HAN.search(title) else "text", "".join(characters), day.isoformat(), student_id))
    return "act_" + hashlib.sha256(key_text.encode()).hexdigest()[:KEY_LENGTH]


def figures_of(report: EssayReport) -> EssayFigures:
    """The part of a report that is shown in a list."""
    return EssayFigures(
        overall_score=report.overall_score,
        score_range=report.score_range,
        calibrated=report.calibrated,
        characters=report.characters,
        errors=dict(Counter(edit.type for edit in report.edits)),
        checks=len(report.checks),
    )


def stored_essay(
    report: EssayReport, rendered: str, *, organisation_id: str, student_id: str, act: str, at: datetime
) -> StoredEssay:
    """The row of a report; `rendered` is its JSON text as it is sent."""
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
        evaluated_at=iso_utc(line.created_at),
        figures=EssayFigures.model_validate_json(line.summary),
    )


def view(essay: StoredEssay) -> EssayView:
    """An essay with its whole report."""
    line = essay.line
    return EssayView(
        evaluation_id=line.evaluation_id,
        student_id=line.student_id,
        act=line.act,
        evaluated_at=iso_utc(line.created_at),
        report=EssayReport.model_validate_json(essay.report),
    )


def iso_utc(time: datetime) -> str:
    """A time in UTC as ISO 8601 with Z."""
    return time.isoformat().replace("+00:00", "Z")
