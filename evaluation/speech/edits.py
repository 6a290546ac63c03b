"""Sentences of the fifteen development speakers with the syllables they said, and ways to edit what was asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache

import numpy as np

from core.arrays import Float32
from core.language.pinyin import SYLLABLES
from core.models.acoustic import MODEL, OnnxAcousticModel
from core.speech.aligning.alignment import Emissions, align, emissions
from core.speech.aligning.onsets import refined
from core.speech.aligning.phones import sounds
from core.speech.model import Alignment, ExpectedSyllable, Sounds
from core.tables import DATA
from evaluation.speech.corpora import DEVELOPMENT, SPEECH, readings

SEED = 20261123
RARE = frozenset({"r", "ê", "yai", "rua", "lo", "yo", "fiao"})
POOL = tuple(sorted(letters for letters in SYLLABLES if sounds(letters) and letters not in RARE))
"""Syllables that words are made of."""
WORD_LENGTHS, WORD_SHARES = (1, 2, 3), (0.35, 0.5, 0.15)


@dataclass(frozen=True)
class Read:
    """A sentence as it was read."""

    speaker: str
    letters: tuple[str, ...]
    tones: tuple[int, ...]
    """As spoken."""
    samples: Float32
    heard: Emissions

    def laid_on(self, letters: Sequence[str]) -> Alignment:
        """Its alignment with the letters of any text."""
        return self.aligned(expected(letters))

    def aligned(self, asked: Sequence[ExpectedSyllable]) -> Alignment:
        """As the product lays a reading on what was asked for."""
        return refined(align(asked, self.heard), self.samples)


def expected(letters: Sequence[str], tones: Sequence[int] = ()) -> list[ExpectedSyllable]:
    """Syllables as a text would ask for them; without `tones` all in the first, where only sounds are looked at."""
    return [
        ExpectedSyllable(place, "字", one, (Sounds(*found),), tone, frozenset({tone}), place, "none")
        for place, (one, tone) in enumerate(zip(letters, tones or [1] * len(letters), strict=True))
        if (found := sounds(one))
    ]


@cache
def model() -> OnnxAcousticModel:
    """The shipped acoustic model."""
    return OnnxAcousticModel(DATA / MODEL)


def listened(samples: Float32) -> Emissions:
    """What the model hears in a recording."""
    return emissions(model().log_posteriors(samples), log_priors=model().log_priors)


@cache
def development() -> tuple[Read, ...]:
    """One sentence of each speaker; empty where the recordings are not here."""
    return tuple(_read()) if SPEECH.exists() else ()


def _read() -> Iterator[Read]:
    for reading in readings(DEVELOPMENT):
        tokens = [token for token in reading.pinyin.split() if token not in "%$"]
        letters = tuple(token[:-1].replace("v", "ü") for token in tokens)
        tones = tuple(int(token[-1]) for token in tokens)
        if all(sounds(one) for one in letters):
            yield Read(reading.speaker, letters, tones, reading.samples, listened(reading.samples))


def word(draw: np.random.Generator) -> list[str]:
    """Syllables of a word that nobody said."""
    return [str(one) for one in draw.choice(POOL, draw.choice(WORD_LENGTHS, p=WORD_SHARES))]


def other(draw: np.random.Generator, letters: str) -> str:
    """A syllable that sounds otherwise."""
    return str(draw.choice([one for one in POOL if sounds(one) != sounds(letters)]))


def said_again(read: Read, draw: np.random.Generator) -> tuple[Read, int, int]:
    """The reading with a stretch of one to four syllables spliced in again, after a breath or none; and which."""
    times = read.laid_on(read.letters).syllables
    length = min(int(draw.integers(1, 5)), len(times) - 1)
    first = int(draw.integers(0, len(times) - length + 1))
    begin, end = (round(16_000 * at) for at in (times[first].start, times[first + length - 1].end))
    breath = np.zeros(int(draw.integers(0, 4_800)), np.float32)
    samples = np.concatenate([read.samples[:end], breath, read.samples[begin:]])
    return replace(read, samples=samples, heard=listened(samples)), first, first + length - 1
