"""Knowledge points that were gained or lost in a period, by name, from the evidence log."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime

from core.answers.wire import PointChange
from core.learning.mastery import DIRECT_WEIGHT, LEAST_ANSWERS
from core.learning.sums.states import MET, Counts, fold_counts, parent_of
from core.records.evidence import Evidence
from core.tables.points import Points
from core.wire import Language

RIGHT_OUTCOME = 1.0
"""Outcome of an answer that is fully right."""


def gained_and_lost(
    log: Sequence[Evidence], start: datetime, end: datetime, *, points: Points, language: Language
) -> tuple[list[PointChange], list[PointChange]]:
    """Points met at `end` and not at `start`, and the other way round; in teaching order. Met after fewer answers than
    `LEAST_ANSWERS` is not counted as met: one lucky answer is neither gained nor, later, lost.

    The statuses are the contract's, from all direct answers before each moment, children's counted with their official
    point. Evidence counts from when it occurred: a late upload belongs to the month of the answer.
    """
    direct = [piece for piece in log if piece.target_kind == "point" and abs(piece.weight) >= DIRECT_WEIGHT]
    before = fold_counts(points.rows, own_counts(piece for piece in direct if piece.occurred_at < start))
    after = fold_counts(points.rows, own_counts(piece for piece in direct if piece.occurred_at < end))
    sources_by_point = _sources_by_point(direct, start, end, points)
    gained: list[PointChange] = []
    lost: list[PointChange] = []
    for row in sorted(points.rows, key=lambda point: (point.level, point.number)):
        was, now = before[row.id], after[row.id]
        if _met(was) == _met(now):
            continue
        changes = gained if _met(now) else lost
        changes.append(_point_change(row.id, was, now, sources_by_point[row.id], points, language))
    return gained, lost


def _met(counts: Counts) -> bool:
    return counts.status in MET and counts.attempts >= LEAST_ANSWERS


def own_counts(direct: Iterable[Evidence]) -> dict[str, tuple[int, int]]:
    """(answers, right ones) by point. A negative weight takes an answer back (`core.records.evidence.Evidence`)."""
    counts: dict[str, tuple[int, int]] = {}
    for piece in direct:
        sign = 1 if piece.weight > 0 else -1
        attempts, correct = counts.get(piece.target, (0, 0))
        counts[piece.target] = (attempts + sign, correct + sign * (piece.outcome >= RIGHT_OUTCOME))
    return counts


def _sources_by_point(
    direct: Sequence[Evidence], start: datetime, end: datetime, points: Points
) -> dict[str, list[str]]:
    """Sources of the answers of the period by point, an official point with its children's; each answer once, oldest first."""
    sources_by_point: dict[str, dict[str, None]] = defaultdict(dict)
    for piece in sorted(direct, key=lambda evidence: evidence.occurred_at):
        row = points.by_id.get(piece.target)
        if row is None or not start <= piece.occurred_at < end:
            continue
        for point_id in (row.id, parent_of(row)):
            if point_id is not None:
                sources_by_point[point_id][piece.source] = None
    return defaultdict(list, {point_id: list(sources) for point_id, sources in sources_by_point.items()})


def _point_change(
    point_id: str, was: Counts, now: Counts, sources: list[str], points: Points, language: Language
) -> PointChange:
    return PointChange(
        point_id=point_id,
        name=points.short_name(point_id).get(language),
        level=points.by_id[point_id].level,
        status_before=was.status,
        status=now.status,
        n_before=was.attempts,
        correct_before=was.correct,
        n=now.attempts,
        correct=now.correct,
        evidence=sources,
    )
