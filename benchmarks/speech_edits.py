"""Sentences of the fifteen development speakers with the syllables they said, and ways to edit what was asked for."""

from __future__ import annotations

import io
import tarfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache

import numpy as np
from numpy.typing import NDArray

from benchmarks.reference import REFERENCE
from core.backends.acoustic import MODEL, OnnxAcousticModel
from core.language.pinyin import SYLLABLES
from core.speech.align import Emissions, align, emissions
from core.speech.model import Alignment, ExpectedSyllable, Sounds
from core.speech.onsets import refined
from core.speech.phones import sounds
from core.tables import DATA

DEVELOPMENT = REFERENCE / "speech" / "aishell3-fifteen-speakers-dev.tar"
RESAMPLES = 300
SEED = 20261123
RARE = frozenset({"r", "ê", "yai", "rua", "lo", "yo", "fiao"})
POOL = tuple(sorted(letters for letters in SYLLABLES if sounds(letters) and letters not in RARE))
"""Syllables that words are made of."""
WORD_LENGTHS, WORD_SHARES = (1, 2, 3), (0.35, 0.5, 0.15)
Samples = NDArray[np.float32]


@dataclass(frozen=True)
class Read:
    """A sentence as it was read."""

    speaker: str
    letters: tuple[str, ...]
    samples: Samples
    heard: Emissions

    def laid_on(self, letters: Sequence[str]) -> Alignment:
        """Its alignment with any text."""
        return refined(align(expected(letters), self.heard), self.samples)


def expected(letters: Sequence[str]) -> list[ExpectedSyllable]:
    """Syllables as a text would ask for them."""
    return [
        ExpectedSyllable(place, "字", one, (Sounds(*found),), 1, frozenset({1}), place, "none")
        for place, one in enumerate(letters)
        if (found := sounds(one))
    ]


@cache
def model() -> OnnxAcousticModel:
    """The shipped acoustic model."""
    return OnnxAcousticModel(DATA / MODEL)


def listened(samples: Samples) -> Emissions:
    """What the model hears in a recording."""
    return emissions(model().log_posteriors(samples), log_priors=model().log_priors)


@cache
def development() -> tuple[Read, ...]:
    """One sentence of each speaker; empty where the reference data or the model is absent."""
    if not DEVELOPMENT.exists() or not (DATA / MODEL).exists():
        return ()
    return tuple(_read())


def _read() -> Iterator[Read]:
    import soundfile

    with tarfile.open(DEVELOPMENT) as tar:
        held = {member.name.rsplit("/", 1)[-1]: tar.extractfile(member) for member in tar if member.isfile()}
        files = {name: found.read() for name, found in held.items() if found is not None}
    for line in files["transcripts.tsv"].decode().splitlines():
        name, _, pinyin = line.split("\t")
        samples, _ = soundfile.read(io.BytesIO(files[f"{name}.ogg"]), dtype="float32")
        letters = tuple(token[:-1].replace("v", "ü") for token in pinyin.split() if token not in "%$")
        if all(sounds(one) for one in letters):
            yield Read(name[:7], letters, samples, listened(samples))


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


def interval(speakers: Sequence[str], figure: Callable[[NDArray[np.int64]], float]) -> tuple[float, float]:
    """95 % of a figure over rows, speakers drawn again with replacement; `figure` takes the numbers of the rows."""
    draw = np.random.default_rng(SEED)
    names = sorted(set(speakers))
    rows = {name: np.flatnonzero(np.array(speakers) == name) for name in names}
    found = [
        figure(np.concatenate([rows[names[place]] for place in draw.integers(0, len(names), len(names))]))
        for _ in range(RESAMPLES)
    ]
    low, high = np.quantile(found, [0.025, 0.975])
    return float(low), float(high)
