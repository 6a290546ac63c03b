"""Wire models of POST {speech_url}/uploadfile and of the pages over it.

The contract's twelve numbers are always floats. Everything below them is an extra: what each number rests on.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal, Self, get_args

from pydantic import Field, model_validator

from core.speech.verdicts import SyllableVerdict, Verdict, syllable_verdict
from core.wire import Bilingual, Closed

LONGEST_TEXT = 2_000
LONGEST_SECONDS = 120.0
IndicatorName = Literal[
    "speed_of_speech",
    "silent_pause_frequency",
    "text_integrity",
    "rate_of_pronunciation",
    "pronunciation_time_ratio",
    "pause_fluency",
    "corrected_fluency",
    "average_length_of_silent_pause",
    "average_flow_length",
    "sentence_intonation",
    "accurary",
]
INDICATORS: tuple[IndicatorName, ...] = get_args(IndicatorName)
"""The contract's indicators in its order; their fields end in `_score`."""
Score = Annotated[float, Field(ge=0, le=100)]
Probability = Annotated[float, Field(ge=0, le=1)]


class SoundJudged(Closed):
    """An initial or a final."""

    expected: str = Field(description="As spelt in pinyin, with ü")
    score: Score | None = Field(description="0-100; null where it cannot be judged")
    confidence: Probability = Field(description="How far the judgement can be trusted")
    verdict: Verdict = Field(description="unsure: it cannot be judged; nothing is claimed, and it costs nothing")
    heard: str | None = Field(description="What was heard instead, where that is sure enough to be said")


class ToneJudged(Closed):
    """A tone; 5 is the neutral tone."""

    expected: int = Field(ge=1, le=5)
    accepted: list[int] = Field(description="All tones that count as right here, by sandhi or habit")
    score: Score | None = Field(description="0-100; null where it cannot be judged")
    confidence: Probability
    verdict: Verdict = Field(description="unsure: it cannot be judged; nothing is claimed, and it costs nothing")
    heard: int | None = Field(description="The tone heard, 1-5, where that is sure enough to be said")


class SyllableJudged(Closed):
    """One syllable of the text."""

    position: int = Field(description="Code-point offset of its character in the text as sent")
    length: int = Field(
        ge=1,
        description="Code points of the text that it stands for; syllables of one number may share theirs: 百分之五十 over 50%",
    )
    character: str
    pinyin: str = Field(description="Expected, as spoken in this place, with tone mark")
    word: int = Field(description="Number of its word in the text, from 0")
    status: Literal["read", "omitted"] = Field(
        description="omitted: found nowhere in the recording; where its number stands in `wrong`, something else was said for it"
    )
    start_ms: int | None = Field(description="Null where it was omitted")
    end_ms: int | None
    final_start_ms: int | None
    verdict: SyllableVerdict = Field(
        description="wrong: a part of it is; replaced: something else was said for it; right: its tone and a sound of it are, and no part is "
        "wrong; unsure: it cannot be judged, and costs nothing. Counts, marks, findings, scores and what is learned of the student rest on it"
    )
    score: Score | None = Field(
        description="Initial, final and tone together; null where the syllable cannot be judged or has no place in the recording"
    )
    initial: SoundJudged | None = Field(description="Null for a syllable without initial, and where it was omitted")
    final: SoundJudged | None
    tone: ToneJudged | None
    contour: list[float] | None = Field(
        description="11 points over the final on the speaker's five-level scale; null without enough voice"
    )

    @model_validator(mode="after")
    def _verdict_follows_from_the_parts(self) -> Self:
        """Whatever makes a syllable, it cannot claim more than its parts do."""
        if self.verdict not in {_verdict(self, other_said=other_said) for other_said in (False, True)}:
            raise ValueError(f"the verdict {self.verdict!r} does not follow from the parts")
        return self


def _verdict(syllable: SyllableJudged, *, other_said: bool) -> SyllableVerdict:
    initial, final, tone = (
        None if part is None else part.verdict for part in (syllable.initial, syllable.final, syllable.tone)
    )
    return syllable_verdict(
        read=syllable.status == "read", initial=initial, final=final, tone=tone, other_said=other_said
    )


