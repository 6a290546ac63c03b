"""The agreement of the overall score with human scores, cross-validated; and whether errors ever raise it.

uv run python -m benchmarks.essays.score
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from core.arrays import Float64
from core.essays.wire import EssayRequest
from evaluation.essays.score_regression import STRENGTH, fit, logarithms
from evaluation.essays.scored_essays import core, scored_essays
from evaluation.figures import Figure

PAIRS = Path(__file__).resolve().parents[2] / "tests" / "cases" / "essays" / "pairs.jsonl"
FOLDS, TIMES, RESAMPLES = 10, 50, 2_000
PLAIN, STRETCHED = 0.62, 0.66
LOWEST, HIGHEST, STEP = 50, 95, 5
"""The scale of the human scores: lowest, highest, and the step between them."""
PLAIN_STRENGTH = 3.0
"""Strength of the ridge where the predictions are not stretched: any from 0 to 5 does as well (`evaluation.essays.score_regression.STRENGTH`)."""
PASSAGE_LEVELS = (4, 5, 6)
EVERY_NTH_PAIR = 4
"""One pair in four is appended to an essay."""


def on_scale(scores: Float64) -> Float64:
    """Scores rounded to the nearest one that a human can give."""
    return np.clip(np.round(scores / STEP) * STEP, LOWEST, HIGHEST)


def kappa(first: Float64, second: Float64) -> float:
    """Quadratic weighted kappa (Cohen 1968) of two sets of scores on the scale."""
    count = (HIGHEST - LOWEST) // STEP + 1
    rows, columns = ((np.asarray(readings) - LOWEST) // STEP for readings in (first, second))
    observed = np.zeros((count, count))
    np.add.at(observed, (rows.astype(int), columns.astype(int)), 1)
    weights = np.subtract.outer(np.arange(count), np.arange(count)) ** 2
    expected = np.outer(observed.sum(axis=1), observed.sum(axis=0)) / observed.sum()
    return float(1 - (weights * observed).sum() / (weights * expected).sum())


def cross_validated(rows: Float64, scores: Float64, *, stretched: bool, seed: int, strength: float) -> Float64:
    """The score of each essay by weights that were fitted without its fold."""
    order, predictions = np.random.default_rng(seed).permutation(len(scores)), np.empty(len(scores))
    for fold in range(FOLDS):
        held_out = order[fold::FOLDS]
        training = np.setdiff1d(order, held_out)
        intercept, weights = fit(rows[training], scores[training], stretched=stretched, strength=strength)
        predictions[held_out] = intercept + rows[held_out] @ weights
    return on_scale(predictions)


def pairs_that_raise_the_score() -> list[str]:
    """Pairs of a quarter of the behaviour pack whose wrong sentence gives an essay a higher score than the right one."""
    passages = [passage for passage in core().tables.content.passages if passage.level in PASSAGE_LEVELS]
    rows = [json.loads(line) for line in PAIRS.read_text(encoding="utf-8").splitlines()][::EVERY_NTH_PAIR]
    raised = []
    for number, row in enumerate(rows):
        text = "".join(passages[number % len(passages)].sentences)
        wrong, right = (_score(f"{text}{row[side]}") for side in ("wrong", "right"))
        if wrong > right:
            raised.append(f"{row['id']}: {wrong} over {right}")
    return raised


def _score(text: str) -> float:
    return (
        core().essays.evaluator.assess(EssayRequest(student_id="s", essay_content=text, hsk_level="5")).scores.overall
    )


def figures() -> list[Figure]:
    """The agreement with the human scores, by weights that were fitted without each fold."""
    essays = scored_essays()
    rows, scores = logarithms([essay.counts for essay in essays]), np.array([essay.score for essay in essays])
    by_length = cross_validated(rows[:, :1], scores, stretched=True, seed=0, strength=0.0)
    results = []
    for name, stretched, strength, bar in (
        ("plain", False, PLAIN_STRENGTH, PLAIN),
        ("drawn out to the human spread", True, STRENGTH, STRETCHED),
    ):
        runs = [
            cross_validated(rows, scores, stretched=stretched, seed=seed, strength=strength) for seed in range(TIMES)
        ]
        mean_kappa = float(np.mean([kappa(run, scores) for run in runs]))
        low, high, gain = _interval(runs[0], by_length, scores)
        baseline = f"length alone {kappa(by_length, scores):.3f}, gain {gain}"
        results.append(
            Figure(
                f"score, quadratic kappa, cross-validated, {name}",
                mean_kappa,
                len(scores),
                "essays",
                low,
                high,
                bar,
                baseline,
            )
        )
    return results


def _interval(predictions: Float64, by_length: Float64, scores: Float64) -> tuple[float, float, str]:
    """The bootstrap interval of the kappa of predictions, and in words its gain over length alone; both are computed on the same resampled essays."""
    rng, kappas, gains = np.random.default_rng(1), [], []
    for _ in range(RESAMPLES):
        resampled = rng.integers(len(scores), size=len(scores))
        kappas.append(kappa(predictions[resampled], scores[resampled]))
        gains.append(kappas[-1] - kappa(by_length[resampled], scores[resampled]))
    (low, high), (least_gain, most_gain) = (np.percentile(values, [2.5, 97.5]) for values in (kappas, gains))
    return float(low), float(high), f"{np.mean(gains):.3f} [{least_gain:.3f}, {most_gain:.3f}]"


if __name__ == "__main__":
    for each in figures():
        print(f"{each.name}: {each.value:.3f} [{each.low:.3f}, {each.high:.3f}], {each.baseline}")
    print(pairs_that_raise_the_score())
