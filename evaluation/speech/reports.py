"""Readings made by hand, with every kind of verdict, for pages that are looked at without an acoustic model."""

from __future__ import annotations

import io
import wave
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from core.demo.readings import CONTOURS
from core.errors import BadParameter
from core.speech.verdicts import Verdict, is_short, syllable_verdict
from core.speech.wire import (
    INDICATORS,
    Indicator,
    Intonation,
    PauseFound,
    Quality,
    Reference,
    SoundJudged,
    SpeechBesideText,
    SpeechReport,
    SyllableJudged,
    ToneJudged,
    numbers_with,
)
from core.wire import Bilingual

RATE = 16_000
SYLLABLE_MS, FINAL_MS = 260, 80
MARKS = {mark: tone for tone, marks in ((1, "āēīōūǖ"), (2, "áéíóúǘ"), (3, "ǎěǐǒǔǚ"), (4, "àèìòùǜ")) for mark in marks}
NOTE = Bilingual(
    zh="这些分数没有用外国学习者的人工评分校准过。", en="These scores are not calibrated on scored learners."
)
LABELS = {
    "speed_of_speech": ("语速", "Speed of speech", "syllables/s", 2.6, (3.3, 4.2)),
    "silent_pause_frequency": ("停顿次数", "Frequency of silent pauses", "per 100 syllables", 9.1, (1.0, 3.6)),
    "text_integrity": ("文本完整度", "Completeness", "%", 91.7, (98.0, 100.0)),
    "rate_of_pronunciation": ("发音速率", "Rate of articulation", "syllables/s", 3.4, (3.45, 4.2)),
    "pronunciation_time_ratio": ("发音时间比", "Share of speaking time", "%", 84.0, (96.0, 99.0)),
    "pause_fluency": ("填充停顿", "Filled pauses", "per 100 syllables", 4.5, (0.0, 1.0)),
    "corrected_fluency": ("重复与改口", "Repetitions and repairs", "per 100 syllables", 4.5, (0.0, 1.0)),
    "average_length_of_silent_pause": ("平均停顿时长", "Mean length of pauses", "s", 0.62, (0.32, 0.35)),
    "average_flow_length": ("平均语流长度", "Mean length of runs", "syllables", 7.0, (10.0, 11.0)),
    "sentence_intonation": ("句子语调", "Sentence intonation", "groups", None, None),
    "accurary": ("发音准确度", "Accuracy of pronunciation", "%", 79.0, (95.0, 100.0)),
}
SCORES = (71.0, 62.0, 88.0, 83.0, 74.0, 80.0, 78.0, 66.0, 72.0, 0.0, 79.0)


@dataclass(frozen=True)
class SpokenSyllable:
    """How a syllable was read."""

    character: str
    initial: str | None
    final: str
    pinyin: str
    word: int
    tone_verdict: Verdict = "right"
    initial_verdict: Verdict = "right"
    final_verdict: Verdict = "right"
    heard_tone: int | None = None
    heard_initial: str | None = None
    accepted: tuple[int, ...] = ()
    sure: float = 0.93
    omitted: bool = False

    @property
    def tone(self) -> int:
        """Read off the mark."""
        return next((MARKS[mark] for mark in self.pinyin if mark in MARKS), 5)


UMBRELLA = "我想买两把雨伞，可以吗？"
UMBRELLA_SAID = (
    SpokenSyllable("我", None, "uo", "wó", 0, accepted=(2, 3)),
    SpokenSyllable("想", "x", "iang", "xiáng", 1, accepted=(2,)),
    SpokenSyllable("买", "m", "ai", "mǎi", 2, tone_verdict="wrong", heard_tone=2, sure=0.97),
    SpokenSyllable("两", "l", "iang", "liáng", 3),
    SpokenSyllable(
        "把", "b", "a", "bǎ", 4, tone_verdict="unsure", initial_verdict="unsure", final_verdict="unsure", sure=0.3
    ),
    SpokenSyllable("雨", None, "ü", "yú", 5),
    SpokenSyllable("伞", "s", "an", "sǎn", 5, initial_verdict="wrong", heard_initial="sh", sure=0.7),
    SpokenSyllable("可", "k", "e", "ké", 6),
    SpokenSyllable("以", None, "i", "yǐ", 6, omitted=True),
    SpokenSyllable("吗", "m", "a", "ma", 7),
)
TEACHER = "老师今天没来，我们明天再去图书馆。"
TEACHER_SAID = (
    SpokenSyllable("老", "l", "ao", "lǎo", 0), SpokenSyllable("师", "sh", "iii", "shī", 0), SpokenSyllable("今", "j", "in", "jīn", 1),
    SpokenSyllable("天", "t", "ian", "tiān", 1), SpokenSyllable("没", "m", "ei", "méi", 2), SpokenSyllable("来", "l", "ai", "lái", 3),
    SpokenSyllable("我", None, "uo", "wǒ", 4), SpokenSyllable("们", "m", "en", "men", 4), SpokenSyllable("明", "m", "ing", "míng", 5),
    SpokenSyllable("天", "t", "ian", "tiān", 5), SpokenSyllable("再", "z", "ai", "zài", 6),
    SpokenSyllable("去", "q", "ü", "qù", 7, initial_verdict="wrong", final_verdict="wrong", tone_verdict="wrong", heard_tone=1),
    SpokenSyllable("图", "t", "u", "tú", 8), SpokenSyllable("书", "sh", "u", "shū", 8), SpokenSyllable("馆", "g", "uan", "guǎn", 8),
)  # fmt: skip


