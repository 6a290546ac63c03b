"""Reports as rows, and rows as what the pages show of earlier readings."""

from __future__ import annotations

import hashlib
from collections.abc import Collection
from datetime import datetime

from core.records.speech import ReadingLine, StoredReading
from core.speech.history_wire import ReadingSummary, ReadingView, Scores, SpokenSyllables
from core.speech.wire import INDICATORS, SpeechReport

NUL = "\x00"
"""PostgreSQL keeps it in no text; the report has it escaped, as JSON does."""
KEY_LENGTH = 32
"""Hexadecimal digits: 128 bits."""


def text_key(simplified: str) -> str:
    """Equal for two texts that are read in the same way: marks, white space and letter case do not count.

    >>> text_key("你好，老师！") == text_key("你好 老师"), text_key("你好") == text_key("您好")
    (True, False)
    """
    said = "".join(character for character in simplified.lower() if character.isalnum())
    return hashlib.sha256(said.encode()).hexdigest()[:KEY_LENGTH]


def scores_of(report: SpeechReport) -> Scores:
    """What of a report stands in a list."""
    return Scores(
        total_score=report.total_score,
        total_interval=report.total_interval,
        scores={name: getattr(report, f"{name}_score") for name in INDICATORS},
        judged_share=report.judged_share,
        syllables=len(report.syllables),
    )


def stored(
    report: SpeechReport, rendered: str, *, organisation_id: str, student_id: str, key: str, read_at: datetime
) -> StoredReading:
    """The row of a report whose `evaluation_id` is set. `rendered`: its JSON text as it is sent."""
    assert report.evaluation_id is not None
    line = ReadingLine(
        evaluation_id=report.evaluation_id,
        organisation_id=organisation_id,
        student_id=student_id,
        text=report.text.replace(NUL, ""),
        text_key=key,
        summary=scores_of(report).model_dump_json(),
        created_at=read_at,
    )
    return StoredReading(line, rendered)


def summary(line: ReadingLine, kept: Collection[str]) -> ReadingSummary:
    """A line of the history. `kept`: evaluations whose recordings are there."""
    return ReadingSummary(
        evaluation_id=line.evaluation_id,
        text=line.text,
        read_at=_utc(line.created_at),
        scores=Scores.model_validate_json(line.summary),
        has_recording=line.evaluation_id in kept,
    )


def view(reading: StoredReading, kept: Collection[str]) -> ReadingView:
    """A reading, opened."""
    line = reading.line
    return ReadingView(
        evaluation_id=line.evaluation_id,
        student_id=line.student_id,
        read_at=_utc(line.created_at),
        report=SpeechReport.model_validate_json(reading.report),
        has_recording=line.evaluation_id in kept,
    )


def spoken(reading: StoredReading) -> SpokenSyllables:
    """What was said, syllable by syllable."""
    line = reading.line
    return SpokenSyllables(
        evaluation_id=line.evaluation_id,
        text=line.text,
        read_at=_utc(line.created_at),
        syllables=SpeechReport.model_validate_json(reading.report).syllables,
    )


def _utc(moment: datetime) -> str:
    return moment.isoformat().replace("+00:00", "Z")
