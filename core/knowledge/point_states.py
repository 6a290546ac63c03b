"""Knowledge points as they go on the wire: what the map and its details have in common."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import lru_cache

import numpy as np

from core.arrays import Float64
from core.errors import NotFound
from core.knowledge.wire import KnowledgePointState, Subject
from core.learning.mastery import COLORS, ENOUGH, PRIOR_ANSWERS, STATUS_LABELS
from core.learning.sums.record import STATUS_NAMES, Record
from core.ports.store import Store
from core.records.access import Caller
from core.records.students import Student
from core.tables.points import Points
from core.wire import Language

BAND = (0.1, 0.9)
"""Quantiles of the 80 % band."""
DIGITS = 4
"""Of shares on the wire: a tenth of what one answer in a thousand moves."""


def student_of(student_id: str, caller: Caller, store: Store) -> Student:
    """The organisation's student. Raises `NotFound`."""
    found = store.student(caller.organisation_id, student_id)
    if found is None:
        raise NotFound(f"There is no student {student_id!r}.")
    return found


def written(moment: datetime) -> str:
    """A moment as the contract writes it: ISO 8601, UTC, Z."""
    return moment.astimezone(UTC).isoformat().replace("+00:00", "Z")


@lru_cache(maxsize=8)
def places_of(points: Points, subject: Subject) -> tuple[int, ...]:
    """Places in the table of the points that a subject takes in."""
    return tuple(place for place, row in enumerate(points.rows) if subject in row.subjects)


def bands_of(found: Record) -> tuple[Float64, Float64]:
    """The 80 % band of mastery on each point: quantiles of Beta(A + m p, B + m (1 - p)), whose mean mastery is."""
    from scipy.special import betaincinv  # takes a third of a second to load, and the first page needs none of it

    right = found.right + PRIOR_ANSWERS * found.prediction
    wrong = found.wrong + PRIOR_ANSWERS * (1.0 - found.prediction)
    lower, upper = (np.asarray(betaincinv(right, wrong, quantile), dtype=np.float64) for quantile in BAND)
    return lower, upper


def states_of(places: Sequence[int], found: Record, points: Points, language: Language) -> list[KnowledgePointState]:
    """The points at these places as they go on the wire."""
    lower, upper = (np.round(bound, DIGITS).tolist() for bound in bands_of(found))
    mastery, prediction = (np.round(column, DIGITS).tolist() for column in (found.mastery, found.prediction))
    answers = np.round(found.right + found.wrong, DIGITS).tolist()
    attempts, correct = np.maximum(found.attempts, 0).tolist(), np.maximum(found.correct, 0).tolist()
    accuracy, ready = found.accuracy.tolist(), found.ready.tolist()
    status = [STATUS_NAMES[number] for number in found.status.tolist()]
    names = names_of(points, language)
    return [
        KnowledgePointState(
            point_id=row.id,
            name=names[place],
            status=status[place],
            color=COLORS[status[place]],
            total_attempts=attempts[place],
            correct_count=correct[place],
            accuracy=accuracy[place],
            parent_id=row.parent_id,
            status_label=STATUS_LABELS[status[place]].zh,
            kind=row.kind,
            level=row.level,
            group=row.group,
            category=row.category,
            mastery=mastery[place],
            prediction=prediction[place],
            band=(lower[place], upper[place]),
            n=answers[place],
            enough=answers[place] >= ENOUGH,
            ready=ready[place],
            last_at=None if (last_at := found.last_at[place]) is None else written(last_at),
        )
        for place, row in ((place, points.rows[place]) for place in places)
    ]


@lru_cache(maxsize=8)
def names_of(points: Points, language: Language) -> tuple[str, ...]:
    """Names of the points in a language, in the order of the table."""
    return tuple(row.name_in(language) for row in points.rows)
