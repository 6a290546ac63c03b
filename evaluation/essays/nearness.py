"""Decides whether a change of a learner's sentence counts as right: whether it brings the sentence nearer to one of its corrections.

Each of several corrections of a sentence is right by itself, and others would be right too; so a change need not be one that an annotator
made. The measure is lenient on omissions (a random one is right in 29 % of learners' sentences) and strict on right changes that no annotator
thought of.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from core.arrays import Int64
from evaluation.essays.sets import LearnerRow

Change = tuple[int, int, str]
"""Start, end, replacement."""


def is_nearer(row: LearnerRow) -> Callable[[Change], bool]:
    """Whether a change, made alone, brings the sentence nearer to any of its corrections (Levenshtein).

    >>> right = is_nearer(LearnerRow("我去了看。", ("我去看了。", "我去看过。")))
    >>> right((2, 3, "")), right((0, 1, "他"))
    (True, False)
    """
    distances = [Distances(row.written, right) for right in row.right]
    return lambda change: any(table.gain(change) > 0 for table in distances)


class Distances:
    """The Levenshtein distances of all prefixes and of all suffixes of two texts."""

    def __init__(self, written: str, right: str) -> None:
        self._characters, self._indexes = np.array(list(right)), np.arange(len(right) + 1)
        self._of_prefixes = self._table(written, self._characters)
        self._of_suffixes = self._table(written[::-1], self._characters[::-1])[::-1, ::-1]

    @property
    def of_prefixes(self) -> Int64:
        """The distance of each prefix of the one to each of the other [shape=(len(written) + 1, len(right) + 1)]."""
        return self._of_prefixes

    @property
    def distance(self) -> int:
        """The distance of the whole texts."""
        return int(self._of_prefixes[-1, -1])

    def gain(self, change: Change) -> int:
        """By how much the change reduces the distance of the texts."""
        start, end, replacement = change
        row = self._of_prefixes[start]
        for character in replacement:
            row = self._next_row(row, character, self._characters)
        return int(self._of_prefixes[-1, -1] - (row + self._of_suffixes[end]).min())

    def _table(self, written: str, characters: NDArray[np.str_]) -> Int64:
        rows = [self._indexes]
        for character in written:
            rows.append(self._next_row(rows[-1], character, characters))
        return np.array(rows)

    def _next_row(self, row: Int64, character: str, characters: NDArray[np.str_]) -> Int64:
        without_insertion = np.concatenate(
            [[row[0] + 1], np.minimum(row[1:] + 1, row[:-1] + (characters != character))]
        )
        return np.asarray(np.minimum.accumulate(without_insertion - self._indexes) + self._indexes, np.int64)
