"""A simulated student's mind: the rules with spacing (`evaluation.simulator.spacing`), and explanations that may fail."""

from __future__ import annotations

from functools import partial
from math import log

import numpy as np

from core.learning.simulation.rules import BY_DIFFICULTY, MISSING_PREREQUISITE, Nature, Rule, TwoState
from core.learning.simulation.students import World
from evaluation.simulator.spacing import SPACED, SpacedForgetting, SpacedPractice

KNOWN_FROM = 0.5
"""True recall from which a point counts as known for those that rest on it."""
HARDER: dict[type, float] = {
    # In logits of an item's difficulty, which is how the rules take it: half the odds; half the half-life.
    SpacedPractice: -log(MISSING_PREREQUISITE),
    SpacedForgetting: -np.log2(MISSING_PREREQUISITE) / BY_DIFFICULTY,
}


class Mind:
    """What one student truly knows. Moments are days since the first day of the plan; they may lie before it.

    Each point has its own random stream, so that a point meets the same luck whichever plan asks it, and when.
    """

    def __init__(self, rule: Rule, world: World, nature: Nature, seed: tuple[int, ...]) -> None:
        self.world = world
        self.seed = seed
        self.rule = SPACED[rule](world.difficulty, world.requires, nature, np.random.default_rng([*seed, 0]))
        self.explained: set[str] = set()
        self.harder: dict[str, float] = {}
        self._streams: dict[str, np.random.Generator] = {}
        self._days = np.random.default_rng([*seed, 1])

    def luck(self, point: str) -> np.random.Generator:
        """The point's own stream, which the rule draws from too until the next call."""
        if point not in self._streams:
            self._streams[point] = np.random.default_rng([*self.seed, 2, self.world.index_of[point]])
        self.rule.luck = self._streams[point]
        return self._streams[point]

    def wander(self, day: int) -> None:
        """The ability moves on to this day."""
        self.rule.luck = self._days
        self.rule.wander(day, 0.0)

    def learnt_before(self, point: str, at: float) -> None:
        """The point was learnt, well or badly, long before the plan."""
        self.luck(point)
        self.rule.taught(point, at, before=True)
        self.explained.add(point)

    def explain(self, point: str, at: float) -> None:
        """The point is explained for the first time; it helps less when what it rests on is not known."""
        luck = self.luck(point)
        missing = self.missing(point, at)
        self.rule.taught(point, at, before=False)
        self.explained.add(point)
        if not missing:
            return
        if isinstance(self.rule, TwoState):
            self.rule.known[point] = self.rule.known[point] and bool(luck.random() < MISSING_PREREQUISITE)
        else:
            self.harder[point] = HARDER[type(self.rule)]

    def missing(self, point: str, at: float) -> bool:
        """Something that the point rests on is not known."""
        return any(not self.knows(each, at) for each in self.world.requires[point])

    def knows(self, point: str, at: float) -> bool:
        """Whether others can rest on it."""
        if isinstance(self.rule, TwoState):
            return self.rule.known.get(point, False)
        return self.recall(point, at) >= KNOWN_FROM

    def recall(self, point: str, at: float) -> float:
        """True probability of a right answer on an average item, guessing taken out; 0 before an explanation."""
        return self.probability(point, 0.0, 0.0, at) if point in self.explained else 0.0

    def probability(self, point: str, offset: float, guess: float, at: float) -> float:
        """True probability of a right answer on an item."""
        return self.rule.probability(point, offset + self.harder.get(point, 0.0), guess, at)

    def answer(self, point: str, item: int, at: float) -> bool:
        """Answer an item and learn from the correction."""
        luck = self.luck(point)
        asked = partial(self.probability, point, self.world.item_offset[point][item], self.world.guess[point][item])
        right = bool(luck.random() < asked(at))
        self.rule.answered(point, right, at)
        if point in self.harder and not self.missing(point, at):
            del self.harder[point]
        return right
