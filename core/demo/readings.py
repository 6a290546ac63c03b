"""Readings aloud of simulated students: who said what is drawn, everything measured of it and kept of it is the real thing.

No sound is made: for each syllable it is drawn how it was said, and the report is assembled from that as from a recording.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from core.api.core import Core
from core.api.speaking import TextChoice
from core.demo.cast import SEED, Actor
from core.demo.year import SteppedClock
from core.records.access import Caller
from core.speech.aligning.segments import SyllableSounds
from core.speech.assembling import ReadingAnalysis, report_of
from core.speech.judging import judged_syllables
from core.speech.measures.integrity import integrity
from core.speech.measures.quality import QualityFigures
from core.speech.measures.timing import timing
from core.speech.model import (
    AlignedSyllable,
    Alignment,
    ExpectedSyllable,
    Pause,
    ReadingText,
    SegmentScore,
    ToneScore,
)
from core.speech.reading.text import reading_text
from core.speech.upload import SpeechUpload, checked
from core.speech.wire import SpeechReport

READERS_A_CLASS = 6
"""Students of each class who have read aloud before, the demo student among them."""
READINGS = 4
"""Of each of them ..."""
DAYS_BETWEEN = 5
"""... so many days apart, the last of them three days before the end of the simulated past."""
LAST = timedelta(days=3)
CONFUSED_TONES = {1: (4, 2), 2: (3, 1), 3: (2, 4), 4: (1, 3), 5: (4, 1)}
"""Tones that learners say instead, the likelier first."""
CONFUSED_INITIALS = {
    "zh": "z", "ch": "c", "sh": "s", "z": "zh", "c": "ch", "s": "sh", "j": "zh", "q": "ch", "x": "sh", "r": "l", "n": "l",
}  # fmt: skip
TONE_ERRORS_AT_FIRST, SOUND_ERRORS_AT_FIRST = 0.3, 0.1
"""Share of syllables that go wrong in the first reading of a student of ordinary ability; tones go wrong more often than sounds."""
BETTER = 0.8
"""What is left of the errors after each reading."""
UNSURE = 0.06
"""Share of syllables of which nothing can be claimed."""
CONTOURS = {
    1: (4.8, 4.9, 5.0, 5.0, 5.0, 5.0, 5.0, 4.9, 4.9, 4.9, 4.8),
    2: (2.8, 2.7, 2.7, 2.9, 3.1, 3.4, 3.7, 4.0, 4.3, 4.6, 4.8),
    3: (2.3, 2.0, 1.7, 1.4, 1.2, 1.1, 1.1, 1.3, 1.8, 2.5, 3.2),
    4: (5.0, 5.0, 4.8, 4.4, 3.9, 3.4, 2.9, 2.4, 1.9, 1.5, 1.2),
    5: (2.8, 2.7, 2.6, 2.5, 2.4, 2.3, 2.2, 2.1, 2.0, 2.0, 1.9),
}
"""Of the five tones on the five-level scale (Chao 1930)."""
CLEAR, UNCLEAR = 0.93, 0.02
"""Confidence in what is claimed, and where nothing is."""
NO_SOUND = SpeechUpload(b"-", "simulated.wav", "")
"""What stands where a recording would."""
SIMULATED = {"simulated": "1"}
"""Stands where a report names its models: nothing was heard."""


def read_past(core: Core, clock: SteppedClock, members: Sequence[Actor], caller: Caller, *, until: datetime) -> None:
    """Some of a class have read sentences of their level, again and again, and read them better."""
    for actor in members[:READERS_A_CLASS]:
        texts = core.speaking.choices(actor.level, "sentence", seed=SEED, count=READINGS // 2)
        for number in range(READINGS):
            clock.moment = until - LAST - timedelta(days=DAYS_BETWEEN * (READINGS - 1 - number))
            read(core, actor, texts[number % len(texts)], caller, errors=BETTER**number)


def read(core: Core, actor: Actor, text: TextChoice, caller: Caller, *, errors: float) -> SpeechReport:
    """The kept report on a reading. `errors`: share of the errors of a first reading that are still made."""
    expected = reading_text(text.text, reader=core.reader, segmenter=_LongestWords(core.tables.words.by_form))
    rng = random.Random(f"{SEED}{actor.student_id}{text.id}{errors}")
    voice = _Voice(rng, errors=errors * 2**-actor.profile.ability)
    analysis = voice.analysis(expected)
    report = report_of(analysis, filename=NO_SOUND.filename, norms=core.tables.speech_norms)
    upload = checked(NO_SOUND.raw, filename=NO_SOUND.filename, text=text.text, student_id=actor.student_id)
    return core.speech.keeper.reply(
        upload, caller, score=lambda: report, idempotency_key=None, keeps_recordings=False
    ).report


@dataclass(frozen=True)
class _LongestWords:
    """A segmenter that takes the longest word of a list each time: enough for the sentences of the content."""

    known: Collection[str]

    def words(self, text: str) -> list[str]:
        return list(self._words(text))

    def _words(self, text: str) -> Iterator[str]:
        start = 0
        while start < len(text):
            ends = range(min(len(text), start + 4), start + 1, -1)
            end = next((end for end in ends if text[start:end] in self.known), start + 1)
            yield text[start:end]
            start = end


class _Voice:
    """How one student says a text this time."""

    def __init__(self, rng: random.Random, *, errors: float) -> None:
        self._rng = rng
        self._tone_errors = min(0.8, TONE_ERRORS_AT_FIRST * errors)
        self._sound_errors = min(0.5, SOUND_ERRORS_AT_FIRST * errors)
        self._syllable_seconds = 0.24 + 0.2 * errors

    def analysis(self, reading: ReadingText) -> ReadingAnalysis:
        """Everything that is said to have been heard."""
        aligned, pauses = self._times(reading)
        alignment = Alignment(tuple(aligned), (), -0.4)
        said = [self._said(expected) for expected in reading.syllables]
        syllables = judged_syllables(
            reading.syllables,
            alignment,
            sounds=[sounds for sounds, _ in said],
            tones=[tone for _, tone in said],
        )
        return ReadingAnalysis(
            reading=reading,
            alignment=alignment,
            timing=timing(reading, alignment, pauses),
            syllables=syllables,
            integrity=integrity(alignment, [syllable.verdict for syllable in syllables]),
            intonation=(),
            quality=QualityFigures(
                seconds=round(aligned[-1].end + 0.4, 2),
                speech_seconds=round(sum(each.end - each.start for each in aligned), 2),
                peak_dbfs=-6.0,
                snr_db=30.0,
                clipped_share=0.0,
                speech_likeness=4.0,
                warnings=(),
            ),
            models=SIMULATED,
        )

    def _times(self, reading: ReadingText) -> tuple[list[AlignedSyllable], list[Pause]]:
        now, aligned, pauses = 0.4, [], []
        for index, syllable in enumerate(reading.syllables):
            if index and syllable.break_before != "none":
                hesitates = self._rng.random() < self._tone_errors / 2
                rest = self._rng.uniform(0.3, 0.8) if hesitates or syllable.break_before != "word" else 0.0
                if rest:
                    pauses.append(Pause(now, now + rest))
                now += rest
            length = self._syllable_seconds * self._rng.uniform(0.8, 1.25)
            aligned.append(AlignedSyllable(index, "read", now, now + length, now + 0.3 * length))
            now += length
        return aligned, pauses

    def _said(self, expected: ExpectedSyllable) -> tuple[SyllableSounds, ToneScore]:
        """The sounds and the tone of one syllable."""
        unsure = self._rng.random() < UNSURE
        tone = self._tone(expected, unsure=unsure)
        initial, final = expected.sounds
        return SyllableSounds(
            self._sound(initial, unsure=unsure) if initial else None, self._sound(final, unsure=unsure)
        ), tone

    def _sound(self, sound: str, *, unsure: bool) -> SegmentScore:
        heard = CONFUSED_INITIALS.get(sound) if self._rng.random() < self._sound_errors else None
        return self._score(sound, heard, unsure=unsure)

    def _score(self, sound: str, heard: str | None, *, unsure: bool) -> SegmentScore:
        return SegmentScore(sound, self._probability(heard is not None), UNCLEAR if unsure else CLEAR, heard)

    def _tone(self, expected: ExpectedSyllable, *, unsure: bool) -> ToneScore:
        likely = [tone for tone in CONFUSED_TONES[expected.tone] if tone not in expected.tones]
        heard = likely[0] if likely and self._rng.random() < self._tone_errors else None
        raised = self._rng.gauss(0, 0.15)
        return ToneScore(
            expected=expected.tone,
            probability=self._probability(heard is not None),
            confidence=UNCLEAR if unsure else CLEAR,
            heard=heard,
            probabilities=(0.2, 0.2, 0.2, 0.2, 0.2),
            contour=tuple(level + raised for level in CONTOURS[heard or expected.tone]),
        )

    def _probability(self, wrong: bool) -> float:
        return self._rng.uniform(0.05, 0.3) if wrong else self._rng.uniform(0.86, 0.99)
