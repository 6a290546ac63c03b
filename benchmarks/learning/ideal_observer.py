"""The best that anybody could predict under the two-state rule: every parameter known, only the hidden state not."""

from __future__ import annotations

from datetime import datetime

import numpy as np

from core.arrays import Float64
from core.learning.simulation.logs import simulated_log
from core.learning.simulation.rules import KNOWN_BEFORE, KNOWN_FROM_LESSON, TwoState, logistic, logit
from core.tables.points import Points


def ideal_probabilities(*, students: int, days: int, seed: int, points: Points, start: datetime) -> Float64:
    """The probability that exact Bayesian filtering gives each answer of `simulated_log("two_state", ...)`, in its order."""
    probabilities: list[float] = []

    class Observed(TwoState):
        """The same mind, and beside it what an observer believes of each point."""

        def __init__(self, *given: object) -> None:
            super().__init__(*given)
            self.belief: dict[str, float] = {}
            self.if_known = self.if_not = 0.5

        def taught(self, point: str, at: float, /, *, before: bool) -> None:
            super().taught(point, at, before=before)
            start = KNOWN_BEFORE if before else KNOWN_FROM_LESSON
            self.belief[point] = logistic(start + self.ability - self.difficulty[point])

        def probability(self, point: str, offset: float, guess: float, at: float, /) -> float:
            self.if_known, self.if_not = 1.0 - logistic(logit(self.slip[point]) + offset), guess
            known = self.belief[point]
            probabilities.append(known * self.if_known + (1.0 - known) * self.if_not)
            return super().probability(point, offset, guess, at)

        def answered(self, point: str, right: bool, at: float, /) -> None:
            known = self.belief[point]
            like = (self.if_known, self.if_not) if right else (1.0 - self.if_known, 1.0 - self.if_not)
            known = known * like[0] / (known * like[0] + (1.0 - known) * like[1])
            self.belief[point] = known + (1.0 - known) * min(self.learns(point), 1.0)
            super().answered(point, right, at)

    simulated_log("two_state", students=students, days=days, seed=seed, points=points, start=start, mind=Observed)
    return np.array(probabilities)
