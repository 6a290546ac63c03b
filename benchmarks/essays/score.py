"""The agreement of the overall score with human scores, each essay left out in turn; and whether errors ever raise it.

uv run python -m benchmarks.essays.score
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np

from core.arrays import Float64, Int64
from core.essays.scoring.features import DiscoursePart
from core.essays.wire import EssayRequest
from evaluation.essays.score_regression import left_out, left_out_by_length
from evaluation.essays.scored_essays import ScoredEssay, core, scored_essays
from evaluation.figures import Figure

PAIRS = Path(__file__).resolve().parents[2] / "tests" / "cases" / "essays" / "pairs.jsonl"
RESAMPLES = 2_000
KAPPA = 0.72
LOWEST, HIGHEST, STEP = 50, 95, 5
"""The scale of the human scores: lowest, highest, and the step between them."""
PARTS: tuple[DiscoursePart, ...] = ("structure", "coherence", "content")
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


def partial_correlation(one: Float64, other: Float64, given: Float64) -> float:
    """The correlation of what a line through `given` leaves of two series."""
    one, other = (series - np.polyval(np.polyfit(given, series, 1), given) for series in (one, other))
    return float(np.corrcoef(one, other)[0, 1])


def resampled(essays: int, figure: Callable[[Int64], float]) -> tuple[float, float]:
    """The 95 % bootstrap interval of a figure of chosen essays."""
    rng = np.random.default_rng(1)
    values = [figure(rng.integers(essays, size=essays)) for _ in range(RESAMPLES)]
    low, high = np.percentile(values, [2.5, 97.5])
    return float(low), float(high)


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
    """The agreement with the human scores, and what the parts of the whole text have to do with them."""
    essays = scored_essays()
    return [*_agreement(essays), *_parts(essays)]


def _agreement(essays: tuple[ScoredEssay, ...]) -> list[Figure]:
    scores, lengths = _scores(essays), np.array([float(essay.characters) for essay in essays])
    given, by_length = on_scale(left_out(essays)), on_scale(left_out_by_length(lengths, scores))
    gain = kappa(given, scores) - kappa(by_length, scores)
    baseline = f"length alone {kappa(by_length, scores):.3f}"
    return [
        Figure("score, quadratic kappa, each essay left out in turn, drawn out to the human spread", kappa(given, scores),
               len(scores), "essays", *resampled(len(scores), lambda rows: kappa(given[rows], scores[rows])), KAPPA, baseline),
        Figure("the same, gain over length alone", gain, len(scores), "essays",
               *resampled(len(scores), lambda rows: kappa(given[rows], scores[rows]) - kappa(by_length[rows], scores[rows])),
               None, baseline),
    ]  # fmt: skip


def _parts(essays: tuple[ScoredEssay, ...]) -> list[Figure]:
    """Of each part r with the human scores given the length: a part is shown where its interval is above 0 (`core.essays.discourse.checklists.KNOWN_PARTS`)."""
    scores, lengths = _scores(essays), np.log([float(essay.characters) for essay in essays])
    results = []
    for part in PARTS:
        of_part = np.array([essay.parts[part] for essay in essays])
        results.append(
            Figure(f"{part} and the human scores, r given the length", partial_correlation(of_part, scores, lengths),
                   len(scores), "essays",
                   *resampled(len(scores), lambda rows, of_part=of_part: partial_correlation(of_part[rows], scores[rows], lengths[rows])),  # type: ignore[misc]
                   None, f"r without regard to length {np.corrcoef(of_part, scores)[0, 1]:.2f}")
        )  # fmt: skip
    return results


def _scores(essays: tuple[ScoredEssay, ...]) -> Float64:
    return np.array([essay.score for essay in essays])


if __name__ == "__main__":
    for each in figures():
        print(f"{each.name}: {each.value:.3f} [{each.low:.3f}, {each.high:.3f}], {each.baseline}")
    print(pairs_that_raise_the_score())
