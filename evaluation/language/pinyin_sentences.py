"""Sentences with labelled syllables, 200 of everyday and 240 of idioms and polyphones, and how a reader is scored on them."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FILE = Path(__file__).resolve().parents[2] / "tests" / "evaluation" / "pinyin_sentences.tsv"
IDIOMS = FILE.with_name("pinyin_idioms.tsv")
"""Labelled before the reader was changed for idioms; see `is_seen`."""
RESAMPLES = 2000


@dataclass(frozen=True)
class ReadSentence:
    """A text and the right readings of each of its Chinese characters."""

    text: str
    right: tuple[frozenset[str], ...]


@cache
def read_sentences(file: Path = FILE) -> tuple[ReadSentence, ...]:
    """The rows below the header."""
    lines = [line for line in file.read_text(encoding="utf-8").splitlines() if not line.startswith("#")][1:]
    rows = [line.split("\t") for line in lines]
    return tuple(
        ReadSentence(text, tuple(frozenset(part.split("/")) for part in labels.split())) for text, labels in rows
    )


def is_seen(sentence: ReadSentence) -> bool:
    """Whether the errors of a sentence may be looked at; those of the other half are only counted.

    >>> is_seen(ReadSentence("今天", ())), is_seen(ReadSentence("明天", ()))
    (False, False)
    """
    return hashlib.sha256(sentence.text.encode()).digest()[0] % 2 == 0


def idiom_halves() -> dict[str, tuple[ReadSentence, ...]]:
    """The sentences of idioms and polyphones, `seen` and `unseen`."""
    rows = read_sentences(IDIOMS)
    return {
        "seen": tuple(row for row in rows if is_seen(row)),
        "unseen": tuple(row for row in rows if not is_seen(row)),
    }


def is_chinese(character: str) -> bool:
    """Whether a character is one of the CJK ideographs."""
    return "\u4e00" <= character <= "\u9fff"


def right_by_sentence(
    syllables: Callable[[str], list[str]], sentences: Sequence[ReadSentence] | None = None
) -> list[tuple[int, int]]:
    """Right syllables and all syllables of each sentence, the 200 everyday ones unless others are given, by a reader of whole texts."""
    counts = []
    for sentence in read_sentences() if sentences is None else sentences:
        pairs = zip(sentence.text, syllables(sentence.text), strict=True)
        read = [syllable for character, syllable in pairs if is_chinese(character)]
        right = sum(syllable in accepted for syllable, accepted in zip(read, sentence.right, strict=True))
        counts.append((right, len(read)))
    return counts


def share(counts: list[tuple[int, int]]) -> float:
    """Share of right syllables."""
    return sum(right for right, _ in counts) / sum(n for _, n in counts)


def interval(counts: list[tuple[int, int]], *, seed: int = 1) -> tuple[float, float]:
    """95 % bootstrap interval of the share; whole sentences are resampled, because errors cluster."""
    rng = random.Random(seed)
    drawn = sorted(share(rng.choices(counts, k=len(counts))) for _ in range(RESAMPLES))
    return drawn[int(0.025 * RESAMPLES)], drawn[int(0.975 * RESAMPLES) - 1]
