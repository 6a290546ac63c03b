"""How simulated students learn and answer: the three rules of `core.learning.simulation.students`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp, log1p, sqrt
from typing import Literal, Protocol

import numpy as np


class Nature(Protocol):
    """What the rules need of a profile."""

    @property
    def ability(self) -> float: ...
    @property
    def speed(self) -> float: ...


class Answerer:
    """A student's mind under one rule. Moments are days since the start; they may lie before it."""

    def __init__(
        self,
        difficulty: Mapping[str, float],
        requires: Mapping[str, Sequence[str]],
        nature: Nature,
        rng: np.random.Generator,
    ) -> None:
        self.difficulty = difficulty
        self.requires = requires
        self.ability = nature.ability
        self.speed = nature.speed
        self.luck = rng
        self._wandered_to = 0

    def wander(self, day: int, drift: float) -> None:
        """The ability moves on to this day: `drift` logits a year, and a little by chance."""
        passed = day - self._wandered_to
        self._wandered_to = day
        self.ability += drift * passed / 365 + float(self.luck.normal(0, WANDER_A_DAY * sqrt(max(passed, 0))))

    def taught(self, point: str, at: float, /, *, before: bool) -> None:
        """The point was explained; `before`: long ago, and practised since."""
        raise NotImplementedError

    def probability(self, point: str, offset: float, guess: float, at: float, /) -> float:
        """The true probability of a right answer on an item `offset` logits harder than its point."""
        raise NotImplementedError

    def answered(self, point: str, right: bool, at: float, /) -> None:
        """An answer was given, and corrected if it was wrong."""
        raise NotImplementedError


WANDER_A_DAY = 0.02
"""Standard deviation of a day's step in logits: about 0.4 in a year."""

KNOWN_FROM_LESSON = -0.6
"""Logit of P(L0), the probability that the lesson was enough, for an average student and point (about .35)."""
KNOWN_BEFORE = 1.0
"""The same of a point learnt long ago (about .73)."""
LEARNS = -1.4
"""Logit of P(T), the probability that an answer and its correction make a point known (about .20)."""
SLIP = -2.4
"""Logit of a slip (about .08; Corbett & Anderson hold it under .1)."""
SLIP_SPREAD = 0.4
MISSING_PREREQUISITE = 0.5
"""P(T) is multiplied by it when something the point rests on is not known."""


class TwoState(Answerer):
    """Bayesian knowledge tracing: known or not."""

    def __init__(self, *given: object) -> None:
        super().__init__(*given)  # type: ignore[arg-type]
        self.known: dict[str, bool] = {}
        self.slip = {point: logistic(SLIP + SLIP_SPREAD * float(self.luck.normal())) for point in self.difficulty}

    def taught(self, point: str, _at: float, /, *, before: bool) -> None:
        start = KNOWN_BEFORE if before else KNOWN_FROM_LESSON
        self.known[point] = bool(self.luck.random() < logistic(start + self.ability - self.difficulty[point]))

    def probability(self, point: str, offset: float, guess: float, _at: float, /) -> float:
        if not self.known[point]:
            return guess
        return 1.0 - logistic(logit(self.slip[point]) + offset)

    def answered(self, point: str, _right: bool, _at: float, /) -> None:
        self.known[point] = self.known[point] or bool(self.luck.random() < self.learns(point))

    def learns(self, point: str) -> float:
        """P(T): the probability that the point becomes known with this answer."""
        usual = logistic(LEARNS + 0.5 * self.ability - 0.5 * self.difficulty[point]) * self.speed
        ready = all(self.known.get(each, True) for each in self.requires[point])
        return usual if ready else usual * MISSING_PREREQUISITE


FIRST_LOGIT = 0.2
"""Logit of an average student on an average point just taught."""
GAIN = 0.5
"""Logits for each e-fold of practice on the point."""
GAIN_SPREAD = 0.4
TRANSFER = 0.15
"""The same for each e-fold of practice on what the point rests on, on average."""
PRACTISED_BEFORE = 4.0
"""Answers that a point learnt long ago has behind it."""


