"""The overall score against human scores, cross-validated; and that errors never raise it.

uv run python -m benchmarks.essay_score
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.bars import Bars
from benchmarks.reference import ABSENT, REFERENCE
from core.api import Core
from core.essays.fitted import shown
from core.essays.overall import overall
from core.essays.richness import Richness
from core.essays.wire import EssayRequest
from core.wiring import in_memory_core
from training.essay.score import fitted, logarithms

ESSAYS = REFERENCE / "essay" / "scored-essays-dev.jsonl"
PAIRS = Path(__file__).resolve().parent.parent / "tests" / "cases" / "essays" / "pairs.jsonl"
FOLDS, TIMES = 10, 50
PLAIN, DRAWN_OUT = 0.62, 0.66
LOWEST, HIGHEST, STEP = 50, 95, 5
"""The scale of the human scores."""
PASSAGE_LEVELS = (4, 5, 6)
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Scored:
    """An essay with its human score."""

    score: float
    found: Richness


@cache
def core() -> Core:
    """One for all parts."""
    return in_memory_core()


@cache
def scored_essays() -> tuple[Scored, ...]:
    """Those of the reference data, counted as the product counts them."""
    rows = [json.loads(line) for line in ESSAYS.read_text(encoding="utf-8").splitlines()]
    made = []
    for row in rows:
        request = EssayRequest(student_id="s", essay_content=row["ESSAY"], hsk_level="6")
        made.append(Scored(float(row["SCORE"]), shown(core().essays.evaluated(request).features)))
    return tuple(made)


def on_scale(scores: Floats) -> Floats:
    """The nearest score that a human may give."""
    return np.clip(np.round(scores / STEP) * STEP, LOWEST, HIGHEST)


def kappa(one: Floats, other: Floats) -> float:
    """Quadratic weighted kappa (Cohen 1968) of two readings on the scale."""
    count = (HIGHEST - LOWEST) // STEP + 1
    rows, columns = ((np.asarray(each) - LOWEST) // STEP for each in (one, other))
    seen = np.zeros((count, count))
    np.add.at(seen, (rows.astype(int), columns.astype(int)), 1)
    weights = np.subtract.outer(np.arange(count), np.arange(count)) ** 2
    chance = np.outer(seen.sum(axis=1), seen.sum(axis=0)) / seen.sum()
    return float(1 - (weights * seen).sum() / (weights * chance).sum())


def predicted(rows: Floats, scores: Floats, *, drawn_out: bool, seed: int, strength: float) -> Floats:
    """Each essay's score by weights fitted without its fold."""
    order, made = np.random.default_rng(seed).permutation(len(scores)), np.empty(len(scores))
    for fold in range(FOLDS):
        held = order[fold::FOLDS]
        rest = np.setdiff1d(order, held)
        intercept, weights = fitted(rows[rest], scores[rest], drawn_out=drawn_out, strength=strength)
        made[held] = intercept + rows[held] @ weights
    return on_scale(made)


def raised() -> list[str]:
    """Pairs whose wrong sentence scores higher at the end of an essay than the right one."""
    passages = [each for each in core().tables.content.passages if each.level in PASSAGE_LEVELS]
    rows = [json.loads(line) for line in PAIRS.read_text(encoding="utf-8").splitlines()][::4]
    found = []
    for number, row in enumerate(rows):
        text = "".join(passages[number % len(passages)].sentences)
        wrong, right = (_score(f"{text}{row[side]}") for side in ("wrong", "right"))
        if wrong > right:
            found.append(f"{row['id']}: {wrong} over {right}")
    print(f"    pairs set at the end of an essay: {len(rows)}")
    return found


def _score(text: str) -> float:
    return core().essays.evaluated(EssayRequest(student_id="s", essay_content=text, hsk_level="5")).scores.overall


def run(bars: Bars) -> None:
    """Print each figure beside its bar."""
    if not ESSAYS.exists():
        print(ABSENT)
        return
    essays = scored_essays()
    rows, scores = logarithms([one.found for one in essays]), np.array([one.score for one in essays])
    whole = partial(predicted, rows, scores)
    length = partial(predicted, rows[:, :1], scores)
    plain = [kappa(whole(drawn_out=False, seed=seed, strength=3.0), scores) for seed in range(TIMES)]
    drawn = [kappa(whole(drawn_out=True, seed=seed, strength=20.0), scores) for seed in range(TIMES)]
    bars.at_least(f"quadratic kappa, cross-validated, plain, n {len(scores)}", float(np.mean(plain)), PLAIN)
    bars.at_least("the same drawn out to the human spread", float(np.mean(drawn)), DRAWN_OUT)
    best, alone = whole(drawn_out=True, seed=0, strength=20.0), length(drawn_out=True, seed=0, strength=0.0)
    draw = np.random.default_rng(1)
    gains = []
    for _ in range(2_000):
        at = draw.integers(len(scores), size=len(scores))
        gains.append(kappa(best[at], scores[at]) - kappa(alone[at], scores[at]))
    low, high = np.percentile(gains, [2.5, 97.5])
    print(
        f"    length alone {kappa(alone, scores):.3f}; gain {np.mean(gains):.3f} [{low:.3f}, {high:.3f}], paired bootstrap"
    )
    shipped = np.array([overall(one.found, {}, hsk_level=6).score for one in essays])
    print(f"    as shipped, on the essays it was fitted on: {kappa(on_scale(shipped), scores):.3f}")
    found = raised()
    bars.equal("wrong sentences that raise the score", found, [])


if __name__ == "__main__":
    run(Bars())