def report(
    text: str = UMBRELLA,
    spoken: Iterable[SpokenSyllable] = UMBRELLA_SAID,
    *,
    total: float = 76.4,
    evaluation_id: str | None = "spe_fixture",
    raised: float = 0.0,
) -> SpeechReport:
    """A reading of the text; `raised` levels are added to every contour."""
    syllables = _judged(text, tuple(spoken), raised)
    scores = {f"{name}_score": score for name, score in zip(INDICATORS, SCORES, strict=True)}
    return SpeechReport(
        filename="reading.wav",
        **scores,
        total_score=total,
        evaluation_id=evaluation_id,
        text=text,
        confidence=0.82,
        total_interval=(total - 7, min(100.0, total + 6)),
        short=is_short([syllable.verdict for syllable in syllables]),
        judged_share=0.89,
        syllables=syllables,
        omitted=numbers_with("omitted", syllables),
        wrong=numbers_with("replaced", syllables),
        beside=_beside(),
        pauses=_pauses(syllables),
        indicators=_indicators(),
        intonation=[_intonation(len(syllables))],
        quality=Quality(
            seconds=5.2,
            speech_seconds=3.9,
            peak_dbfs=-4.0,
            snr_db=14.0,
            clipped_share=0.0,
            warnings=[
                Bilingual(
                    zh="录音里有噪声（信噪比 14 dB）。请到安静的地方再录。",
                    en="The recording is noisy (14 dB above the noise). Record in a quieter place.",
                )
            ],
        ),
        findings=[
            Bilingual(
                zh="“买”读成了第二声：第三声要低下去。",
                en="买 came out as a second tone: let the third tone go low.",
            ),
            Bilingual(
                zh="“伞”的声母听起来像 sh：舌尖抵住下齿背。",
                en="The initial of 伞 sounded like sh: keep the tongue tip behind the lower teeth.",
            ),
        ],
        note=NOTE,
        models={"acoustic": "acoustic 1.0", "tones": "tones 1.0"},
    )


def anything(text: str, *, total: float = 80.0) -> SpeechReport:
    """A reading of any text in which every character was a right mā."""
    spoken = tuple(
        SpokenSyllable(character, "m", "a", "mā", index)
        for index, character in enumerate(text)
        if "\u4e00" <= character <= "\u9fff"
    )
    reading = report(text, spoken, total=total, evaluation_id=None)
    return reading.model_copy(update={"beside": [], "pauses": [], "findings": []})


class Listener:
    """A `core.speech.ports.SpeechEvaluator` that knows two sentences; a recording of under a tenth of a second is refused."""

    def __init__(self) -> None:
        self.heard: list[str] = []

    def evaluate(self, raw: bytes, *, filename: str, text: str) -> SpeechReport:
        """One of the readings made by hand."""
        if len(raw) < RATE // 5:
            raise BadParameter.of("file", "holds no speech")
        self.heard.append(text)
        known = {UMBRELLA: UMBRELLA_SAID, TEACHER: TEACHER_SAID}
        reading = report(text, known[text], evaluation_id=None) if text in known else anything(text)
        return reading.model_copy(update={"filename": filename})


