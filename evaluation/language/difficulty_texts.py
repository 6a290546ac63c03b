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
    """63 texts of 8 sentences written for this project as the end of each level's course would have them; not fitted on."""
    rows = (FOLDER / "levelled_texts.jsonl").read_text(encoding="utf-8").splitlines()
    return [LevelledText(row["level"], row["text"]) for row in map(json.loads, rows)]


def drawn(sentences: Sequence[LevelledText], *, of: int, seed: int) -> list[LevelledText]:
    """Texts of `of` sentences each: every level's sentences shuffled and cut, none used twice."""
    chance, texts = random.Random(seed), []
    for level in sorted({sentence.level for sentence in sentences}):
        pool = [sentence.text for sentence in sentences if sentence.level == level]
        chance.shuffle(pool)
        texts += [LevelledText(level, "".join(pool[at : at + of])) for at in range(0, len(pool) - of + 1, of)]
    return texts


@dataclass(frozen=True)
class LevelScores:
    """Share exact, share within one level, Spearman's rank correlation, n."""

    exact: float
    within_one: float
    rank_correlation: float
    n: int


def scores(texts: Sequence[LevelledText], level_of: Callable[[str], float]) -> LevelScores:
    """How far levels agree; `level_of` may give fractions, which are rounded for the shares."""
    given = [level_of(text.text) for text in texts]
    gaps = [abs(round(value) - text.level) for value, text in zip(given, texts, strict=True)]
    return LevelScores(
        sum(gap == 0 for gap in gaps) / len(gaps),
        sum(gap <= 1 for gap in gaps) / len(gaps),
        _pearson(_ranks([text.level for text in texts]), _ranks(given)),
        len(gaps),
    )


def _ranks(values: Sequence[float]) -> list[float]:
    """Ranks from 0, the mean rank for ties."""
    places: dict[float, list[int]] = {}
    for place, value in enumerate(sorted(values)):
        places.setdefault(value, []).append(place)
    return [sum(places[value]) / len(places[value]) for value in values]


def _pearson(left: Sequence[float], right: Sequence[float]) -> float:
    mean_left, mean_right = sum(left) / len(left), sum(right) / len(right)
    covariance = sum((a - mean_left) * (b - mean_right) for a, b in zip(left, right, strict=True))
    spread = sum((a - mean_left) ** 2 for a in left) * sum((b - mean_right) ** 2 for b in right)
    return float(covariance / spread**0.5) if spread else 0.0
