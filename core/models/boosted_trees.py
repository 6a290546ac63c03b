"""Boosted trees as arrays, evaluated with numpy alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.arrays import Float64, Int64

FIRST_TREES = 30
"""Trees after which unpromising rows are dropped."""
DROPPED_BELOW = -5.0
"""Log odds after the first trees below which a row gets no further trees. None of these rows reached a probability of .15 with the corrector
of usage on its fitting text, nor one of .02 with the speller on SIGHAN 2013, 2014 and dev-gsdsimp."""


@dataclass(frozen=True)
class Trees:
    """A sum of trees (Friedman 2001, Greedy Function Approximation).

    Parameters
    ----------
    feature, threshold : of each node; what is at most the threshold goes left
    left, right : the nodes below it; of a leaf itself
    value : what a leaf adds, log odds
    roots : the first node of each tree
    base : what is added to all
    depth : of the deepest tree
    """

    feature: Int64
    threshold: Float64
    left: Int64
    right: Int64
    value: Float64
    roots: Int64
    base: float
    depth: int

    def log_odds(self, rows: Float64) -> Float64:
        """Log odds of rows of features [shape=(n, n_features)]; those of dropped rows rest on the first trees alone."""
        log_odds = self.base + self._sum(rows, self.roots[:FIRST_TREES])
        remaining = np.flatnonzero(log_odds > DROPPED_BELOW)
        log_odds[remaining] += self._sum(rows[remaining], self.roots[FIRST_TREES:])
        return log_odds

    def _sum(self, rows: Float64, roots: Int64) -> Float64:
        nodes = np.tile(roots, (len(rows), 1))
        own = np.arange(len(rows))[:, None]
        for _ in range(self.depth):
            below = rows[own, self.feature[nodes]] <= self.threshold[nodes]
            nodes = np.where(below, self.left[nodes], self.right[nodes])
        return np.asarray(self.value[nodes].sum(axis=1), np.float64)


def read_trees(stored: Mapping[str, NDArray[Any]], name: str) -> Trees:
    """The trees in the arrays of a file; the names of the arrays begin with `name`."""
    arrays = {part: stored[f"{name}_{part}"] for part in ("feature", "left", "right", "roots")}
    return Trees(
        **{part: array.astype(np.int64) for part, array in arrays.items()},
        threshold=stored[f"{name}_threshold"].astype(np.float64),
        value=stored[f"{name}_value"].astype(np.float64),
        base=float(stored[f"{name}_base"][0]),
        depth=int(stored[f"{name}_depth"][0]),
    )
