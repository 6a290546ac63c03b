"""Which item of a point is asked: evenly, or the one nearest to a wanted probability by what the product knows of items."""

from __future__ import annotations

from collections import deque
from functools import lru_cache

import numpy as np

from core.arrays import Float64
from core.learning.choosing import item_probability
from core.learning.simulation.students import ITEMS_A_POINT, World

STATISTICS_ERROR = 0.3
"""Standard deviation in logits of an item's difficulty as statistics give it, round the true one."""
NOT_AGAIN = 3
"""A chosen item is none of so many asked last on its point; an evenly drawn one is not the very last."""


@lru_cache(maxsize=16)
def _known_difficulties(seed: int, points: int) -> Float64:
    error = np.random.default_rng([seed, 13]).normal(0.0, STATISTICS_ERROR, (points, ITEMS_A_POINT))
    error.flags.writeable = False
    return error


class Items:
    """The items of the points in a world, as one student meets them."""

    def __init__(self, world: World, random: np.random.Generator) -> None:
        self.world, self.random = world, random
        self.error = _known_difficulties(world.seed, len(world.order))
        self.lately: dict[int, deque[int]] = {}

    def item(self, index: int, predicted: float, target_probability: float | None) -> int:
        """The item of a point to be asked now.

        Parameters
        ----------
        predicted
            The plan's probability of a right answer on the point, 0-1.
        target_probability
            The probability that the item should have; None = any item, evenly.
        """
        lately = self.lately.setdefault(index, deque(maxlen=NOT_AGAIN))
        # Drawn for every answer, so that plans meet the same luck afterwards.
        draw = int(self.random.integers(ITEMS_A_POINT - 1))
        chosen = (
            self._even(draw, lately)
            if target_probability is None
            else self._nearest(index, predicted, target_probability, lately)
        )
        lately.append(chosen)
        return chosen

    def _even(self, draw: int, lately: deque[int]) -> int:
        return draw + (draw >= (lately[-1] if lately else ITEMS_A_POINT))

    def _nearest(self, index: int, predicted: float, target_probability: float, lately: deque[int]) -> int:
        apart = np.abs(self.predicted(index, predicted) - target_probability)
        apart[list(lately)] = np.inf
        return int(apart.argmin())

    def predicted(self, index: int, predicted: float) -> Float64:
        """Of a right answer on each item of a point, as the product would predict it."""
        point = self.world.order[index]
        harder = np.array(self.world.item_offset[point]) + self.error[index]
        return item_probability(predicted, np.array(self.world.guess[point]), harder)
