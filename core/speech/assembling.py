"""The report on a reading: indicators, total, and what each number rests on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from core.speech import wire
from core.speech.findings import findings
from core.speech.judging import accuracy, milliseconds
from core.speech.measures.indicators import indicators as measured_indicators
from core.speech.measures.integrity import Integrity
from core.speech.measures.intonation import IntonationGroup, sentence_intonation
from core.speech.measures.mapping import ScoredIndicator, fluency
from core.speech.measures.quality import QualityFigures
from core.speech.measures.timing import Timing
from core.speech.measures.total import Part, Total, total
from core.speech.model import Alignment, ExtraSpeech, Measure, ReadingText
from core.speech.verdicts import is_short
from core.speech.wire import INDICATORS, Indicator, Reference, SpeechReport, SyllableJudged, numbers_with
from core.tables.speech_norms import Norm
from core.wire import Bilingual

NOTE = Bilingual(
    zh="这些分数是按母语者的朗读和公开的语音研究定的，没有用打过分的学习者汉语录音校准过；把它当作练习的参考，不当作考试成绩。",
    en="These scores follow native readings and published research; they are not calibrated on scored learners of Chinese. Take them "
    "as a guide for practice, not as an exam result.",
)
UNKNOWN_ACCURACY = 50.0
"""Accuracy in the total of a reading of which nothing could be judged: half way, with no confidence, and the range goes from none to
all."""
PART_DOUBT = 6.0
"""Syllables that make accuracy half sure."""


@dataclass(frozen=True)
class ReadingAnalysis:
    """Everything that was heard and measured of one reading. `alignment` has its fillers marked; `syllables` are judged, in the order
    of the text."""

    reading: ReadingText
    alignment: Alignment
    timing: Timing | None
    syllables: Sequence[SyllableJudged]
    integrity: Integrity
    intonation: Sequence[IntonationGroup]
    quality: QualityFigures
    models: Mapping[str, str]


def report_of(analysis: ReadingAnalysis, *, filename: str, norms: Mapping[str, Norm]) -> SpeechReport:
    """The report on a reading, without an id."""
    scored_by_name = _scored_indicators(analysis, norms)
    indicators = [_indicator(name, scored_by_name[name], norms[name]) for name in INDICATORS]
    overall = _total(analysis, scored_by_name)
    extras = list(_wire_extras(analysis.alignment.extras))
    pauses = list(_wire_pauses(analysis.timing)) if analysis.timing else []
    reported_extras = list(_wire_extras(_extras_reported(analysis)))
    short = is_short([syllable.verdict for syllable in analysis.syllables])
    read = [syllable for syllable in analysis.syllables if syllable.status == "read"]
    return SpeechReport(
        filename=filename,
        **{f"{indicator.name}_score": indicator.score for indicator in indicators},
        total_score=_points(overall.score),
        evaluation_id=None,
        text=analysis.reading.text,
        confidence=round(overall.confidence, 3),
        total_interval=(_points(overall.low), _points(overall.high)),
        short=short,
        judged_share=round(sum(syllable.score is not None for syllable in read) / len(read), 3) if read else 0.0,
        syllables=list(analysis.syllables),
        omitted=numbers_with("omitted", analysis.syllables),
        wrong=numbers_with("replaced", analysis.syllables),
        beside=extras,
        pauses=pauses,
        indicators=indicators,
        intonation=[_intonation(group) for group in analysis.intonation],
        quality=_quality(analysis.quality),
        findings=findings(analysis.syllables, beside=reported_extras, pauses=pauses, indicators=() if short else indicators),
        note=NOTE,
        models=dict(analysis.models),
    )  # fmt: skip


def later(report: SpeechReport, seconds: float) -> SpeechReport:
    """The report with all times so much later: what was analysed began so long after the recording."""
    if not seconds:
        return report
    shift = milliseconds(seconds)

    def moved(moment: int | None) -> int | None:
        return None if moment is None else moment + shift

    syllables = [
        syllable.model_copy(
            update={name: moved(getattr(syllable, name)) for name in ("start_ms", "final_start_ms", "end_ms")}
        )
        for syllable in report.syllables
    ]
    stretches = {
        name: [row.model_copy(update={"start_ms": row.start_ms + shift, "end_ms": row.end_ms + shift}) for row in rows]
        for name, rows in (("beside", report.beside), ("pauses", report.pauses))
    }
    intonation = [
        group.model_copy(update={"line": [(round(moment + seconds, 3), height) for moment, height in group.line]})
        for group in report.intonation
    ]
    return report.model_copy(update={"syllables": syllables, "intonation": intonation, **stretches})


def _points(score: float) -> float:
    return round(min(100.0, max(0.0, score)), 1)


def _accuracy(analysis: ReadingAnalysis) -> tuple[float | None, int]:
    confidences = [syllable.confidence for syllable in analysis.alignment.syllables]
    return accuracy(analysis.syllables, confidences)


def _scored_indicators(analysis: ReadingAnalysis, norms: Mapping[str, Norm]) -> Mapping[str, ScoredIndicator]:
    """Every indicator with its score, by name."""
    share, judged = _accuracy(analysis)
    return measured_indicators(
        analysis.timing,
        analysis.alignment,
        integrity=Measure(analysis.integrity.share, "share", len(analysis.reading.syllables)),
        intonation=sentence_intonation(analysis.intonation),
        accuracy=Measure(share, "share", judged),
        norms=norms,
    )


def _indicator(name: wire.IndicatorName, scored: ScoredIndicator, norm: Norm) -> Indicator:
    value = scored.raw.value
    return Indicator(
        name=name,
        label=norm.label,
        score=_points(scored.score),
        value=None if value is None else round(value, 3),
        unit=scored.raw.unit,
        n=scored.raw.n,
        confidence=round(scored.confidence, 3),
        reference=Reference(low=norm.low, high=norm.high, source=norm.source),
    )


def _total(analysis: ReadingAnalysis, scored_by_name: Mapping[str, ScoredIndicator]) -> Total:
    share, judged = _accuracy(analysis)
    intonation = sentence_intonation(analysis.intonation)
    fluency_score = fluency({name: scored.score for name, scored in scored_by_name.items()})
    intonation_confidence = scored_by_name["sentence_intonation"].confidence

    def of(accuracy_score: float) -> Total:
        return total(
            accuracy=Part(accuracy_score, judged / (judged + PART_DOUBT)),
            fluency=Part(fluency_score, scored_by_name["speed_of_speech"].confidence),
            intonation=None if intonation.value is None else Part(100 * intonation.value, intonation_confidence),
            completeness=analysis.integrity.completeness,
        )

    if share is not None:
        return of(100 * share)
    return replace(of(UNKNOWN_ACCURACY), low=of(0.0).score, high=of(100.0).score)


def _extras_reported(analysis: ReadingAnalysis) -> list[ExtraSpeech]:
    """Speech beside the text, without what was said instead of syllables of the text, which is reported as that."""
    return [extra for extra in analysis.alignment.extras if extra.kind != "extra" or extra in analysis.integrity.extra]


def _wire_extras(extras: Sequence[ExtraSpeech]) -> Iterator[wire.SpeechBesideText]:
    for extra in extras:
        repeated = extra.first is not None and extra.last is not None
        yield wire.SpeechBesideText(
            kind=extra.kind,
            start_ms=milliseconds(extra.start),
            end_ms=milliseconds(extra.end),
            after=extra.after,
            syllables=extra.syllables,
            repeated=(extra.first, extra.last) if repeated else None,  # type: ignore[arg-type]
        )


def _wire_pauses(timing: Timing) -> Iterator[wire.PauseFound]:
    for pause in timing.pauses:
        yield wire.PauseFound(
            start_ms=milliseconds(pause.start),
            end_ms=milliseconds(pause.end),
            after=pause.after,
            place=pause.place,
            costs=pause.costs,
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
