"""Adaptive placement on nine levels: the posterior over ability, the most informative item, and when to stop.

Ability is on the scale of levels, continuous; level L is the stretch from L - 0.5 to L + 0.5. The probability of a right answer is
the three-parameter logistic of item response theory (Birnbaum 1968) with the guessing of the item, and a slip for what is
known and still missed. Items are chosen by Fisher information, averaged over the posterior.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import numpy as np

from core.arrays import Float64

Outcome = Literal["right", "wrong", "unknown"]
"""`unknown`: "I don't know", said rather than guessed."""

LEVELS = 9
GRID: Float64 = np.linspace(0.0, 10.0, 201)
"""Abilities at which the posterior is held: a twentieth of a level apart, one level beyond both ends."""
DISCRIMINATION = 1.2
"""a, per level, of one item: between half a level above and half a level below the probability of knowing moves by a third.
Assumed, for want of answers at all levels; replaced when there are some (the benchmark tries 0.9 and 1.6 too)."""
HEADROOM = 0.9
"""How far an item lies below its level: who stands in the middle of a level knows three of four things of that level
(logistic(1.2 x 0.9) = .75)."""
SLIP = 0.04
"""Probability of missing what is known: a slip of the finger, a misread option."""
MOST_ITEMS = 20
LEAST_ITEMS = 10
"""Below it nothing ends early: ten lucky or unlucky guesses in a row do not happen."""
SURE = 0.995
"""Probability of being within one level at which a placement ends early."""
SKILL_SPREAD = 1.0
"""Standard deviation of one skill around the whole, in levels."""
BAND = 0.80


@dataclass(frozen=True)
class Trial:
    """One item answered."""

    level: int
    guessing: float
    """Probability of being right without knowing: one over the number of options, 0 for what is typed."""
    outcome: Outcome
    skill: str = "vocabulary"


@dataclass(frozen=True)
class LevelEstimate:
    """Where somebody stands."""

    level: int
    band: tuple[int, int]
    """80 % band, in whole levels."""
    mean: float
    sure: float
    """Probability that the true level is `level` or a neighbour."""


def knowing(ability: Float64 | float, level: Float64 | float) -> Float64:
    """Probability of knowing what an item of a level asks."""
    return np.asarray(1 / (1 + np.exp(-DISCRIMINATION * (np.asarray(ability) - (np.asarray(level) - HEADROOM)))))


def right_probability(ability: Float64 | float, level: int, guessing: float) -> Float64:
    """Probability of a right answer when everybody who does not know guesses."""
    known = knowing(ability, level)
    return np.asarray(known * (1 - SLIP) + (1 - known) * guessing)


@lru_cache(maxsize=512)
def likelihood(level: int, guessing: float, outcome: Outcome) -> Float64:
    """How well each ability of `GRID` explains what came of an item.

    A right answer is taken as if everybody guessed who does not know: those who say "I don't know" instead are then
    placed a little too low at most, while the other way round guessers would be placed too high.
    """
    if outcome == "unknown":
        return np.asarray(1 - knowing(GRID, level))
    right = right_probability(GRID, level, guessing)
    return np.asarray(right if outcome == "right" else 1 - right)


def posterior(trials: Sequence[Trial], prior: Float64 | None = None) -> Float64:
    """Weights on `GRID`, summing to 1; without a prior all abilities are alike at first."""
    weights = np.ones_like(GRID) if prior is None else prior.copy()
    for trial in trials:
        weights *= likelihood(trial.level, trial.guessing, trial.outcome)
        weights /= weights.sum()
    return np.asarray(weights / weights.sum())


def level_estimate(weights: Float64) -> LevelEstimate:
    """Level, band and certainty of a posterior. The level is that of the median, so that the ends can be reached."""
    by_level = level_weights(weights)
    total = by_level.cumsum()
    level = int(np.searchsorted(total, 0.5)) + 1
    tail = (1 - BAND) / 2
    low, high = int(np.searchsorted(total, tail)) + 1, int(np.searchsorted(total, 1 - tail)) + 1
    near = by_level[max(0, level - 2) : level + 1].sum()
    return LevelEstimate(level, (low, min(LEVELS, high)), float(GRID @ weights), float(near))


def level_weights(weights: Float64) -> Float64:
    """Probability of each of the nine levels."""
    levels = np.clip(np.floor(GRID + 0.5), 1, LEVELS).astype(int)
    return np.asarray(np.bincount(levels, weights, LEVELS + 1)[1:], np.float64)


def is_finished(trials: Sequence[Trial], prior: Float64 | None = None) -> bool:
    """20 items, or sooner when the level is sure to within one."""
    if len(trials) >= MOST_ITEMS:
        return True
    return len(trials) >= LEAST_ITEMS and level_estimate(posterior(trials, prior)).sure >= SURE


@lru_cache(maxsize=512)
def information(level: int, guessing: float) -> Float64:
    """Fisher information of an item at each ability."""
    probability = right_probability(GRID, level, guessing)
    known = knowing(GRID, level)
    slope = DISCRIMINATION * known * (1 - known) * (1 - SLIP - guessing)
    return np.asarray(slope**2 / (probability * (1 - probability)))


def best_level(weights: Float64, levels: Sequence[int], guessing: float) -> int:
    """The level whose items tell most, given what is known so far."""
    return max(levels, key=lambda level: float(information(level, guessing) @ weights))


def worth(weights: Float64, level: int, guessing: float) -> float:
    """How much an item tells beside the best that any level could: 0-1."""
    best = max(float(information(other_level, guessing) @ weights) for other_level in range(1, LEVELS + 1))
    return float(information(level, guessing) @ weights) / best


def skill_score(trials: Sequence[Trial], skill: str) -> tuple[float, int]:
    """Score 0-100 of a skill on the nine levels, 100 (level - 1) / 8, and the items under it.

    The other skills' items tell where it may lie, to within `SKILL_SPREAD`; its own items tell the rest. Raw shares right
    would say nothing here: an adaptive test gives everybody items that they get right about as often.
    """
    others = posterior([trial for trial in trials if trial.skill != skill])
    spread = np.exp(-0.5 * ((GRID[:, None] - GRID[None, :]) / SKILL_SPREAD) ** 2)
    own = [trial for trial in trials if trial.skill == skill]
    mean = float(GRID @ posterior(own, np.asarray(spread @ others)))
    return round(100 * (min(max(mean, 1.0), float(LEVELS)) - 1) / (LEVELS - 1), 1), len(own)
