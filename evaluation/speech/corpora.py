"""The reference recordings, a tar file for each corpus: native sentences with their texts, single syllables, rated English."""

from __future__ import annotations

import io
import tarfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from core.arrays import Float32
from core.speech.model import SAMPLE_RATE
from evaluation.reference import REFERENCE

SPEECH = REFERENCE / "speech"
SENTENCES, DEVELOPMENT = "aishell1-two-speakers", "aishell3-fifteen-speakers-dev"
MAN, RATED = "hantts-syllables-male", "fluency-english-scored-dev"
SPEAKER = {SENTENCES: slice(6, 11), DEVELOPMENT: slice(7), RATED: slice(5)}
"""Where the name of a recording says who speaks: BAC009S0150W0001, SSB00050112, 010270117."""


@dataclass(frozen=True)
class NativeReading:
    """A recording of a native speaker with its text, and the syllables as said (`ji2 bian4 % shi4 $`) where they are known."""

    name: str
    speaker: str
    text: str
    pinyin: str
    samples: Float32


def files(corpus: str) -> dict[str, bytes]:
    """Every file of a corpus by its name without folder, in the order of the tar."""
    with tarfile.open(SPEECH / f"{corpus}.tar") as tar:
        return {
            Path(member.name).name: content.read()
            for member in tar
            if member.isfile() and (content := tar.extractfile(member))
        }


def decoded(raw: bytes) -> Float32:
    """The samples of a file, 16 kHz, -1 to 1."""
    import soundfile

    samples, rate = soundfile.read(io.BytesIO(raw), dtype="float32")
    assert rate == SAMPLE_RATE
    return np.asarray(samples, np.float32)


def readings(corpus: str, *, speaker: str = "", every: int = 1) -> Iterator[NativeReading]:
    """Readings of a corpus whose text holds Chinese characters alone."""
    raw_by_name = files(corpus)
    rows = [line.split("\t") for line in raw_by_name["transcripts.tsv"].decode("utf-8").splitlines()]
    chosen = [row for row in rows if speaker in row[0] and all("一" <= character <= "鿿" for character in row[1])]
    for name, text, *pinyin in chosen[::every]:
        yield NativeReading(name, name[SPEAKER[corpus]], text, "".join(pinyin), decoded(raw_by_name[f"{name}.ogg"]))


def english(count: int) -> Iterator[Float32]:
    """English sentences by Mandarin speakers, one a speaker, of two seconds and more."""
    seen: set[str] = set()
    for name, raw in files(RATED).items():
        speaker = name[SPEAKER[RATED]]
        if not name.endswith(".ogg") or speaker in seen:
            continue
        samples = decoded(raw)
        if len(samples) >= 2 * SAMPLE_RATE:
            seen.add(speaker)
            yield samples
        if len(seen) == count:
            return