def wav(seconds: float = 5.2, hz: float = 180.0) -> bytes:
    """A hummed recording of that length, 16 kHz mono."""
    time = np.arange(round(RATE * seconds)) / RATE
    tone = 0.3 * np.sin(2 * np.pi * hz * time * (1 + 0.05 * np.sin(2 * np.pi * 0.7 * time)))
    out = io.BytesIO()
    with wave.open(out, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes((tone * 32_767).astype("<i2").tobytes())
    return out.getvalue()


def _judged(text: str, spoken: tuple[SpokenSyllable, ...], raised: float) -> list[SyllableJudged]:
    judged, position, start = [], 0, 300
    for syllable in spoken:
        position = text.index(syllable.character, position)
        judged.append(_syllable(syllable, position, start, raised))
        position += 1
        start += 0 if syllable.omitted else SYLLABLE_MS + (600 if syllable.character in "伞来" else 0)
    return judged


def _syllable(spoken: SpokenSyllable, position: int, start: int, raised: float) -> SyllableJudged:
    if spoken.omitted:
        return SyllableJudged(
            position=position, length=len(spoken.character), character=spoken.character, pinyin=spoken.pinyin, word=spoken.word, status="omitted", verdict="omitted",
            start_ms=None, end_ms=None, final_start_ms=None, score=None, initial=None, final=None, tone=None, contour=None,
        )  # fmt: skip
    verdicts = (spoken.tone_verdict, spoken.initial_verdict, spoken.final_verdict)
    wrong = verdicts.count("wrong")
    whole = syllable_verdict(
        read=True,
        initial=spoken.initial_verdict if spoken.initial else None,
        final=spoken.final_verdict,
        tone=spoken.tone_verdict,
        other_said=wrong == len(verdicts),
    )
    final_start = start + (FINAL_MS if spoken.initial else 0)
    shape = CONTOURS[spoken.heard_tone or spoken.tone]
    return SyllableJudged(
        position=position,
        length=len(spoken.character),
        character=spoken.character,
        pinyin=spoken.pinyin,
        word=spoken.word,
        status="read",
        verdict=whole,
        start_ms=start,
        end_ms=start + SYLLABLE_MS,
        final_start_ms=final_start,
        score=None if whole == "unsure" else max(0.0, 96.0 - 38.0 * wrong),
        initial=_sound(spoken.initial, spoken.initial_verdict, spoken.heard_initial, spoken.sure)
        if spoken.initial
        else None,
        final=_sound(spoken.final, spoken.final_verdict, None, spoken.sure),
        tone=ToneJudged(
            expected=spoken.tone,
            accepted=list(spoken.accepted or (spoken.tone,)),
            score=None if spoken.tone_verdict == "unsure" else 25.0 if spoken.tone_verdict == "wrong" else 96.0,
            confidence=spoken.sure,
            verdict=spoken.tone_verdict,
            heard=spoken.heard_tone,
        ),
        contour=None if spoken.tone_verdict == "unsure" else [round(level + raised, 2) for level in shape],
    )


def _sound(expected: str, verdict: Verdict, heard: str | None, sure: float) -> SoundJudged:
    score = {"right": 95.0, "wrong": 30.0}.get(verdict)
    return SoundJudged(expected=expected, score=score, confidence=sure, verdict=verdict, heard=heard)


def _beside() -> list[SpeechBesideText]:
    return [
        SpeechBesideText(kind="repeat", start_ms=820, end_ms=1080, after=1, syllables=1, repeated=(1, 1)),
        SpeechBesideText(kind="filler", start_ms=1500, end_ms=1700, after=3, syllables=1, repeated=None),
        SpeechBesideText(kind="extra", start_ms=3400, end_ms=3800, after=7, syllables=2, repeated=None),
    ]


def _pauses(syllables: list[SyllableJudged]) -> list[PauseFound]:
    pause_index = next((index for index, syllable in enumerate(syllables) if syllable.character in "伞来"), 0)
    end = syllables[pause_index].end_ms or 0
    return [
        PauseFound(start_ms=900, end_ms=1340, after=2, place="inside", costs=True),
        PauseFound(start_ms=end, end_ms=end + 600, after=pause_index, place="boundary", costs=False),
    ]


def _indicators() -> list[Indicator]:
    indicators = []
    for name, score in zip(INDICATORS, SCORES, strict=True):
        zh, en, unit, value, span = LABELS[name]
        indicators.append(
            Indicator(
                name=name,
                label=Bilingual(zh=zh, en=en),
                score=score,
                value=value,
                unit=unit,
                n=0 if value is None else 11,
                confidence=0.0 if value is None else 0.8,
                reference=Reference(
                    low=span[0],
                    high=span[1],
                    source=Bilingual(zh="实测：母语者的朗读", en="Native readings, measured here"),
                )
                if span
                else None,
            )
        )
    return indicators


def _intonation(count: int) -> Intonation:
    return Intonation(
        first=0,
        last=count - 1,
        score=None,
        reasons=[Bilingual(zh="句末没有升高。", en="The end did not rise.")],
        line=[(0.3 + 0.1 * step, 3.0 - 0.1 * step) for step in range(20)],
    )