def numbers_with(verdict: SyllableVerdict, syllables: Sequence[SyllableJudged]) -> list[int]:
    """The numbers of the syllables with a verdict."""
    return [number for number, syllable in enumerate(syllables) if syllable.verdict == verdict]


class SpeechBesideText(Closed):
    """Something said that the text does not hold."""

    kind: Literal["extra", "repeat", "filler"]
    start_ms: int
    end_ms: int
    after: int = Field(description="Number of the syllable before it, -1 before the first")
    syllables: int = Field(description="How many were said, about")
    repeated: tuple[int, int] | None = Field(description="First and last syllable that was said again")


class PauseFound(Closed):
    """A silence inside the speech."""

    start_ms: int
    end_ms: int
    after: int = Field(description="Number of the syllable before it")
    place: Literal["boundary", "inside"] = Field(description="At a mark, or inside a phrase")
    costs: bool = Field(description="Whether it lowers a score: inside pauses, and long ones at marks")


class Reference(Closed):
    """What readers are measured at."""

    low: float
    high: float
    source: Bilingual


class Indicator(Closed):
    """One of the eleven, with what its score was made of."""

    name: IndicatorName
    label: Bilingual
    score: Score
    value: float | None = Field(description="Raw value in `unit`; null where nothing can be said")
    unit: str
    n: int = Field(description="How many syllables, pauses or groups the value rests on")
    confidence: Probability
    reference: Reference | None


class Intonation(Closed):
    """Pitch and length over one intonation group."""

    first: int
    last: int
    score: Score | None
    reasons: list[Bilingual] = Field(description="What was found, one sentence each")
    line: list[tuple[float, float]] = Field(description="Seconds and semitones over the speaker's median, for drawing")


class Quality(Closed):
    """The recording."""

    seconds: float
    speech_seconds: float
    peak_dbfs: float
    snr_db: float | None
    clipped_share: float
    warnings: list[Bilingual]


class SpeechReport(Closed):
    """The contract's result, and what it rests on."""

    filename: str
    speed_of_speech_score: Score
    silent_pause_frequency_score: Score
    text_integrity_score: Score
    rate_of_pronunciation_score: Score
    pronunciation_time_ratio_score: Score
    pause_fluency_score: Score
    corrected_fluency_score: Score
    average_length_of_silent_pause_score: Score
    average_flow_length_score: Score
    sentence_intonation_score: Score
    accurary_score: Score
    total_score: Score
    evaluation_id: str | None = Field(description="Where the result was stored for a student")
    text: str
    confidence: Probability = Field(description="Of the total")
    total_interval: tuple[Score, Score] = Field(description="80 % range of the total")
    short: bool = Field(
        description="So few syllables could be judged that the range says more than the total, and nothing is said of the pace"
    )
    judged_share: Probability = Field(description="Share of the read syllables that could be judged")
    syllables: list[SyllableJudged]
    omitted: list[int] = Field(description="Numbers of syllables that were left out: those with this verdict")
    wrong: list[int] = Field(
        description="Numbers of syllables that another was said for: those with the verdict replaced"
    )
    beside: list[SpeechBesideText]
    pauses: list[PauseFound]
    indicators: list[Indicator] = Field(description="Eleven, in the contract's order")
    intonation: list[Intonation]
    quality: Quality
    findings: list[Bilingual] = Field(description="What to do next, the most useful first; never more than five")
    note: Bilingual = Field(description="What these scores are not: calibrated on scored learners")
    models: dict[str, str] = Field(description="Version of every model that was used")

    @model_validator(mode="after")
    def _lists_follow_from_the_verdicts(self) -> Self:
        if self.omitted != numbers_with("omitted", self.syllables):
            raise ValueError("omitted does not list the syllables with the verdict 'omitted'")
        if self.wrong != numbers_with("replaced", self.syllables):
            raise ValueError("wrong does not list the syllables with the verdict 'replaced'")
        return self
