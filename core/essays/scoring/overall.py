"""The overall score of an essay, fitted on scored essays, with its prediction interval.

The essays were written by candidates of the HSK's advanced level, so that the score is calibrated for the levels 5 and 6 alone. For lower
levels the formula is evaluated at the length that is usual for the level: an essay whose vocabulary equals that of essays of level 6 at its
length gets the score that they get.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from core.essays.model import EditType
from core.essays.scoring.richness import Richness

INTERCEPT = -174.1
WEIGHTS: Mapping[str, float] = {"characters": 13.03, "distinct_characters": 19.49, "distinct_words": 16.57}
"""Points for each unit of the natural logarithm of a count; ridge regression (strength 20 on standardised logarithms) on the 60 essays, with
predictions stretched to the spread of their scores (`training/essay/score.py`)."""
RESIDUAL_ERROR = 8.1
"""Root mean squared error in tenfold cross-validation, points."""
HALF_INTERVAL = 1.28 * RESIDUAL_ERROR
"""Half of the 80 % prediction interval, assuming normally distributed errors."""
CALIBRATED = (5, 6)
REFERENCE_LEVEL = 6
USUAL_LENGTHS: Mapping[int, int] = {1: 45, 2: 75, 3: 115, 4: 200, 5: 275, 6: 375}
"""The number of Chinese characters that tasks of a level ask for (`data/content/essay_titles.jsonl`, the middle of the range)."""
GROWTH: Mapping[str, float] = {"characters": 1.0, "distinct_characters": 0.734, "distinct_words": 0.866}
"""How much the logarithm of a count grows with the logarithm of the length: a regression over all beginnings of 40 characters and more of the
60 essays on which the weights were fitted."""
LOWEST, HIGHEST = 0.0, 100.0
SEVERITY: Mapping[EditType, float] = {"B": 1.0, "L": 1.0, "D": 1.0, "W": 1.0, "S": 1.5, "P": 0.3}
"""The weight of an error by its type, relative to a wrong word: a wrong sentence structure costs the reader more, a punctuation mark less."""
POINTS_PER_ERROR = 1.0
"""Points lost for each weighted error in a hundred characters; an error never costs less than `LEAST_POINTS_PER_ERROR`."""
LEAST_POINTS_PER_ERROR = 0.3


@dataclass(frozen=True)
class Overall:
    """A score with its prediction interval."""

    score: float
    """0-100, rounded to whole points: it is not known to a tenth."""
    low: float
    high: float
    calibrated: bool


def overall(counts: Richness, errors: Mapping[EditType, int], *, hsk_level: int) -> Overall:
    """The score of an essay.

    Parameters
    ----------
    counts : counts over the corrected text, so that an error counts once, in `errors`
    errors : how many errors of each type were found
    hsk_level : 1-6, the level that the essay was written for
    """
    score = max(LOWEST, vocabulary(counts, hsk_level=hsk_level) - points_lost(errors, counts.characters))
    low, high = max(LOWEST, score - HALF_INTERVAL), min(HIGHEST, score + HALF_INTERVAL)
    return Overall(float(round(score)), float(round(low)), float(round(high)), hsk_level in CALIBRATED)


def vocabulary(counts: Richness, *, hsk_level: int) -> float:
    """The score that the essay would get without errors, 0-100."""
    length_gap = math.log(USUAL_LENGTHS[REFERENCE_LEVEL] / USUAL_LENGTHS[hsk_level])
    parts = (
        weight * (math.log(max(1, getattr(counts, name))) + GROWTH[name] * length_gap)
        for name, weight in WEIGHTS.items()
    )
    return min(HIGHEST, max(LOWEST, INTERCEPT + sum(parts)))


def points_lost(errors: Mapping[EditType, int], characters: int) -> float:
    """Points that errors cost."""
    points_per_error = max(LEAST_POINTS_PER_ERROR, POINTS_PER_ERROR * 100 / max(1, characters))
    return points_per_error * sum(SEVERITY[type_] * count for type_, count in errors.items())
