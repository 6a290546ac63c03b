"""Texts with a known level, and how a level is scored against them."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[2] / "tests" / "evaluation"


@dataclass(frozen=True)
class LevelledText:
    """A text and the level it was written for."""

    level: int
    text: str


def levelled_texts() -> list[LevelledText]:
    """63 texts of 8 sentences written for this project as for the end of each level's course; not used for fitting."""
    rows = (FOLDER / "levelled_texts.jsonl").read_text(encoding="utf-8").splitlines()
    return [LevelledText(row["level"], row["text"]) for row in map(json.loads, rows)]


def drawn(sentences: Sequence[LevelledText], *, sentences_per_text: int, seed: int) -> list[LevelledText]:
    """Texts of `sentences_per_text` sentences: the sentences of each level shuffled and cut, none used twice."""
    rng, texts = random.Random(seed), []
    for level in sorted({sentence.level for sentence in sentences}):
        pool = [sentence.text for sentence in sentences if sentence.level == level]
        rng.shuffle(pool)
        texts += [
            LevelledText(level, "".join(pool[start : start + sentences_per_text]))
            for start in range(0, len(pool) - sentences_per_text + 1, sentences_per_text)
        ]
    return texts


@dataclass(frozen=True)
class LevelScores:
    """Share exact, share within one level, Spearman's rank correlation, n."""

    exact: float
    within_one: float
    rank_correlation: float
    n: int


def scores(texts: Sequence[LevelledText], level_of: Callable[[str], float]) -> LevelScores:
    """How well levels agree; `level_of` may give fractions, which are rounded for the shares."""
    levels = [level_of(text.text) for text in texts]
    differences = [abs(round(value) - text.level) for value, text in zip(levels, texts, strict=True)]
    return LevelScores(
        sum(gap == 0 for gap in differences) / len(differences),
        sum(gap <= 1 for gap in differences) / len(differences),
        _pearson(_ranks([text.level for text in texts]), _ranks(levels)),
        len(differences),
    )


def _ranks(values: Sequence[float]) -> list[float]:
    """Ranks from 0, the mean rank for ties."""
    ranks: dict[float, list[int]] = {}
    for rank, value in enumerate(sorted(values)):
        ranks.setdefault(value, []).append(rank)
    return [sum(ranks[value]) / len(ranks[value]) for value in values]


def _pearson(left: Sequence[float], right: Sequence[float]) -> float:
    mean_left, mean_right = sum(left) / len(left), sum(right) / len(right)
    covariance = sum((a - mean_left) * (b - mean_right) for a, b in zip(left, right, strict=True))
    spread = sum((a - mean_left) ** 2 for a in left) * sum((b - mean_right) ** 2 for b in right)
    return float(covariance / spread**0.5) if spread else 0.0
