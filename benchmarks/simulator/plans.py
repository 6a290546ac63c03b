"""The plans that are compared: the product's, and others that a teacher or an engineer might think of."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.learning.choosing import Flags, Standing, choose
from core.learning.columns import Floats
from core.learning.fit import WANTED as NEAR

Choosing = Callable[[Standing, int, np.random.Generator], Sequence[int] | NDArray[np.intp]]


@dataclass(frozen=True)
class Compared:
    """A plan with a name."""

    name: str
    choosing: Choosing
    anew: bool = False

    def choose(self, standing: Standing, count: int, random: np.random.Generator) -> Sequence[int]:
        """Places of the points to ask, in order."""
        return [int(each) for each in self.choosing(standing, count, random)]


def ours(standing: Standing, count: int, random: np.random.Generator) -> Sequence[int]:
    """The policy of the daily plan."""
    return [choice.place for choice in choose(standing, count, random=random)]


def at_random(standing: Standing, count: int, random: np.random.Generator) -> NDArray[np.intp]:
    """Evenly from all points that the student will be examined on."""
    return random.choice(_places(_wanted(standing)), count)


def weakest(standing: Standing, count: int, _random: np.random.Generator) -> NDArray[np.intp]:
    """Always the point with the lowest estimate."""
    return _first(_wanted(standing), standing.chance, count)


def near_success(standing: Standing, count: int, _random: np.random.Generator) -> NDArray[np.intp]:
    """Always the points whose chance of a right answer is nearest to the one at which practice is said to teach most."""
    return _first(_wanted(standing), np.abs(standing.chance - NEAR), count)


def reviews_then_order(standing: Standing, count: int, random: np.random.Generator) -> NDArray[np.intp]:
    """A flashcard program: everything that is due, longest overdue first, then new points in the order of the course."""
    wanted = _wanted(standing)
    due = _first(wanted & (standing.overdue_days >= 0), -standing.overdue_days, count)
    new = np.flatnonzero(wanted & (standing.attempts == 0))
    chosen = np.concatenate((due, new))[:count]
    return chosen if len(chosen) else at_random(standing, count, random)


def _wanted(standing: Standing) -> Flags:
    return np.ones(len(standing.chance), dtype=np.bool_) if standing.wanted is None else standing.wanted


def _places(flags: Flags) -> NDArray[np.intp]:
    return np.flatnonzero(flags)


def _first(pool: Flags, by: Floats, count: int) -> NDArray[np.intp]:
    places = np.flatnonzero(pool)
    return places[np.argsort(by[places], kind="stable")[:count]]


OURS = Compared("ours", ours)
RANDOM = Compared("random", at_random)
WEAKEST = Compared("weakest", weakest, anew=True)
NEAR_SUCCESS = Compared("near .75", near_success)
REVIEWS_FIRST = Compared("reviews, then order", reviews_then_order)
