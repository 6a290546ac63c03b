"""The overall score of an essay: fitted on scored essays, with its range.

The essays it was fitted on are by candidates of the HSK's advanced level, so that it is calibrated for the levels 5 and 6 alone. Below, the same
formula is read at the length that the level asks for: an essay with the vocabulary that essays of level 6 have at this length scores as
they do.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from core.essays.model import EditType
from core.essays.scoring.richness import Richness

INTERCEPT = -174.1
WEIGHTS: Mapping[str, float] = {"characters": 13.03, "distinct_characters": 19.49, "distinct_words": 16.57}
"""Points for each step of a natural logarithm; ridge regression (strength 20 on standardised logarithms) on the 60 essays, drawn out to the
spread of their scores (`training/essay/score.py`)."""
RESIDUAL = 8.1
"""Root mean squared error in tenfold cross-validation, points."""
RANGE = 1.28 * RESIDUAL
"""Half of the range in which four of five scores lie, were errors normal."""
CALIBRATED = (5, 6)
REFERENCE_LEVEL = 6
ASKED: Mapping[int, int] = {1: 45, 2: 75, 3: 115, 4: 200, 5: 275, 6: 375}
"""Chinese characters that a task of the level asks for (`data/content/essay_titles.jsonl`, the middle of the range)."""
GROWTH: Mapping[str, float] = {"characters": 1.0, "distinct_characters": 0.734, "distinct_words": 0.866}
"""By how much the logarithm of a count grows with that of the length: regression over all beginnings of 40 characters and more of the
60 essays that the weights were fitted on."""
LOWEST, HIGHEST = 0.0, 100.0
SEVERITY: Mapping[EditType, float] = {"B": 1.0, "L": 1.0, "D": 1.0, "W": 1.0, "S": 1.5, "P": 0.3}
"""Of an error by its type, in wrong words: a sentence that is out of order costs its reader more, a mark less."""
POINTS = 1.0
"""Lost for each weighted error in a hundred characters, and never less than `LEAST` for an error."""
LEAST = 0.3


@dataclass(frozen=True)
class Overall:
    """A score with its range."""

    score: float
    """0-100, whole: a tenth of a point is beyond what is known."""
    low: float
    high: float
    calibrated: bool


def overall(found: Richness, errors: Mapping[EditType, int], *, hsk_level: int) -> Overall:
    """The score of an essay.

    Parameters
    ----------
    found : counts over the corrected text, so that an error is told once, by `errors`
    errors : how many of each type are claimed
    hsk_level : 1-6, what the essay was written for
    """
    score = max(LOWEST, vocabulary(found, hsk_level=hsk_level) - lost(errors, found.characters))
    low, high = max(LOWEST, score - RANGE), min(HIGHEST, score + RANGE)
    return Overall(float(round(score)), float(round(low)), float(round(high)), hsk_level in CALIBRATED)


def vocabulary(found: Richness, *, hsk_level: int) -> float:
    """The score without errors, 0-100."""
    longer = math.log(ASKED[REFERENCE_LEVEL] / ASKED[hsk_level])
    parts = (
        weight * (math.log(max(1, getattr(found, name))) + GROWTH[name] * longer) for name, weight in WEIGHTS.items()
    )
    return min(HIGHEST, max(LOWEST, INTERCEPT + sum(parts)))


def lost(errors: Mapping[EditType, int], characters: int) -> float:
    """Points that errors cost."""
    each = max(LEAST, POINTS * 100 / max(1, characters))
    return each * sum(SEVERITY[type_] * count for type_, count in errors.items())
