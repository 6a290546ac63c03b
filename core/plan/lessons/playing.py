"""Which lessons fill a slot: first what the day's points need, then what suits the student, to within a tenth of the time."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from core.arrays import Float64, Positions
from core.plan.day.timetable import length_of
from core.plan.lessons.resources import Resource

TOLERANCE = 0.1
"""Video minutes are within 10 % of the slot's. Half of it is aimed at, for times on the timetable are whole minutes."""
LOOKED_AT = 24
"""How many of the best are tried together for the rest of the time: 24 choose 3 is 2,024 sums."""
LEAST_MINUTES = 3.0
"""Hardly a lesson is shorter, so less time than this stays without one."""
MOST_TOGETHER = 3


def chosen(ranked: Sequence[Resource], minutes: float, *, never_over: bool = False) -> list[Resource]:
    """Resources that fill the minutes, the best first; `never_over`: on the timetable, in whole minutes, not one more.

    The best are taken while more than a few lessons' time is left; the rest is filled by the one to three that come near enough
    to what is missing, the better ones first. Fewer minutes than wanted come back only when there is nothing that fits.
    """
    if minutes < LEAST_MINUTES or not ranked:
        return []
    lengths = [float(length_of(each.minutes)) if never_over else each.minutes for each in ranked]
    first, left = 0, minutes
    while first < len(ranked) and left > 2.5 * max(lengths[first : first + LOOKED_AT]):
        left -= lengths[first]
        first += 1
    last = _nearest(np.array(lengths[first : first + LOOKED_AT]), left, 0.0 if never_over else left * TOLERANCE / 2)
    return [*ranked[:first], *(ranked[first + index] for index in last)]


def _nearest(lengths: Float64, minutes: float, over: float) -> list[int]:
    """Indexes of up to three whose sum comes within half the tolerance (at most `over` above), the best-ranked such set of the smallest size; else of those
    that do not pass the time the nearest."""
    best: tuple[float, list[int]] = (np.inf, [])
    for size in range(1, min(MOST_TOGETHER, len(lengths)) + 1):
        combinations = _combinations(len(lengths), size)
        off = lengths[combinations].sum(axis=1) - minutes
        near = np.flatnonzero((off >= -minutes * TOLERANCE / 2) & (off <= over))
        if near.size:
            # Combinations come in the order of their best member.
            return [int(index) for index in combinations[near[0]]]
        below = np.where(off <= 0, -off, np.inf)
        nearest = int(below.argmin())
        if below[nearest] < best[0]:
            best = float(below[nearest]), [int(index) for index in combinations[nearest]]
    return best[1]


@lru_cache(maxsize=3 * LOOKED_AT)
def _combinations(count: int, size: int) -> Positions:
    """[sets, size]: all sets of indexes, in lexicographic order."""
    grid = np.indices((count,) * size).reshape(size, -1).T
    return grid[(np.diff(grid, axis=1) > 0).all(axis=1)]
