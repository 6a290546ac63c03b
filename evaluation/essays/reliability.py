"""Whether what is shown holds its probability: of the changes that state so much, how many are right (a reliability curve)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from evaluation.essays.nearness import Change, is_nearer
from evaluation.essays.sets import LearnerRow
from evaluation.essays.told import bare_change, without_punctuation

EDGES = (0.0, 0.6, 0.7, 0.8, 0.9, 1.0)
"""Bounds of the bins; what is shown at all begins at .5 or below."""


class Stated(NamedTuple):
    """A change with the probability that is stated for it."""

    change: Change
    probability: float


class Bin(NamedTuple):
    """The changes whose stated probability lies between two edges."""

    least: float
    most: float
    shown: int
    right: int
    mean: float
    """The mean of the stated probabilities, 0-1."""


def judged(rows: Iterable[LearnerRow], shown: Callable[[str], Iterable[Stated]]) -> Iterator[tuple[float, bool]]:
    """For each change of words that is shown the stated probability and whether it alone brings the sentence nearer to a correction."""
    for row in rows:
        bare, places = without_punctuation(row.written)
        nearer = is_nearer(LearnerRow(bare, tuple(without_punctuation(right)[0] for right in row.right)))
        for change, probability in shown(row.written):
            moved = bare_change(change, places)
            if moved is not None:
                yield probability, nearer(moved)


def bins(rows: Sequence[tuple[float, bool]], edges: Sequence[float] = EDGES) -> list[Bin]:
    """The bins that are not empty, in ascending order; the upper edge belongs to the next, but for the last.

    >>> bins([(0.65, True), (0.65, False), (0.95, True)])
    [Bin(least=0.6, most=0.7, shown=2, right=1, mean=0.65), Bin(least=0.9, most=1.0, shown=1, right=1, mean=0.95)]
    """
    found = []
    for least, most in pairwise(edges):
        inside = [row for row in rows if least <= row[0] < most or row[0] == most == edges[-1]]
        if inside:
            mean = sum(probability for probability, _ in inside) / len(inside)
            found.append(Bin(least, most, len(inside), sum(right for _, right in inside), round(mean, 3)))
    return found
