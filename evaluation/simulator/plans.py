"""The plans that are compared: the product's, and others that a teacher or an engineer might think of."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from core.learning.choosing import Choice, PointStates, choose
from core.learning.fit import TARGET_PROBABILITY
from evaluation.simulator.practice import Asked

Choosing = Callable[[PointStates, int, np.random.Generator], Sequence[Asked]]


@dataclass(frozen=True)
class Compared:
    """A plan with a name."""

    name: str
    choosing: Choosing
    anew: bool = False

    def choose(self, states: PointStates, count: int, random: np.random.Generator) -> Sequence[Asked]:
        """What to ask, in order."""
        return self.choosing(states, count, random)


def asked_of(choices: Iterable[Choice]) -> list[Asked]:
    """The daily plan's positions; it chooses items too."""
    return [Asked(choice.point_index, choice.target_probability) for choice in choices]


def ours(states: PointStates, count: int, random: np.random.Generator) -> Sequence[Asked]:
    """The policy of the daily plan."""
    return asked_of(choose(states, count, random=random))


def ours_any_item(states: PointStates, count: int, random: np.random.Generator) -> Sequence[Asked]:
    """The same without its choice of items."""
    return _any_item(choice.point_index for choice in choose(states, count, random=random))


def at_random(states: PointStates, count: int, random: np.random.Generator) -> Sequence[Asked]:
    """Evenly from all points of the scope, ready or not."""
    return _any_item(random.integers(len(states.predicted), size=count).tolist())


def weakest(states: PointStates, count: int, _random: np.random.Generator) -> Sequence[Asked]:
    """Always the point with the lowest estimate."""
    return _any_item(np.argsort(states.predicted, kind="stable")[:count].tolist())


def near_success(states: PointStates, count: int, _random: np.random.Generator) -> Sequence[Asked]:
    """Always the points whose probability of a right answer is nearest to the one at which practice is said to teach most."""
    return _any_item(np.argsort(np.abs(states.predicted - TARGET_PROBABILITY), kind="stable")[:count].tolist())


def reviews_then_order(states: PointStates, count: int, random: np.random.Generator) -> Sequence[Asked]:
    """A flashcard program: everything that is due, longest overdue first, then new points in the order of the course."""
    due = np.flatnonzero(states.overdue_days >= 0)
    longest = due[np.argsort(-states.overdue_days[due], kind="stable")].tolist()
    chosen = [*longest, *np.flatnonzero(states.attempts == 0).tolist()][:count]
    return _any_item(chosen) if chosen else at_random(states, count, random)


def _any_item(indexes: Iterable[int]) -> list[Asked]:
    return [Asked(index) for index in indexes]


OURS = Compared("ours", ours)
OURS_ANY_ITEM = Compared("ours, any item", ours_any_item)
RANDOM = Compared("random", at_random)
WEAKEST = Compared("weakest", weakest, anew=True)
NEAR_SUCCESS = Compared("near .75", near_success)
REVIEWS_FIRST = Compared("reviews, then order", reviews_then_order)
