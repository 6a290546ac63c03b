"""Knowledge points as they go on the wire: what the map and its details have in common."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import lru_cache

import numpy as np

from core.arrays import Float64
from core.errors import NotFound
from core.knowledge.wire import KnowledgePointState, Subject
from core.learning.mastery import COLORS, ENOUGH, PRIOR_ANSWERS, STATUS_LABELS, shown_of
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
    student = store.student(caller.organisation_id, student_id)
    if student is None:
        raise NotFound(f"There is no student {student_id!r}.")
    return student


def written(moment: datetime) -> str:
    """A moment as the contract writes it: ISO 8601, UTC, Z."""
    return moment.astimezone(UTC).isoformat().replace("+00:00", "Z")


@lru_cache(maxsize=8)
def indexes_of(points: Points, subject: Subject) -> tuple[int, ...]:
    """Indexes, in the table of points, of the points that belong to a subject."""
    return tuple(index for index, row in enumerate(points.rows) if subject in row.subjects)


def bands_of(student_record: Record) -> tuple[Float64, Float64]:
    """The 80 % band of mastery on each point: quantiles of Beta(A + m p, B + m (1 - p)), whose mean is the mastery."""
    from scipy.special import betaincinv  # takes a third of a second to load, and the first page needs none of it

    right = student_record.right + PRIOR_ANSWERS * student_record.prediction
    wrong = student_record.wrong + PRIOR_ANSWERS * (1.0 - student_record.prediction)
    lower, upper = (np.asarray(betaincinv(right, wrong, quantile), dtype=np.float64) for quantile in BAND)
    return lower, upper


def states_of(
    indexes: Sequence[int], student_record: Record, points: Points, language: Language
) -> list[KnowledgePointState]:
    """The points with these indexes, as they go on the wire."""
    lower, upper = (np.round(bound, DIGITS).tolist() for bound in bands_of(student_record))
    mastery, prediction = (
        np.round(column, DIGITS).tolist() for column in (student_record.mastery, student_record.prediction)
    )
    answers = np.round(student_record.right + student_record.wrong, DIGITS).tolist()
    attempts, correct = np.maximum(student_record.attempts, 0).tolist(), np.maximum(student_record.correct, 0).tolist()
    accuracy, ready = student_record.accuracy.tolist(), student_record.ready.tolist()
    assumed = student_record.assumed.tolist()
    status = [STATUS_NAMES[number] for number in student_record.status.tolist()]
    titles, names = titles_of(points, language), short_names_of(points, language)
    return [
        KnowledgePointState(
            point_id=row.id,
            name=titles[index],
            status=status[index],
            color=COLORS[status[index]],
            total_attempts=attempts[index],
            correct_count=correct[index],
            accuracy=accuracy[index],
            parent_id=row.parent_id,
            status_label=STATUS_LABELS[status[index]].zh,
            shown=shown_of(status[index], attempts[index]),
            kind=row.kind,
            level=row.level,
            group=row.group,
            category=row.category,
            mastery=mastery[index],
            prediction=prediction[index],
            band=(lower[index], upper[index]),
            n=answers[index],
            enough=answers[index] >= ENOUGH,
            ready=ready[index],
            short_name=names[index],
            assumed=assumed[index],
            last_at=None if (last_at := student_record.last_at[index]) is None else written(last_at),
        )
        for index, row in ((index, points.rows[index]) for index in indexes)
    ]


@lru_cache(maxsize=8)
def titles_of(points: Points, language: Language) -> tuple[str, ...]:
    """The standard's titles in a language, in the order of the table."""
    return tuple(row.title_in(language) for row in points.rows)


@lru_cache(maxsize=8)
def short_names_of(points: Points, language: Language) -> tuple[str, ...]:
    """What learners read for the points in a language, in the order of the table."""
    return tuple(points.short_name(row.id).get(language) for row in points.rows)
