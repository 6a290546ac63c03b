"""When a change of a learner's sentence counts as right: it brings the sentence nearer to one of its corrections.

Several corrections of a sentence are each right by themselves, and none of them is the only one; so a change need not be an annotator's
own. The measure is lenient on omissions (one at random is right in 29 % of learners' sentences) and strict on changes that are right and that
no annotator thought of.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from evaluation.essays.sets import LearnerRow

Change = tuple[int, int, str]
"""Start, end, what should stand there."""
Integers = NDArray[np.int64]


def is_nearer(row: LearnerRow) -> Callable[[Change], bool]:
    """Whether a change, made alone, brings the sentence nearer to any of its corrections (Levenshtein).

    >>> right = is_nearer(LearnerRow("我去了看。", ("我去看了。", "我去看过。")))
    >>> right((2, 3, "")), right((0, 1, "他"))
    (True, False)
    """
    tables = [Distances(row.written, right) for right in row.right]
    return lambda change: any(table.gain(change) > 0 for table in tables)


class Distances:
    """Levenshtein distances of all beginnings and all ends of two texts."""

    def __init__(self, written: str, right: str) -> None:
        self._letters, self._steps = np.array(list(right)), np.arange(len(right) + 1)
        self._heads = self._table(written, self._letters)
        self._tails = self._table(written[::-1], self._letters[::-1])[::-1, ::-1]

    def gain(self, change: Change) -> int:
        """How much nearer the texts are with the change made."""
        start, end, new = change
        row = self._heads[start]
        for letter in new:
            row = self._next(row, letter, self._letters)
        return int(self._heads[-1, -1] - (row + self._tails[end]).min())

    def _table(self, written: str, letters: NDArray[np.str_]) -> Integers:
        rows = [self._steps]
        for letter in written:
            rows.append(self._next(rows[-1], letter, letters))
        return np.array(rows)

    def _next(self, row: Integers, letter: str, letters: NDArray[np.str_]) -> Integers:
        step = np.concatenate([[row[0] + 1], np.minimum(row[1:] + 1, row[:-1] + (letters != letter))])
        return np.asarray(np.minimum.accumulate(step - self._steps) + self._steps, np.int64)
