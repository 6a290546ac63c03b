"""The overall score of an essay with its range: at level 6 as fitted on scored essays, below it by what the level's task asks.

The scored essays were written by candidates of the HSK's advanced level at some 400 characters, which is what level 6 asks for. Below it no scored
essays exist: a text that does its level's task and shows no error gets the highest score that examiners gave, less for what is missing of the task.
What is gained goes in steps, so that a character or a word more moves the score rarely, and connectives and the order of sentences never do.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from core.essays.model import EditType
from core.essays.scoring.richness import Richness
from core.essays.scoring.tasks import TaskDone, task_done


@dataclass(frozen=True)
class Coefficients:
    """The score of a text without errors: `intercept` and points for each unit of the natural logarithms of its counts."""

    intercept: float
    distinct_words: float
    characters: float


# The figures up to `UNTOLD_ERRORS` are written here by `python -m training.essay.score --keep`, with whatever engine finds the errors.
FITTED = Coefficients(intercept=-142.5, distinct_words=23.3, characters=20.2)
"""Ridge regression on the 60 essays, of the score with the points added that the errors cost, drawn out to the spread of the scores."""
RESIDUAL_ERROR = 7.9
"""Root mean squared error, each essay left out in turn, points."""
UNTOLD_ERRORS = 5.7
"""Errors in a hundred characters of learners' sentences (YACLC, half for design) that the engine does not tell."""
HALF_INTERVAL = 1.28 * RESIDUAL_ERROR
"""Half of the 80 % prediction interval, assuming normally distributed errors."""
CALIBRATED = 6
LOWEST, HIGHEST = 0.0, 100.0
STEP = 5
"""The scored essays have scores in steps of five."""
LOWEST_GIVEN = 50.0
"""The lowest score of the scored essays. Below it the score falls in proportion to the counts, since a logarithm has no end."""
MOST_CONNECTIVES, LEAST_STUFFED = 0.62, 8
"""Connectives for each clause, and in all: none of the scored essays has more. Beyond both each one costs `POINTS_PER_CONNECTIVE`."""
POINTS_PER_CONNECTIVE, MOST_POINTS_FOR_CONNECTIVES = 1.0, 20.0
FOR_TASK: Mapping[TaskDone, float] = {"done": 95.0, "nearly": 75.0, "half": 50.0, "begun": 25.0}
"""Below level 6, for a text without errors: the highest score of the scored essays for a task that is done, and its share for a task that is not."""
USUAL_DISTINCT, USUAL_AT, GROWTH = 168, 375, 0.734
"""Distinct characters of the scored essays at a length, and how much their logarithm grows with that of the length."""
LEAST_VARIETY, POINTS_FOR_VARIETY = 0.6, 15.0
"""Less than this share of the usual distinct characters costs so many points: texts of level 1 have .65 to 1, scored essays .72 and more."""
POINTS_OFF_TITLE = 10.0
"""Off for a text in which nothing of its title comes up: two steps, since one in a hundred texts that are about their title is of this kind."""
SEVERITY: Mapping[EditType, float] = {"B": 1.0, "L": 1.0, "D": 1.0, "W": 1.0, "S": 1.5, "P": 0.3}
"""The weight of an error by its type, relative to a wrong word: a wrong sentence structure costs the reader more, a punctuation mark less."""
POINTS_PER_ERROR = 1.0
"""Points lost at level 6 for each weighted error in a hundred characters; with 2 and more the agreement with the examiners falls
(`training/essay/README.md`, "Score"). An error never costs less than `LEAST_POINTS_PER_ERROR`."""
LEAST_POINTS_PER_ERROR = 0.3
POINTS_PER_ERROR_BELOW = 4.0
"""The same below level 6. Learners make 6.6 errors in a hundred characters; at 4 points each a done task with so many gets 69, the mean of the
scored essays."""
LEAST_LENGTH = 50
"""In characters. Errors of shorter texts are counted as if among so many, so that one slip of a beginner does not cost a fifth of the score."""


