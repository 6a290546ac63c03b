"""The class at a glance: students by knowledge points, and what to do about it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from core.arrays import Bool, Float64, Int64
from core.errors import BadParameter
from core.knowledge.classroom.advice import groups, needs_help, teach_next
from core.knowledge.classroom.record import ClassRecord, class_record
from core.knowledge.point_states import DIGITS, names_of, places_of, written
from core.knowledge.wire import ClassMap, ClassPoint, ClassStudent, Subject
from core.learning.prediction.predictor import Predictor
from core.learning.sums.record import LEARNING, MET
from core.ports.store import Store
from core.ports.system import Clock
from core.records.access import Caller
from core.tables.points import Points
from core.wire import Language

LEVELS = range(1, 8)


def class_map(
    caller: Caller,
    *,
    level: int | None,
    subject: Subject,
    points: Points,
    predictor: Predictor,
    store: Store,
    clock: Clock,
    language: Language,
) -> ClassMap:
    """Columns are the points of a level (1-7), or all of the subject; the advice looks at the whole subject always.

    As of each student's last update. Raises `BadParameter` for a level that does not exist.
    """
    if level is not None and level not in LEVELS:
        raise BadParameter.of("level", f"{level} is not one of 1 to 7")
    found = class_record(caller, points=points, predictor=predictor, store=store, clock=clock)
    places = places_of(points, subject)
    columns = [place for place in places if level is None or points.rows[place].level == level]
    names = names_of(points, language)
    # A lesson is about an official point or a pattern of it; the words of a list are learnt with the list.
    lessons = [place for place in places if points.rows[place].kind != "word"]
    return ClassMap(
        points=_points(found, columns, points, names),
        students=_students(found, columns),
        groups=groups(found, lessons, names, language),
        teach_next=teach_next(found, lessons, points, names, language),
        needs_help=needs_help(found, places, language),
        updated_at=None if found.updated_at is None else written(found.updated_at),
    )


def _points(found: ClassRecord, columns: Sequence[int], points: Points, names: Sequence[str]) -> list[ClassPoint]:
    begun = found.attempts > 0
    sums = np.where(begun, found.correct / np.maximum(found.attempts, 1), 0.0).sum(axis=0)
    with_answers = begun.sum(axis=0)
    met, learning = (found.status >= MET).sum(axis=0), (found.status == LEARNING).sum(axis=0)
    return [
        ClassPoint(
            point_id=points.rows[place].id,
            name=names[place],
            level=points.rows[place].level,
            met=int(met[place]),
            learning=int(learning[place]),
            not_started=len(found.students) - int(met[place]) - int(learning[place]),
            mean_accuracy=_share(float(sums[place]), int(with_answers[place])),
        )
        for place in columns
    ]


def _share(total: float, count: int) -> float | None:
    return round(total / count, DIGITS) if count else None


def _students(found: ClassRecord, columns: Sequence[int]) -> list[ClassStudent]:
    taken = np.array(columns, dtype=np.int64)
    accuracies = _rows(found.correct / np.maximum(found.attempts, 1), found.attempts > 0, taken)
    mastery = _rows(found.mastery, found.known, taken)
    status = found.status[:, taken]
    answers = np.delete(found.attempts, found.made.children, axis=1).sum(axis=1)
    return [
        ClassStudent(
            student_id=student.student_id,
            name=found.names[row],
            statuses=status[row].tolist(),
            accuracies=accuracies[row],
            mastery=mastery[row],
            answers=int(answers[row]),
            last_at=None if (last := found.active.get(student.student_id)) is None else written(last.last_answered_at),
        )
        for row, student in enumerate(found.students)
    ]


def _rows(values: Float64, known: Bool, columns: Int64) -> list[list[float | None]]:
    """The values in these columns, None where nothing is known."""
    rounded = np.round(values[:, columns], DIGITS).tolist()
    return [
        [value if told else None for value, told in zip(row, flags, strict=True)]
        for row, flags in zip(rounded, known[:, columns].tolist(), strict=True)
    ]
