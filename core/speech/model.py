"""The values that the parts of speech evaluation exchange. Times are seconds from the start of the recording."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, NamedTuple

import numpy as np

from core.arrays import Float32, Float64

SAMPLE_RATE = 16_000
"""Samples a second of every recording that is scored."""
FRAME_SECONDS = 0.02
"""Step of the acoustic model's output."""
F0_SECONDS = 0.01
"""Step of the pitch track."""

Break = Literal["none", "word", "minor", "major"]
"""What stands before a syllable: nothing, a word boundary, a comma or the like, the end of a sentence (or the start of the text)."""
Presence = Literal["read", "omitted"]
ExtraKind = Literal["extra", "repeat", "filler"]


@dataclass(frozen=True)
class Recording:
    """Sound as it is scored: one channel, 16,000 samples a second, -1 to 1."""

    samples: Float32
    original_rate: int
    original_channels: int
    truncated: bool = False
    """The file breaks off or is damaged; `samples` are what could be decoded."""

    @property
    def seconds(self) -> float:
        """Length in seconds."""
        return len(self.samples) / SAMPLE_RATE


class Sounds(NamedTuple):
    """Initial (None without one) and final."""

    initial: str | None
    final: str


@dataclass(frozen=True)
class ExpectedSyllable:
    """One syllable that the text asks for.

    `accepted` are all letters that count as right, the expected first (轻声 forms, polyphones that the context leaves open, erhua);
    `tones` all tones that count as right, citation or sandhi, full or neutral (5); `tone` the one that is expected.
    """

    position: int
    """Code-point offset into the text."""
    character: str
    pinyin: str
    """With tone mark, as spoken."""
    accepted: tuple[Sounds, ...]
    tone: int
    tones: frozenset[int]
    word: int
    """Number of the word in the text, from 0."""
    break_before: Break
    erhua: bool = False
    """The suffix 儿 is spoken with this syllable; `length` is then 2."""
    length: int = 1
    """Characters of the text that the syllable stands for."""
    dictionary_tone: int | None = None
    """Tone in the dictionary, before any change; right as well where the reader makes a pause after the syllable
    (`core.speech.reading.acceptance.after_pause`)."""

    @property
    def sounds(self) -> Sounds:
        """The expected initial and final."""
        return self.accepted[0]


@dataclass(frozen=True)
class Clause:
    """Syllables between two marks: `first` to `last` (both included), and the mark after them."""

    first: int
    last: int
    kind: Literal["statement", "question", "particle_question", "exclamation", "continuing"]


@dataclass(frozen=True)
class ReadingText:
    """A text as it is to be read aloud."""

    text: str
    syllables: tuple[ExpectedSyllable, ...]
    clauses: tuple[Clause, ...]
    unread: tuple[int, ...] = ()
    """Positions of characters that have no syllable (Latin letters, symbols): they are not scored."""


@dataclass(frozen=True)
class AlignedSyllable:
    """Where an expected syllable was said. Of an omitted one the times are those of the moment at which it is missing."""

    index: int
    presence: Presence
    start: float
    end: float
    final_start: float
    sounds: int = 0
    """Which of `ExpectedSyllable.accepted` fitted best."""
    confidence: float = 1.0
    """Probability that it was said here at all, right or wrong."""


@dataclass(frozen=True)
class ExtraSpeech:
    """Speech that the text does not hold. Of a repeat `first` to `last` are the syllables said again."""

    kind: ExtraKind
    start: float
    end: float
    after: int
    """Index of the syllable before it, -1 before the first."""
    syllables: int
    first: int | None = None
    last: int | None = None


@dataclass(frozen=True)
class Alignment:
    """A reading laid over its text, in order of the text."""

    syllables: tuple[AlignedSyllable, ...]
    extras: tuple[ExtraSpeech, ...]
    fit: float
    """Mean log ratio of the text's states against the best states over the speech frames, 0 or less; low = another text."""
    score: float = 0.0
    """Log score of the path with all that departures from the text cost: of texts laid over one recording, the highest was read."""


class Pause(NamedTuple):
    """Silence inside the speech, at least `silences.SHORTEST_PAUSE` long."""

    start: float
    end: float

    @property
    def seconds(self) -> float:
        """Length in seconds."""
        return self.end - self.start


@dataclass(frozen=True)
class PitchTrack:
    """Fundamental frequency every `F0_SECONDS`, frame i centred at i * F0_SECONDS; NaN where unvoiced."""

    hz: Float64
    strength: Float64 = field(default_factory=lambda: np.zeros(0))
    """Height of the correlation peak, 0-1."""


@dataclass(frozen=True)
class SegmentScore:
    """Whether a sound was the expected one.

    `probability` that it was said rightly (calibrated), 0-1; `confidence` how far that can be trusted, 0-1: below
    `segments.LEAST_CONFIDENCE` nothing is claimed. `heard` is the sound that fits best among those it is confused with.
    """

    expected: str
    probability: float
    confidence: float
    heard: str | None


@dataclass(frozen=True)
class ToneScore:
    """Whether a tone was an accepted one; fields as in `SegmentScore`.

    `contour` are 11 points over the final on the speaker's five-level scale (1-5, not clipped), None without enough voice;
    `probabilities` of tones 1 to 5 in that order, summing to 1.
    """

    expected: int
    probability: float
    confidence: float
    heard: int | None
    probabilities: tuple[float, float, float, float, float]
    contour: tuple[float, ...] | None


@dataclass(frozen=True)
class Measure:
    """The raw value of an indicator, in its unit, with what it rests on; `value` is None where nothing can be said."""

    value: float | None
    unit: str
    n: int