@dataclass(frozen=True)
class Overall:
    """A score with its range."""

    score: float
    """0-100, rounded to whole points: it is not known to a tenth."""
    low: float
    high: float
    calibrated: bool


def overall(
    counts: Richness,
    errors: Mapping[EditType, int],
    *,
    hsk_level: int,
    off_title: bool = False,
    coefficients: Coefficients = FITTED,
) -> Overall:
    """The score of an essay.

    Parameters
    ----------
    counts : the words are those that were not corrected, so that an error counts once, in `errors`
    errors : how many errors of each type were found
    hsk_level : 1-6, the level that the essay was written for
    off_title : nothing of its title comes up in it
    coefficients : of level 6
    """
    before_errors = without_errors(counts, hsk_level=hsk_level, off_title=off_title, coefficients=coefficients)
    score = _on_scale(before_errors - points_lost(errors, counts.characters, hsk_level=hsk_level))
    low, high = score - HALF_INTERVAL, score + HALF_INTERVAL
    calibrated = hsk_level == CALIBRATED
    if not calibrated:
        low = min(low, before_errors - POINTS_PER_ERROR_BELOW * UNTOLD_ERRORS)
    return Overall(float(round(score)), float(round(_on_scale(low))), float(round(_on_scale(high))), calibrated)


def without_errors(
    counts: Richness, *, hsk_level: int, off_title: bool = False, coefficients: Coefficients = FITTED
) -> float:
    """The score that the essay would get without errors, 0-100."""
    gained = vocabulary(counts, coefficients) if hsk_level == CALIBRATED else _for_task(counts, hsk_level)
    return _on_scale(gained - _stuffed(counts) - POINTS_OFF_TITLE * off_title)


def vocabulary(counts: Richness, coefficients: Coefficients = FITTED) -> float:
    """What length and vocabulary are worth at level 6, in steps of `STEP`."""
    points = (
        coefficients.intercept
        + coefficients.distinct_words * math.log(max(1, counts.distinct_words))
        + coefficients.characters * math.log(max(1, counts.characters))
    )
    if points < LOWEST_GIVEN:
        points = LOWEST_GIVEN * math.exp(
            (points - LOWEST_GIVEN) / (coefficients.distinct_words + coefficients.characters)
        )
    return _on_scale(STEP * round(points / STEP))


def _for_task(counts: Richness, hsk_level: int) -> float:
    return FOR_TASK[task_done(counts.characters, hsk_level=hsk_level)] - POINTS_FOR_VARIETY * (not is_varied(counts))


def is_varied(counts: Richness) -> bool:
    """Whether a text has as many distinct characters as one of its length may be expected to have."""
    usual = USUAL_DISTINCT * math.pow(counts.characters / USUAL_AT, GROWTH)
    return counts.distinct_characters >= LEAST_VARIETY * usual


def stuffed_connectives(counts: Richness) -> int:
    """How many connectives a text has beyond what any of the scored essays has."""
    return max(0, counts.connectives - max(LEAST_STUFFED, math.ceil(MOST_CONNECTIVES * counts.clauses)))


def _stuffed(counts: Richness) -> float:
    return min(MOST_POINTS_FOR_CONNECTIVES, POINTS_PER_CONNECTIVE * stuffed_connectives(counts))


def points_lost(errors: Mapping[EditType, int], characters: int, *, hsk_level: int) -> float:
    """Points that errors cost."""
    points_per_error = (
        POINTS_PER_ERROR * 100 / max(1, characters)
        if hsk_level == CALIBRATED
        else POINTS_PER_ERROR_BELOW * 100 / max(LEAST_LENGTH, characters)
    )
    return max(LEAST_POINTS_PER_ERROR, points_per_error) * sum(
        SEVERITY[type_] * count for type_, count in errors.items()
    )


def _on_scale(score: float) -> float:
    return max(LOWEST, min(HIGHEST, score))
