"""The map's past: statuses as they stood at the end of each month, from one walk over the student's log."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import date, timedelta

from core.knowledge.point_states import student_of
from core.knowledge.wire import MonthState
from core.learning.days import day_of, month_span
from core.learning.mastery import DIRECT_WEIGHT, Shown, shown_of
from core.learning.sums.states import fold_counts
from core.ports.store import Store
from core.ports.system import Clock
from core.records.access import Caller
from core.records.evidence import Evidence
from core.tables.points import Points

MOST_MONTHS = 36
"""As far as the slider goes back: a learner who began with nothing is through the standard in three years."""
FULL = 1.0
"""Outcome of a fully right answer."""

Own = dict[str, tuple[int, int]]


def months(
    student_id: str, caller: Caller, *, months: int, points: Points, store: Store, clock: Clock
) -> list[MonthState]:
    """One state for each month from the student's first answer on, `months` (1-36) at most; the present month last.

    An answer belongs to the month it was given in (UTC+8), and so does its correction: an upheld appeal changes the past
    as it should have been. Only evidence that the last update took in is counted, so the present month is the map itself.
    Raises `NotFound`.
    """
    student_of(student_id, caller, store)
    learner = store.learner(caller.organisation_id, student_id)
    log = [] if learner is None else store.evidence_of(caller.organisation_id, student_id)
    by_month: dict[str, list[Evidence]] = defaultdict(list)
    present = _month(day_of(clock.now()))
    for piece in log:
        if learner is not None and piece.seq <= learner.watermark:
            # A clock that ran ahead at the caller's: what is counted on the map is counted here.
            by_month[min(_month(day_of(piece.occurred_at)), present)].append(piece)
    own: Own = {}
    states = []
    for month in _from_to(min(by_month, default=present), present):
        own = _with(own, by_month[month])
        states.append(MonthState(month=month, statuses=_statuses(points, own), answers=_answers(by_month[month])))
    return states[-max(1, min(months, MOST_MONTHS)) :]


def _with(own: Own, pieces: Sequence[Evidence]) -> Own:
    """Own counts of each point with further evidence on it."""
    counts = dict(own)
    for piece in pieces:
        if piece.target_kind == "point" and abs(piece.weight) >= DIRECT_WEIGHT:
            sign = 1 if piece.weight > 0 else -1
            attempts, correct = counts.get(piece.target, (0, 0))
            counts[piece.target] = attempts + sign, correct + sign * (piece.outcome >= FULL)
    return counts


def _statuses(points: Points, own: Mapping[str, tuple[int, int]]) -> dict[str, Shown]:
    counts = fold_counts(points.rows, own)
    return {point_id: shown_of(each.status, each.attempts) for point_id, each in counts.items() if each.attempts > 0}


def _answers(pieces: Sequence[Evidence]) -> int:
    return len({piece.source for piece in pieces if piece.kind == "answer"})


def _month(day: date) -> str:
    return day.strftime("%Y-%m")


def _from_to(first: str, last: str) -> list[str]:
    """The months from one to another, both included.

    >>> _from_to("2025-11", "2026-02")
    ['2025-11', '2025-12', '2026-01', '2026-02']
    """
    months_between = [first]
    while months_between[-1] < last:
        months_between.append(_month(month_span(months_between[-1])[1] + timedelta(days=1)))
    return months_between