class Practice(Answerer):
    """Item response theory with gains from practice by a power law."""

    def __init__(self, *given: object) -> None:
        super().__init__(*given)  # type: ignore[arg-type]
        self.practised: dict[str, float] = {}
        self.gain = {point: GAIN * exp(GAIN_SPREAD * float(self.luck.normal())) for point in self.difficulty}

    def taught(self, point: str, _at: float, /, *, before: bool) -> None:
        self.practised[point] = PRACTISED_BEFORE if before else 0.0

    def probability(self, point: str, offset: float, guess: float, _at: float, /) -> float:
        below = [log1p(self.practised.get(each, 0.0)) for each in self.requires[point]]
        gained = self.speed * self.gain[point] * log1p(self.practised[point])
        transferred = TRANSFER * sum(below) / len(below) if below else 0.0
        wanted = FIRST_LOGIT + self.ability + gained + transferred - self.difficulty[point] - offset
        return guess + (1.0 - guess) * logistic(wanted)

    def answered(self, point: str, _right: bool, _at: float, /) -> None:
        self.practised[point] += 1.0


FIRST_HALF_LIFE = 1.0
"""log2 of days: what a lesson alone leaves is half gone after two days."""
BY_RIGHT, BY_WRONG = 1.1, 0.35
"""Added to the log2 of the half-life for each root of right and of wrong answers."""
BY_ABILITY, BY_DIFFICULTY = 0.9, 0.9
LONGEST_HALF_LIFE = 8.0
"""log2 of days: nine months, the bound of Settles & Meeder."""
SHORTEST_HALF_LIFE = -3.0
MISTAKE = 0.06
"""Probability of a wrong answer though it was remembered."""
REMEMBERED_BEFORE = 4
"""Right answers behind a point learnt long ago."""


class Forgetting(Answerer):
    """Half-life regression: what was learnt fades unless it is practised."""

    def __init__(self, *given: object) -> None:
        super().__init__(*given)  # type: ignore[arg-type]
        self.right: dict[str, float] = {}
        self.wrong: dict[str, float] = {}
        self.last: dict[str, float] = {}

    def taught(self, point: str, at: float, /, *, before: bool) -> None:
        self.right[point], self.wrong[point] = (REMEMBERED_BEFORE if before else 0), 0
        self.last[point] = at

    def half_life_days(self, point: str, offset: float) -> float:
        """Days after which recall is a half."""
        stretched = self.speed * (BY_RIGHT * sqrt(self.right[point]) + BY_WRONG * sqrt(self.wrong[point]))
        wanted = (
            FIRST_HALF_LIFE + stretched + BY_ABILITY * self.ability - BY_DIFFICULTY * (self.difficulty[point] + offset)
        )
        return float(2.0 ** min(max(wanted, SHORTEST_HALF_LIFE), LONGEST_HALF_LIFE))

    def probability(self, point: str, offset: float, guess: float, at: float, /) -> float:
        recall = 2.0 ** (-max(at - self.last[point], 0.0) / self.half_life_days(point, offset))
        return float(guess + (1.0 - MISTAKE - guess) * recall)

    def answered(self, point: str, right: bool, at: float, /) -> None:
        counted = self.right if right else self.wrong
        counted[point] += 1
        self.last[point] = at


Rule = Literal["two_state", "practice", "forgetting"]
RULES: dict[Rule, type[Answerer]] = {"two_state": TwoState, "practice": Practice, "forgetting": Forgetting}


def logistic(value: float) -> float:
    """1 / (1 + e^-x)."""
    return 1.0 / (1.0 + exp(-value))


def logit(probability: float) -> float:
    """The inverse of `logistic`."""
    return float(np.log(probability / (1.0 - probability)))
