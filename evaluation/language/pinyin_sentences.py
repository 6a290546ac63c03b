"""The 200 labelled sentences of pinyin_sentences.tsv, and how a reader is scored on them."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FILE = Path(__file__).resolve().parents[2] / "tests" / "evaluation" / "pinyin_sentences.tsv"
RESAMPLES = 2000


@dataclass(frozen=True)
class ReadSentence:
    """A text and the right readings of each of its Chinese characters."""

    text: str
    right: tuple[frozenset[str], ...]


@cache
def read_sentences() -> tuple[ReadSentence, ...]:
    """The rows below the header."""
    lines = [line for line in FILE.read_text(encoding="utf-8").splitlines() if not line.startswith("#")][1:]
    rows = [line.split("\t") for line in lines]
    return tuple(
        ReadSentence(text, tuple(frozenset(part.split("/")) for part in labels.split())) for text, labels in rows
    )


def is_chinese(character: str) -> bool:
    """Whether a character is one of the CJK ideographs."""
    return "\u4e00" <= character <= "\u9fff"


def right_by_sentence(syllables: Callable[[str], list[str]]) -> list[tuple[int, int]]:
    """Right syllables and all syllables of each sentence, by a reader of whole texts."""
    counts = []
    for sentence in read_sentences():
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
