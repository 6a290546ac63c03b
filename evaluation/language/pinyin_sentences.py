"""The 200 labelled sentences of pinyin_sentences.tsv, and how a reader fares on them."""

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
    found = []
    for sentence in read_sentences():
        pairs = zip(sentence.text, syllables(sentence.text), strict=True)
        read = [syllable for character, syllable in pairs if is_chinese(character)]
        right = sum(syllable in wanted for syllable, wanted in zip(read, sentence.right, strict=True))
        found.append((right, len(read)))
    return found


def share(counts: list[tuple[int, int]]) -> float:
    """Right syllables in all."""
    return sum(right for right, _ in counts) / sum(n for _, n in counts)


def interval(counts: list[tuple[int, int]], *, seed: int = 1) -> tuple[float, float]:
    """95 % bootstrap interval of the share; whole sentences are drawn, for errors come in company."""
    chance = random.Random(seed)
    drawn = sorted(share(chance.choices(counts, k=len(counts))) for _ in range(RESAMPLES))
    return drawn[int(0.025 * RESAMPLES)], drawn[int(0.975 * RESAMPLES) - 1]
