"""The shortest way to a target through the prerequisites.

The path is the set of unmet points among the target's points and everything below them. It is the only smallest one: a
state of knowledge that holds the target must hold all that lies below it (downward closure), so each of these points is
on every path, and nothing else has to be.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from heapq import heapify, heappop, heappush
from typing import TypeVar

from core.errors import BadParameter
from core.tables.points import cycle_in

TeachingRank = TypeVar("TeachingRank", bound="tuple[int, ...]")


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
