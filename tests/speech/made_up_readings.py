"""Readings made up of scores and places instead of sound: everything that the models can say, at the thresholds above all."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from core.speech.aligning.presence import SAID_FROM
from core.speech.aligning.segments import LEAST_CONFIDENCE, SyllableSounds
from core.speech.assembling import ReadingAnalysis, report_of
from core.speech.judging import judged_syllables
from core.speech.measures.integrity import departures, integrity
from core.speech.measures.intonation import IntonationGroup
from core.speech.measures.quality import QualityFigures
from core.speech.measures.timing import timing
from core.speech.model import (
    AlignedSyllable,
    Alignment,
    Clause,
    ExpectedSyllable,
    ExtraSpeech,
    Pause,
    ReadingText,
    SegmentScore,
    Sounds,
    ToneScore,
)
from core.speech.tones.verdicts import RIGHT_FROM, WRONG_BELOW
from core.speech.wire import SpeechReport, SyllableJudged
from core.tables.speech_norms import Norm

SYLLABLES = (("妈", "mā", Sounds("m", "a"), 1), ("安", "ān", Sounds(None, "an"), 1), ("麻", "má", Sounds("m", "a"), 2),
             ("马", "mǎ", Sounds("m", "a"), 3), ("大", "dà", Sounds("d", "a"), 4), ("吗", "ma", Sounds("m", "a"), 5),
             ("知", "zhī", Sounds("zh", "iii"), 1), ("绿", "lǜ", Sounds("l", "ü"), 4))  # fmt: skip
RIGHT_SOUND, RIGHT_TONE = 0.5 + LEAST_CONFIDENCE / 2, RIGHT_FROM
"""The least probabilities with which a sound and a tone are right."""
QUALITY = QualityFigures(5.0, 4.0, -6.0, 30.0, 0.0, 4.0, ())


@dataclass(frozen=True)
class MadeUpReading:
    """What was heard of a text. `fluency` is that of another reading of the same length: verdicts do not move it."""

    reading: ReadingText
    alignment: Alignment
    sounds: tuple[SyllableSounds | None, ...]
    tones: tuple[ToneScore | None, ...]
    intonation: tuple[IntonationGroup, ...]
    pace: float
    pauses: tuple[Pause, ...]

    @cached_property
    def syllables(self) -> list[SyllableJudged]:
        """The judgement of each syllable."""
        return judged_syllables(self.reading.syllables, self.alignment, sounds=self.sounds, tones=self.tones)

    def report(self, norms: Mapping[str, Norm]) -> SpeechReport:
        """The report, as the service makes it."""
        read_through = replace(
            self.alignment,
            extras=(),
            syllables=tuple(
                AlignedSyllable(index, "read", self.pace * index, self.pace * (index + 1), self.pace * (index + 0.3))
                for index in range(len(self.sounds))
            ),
        )
        analysis = ReadingAnalysis(
            reading=self.reading,
            alignment=self.alignment,
            timing=timing(self.reading, read_through, self.pauses),
            syllables=self.syllables,
            integrity=integrity(self.alignment, [syllable.verdict for syllable in self.syllables]),
            intonation=self.intonation,
            quality=QUALITY,
            models={},
        )
        made = report_of(analysis, filename="reading.wav", norms=norms)
        return made.model_copy(update={"evaluation_id": "spe_1"})

    def with_right(self, number: int) -> MadeUpReading:
        """The same, but for one syllable, which is now right by a hair."""
        place = self.alignment.syllables[number]
        aligned, extras = list(self.alignment.syllables), self.alignment.extras
        if place.presence == "omitted":
            extras = self._extras_without(number)
        said = max(SAID_FROM, place.confidence) if place.presence == "read" else 1.0
        aligned[number] = replace(
            place, presence="read", end=place.start + 0.2, final_start=place.start + 0.06, confidence=said
        )
        sounds, tones = list(self.sounds), list(self.tones)
        sounds[number] = _right_sounds(self.reading.syllables[number], sounds[number])
        tones[number] = _right_tone(self.reading.syllables[number], tones[number])
        return replace(
            self, alignment=replace(self.alignment, syllables=tuple(aligned), extras=extras), sounds=tuple(sounds), tones=tuple(tones)
        )  # fmt: skip

    def _extras_without(self, number: int) -> tuple[ExtraSpeech, ...]:
        """The speech beside the text, but for what stood for one syllable; what stood for others with it stands for them alone."""
        kept: list[ExtraSpeech] = []
        before: frozenset[int] = frozenset()
        for count, extra in enumerate(self.alignment.extras, 1):
            replaced = departures(replace(self.alignment, extras=self.alignment.extras[:count])).replaced
            instead, before = replaced - before, replaced
            if number not in instead:
                kept.append(extra)
                continue
            kept += [replace(extra, after=other - 1, syllables=1) for other in instead - {number}]
            if extra.syllables > len(instead):
                kept.append(replace(extra, after=number, syllables=extra.syllables - len(instead)))
        return tuple(kept)


def _right_sounds(expected: ExpectedSyllable, before: SyllableSounds | None) -> SyllableSounds:
    """Every sound that was not right is, by as little as can be."""

    def right(sound: str, score: SegmentScore | None) -> SegmentScore:
        is_right = score is not None and score.probability >= 0.5 and score.confidence >= LEAST_CONFIDENCE
        return score if score is not None and is_right else SegmentScore(sound, RIGHT_SOUND, LEAST_CONFIDENCE, None)

    initial, final = expected.sounds
    return SyllableSounds(
        None if initial is None else right(initial, before and before.initial), right(final, before and before.final)
    )


def _right_tone(expected: ExpectedSyllable, before: ToneScore | None) -> ToneScore:
    confidence = max(0.2, before.confidence) if before else 0.2
    probability = max(RIGHT_TONE, before.probability) if before else RIGHT_TONE
    return ToneScore(expected.tone, probability, confidence, None, (0.2,) * 5, None)


def made_up_readings(count: int, *, seed: int = 7) -> Iterator[MadeUpReading]:
    """So many readings; of one to 24 syllables, with few faults or many."""
    for number in range(count):
        yield _made_up(random.Random(f"{seed}.{number}"))


def _made_up(rng: random.Random) -> MadeUpReading:
    count, faults = rng.randint(1, 24), rng.choice((0.0, 0.05, 0.2, 0.5))
    reading = _text(rng, count)
    aligned = tuple(_aligned(rng, index, faults) for index in range(count))
    extras = tuple(
        ExtraSpeech(rng.choice(("extra", "extra", "filler")), 0.1, 0.3, after=rng.randint(-1, count - 1), syllables=rng.randint(1, 3))
        for _ in range(rng.choice((0, 0, 1, 2)))
    )  # fmt: skip
    is_read = [syllable.presence == "read" for syllable in aligned]
    groups = (IntonationGroup(0, count - 1, rng.uniform(0, 100), {}, (), ()),) if rng.random() < 0.7 else ()
    pauses = (Pause(0.3, 0.3 + rng.uniform(0.25, 1.5)),) if rng.random() < 0.3 else ()
    return MadeUpReading(
        reading=reading,
        alignment=Alignment(aligned, extras, -0.5),
        sounds=tuple(
            _sounds(rng, expected, faults) if read else None
            for expected, read in zip(reading.syllables, is_read, strict=True)
        ),
        tones=tuple(
            _tone(rng, expected, faults) if read else None
            for expected, read in zip(reading.syllables, is_read, strict=True)
        ),
        intonation=groups,
        pace=rng.uniform(0.15, 0.6),
        pauses=pauses,
    )


def _text(rng: random.Random, count: int) -> ReadingText:
    syllables, word = [], 0
    for index in range(count):
        character, pinyin, sounds, tone = rng.choice(SYLLABLES)
        syllables.append(
            ExpectedSyllable(index, character, pinyin, (sounds,), tone, frozenset({tone}), word, "word" if index else "major")
        )  # fmt: skip
        word += rng.random() < 0.6
    text = "".join(syllable.character for syllable in syllables)
    return ReadingText(text, tuple(syllables), (Clause(0, count - 1, "statement"),))


def _aligned(rng: random.Random, index: int, faults: float) -> AlignedSyllable:
    start = 0.25 * index
    if rng.random() < faults / 2:
        return AlignedSyllable(index, "omitted", start, start, start, confidence=rng.uniform(0, 0.84))
    confidence = rng.uniform(0, 0.5) if rng.random() < faults / 2 else rng.uniform(0.5, 1)
    return AlignedSyllable(index, "read", start, start + 0.25, start + 0.08, confidence=confidence)


def _sounds(rng: random.Random, expected: ExpectedSyllable, faults: float) -> SyllableSounds:
    initial, final = expected.sounds
    return SyllableSounds(
        None if initial is None else _sound(rng, initial, ("z", "n", None), faults),
        _sound(rng, final, ("ang", "u", None), faults),
    )


def _sound(rng: random.Random, sound: str, others: tuple[str | None, ...], faults: float) -> SegmentScore:
    is_wrong = rng.random() < faults
    probability = rng.uniform(0, 0.25) if is_wrong else rng.choice((rng.uniform(0.25, 0.85), rng.uniform(0.8, 1)))
    confidence = abs(2 * probability - 1) * rng.choice((1.0, 1.0, 0.8))
    return SegmentScore(sound, probability, confidence, rng.choice(others) if probability < 0.5 else None)


def _tone(rng: random.Random, expected: ExpectedSyllable, faults: float) -> ToneScore:
    is_wrong = rng.random() < faults
    probability = rng.uniform(0, WRONG_BELOW + 0.02) if is_wrong else rng.uniform(RIGHT_FROM - 0.15, 1)
    heard = rng.choice((None, *(tone for tone in range(1, 6) if tone != expected.tone)))
    return ToneScore(expected.tone, probability, rng.uniform(0.1, 1), heard, (0.2,) * 5, None)
