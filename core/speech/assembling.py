"""A report out of everything that was heard: indicators, total, and what each number rests on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from core.speech import wire
from core.speech.findings import findings
from core.speech.judging import accuracy, milliseconds
from core.speech.measures.indicators import indicators as scored_indicators
from core.speech.measures.integrity import Integrity
from core.speech.measures.intonation import IntonationGroup, sentence_intonation
from core.speech.measures.mapping import Scored, fluency
from core.speech.measures.quality import QualityFigures
from core.speech.measures.timing import Timing
from core.speech.measures.total import Part, Total, total
from core.speech.model import Alignment, ExtraSpeech, Measure, ReadingText
from core.speech.wire import INDICATORS, Indicator, Reference, SpeechReport, SyllableJudged
from core.tables.speech_norms import Norm
from core.wire import Bilingual

NOTE = Bilingual(
    zh="这些分数是按母语者的朗读和公开的语音研究定的，没有用打过分的学习者汉语录音校准过；把它当作练习的参考，不当作考试成绩。",
    en="These scores follow native readings and published research; they are not calibrated on scored learners of Chinese. Take them "
    "as a guide for practice, not as an exam result.",
)
ACCURACY_PRIOR = 0.0
"""Accuracy of a reading of which nothing could be judged; its confidence is 0."""
PART_DOUBT = 6.0
"""Syllables that make accuracy half sure."""


@dataclass(frozen=True)
class Heard:
    """Everything that was found in a recording. `alignment` has its fillers named; `syllables` are judged in the text's order."""

    reading: ReadingText
    alignment: Alignment
    timing: Timing | None
    syllables: Sequence[SyllableJudged]
    integrity: Integrity
    intonation: Sequence[IntonationGroup]
    quality: QualityFigures
    models: Mapping[str, str]


def report_of(heard: Heard, *, filename: str, norms: Mapping[str, Norm]) -> SpeechReport:
    """The report, without an id."""
    marks = _marks(heard, norms)
    indicators = [_indicator(name, marks[name], norms[name]) for name in INDICATORS]
    whole = _total(heard, marks)
    beside, pauses = list(_beside(heard.alignment.extras)), list(_pauses(heard.timing)) if heard.timing else []
    added, wrong = list(_beside(_added(heard))), list(heard.integrity.wrong)
    read = [each for each in heard.syllables if each.status == "read"]
    return SpeechReport(
        filename=filename,
        **{f"{each.name}_score": each.score for each in indicators},
        total_score=_points(whole.score),
        evaluation_id=None,
        text=heard.reading.text,
        confidence=round(whole.confidence, 3),
        total_interval=(_points(whole.low), _points(whole.high)),
        judged_share=round(sum(each.score is not None for each in read) / len(read), 3) if read else 0.0,
        syllables=list(heard.syllables),
        omitted=list(heard.integrity.omitted),
        wrong=wrong,
        beside=beside,
        pauses=pauses,
        indicators=indicators,
        intonation=[_intonation(group) for group in heard.intonation],
        quality=_quality(heard.quality),
        findings=findings(heard.syllables, wrong=wrong, beside=added, pauses=pauses, indicators=indicators),
        note=NOTE,
        models=dict(heard.models),
    )  # fmt: skip


def _points(score: float) -> float:
    return round(min(100.0, max(0.0, score)), 1)


def _accuracy(heard: Heard) -> tuple[float | None, int]:
    said = [each.confidence for each in heard.alignment.syllables]
    return accuracy(heard.syllables, heard.integrity.wrong, said)


def _marks(heard: Heard, norms: Mapping[str, Norm]) -> Mapping[str, Scored]:
    """Every indicator with its score."""
    share, judged = _accuracy(heard)
    return scored_indicators(
        heard.timing,
        heard.alignment,
        integrity=Measure(heard.integrity.share, "share", len(heard.reading.syllables)),
        intonation=sentence_intonation(heard.intonation),
        accuracy=Measure(share, "share", judged),
        norms=norms,
    )


def _indicator(name: wire.IndicatorName, mark: Scored, norm: Norm) -> Indicator:
    value = mark.raw.value
    return Indicator(
        name=name,
        label=norm.label,
        score=_points(mark.score),
        value=None if value is None else round(value, 3),
        unit=mark.raw.unit,
        n=mark.raw.n,
        confidence=round(mark.confidence, 3),
        reference=Reference(low=norm.low, high=norm.high, source=norm.source),
    )


def _total(heard: Heard, marks: Mapping[str, Scored]) -> Total:
    share, judged = _accuracy(heard)
    group = sentence_intonation(heard.intonation)
    speed = marks["speed_of_speech"].confidence
    return total(
        accuracy=Part(ACCURACY_PRIOR if share is None else 100 * share, judged / (judged + PART_DOUBT)),
        fluency=Part(fluency({name: mark.score for name, mark in marks.items()}), speed),
        intonation=None if group.value is None else Part(100 * group.value, marks["sentence_intonation"].confidence),
        completeness=heard.integrity.completeness,
    )


def _added(heard: Heard) -> list[ExtraSpeech]:
    """Speech beside the text but for what was said instead of it, which a reader is told of as that."""
    return [each for each in heard.alignment.extras if each.kind != "extra" or each in heard.integrity.extra]


def _beside(extras: Sequence[ExtraSpeech]) -> Iterator[wire.SpeechBesideText]:
    for each in extras:
        again = each.first is not None and each.last is not None
        yield wire.SpeechBesideText(
            kind=each.kind,
            start_ms=milliseconds(each.start),
            end_ms=milliseconds(each.end),
            after=each.after,
            syllables=each.syllables,
            repeated=(each.first, each.last) if again else None,  # type: ignore[arg-type]
        )


def _pauses(times: Timing) -> Iterator[wire.PauseFound]:
    for each in times.pauses:
        yield wire.PauseFound(
            start_ms=milliseconds(each.start),
            end_ms=milliseconds(each.end),
            after=each.after,
            place=each.place,
            costs=each.costs,
        )


def _intonation(group: IntonationGroup) -> wire.Intonation:
    return wire.Intonation(
        first=group.first,
        last=group.last,
        score=None if group.score is None else _points(group.score),
        reasons=list(group.reasons),
        line=[(round(float(seconds), 3), round(float(height), 2)) for seconds, height in group.line],
    )


def _quality(figures: QualityFigures) -> wire.Quality:
    return wire.Quality(
        seconds=round(figures.seconds, 2),
        speech_seconds=round(figures.speech_seconds, 2),
        peak_dbfs=round(figures.peak_dbfs, 1),
        snr_db=None if figures.snr_db is None else round(figures.snr_db, 1),
        clipped_share=round(figures.clipped_share, 5),
        warnings=list(figures.warnings),
    )
