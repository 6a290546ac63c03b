"""Sentences of the fifteen development speakers with the syllables they said, and ways to edit what was asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache

import numpy as np

from core.arrays import Float32
from core.language.pinyin import SYLLABLES
from core.models.acoustic import MODEL, OnnxAcousticModel
from core.speech.aligning.alignment import align
from core.speech.aligning.emissions import Emissions, emissions_of
from core.speech.aligning.onsets import with_refined_onsets
from core.speech.aligning.phones import sounds
from core.speech.aligning.segments import score_sounds
from core.speech.judging import judged_syllables
from core.speech.measures.integrity import Integrity, integrity
from core.speech.model import Alignment, ExpectedSyllable, Sounds
from core.speech.verdicts import SyllableVerdict
from core.tables import DATA
from evaluation.speech.corpora import DEVELOPMENT, SPEECH, readings

SEED = 20261123
RARE = frozenset({"r", "ê", "yai", "rua", "lo", "yo", "fiao"})
POOL = tuple(sorted(letters for letters in SYLLABLES if sounds(letters) and letters not in RARE))
"""Syllables that words are made of."""
WORD_LENGTHS, WORD_SHARES = (1, 2, 3), (0.35, 0.5, 0.15)


@dataclass(frozen=True)
class ReadSentence:
    """A sentence as it was read."""

    speaker: str
    letters: tuple[str, ...]
    tones: tuple[int, ...]
    """As spoken."""
    samples: Float32
    emissions: Emissions

    def aligned_to(self, letters: Sequence[str]) -> Alignment:
        """Its alignment with any text, given by the letters of its syllables."""
        return self.aligned_with(expected(letters))

    def aligned_with(self, syllables: Sequence[ExpectedSyllable]) -> Alignment:
        """Its alignment with expected syllables, as the product aligns a reading."""
        return with_refined_onsets(align(syllables, self.emissions), self.samples)

    def kept_to(self, letters: Sequence[str]) -> tuple[Integrity, list[SyllableVerdict]]:
        """How it keeps to any text, and the verdicts on the syllables of that by their sounds alone."""
        alignment, syllables = self.aligned_to(letters), expected(letters)
        verdicts = verdicts_by_sound(alignment, syllables, self.emissions)
        return integrity(alignment, verdicts), verdicts


def verdicts_by_sound(
    alignment: Alignment, syllables: Sequence[ExpectedSyllable], emissions: Emissions
) -> list[SyllableVerdict]:
    """The verdicts on syllables as the product gives them, but for the tones, of which nothing is known: none is right."""
    sound_scores = score_sounds(alignment, syllables, emissions)
    judged = judged_syllables(syllables, alignment, sounds=sound_scores, tones=[None] * len(syllables))
    return [syllable.verdict for syllable in judged]


def expected(letters: Sequence[str], tones: Sequence[int] = ()) -> list[ExpectedSyllable]:
    """Syllables as a text would ask for them; without `tones` all in the first, where only sounds are looked at."""
    return [
        ExpectedSyllable(index, "字", syllable, (Sounds(*pair),), tone, frozenset({tone}), index, "none")
        for index, (syllable, tone) in enumerate(zip(letters, tones or [1] * len(letters), strict=True))
        if (pair := sounds(syllable))
    ]


@cache
def model() -> OnnxAcousticModel:
    """The shipped acoustic model."""
    return OnnxAcousticModel(DATA / MODEL)


def emissions_from(samples: Float32) -> Emissions:
    """The emissions of the shipped model for a recording."""
    return emissions_of(model().log_posteriors(samples), log_priors=model().log_priors)


@cache
def development() -> tuple[ReadSentence, ...]:
    """One sentence of each speaker; empty where the recordings are not here."""
    return tuple(_read_sentences()) if SPEECH.exists() else ()


def _read_sentences() -> Iterator[ReadSentence]:
    for reading in readings(DEVELOPMENT):
        tokens = [token for token in reading.pinyin.split() if token not in "%$"]
        letters = tuple(token[:-1].replace("v", "ü") for token in tokens)
        tones = tuple(int(token[-1]) for token in tokens)
        if all(sounds(syllable) for syllable in letters):
            yield ReadSentence(reading.speaker, letters, tones, reading.samples, emissions_from(reading.samples))


def random_word(rng: np.random.Generator) -> list[str]:
    """Syllables of a word made up at random."""
    return [str(syllable) for syllable in rng.choice(POOL, rng.choice(WORD_LENGTHS, p=WORD_SHARES))]


def different_syllable(rng: np.random.Generator, letters: str) -> str:
    """A random syllable with other sounds."""
    return str(rng.choice([syllable for syllable in POOL if sounds(syllable) != sounds(letters)]))


def with_repetition(read: ReadSentence, rng: np.random.Generator) -> tuple[ReadSentence, int, int]:
    """The reading with one to four of its syllables spliced in once more, after a breath or none; and the first and
    last of them."""
    aligned = read.aligned_to(read.letters).syllables
    length = min(int(rng.integers(1, 5)), len(aligned) - 1)
    first = int(rng.integers(0, len(aligned) - length + 1))
    begin, end = (round(16_000 * seconds) for seconds in (aligned[first].start, aligned[first + length - 1].end))
    breath = np.zeros(int(rng.integers(0, 4_800)), np.float32)
    samples = np.concatenate([read.samples[:end], breath, read.samples[begin:]])
    return replace(read, samples=samples, emissions=emissions_from(samples)), first, first + length - 1
