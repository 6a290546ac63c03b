"""Reports made by hand: every syllable right and sure unless told otherwise; and an evaluator that gives them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from core.errors import BadParameter
from core.language.pinyin import parse
from core.speech.aligning.phones import sounds
from core.speech.verdicts import Verdict, is_short, syllable_verdict
from core.speech.wire import (
    INDICATORS,
    Indicator,
    IndicatorName,
    PauseFound,
    Quality,
    SoundJudged,
    SpeechReport,
    SyllableJudged,
    ToneJudged,
    numbers_with,
)
from core.wire import Bilingual

SOMETHING = Bilingual(zh="测试", en="Test")
RAW = b"RIFF a recording"
NOT_SOUND = b"no recording"


@dataclass(frozen=True)
class SpokenSyllable:
    """A syllable of a reading; its word is the one of the syllable before it when `joins`."""

    character: str
    pinyin: str
    joins: bool = False
    tone: Verdict = "right"
    initial: Verdict = "right"
    final: Verdict = "right"
    heard: str | None = None
    sure: float = 0.9
    omitted: bool = False
    other_said: bool = False


def spoken_syllables(text: str, pinyin: str, **changed: Any) -> list[SpokenSyllable]:
    """`pinyin` by words, syllables joined with -: `nǐ-hǎo lǎo-shī`; marks of the text are passed over."""
    characters = [character for character in text if character.isalpha()]
    syllables: list[SpokenSyllable] = []
    for word in pinyin.split():
        for index, syllable in enumerate(word.split("-")):
            syllables.append(SpokenSyllable(characters[len(syllables)], syllable, joins=index > 0))
    assert len(syllables) == len(characters)
    return [replace(syllable, **changed) for syllable in syllables]


def report(
    text: str,
    syllables: Sequence[SpokenSyllable],
    *,
    total: float = 80.0,
    values: Mapping[IndicatorName, float] | None = None,
) -> SpeechReport:
    """The report of a reading. `values`: raw values of indicators, the others are unknown."""
    judged = _judged(text, syllables)
    return SpeechReport(
        filename="reading.wav",
        **{f"{name}_score": 70.0 for name in INDICATORS},
        total_score=total,
        evaluation_id=None,
        text=text,
        confidence=0.8,
        total_interval=(total - 5, total + 5),
        short=is_short([syllable.verdict for syllable in judged]),
        judged_share=1.0,
        syllables=judged,
        omitted=numbers_with("omitted", judged),
        wrong=numbers_with("replaced", judged),
        beside=[],
        pauses=[PauseFound(start_ms=900, end_ms=1200, after=0, place="inside", costs=True)],
        indicators=[_indicator(name, (values or {}).get(name)) for name in INDICATORS],
        intonation=[],
        quality=Quality(seconds=6.0, speech_seconds=5.0, peak_dbfs=-6.0, snr_db=30.0, clipped_share=0.0, warnings=[]),
        findings=[],
        note=SOMETHING,
        models={"acoustic": "test"},
    )


def _judged(text: str, syllables: Sequence[SpokenSyllable]) -> list[SyllableJudged]:
    judged: list[SyllableJudged] = []
    start = word = -1
    for index, syllable in enumerate(syllables):
        start = text.index(syllable.character, start + 1)
        word += not syllable.joins
        judged.append(_syllable(syllable, start, word, index))
    return judged


def _syllable(spoken: SpokenSyllable, position: int, word: int, index: int) -> SyllableJudged:
    parsed = parse(spoken.pinyin)
    assert parsed
    initial, final = sounds(parsed[0].letters) or (None, "a")
    tone = parsed[0].tone or 5
    shown = not spoken.omitted
    return SyllableJudged(
        position=position,
        length=len(spoken.character),
        character=spoken.character,
        pinyin=spoken.pinyin,
        word=word,
        status="read" if shown else "omitted",
        verdict=syllable_verdict(
            read=shown,
            initial=spoken.initial if initial else None,
            final=spoken.final,
            tone=spoken.tone,
            other_said=spoken.other_said,
        ),
        start_ms=300 * index if shown else None,
        end_ms=300 * index + 250 if shown else None,
        final_start_ms=300 * index + 80 if shown else None,
        score=90.0 if shown else None,
        initial=_sound(initial, spoken.initial, spoken) if shown and initial else None,
        final=_sound(final, spoken.final, spoken) if shown else None,
        tone=_tone(tone, spoken) if shown else None,
        contour=None,
    )


def _sound(expected: str, verdict: Verdict, spoken: SpokenSyllable) -> SoundJudged:
    heard = spoken.heard if verdict == "wrong" else None
    return SoundJudged(expected=expected, score=None, confidence=spoken.sure, verdict=verdict, heard=heard)


def _tone(expected: int, spoken: SpokenSyllable) -> ToneJudged:
    heard = int(spoken.heard) if spoken.tone == "wrong" and spoken.heard and spoken.heard.isdigit() else None
    return ToneJudged(
        expected=expected, accepted=[expected], score=None, confidence=spoken.sure, verdict=spoken.tone, heard=heard
    )


def _indicator(name: IndicatorName, value: float | None) -> Indicator:
    return Indicator(
        name=name, label=SOMETHING, score=70.0, value=value, unit="share", n=1, confidence=0.8, reference=None
    )


@dataclass
class FakeEvaluator:
    """`core.speech.ports.SpeechEvaluator` that gives the report prepared for a text, else one of a perfect reading."""

    prepared: dict[str, SpeechReport] = field(default_factory=dict)

    def evaluate(self, raw: bytes, *, filename: str, text: str) -> SpeechReport:
        """Refuses `NOT_SOUND`."""
        if raw == NOT_SOUND:
            raise BadParameter.of("file", "is no sound")
        report_given = self.prepared.get(text) or report(
            text, [SpokenSyllable(character, "mā") for character in text if "\u3400" <= character <= "\u9fff"]
        )
        return report_given.model_copy(update={"filename": filename, "text": text})
