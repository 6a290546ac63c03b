"""Reports turned into rows, and rows into what the pages show of earlier readings."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection
from datetime import datetime

from core.records.speech import ReadingLine, StoredReading
from core.speech.evidence import read_share
from core.speech.history_wire import ReadingRemark, ReadingSummary, ReadingView, Scores, SpokenSyllables
from core.speech.verdicts import FAULTS, is_short, syllable_verdict
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
    spoken = "".join(character for character in simplified.lower() if character.isalnum())
    return hashlib.sha256(spoken.encode()).hexdigest()[:KEY_LENGTH]


def scores_of(report: SpeechReport) -> Scores:
    """The scores of a report that a list of readings shows."""
    return Scores(
        total_score=report.total_score,
        total_interval=report.total_interval,
        scores={name: getattr(report, f"{name}_score") for name in INDICATORS},
        short=report.short,
        judged_share=report.judged_share,
        syllables=len(report.syllables),
        read_share=round(read_share(report), 4),
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


def kept_report(rendered: str) -> SpeechReport:
    """The report of a kept JSON text. One from before syllables had verdicts gets them from its parts, by the same rule as new ones."""
    fields = json.loads(rendered)
    if "short" in fields:
        return SpeechReport.model_validate_json(rendered)
    said_otherwise = set(fields["wrong"])
    for number, syllable in enumerate(fields["syllables"]):
        initial, final, tone = (
            part and part["verdict"] for part in (syllable["initial"], syllable["final"], syllable["tone"])
        )
        syllable["verdict"] = syllable_verdict(
            read=syllable["status"] == "read",
            initial=initial,
            final=final,
            tone=tone,
            other_said=number in said_otherwise,
        )
    verdicts = [syllable["verdict"] for syllable in fields["syllables"]]
    fields["omitted"], fields["wrong"] = (
        [number for number, verdict in enumerate(verdicts) if verdict == kind] for kind in ("omitted", "replaced")
    )
    return SpeechReport.model_validate_json(json.dumps({**fields, "short": is_short(verdicts)}))


def summary(line: ReadingLine, with_recording: Collection[str]) -> ReadingSummary:
    """A line of the history. `with_recording`: evaluations whose recordings are there."""
    return ReadingSummary(
        evaluation_id=line.evaluation_id,
        text=line.text,
        read_at=_utc(line.created_at),
        scores=Scores.model_validate_json(line.summary),
        has_recording=line.evaluation_id in with_recording,
    )


def remark(reading: StoredReading) -> ReadingRemark:
    """What its report says of a reading, in a few words."""
    syllables = kept_report(reading.report).syllables
    return ReadingRemark(
        evaluation_id=reading.line.evaluation_id,
        to_practise=[syllable.character for syllable in syllables if syllable.verdict in FAULTS],
        unsure=sum(syllable.verdict == "unsure" for syllable in syllables),
        tones=[syllable.tone.expected if syllable.tone else 0 for syllable in syllables],
        tone_verdicts=[syllable.tone.verdict if syllable.tone else "unsure" for syllable in syllables],
    )


def view(reading: StoredReading, with_recording: Collection[str]) -> ReadingView:
    """A reading with its whole report. `with_recording`: evaluations whose recordings are there."""
    line = reading.line
    return ReadingView(
        evaluation_id=line.evaluation_id,
        student_id=line.student_id,
        read_at=_utc(line.created_at),
        report=kept_report(reading.report),
        has_recording=line.evaluation_id in with_recording,
    )


def spoken(reading: StoredReading) -> SpokenSyllables:
    """The syllables of a reading, as they were judged."""
    line = reading.line
    return SpokenSyllables(
        evaluation_id=line.evaluation_id,
        text=line.text,
        read_at=_utc(line.created_at),
        syllables=kept_report(reading.report).syllables,
    )


def _utc(moment: datetime) -> str:
    return moment.isoformat().replace("+00:00", "Z")
