"""The overall score against human scores, cross-validated; and that errors never raise it.

uv run python -m benchmarks.essays.score
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from core.arrays import Float64
from core.essays.wire import EssayRequest
from evaluation.essays.score_regression import STRENGTH, fitted, logarithms
from evaluation.essays.scored_essays import core, scored_essays
from evaluation.figures import Figure

PAIRS = Path(__file__).resolve().parents[2] / "tests" / "cases" / "essays" / "pairs.jsonl"
FOLDS, TIMES, RESAMPLES = 10, 50, 2_000
PLAIN, DRAWN_OUT = 0.62, 0.66
LOWEST, HIGHEST, STEP = 50, 95, 5
"""The scale of the human scores."""
PLAIN_STRENGTH = 3.0
"""Of the ridge where the regression is not drawn out: any from 0 to 5 does as well (`training.essay.score.STRENGTH`)."""
PASSAGE_LEVELS = (4, 5, 6)
EVERY = 4
"""Of the pairs, one in four is set at the end of an essay."""


def on_scale(scores: Float64) -> Float64:
    """The nearest score that a human may give."""
    return np.clip(np.round(scores / STEP) * STEP, LOWEST, HIGHEST)


def kappa(one: Float64, other: Float64) -> float:
    """Quadratic weighted kappa (Cohen 1968) of two readings on the scale."""
    count = (HIGHEST - LOWEST) // STEP + 1
    rows, columns = ((np.asarray(each) - LOWEST) // STEP for each in (one, other))
    seen = np.zeros((count, count))
    np.add.at(seen, (rows.astype(int), columns.astype(int)), 1)
    weights = np.subtract.outer(np.arange(count), np.arange(count)) ** 2
    chance = np.outer(seen.sum(axis=1), seen.sum(axis=0)) / seen.sum()
    return float(1 - (weights * seen).sum() / (weights * chance).sum())


def predicted(rows: Float64, scores: Float64, *, drawn_out: bool, seed: int, strength: float) -> Float64:
    """Each essay's score by weights fitted without its fold."""
    order, made = np.random.default_rng(seed).permutation(len(scores)), np.empty(len(scores))
    for fold in range(FOLDS):
        held = order[fold::FOLDS]
        rest = np.setdiff1d(order, held)
        intercept, weights = fitted(rows[rest], scores[rest], drawn_out=drawn_out, strength=strength)
        made[held] = intercept + rows[held] @ weights
    return on_scale(made)


def raised() -> list[str]:
    """Pairs, of a quarter of the behaviour pack, whose wrong sentence scores higher at the end of an essay than the right one."""
    passages = [each for each in core().tables.content.passages if each.level in PASSAGE_LEVELS]
    rows = [json.loads(line) for line in PAIRS.read_text(encoding="utf-8").splitlines()][::EVERY]
    found = []
    for number, row in enumerate(rows):
        text = "".join(passages[number % len(passages)].sentences)
        wrong, right = (_score(f"{text}{row[side]}") for side in ("wrong", "right"))
        if wrong > right:
            found.append(f"{row['id']}: {wrong} over {right}")
    return found


def _score(text: str) -> float:
    return (
        core()
        .essays.evaluator.evaluated(EssayRequest(student_id="s", essay_content=text, hsk_level="5"))
        .scores.overall
    )


def figures() -> list[Figure]:
    """Agreement with the human scores, by weights fitted without each fold."""
    essays = scored_essays()
    rows, scores = logarithms([one.found for one in essays]), np.array([one.score for one in essays])
    alone = predicted(rows[:, :1], scores, drawn_out=True, seed=0, strength=0.0)
    made = []
    for way, drawn_out, strength, bar in (
        ("plain", False, PLAIN_STRENGTH, PLAIN),
        ("drawn out to the human spread", True, STRENGTH, DRAWN_OUT),
    ):
        runs = [predicted(rows, scores, drawn_out=drawn_out, seed=seed, strength=strength) for seed in range(TIMES)]
        reached = float(np.mean([kappa(one, scores) for one in runs]))
        low, high, gain = _interval(runs[0], alone, scores)
        told = f"length alone {kappa(alone, scores):.3f}, gain {gain}"
        made.append(
            Figure(
                f"score, quadratic kappa, cross-validated, {way}", reached, len(scores), "essays", low, high, bar, told
            )
        )
    return made


def _interval(one: Float64, alone: Float64, scores: Float64) -> tuple[float, float, str]:
    """Of a kappa, and of its gain over another in words; essays drawn anew in pairs."""
    draw, found, gains = np.random.default_rng(1), [], []
    for _ in range(RESAMPLES):
        at = draw.integers(len(scores), size=len(scores))
        found.append(kappa(one[at], scores[at]))
        gains.append(found[-1] - kappa(alone[at], scores[at]))
    (low, high), (least, most) = (np.percentile(each, [2.5, 97.5]) for each in (found, gains))
    return float(low), float(high), f"{np.mean(gains):.3f} [{least:.3f}, {most:.3f}]"


if __name__ == "__main__":
    for each in figures():
        print(f"{each.name}: {each.value:.3f} [{each.low:.3f}, {each.high:.3f}], {each.baseline}")
    print(raised())
