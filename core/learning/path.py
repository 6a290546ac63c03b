"""The shortest way to a target through the prerequisites, and how far along the levels a student stands.

The path is the set of unmet points among the target's points and everything below them. It is the only smallest one: a
state of knowledge that holds the target must hold all that lies below it (downward closure), so each of these points is
on every path, and nothing else has to be.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from typing import TypeVar

from core.errors import BadParameter
from core.learning.intervals import wilson
from core.learning.mastery import MET_FROM
from core.tables.points import cycle_in

TeachingRank = TypeVar("TeachingRank", bound="tuple[int, ...]")
LEAST_TRIED = 5
"""Points tried at a level below which its share says nothing: one lucky answer is no level. With five the interval of a
share still spans half the scale, so the band stays wide."""
LEVELS = range(1, 8)


def ancestry(requires: Mapping[str, Collection[str]], targets: Iterable[str]) -> set[str]:
    """The targets and everything that lies below them."""
    below = set(targets)
    open_points = list(below)
    while open_points:
        for required in requires[open_points.pop()]:
            if required not in below:
                below.add(required)
                open_points.append(required)
    return below


def shortest_path(
    requires: Mapping[str, Collection[str]],
    met: Collection[str],
    targets: Iterable[str],
    order: Mapping[str, TeachingRank],
) -> list[str]:
    """The unmet points among the targets and what lies below them, each after everything that it rests on.

    Of all orders that can be learnt it is the first by `order` (Kahn 1962, always taking the least point at hand), so the
    answer is one and the same whatever the order of the input. A gap below a met point is a gap still: it is on the path.

    Parameters
    ----------
    requires
        What each point rests on directly; every point is a key.
    met
        Points that are learnt.
    order
        Rank of each point in the order of teaching.

    Raises
    ------
    BadParameter
        If the points on the way rest on each other in a circle, which it names.
    """
    unmet = ancestry(requires, targets) - set(met)
    waits = {point: sum(required in unmet for required in requires[point]) for point in unmet}
    opens: dict[str, list[str]] = {point: [] for point in unmet}
    for point in unmet:
        for required in requires[point]:
            if required in unmet:
                opens[required].append(point)
    ready = [(order[point], point) for point, count in waits.items() if count == 0]
    heapify(ready)
    path: list[str] = []
    while ready:
        _, point = heappop(ready)
        path.append(point)
        for follower in opens[point]:
            waits[follower] -= 1
            if waits[follower] == 0:
                heappush(ready, (order[follower], follower))
    if len(path) < len(unmet):
        circle = cycle_in({point: requires[point] for point in sorted(unmet)}) or sorted(unmet - set(path))
        raise BadParameter.of("prerequisites", f"a circle cannot be learnt: {' -> '.join(circle)}")
    return path


@dataclass(frozen=True, slots=True)
class LevelShare:
    """A level's points: how many there are, how many were tried, how many are met."""

    total: int
    tried: int
    met: int


@dataclass(frozen=True, slots=True)
class LevelRange:
    """Levels that a student has behind them; 1 also stands for "none yet"."""

    low: int
    """Shown in full: 60 % of all points of each level up to it are met, those never tried counted as unmet."""
    level: int
    """Shown on what was tried: the lower end of the interval reaches 60 %."""
    high: int
    """Not ruled out: the upper end of the interval reaches 60 %."""


def level_range(shares: Mapping[int, LevelShare]) -> LevelRange:
    """Between which levels a student stands, by the share of met points of each level.

    The share of what was tried has Wilson's 95 % interval; the bar is the contract's 60 %. A level that was not tried (fewer
    than `LEAST_TRIED` points) is passed over, and shows nothing by itself: who answers at level 3 alone need not
    begin at level 1.
    """
    low, level, high = _shown_in_full(shares), 0, 0
    level_holds = high_holds = True
    for number in LEVELS:
        share = shares.get(number)
        if share is None or share.tried < LEAST_TRIED:
            continue
        lower, upper = wilson(share.met / share.tried, share.tried)
        level_holds = level_holds and lower >= MET_FROM
        high_holds = high_holds and upper >= MET_FROM
        level = number if level_holds else level
        high = number if high_holds else high
    level = max(level, low)
    return LevelRange(max(low, 1), max(level, 1), max(level, high, 1))


def _shown_in_full(shares: Mapping[int, LevelShare]) -> int:
    passed = 0
    for number in LEVELS:
        share = shares.get(number)
        if share is None or not share.total or share.met < MET_FROM * share.total:
            break
        passed = number
    return passed
