"""Statuses of all knowledge points of a student: an official point counts its children's answers beside its own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from core.learning.mastery import Status, status_of
from core.records.learner import Learner
from core.tables.points import KnowledgePoint, Points

MET: frozenset[Status] = frozenset({"mastered", "exceeded"})
"""Statuses that satisfy a prerequisite and end a path."""
NOTHING = (0, 0)


@dataclass(frozen=True, slots=True)
class Counts:
    """Answers on a point with those on its children."""

    attempts: int
    correct: int

    @property
    def accuracy(self) -> float:
        """0-1; 0 without attempts."""
        return self.correct / self.attempts if self.attempts > 0 else 0.0

    @property
    def status(self) -> Status:
        """The contract's status."""
        return status_of(self.attempts, self.correct)


def parent_of(point: KnowledgePoint) -> str | None:
    """The official point above; None for an official point."""
    return None if point.kind == "point" else point.parent_id


def fold_counts(rows: Iterable[KnowledgePoint], own: Mapping[str, tuple[int, int]]) -> dict[str, Counts]:
    """Own answers (attempts, correct) by point, with each child's added to its official point; every row has a key."""
    attempts: dict[str, int] = {}
    correct: dict[str, int] = {}
    for row in rows:
        tried, right = own.get(row.id, NOTHING)
        for point_id in (row.id, parent_of(row)):
            if point_id is not None:
                attempts[point_id] = attempts.get(point_id, 0) + tried
                correct[point_id] = correct.get(point_id, 0) + right
    return {point_id: Counts(tried, correct[point_id]) for point_id, tried in attempts.items()}


def point_counts(points: Points, learner: Learner | None) -> dict[str, Counts]:
    """Answers on each of the 853 points, children's counted with their official point; zeros without a learner."""
    own = {} if learner is None else {key: (sums.attempts, sums.correct) for key, sums in learner.points.items()}
    return fold_counts(points.rows, own)


def point_statuses(points: Points, learner: Learner | None) -> dict[str, Status]:
    """The wire status of each of the 853 points; all not started without a learner."""
    return {point_id: counts.status for point_id, counts in point_counts(points, learner).items()}


def met_points(statuses: Mapping[str, Status]) -> set[str]:
    """Points that are met or exceeded."""
    return {point_id for point_id, status in statuses.items() if status in MET}


@lru_cache(maxsize=8)
def teaching_order(points: Points) -> dict[str, tuple[int, int, int]]:
    """Where each point stands in teaching: its level, the number of its official point, its own number.

    So the words and sub-points split off an official point come right after it, and not at the end of their level.
    """
    by_id = points.by_id
    return {
        row.id: (row.level, row.number, 0)
        if row.kind == "point"
        else (row.level, by_id[row.parent_id].number, row.number)
        for row in points.rows
    }


@lru_cache(maxsize=8)
def requirements(points: Points, subject: str | None = None) -> dict[str, tuple[str, ...]]:
    """What each point of a subject (None: of any) rests on directly, inside the subject. Raises `CorruptTable`."""
    graph, by_id = points.graph, points.by_id
    inside = {row.id for row in points.rows if subject is None or subject in row.subjects}
    return {
        point_id: tuple(each for each in graph.predecessors(point_id) if each in inside)
        for point_id in by_id
        if point_id in inside
    }


def ready_points(points: Points, met: set[str], subject: str | None = None) -> list[str]:
    """The fringe: points not met whose prerequisites are all met, in teaching order."""
    before, order = requirements(points, subject), teaching_order(points)
    ready = [point_id for point_id, needed in before.items() if point_id not in met and met.issuperset(needed)]
    return sorted(ready, key=order.__getitem__)
