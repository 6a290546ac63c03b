"""How hard an item is beside its point, from answers: drawn to its point's difficulty while they are few."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import log

import numpy as np

from core.arrays import Float64, Positions
from core.learning.prediction.features import logistic
from core.learning.prediction.predictor import Predictor
from core.records.items import Item

SPREAD = 0.7
"""Standard deviation of items round their point in logits, before any answer (item banks: 0.5 to 1)."""
EXPECTED_ANSWERS = 8.0
"""How many answers the expectation counts for where only the share of right answers is known."""


def easier(number: Positions, outcome: Float64, probability: Float64, count: int) -> Float64:
    """[count]: by how many logits things (items, points) are easier than `probability` has it.

    One Newton step from 0 under a normal prior: sum(outcome - probability) / (sum(probability (1 - probability)) + 1 / SPREAD^2).

    Parameters
    ----------
    number : array [answers]
        Which thing each answer is about; below 0 = unknown, left out.
    """
    known = number >= 0
    left = np.bincount(number[known], (outcome - probability)[known], count)
    seen = np.bincount(number[known], (probability * (1.0 - probability))[known], count)
    step: Float64 = left / (seen + SPREAD**-2)
    return step


def difficulty(answers: float, right: float, expected: float) -> float:
    """Difficulty of an item in logits, 0 = right half of the time, from additive counts.

    Parameters
    ----------
    answers
        How many answers there are.
    right
        Sum of their outcomes, 0-1 each.
    expected : 0-1, ends excluded
        Probability expected of the item before any answer: its point's, else its level's.

    >>> difficulty(0, 0.0, 0.5), round(difficulty(8, 2.0, 0.5), 3)
    (0.0, 0.511)
    """
    share = (right + EXPECTED_ANSWERS * expected) / (answers + EXPECTED_ANSWERS)
    return log((1.0 - share) / share)


def difficulties(
    items: Iterable[Item], counts: Mapping[str, tuple[float, float]], predictor: Predictor
) -> dict[str, float]:
    """`difficulty` of items by id; `counts` as `core.ports.knowledge.ModelStore.item_counts` gives them."""
    return {item.id: difficulty(*counts.get(item.id, (0.0, 0.0)), _expected(item, predictor)) for item in items}


def _expected(item: Item, predictor: Predictor) -> float:
    """The mean base probability of the item's points; of an item without points its level's."""
    indexes = [predictor.index_of[point] for point in item.points if point in predictor.index_of]
    if indexes:
        return float(predictor.base_probability[indexes].mean())
    return float(logistic(np.array(predictor.model.levels[item.standard_level - 1])))
