"""A student's record on every knowledge point, as columns in the order of the table.

Counts and decayed weights of an official point hold its children's beside its own, on the wire and in the estimate alike.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

import numpy as np

from core.arrays import Bool, Float32, Float64, Int64
from core.learning.days import day_of, day_start
from core.learning.level import StudentLevel
from core.learning.mastery import PRIOR_ANSWERS, STATUSES, Status, decay
from core.learning.prediction.predictor import Predictor
from core.records.learner import Learner
from core.tables.points import Points

NOT_STARTED, LEARNING, MET, EXCEEDED = range(4)
"""Statuses as numbers: the higher, the further."""
STATUS_NAMES: tuple[Status, ...] = ("not_started", "learning", "mastered", "exceeded")
assert set(STATUS_NAMES) == set(STATUSES)


@dataclass(frozen=True)
class Structure:
    """What never changes about the points of a table: indexes, families and prerequisites."""

    ids: tuple[str, ...]
    index_of: dict[str, int]
    levels: Int64
    """Of each point, from 1."""
    children: Int64
    """Indexes of the sub-points and words ..."""
    parents: Int64
    """... and of the official point of each."""
    requires: Float32
    """[point, point that rests on it]: 1 for an edge."""
    needed: Int64
    """The prerequisite of each edge, in the order of what rests on it ..."""
    resting: Int64
    """... the points that rest on anything, once each ..."""
    first_edge: Int64
    """... and where the edges of each begin in `needed`."""


@lru_cache(maxsize=4)
def structure(points: Points) -> Structure:
    """The structure of a table of points, computed once for each table."""
    ids = tuple(row.id for row in points.rows)
    index_of = {point_id: index for index, point_id in enumerate(ids)}
    below = [(index_of[row.id], index_of[row.parent_id]) for row in points.rows if row.kind != "point"]
    requires = np.zeros((len(ids), len(ids)), dtype=np.float32)
    for edge in points.prerequisites:
        requires[index_of[edge.requires_id], index_of[edge.point_id]] = 1.0
    children, parents = np.array(below, dtype=np.int64).reshape(-1, 2).T
    edges = sorted((index_of[edge.point_id], index_of[edge.requires_id]) for edge in points.prerequisites)
    above, needed = np.array(edges, dtype=np.int64).reshape(-1, 2).T
    resting, first_edge = np.unique(above, return_index=True)
    levels = np.array([row.level for row in points.rows], dtype=np.int64)
    return Structure(ids, index_of, levels, children, parents, requires, needed, resting, first_edge)


@dataclass(frozen=True)
class Record:
    """One student at one moment; every array has one entry a point."""

    attempts: Int64
    correct: Int64
    status: Int64
    """0-3, see `STATUS_NAMES`."""
    ready: Bool
    """Neither met nor assumed, and everything it rests on is one of the two."""
    right: Float64
    """A: decayed weight of right answers."""
    wrong: Float64
    """B: decayed weight of wrong answers."""
    prediction: Float64
    mastery: Float64
    last_at: tuple[datetime | None, ...]
    assumed: Bool
    """Never answered, and of a level that the student has behind them: counted as known until an answer says otherwise."""
    level: StudentLevel
    """Where the student stands, which the predictions rest on."""

    @property
    def met(self) -> Bool:
        """Met or exceeded."""
        return self.status >= MET

    @property
    def behind(self) -> Bool:
        """What others can rest on without being asked first: met, or assumed."""
        return self.met | self.assumed

    @property
    def accuracy(self) -> Float64:
        """Share of right answers as on the wire, never rounded (a status hangs on it); 0 without attempts."""
        shares: Float64 = np.clip(self.correct / np.maximum(self.attempts, 1), 0.0, 1.0)
        return np.where(self.attempts > 0, shares, 0.0)


def moment_of(learner: Learner | None, now: datetime) -> datetime:
    """When a record is read: at the beginning of today (UTC+8), or at the last update if that was later.

    Decay goes by the day, so that two reads of one day are equal to the last digit.
    """
    today = day_start(day_of(now))
    return today if learner is None else max(today, learner.updated_at)


def record(
    learner: Learner | None, level: StudentLevel, *, points: Points, predictor: Predictor, at: datetime
) -> Record:
    """The record of a student (None: nothing was ever answered) who stands at a level, at a moment."""
    points_structure = structure(points)
    size = len(points_structure.ids)
    counts = np.zeros((2, size), dtype=np.int64)
    weights = np.zeros((2, size))
    last: list[datetime | None] = [None] * size
    for point_id, sums in (learner.points if learner else {}).items():
        index = points_structure.index_of.get(point_id)
        if index is None:
            continue  # an older table of points had it
        left = decay(at - sums.last_at)
        counts[:, index] = sums.attempts, sums.correct
        weights[:, index] = sums.right * left, sums.wrong * left
        last[index] = sums.last_at
    _add_children(points_structure, counts, weights, last)
    whole, own = (learner.whole, learner.points) if learner else (None, {})
    prediction = predictor.predict(whole, own, at, level.shift)
    status = statuses_of(counts[0], counts[1])
    right, wrong = np.maximum(weights, 0.0)
    assumed = (counts[0] <= 0) & np.isin(points_structure.levels, list(level.below))
    return Record(
        attempts=counts[0],
        correct=counts[1],
        status=status,
        ready=ready_of((status >= MET)[None, :], points_structure, assumed[None, :])[0],
        right=right,
        wrong=wrong,
        prediction=prediction,
        mastery=(right + PRIOR_ANSWERS * prediction) / (right + wrong + PRIOR_ANSWERS),
        last_at=tuple(last),
        assumed=assumed,
        level=level,
    )


def _add_children(points_structure: Structure, counts: Int64, weights: Float64, last: list[datetime | None]) -> None:
    for own in (*counts, *weights):
        np.add.at(own, points_structure.parents, own[points_structure.children].copy())
    for child, parent in zip(points_structure.children, points_structure.parents, strict=True):
        last[parent] = latest((last[parent], last[child]))


def latest(moments: Iterable[datetime | None]) -> datetime | None:
    """The last of the moments that are known."""
    return max((each for each in moments if each is not None), default=None)


def statuses_of(attempts: Int64, correct: Int64) -> Int64:
    """`core.learning.mastery.status_of` over arrays, as numbers."""
    reached = LEARNING + (correct * 10 >= attempts * 6).astype(np.int64) + (correct * 10 > attempts * 9)
    return np.where(attempts > 0, reached, NOT_STARTED)


def ready_of(met: Bool, points_structure: Structure, assumed: Bool | None = None) -> Bool:
    """Of each student [students, points]: neither met nor assumed, and everything it rests on is one of the two."""
    behind = met if assumed is None else met | assumed
    ready: Bool = ~behind
    if len(points_structure.resting):
        ready[:, points_structure.resting] &= ~np.logical_or.reduceat(
            ~behind[:, points_structure.needed], points_structure.first_edge, axis=1
        )
    return ready
