"""Fits `data/models/difficulty.json`: `python -m training.difficulty`.

Fitted on sentences that were written for this project with a level in mind: the cases of each grammar point and its
catalogue examples (the level is the point's), and the content of levels 1-3. Texts of 1, 2, 4, 8 and 16 sentences of
one level are drawn from them. The point for which a sentence was written is left out of its features: otherwise the
model would learn how the sentences were ordered, not how hard they are. Official examples are only measured on
(`python -m benchmarks difficulty`).

Cumulative logits with points that never fall from level to level, by L-BFGS on the mean negative log likelihood with a
small ridge; a minute on one core.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.language.difficulty import clause_step
from core.settings import Settings
from core.tables import DATA
from core.wiring import build_core
from tests.cases.grammar_files import case_files

SIZES = (1, 2, 4, 8, 16)
TEXTS_A_LEVEL_AND_SIZE = 120
SEED = 20261121
RIDGE = 2e-3
BLOCKS = {"word": 8, "character": 8, "grammar": 7, "clause": 5}

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Counted:
    """A sentence as sums of evidence, and its number of words."""

    level: int
    sums: Array
    words: int


def levelled_sentences() -> Iterator[tuple[int, str, str]]:
    """Level, text, and the point that the sentence was written for ('' for none)."""
    levels = {row["id"]: row["level"] for row in _rows(DATA / "grammar_points.jsonl")}
    for file in case_files():
        for case in file.positive:
            yield levels[file.point], case.text, file.point
    for path in sorted((DATA / "grammar_examples").glob("*.jsonl")):
        for row in _rows(path):
            for example in row["examples"]:
                yield levels[row["id"]], example["zh"], row["id"]


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.strip():
            yield json.loads(line)


def counted() -> list[Counted]:
    """The sentences' evidence, by the product's own analysis."""
    core = build_core(Settings(database_url="sqlite://", secret="only-for-training-" * 3))
    analyser, found = core.analyser, []
    for level, text, point in levelled_sentences():
        analysis = analyser.analyse(text)
        weighed = analyser.weighed
        levels = [weighed[match.point] for match in analysis.matches if match.point in weighed and match.point != point]
        if analysis.counted:
            found.append(Counted(level, evidence(analysis.counted, levels), len(analysis.counted)))
    return found


def evidence(words: Any, point_levels: list[int]) -> Array:
    """Sums of the model's features over a text, in the order of `BLOCKS`."""
    sums = {name: np.zeros(size) for name, size in BLOCKS.items()}
    for word in words:
        sums["word"][min(word.level, 8) - 1] += 1
        for level in word.characters:
            sums["character"][min(level, 8) - 1] += 1 / len(word.characters)
        sums["clause"][clause_step(word.clause_words)] += 1
    for level in point_levels:
        sums["grammar"][level - 1] += 1
    return np.concatenate(list(sums.values()))


def drawn_texts(sentences: list[Counted], chance: random.Random) -> tuple[Array, Array, NDArray[np.int64]]:
    """Mean evidence a word (n, 28), words (n,) and levels (n,) of drawn texts."""
    rows, sizes, levels = [], [], []
    for level in range(1, 8):
        pool = [sentence for sentence in sentences if sentence.level == level]
        for size in SIZES:
            for _ in range(TEXTS_A_LEVEL_AND_SIZE):
                chosen = chance.sample(pool, size)
                words = sum(sentence.words for sentence in chosen)
                rows.append(sum(sentence.sums for sentence in chosen) / words)
                sizes.append(words)
                levels.append(level)
    return np.array(rows), np.array(sizes, dtype=float), np.array(levels)


def weights_of(free: Array) -> Array:
    """Points from free parameters: within a block each level adds a positive step to the one before."""
    parts, at = [], 0
    for size in BLOCKS.values():
        steps = np.logaddexp(0, free[at : at + size])
        parts.append(np.cumsum(steps) - steps[0])
        at += size
    return np.concatenate(parts)


def loss(free: Array, rows: Array, words: Array, levels: NDArray[np.int64]) -> float:
    """Mean negative log likelihood plus ridge."""
    weights, cuts, spread, short = unpacked(free)
    scale = np.sqrt(spread + short / words)
    edges = np.concatenate([[-np.inf], cuts, [np.inf]])
    score = rows @ weights
    high = 1 / (1 + np.exp(-np.clip((edges[levels] - score) / scale, -50, 50)))
    low = 1 / (1 + np.exp(-np.clip((edges[levels - 1] - score) / scale, -50, 50)))
    return float(-np.log(np.maximum(high - low, 1e-9)).mean() + RIDGE * (weights**2).mean())


def unpacked(free: Array) -> tuple[Array, Array, float, float]:
    """Points, cuts, and the two spreads."""
    size = sum(BLOCKS.values())
    cuts = np.cumsum(np.concatenate([free[size : size + 1], np.logaddexp(0, free[size + 1 : size + 6])]))
    return weights_of(free), cuts, float(np.exp(free[size + 6])), float(np.exp(free[size + 7]))


def fitted(rows: Array, words: Array, levels: NDArray[np.int64]) -> Array:
    """Free parameters by L-BFGS, gradient by differences (36 parameters)."""
    from scipy.optimize import minimize

    size = sum(BLOCKS.values())
    start = np.concatenate([np.full(size, -1.0), [1.0], np.full(5, 0.0), [np.log(0.02), np.log(2.0)]])
    found = minimize(
        loss, start, args=(rows, words, levels), method="L-BFGS-B", options={"maxiter": 400, "maxfun": 10**6}
    )
    return np.asarray(found.x)


def main() -> None:
    """Fit and write."""
    sentences = counted()
    rows, words, levels = drawn_texts(sentences, random.Random(SEED))
    free = fitted(rows, words, levels)
    weights, cuts, spread, short = unpacked(free)
    parts, at = {}, 0
    for name, size in BLOCKS.items():
        parts[name] = [round(float(value), 4) for value in weights[at : at + size]]
        at += size
    model = {
        **parts,
        "cuts": [round(float(cut), 4) for cut in cuts],
        "spread": round(spread, 5),
        "spread_of_short": round(short, 5),
    }
    (DATA / "models" / "difficulty.json").write_text(json.dumps(model, indent=1) + "\n", encoding="utf-8")
    print(f"{len(sentences)} sentences, loss {loss(free, rows, words, levels):.3f}", model)


if __name__ == "__main__":
    main()
