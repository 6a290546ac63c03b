"""The class at a glance: students by knowledge points, and what to do about it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from core.arrays import Bool, Float64, Int64
from core.errors import BadParameter
from core.knowledge.classroom.advice import groups, needs_help, teach_next
from core.knowledge.classroom.record import ClassRecord
from core.knowledge.point_states import DIGITS, indexes_of, short_names_of, written
from core.knowledge.wire import ClassAdvice, ClassMap, ClassPoint, ClassStudent, NeedsHelp, Subject
from core.learning.sums.record import LEARNING, MET
from core.tables.points import Points
from core.wire import Language

LEVELS = range(1, 8)
BEGUN = 4
"""Code of a cell with too few answers for a status."""


def class_map(
    records: ClassRecord, *, level: int | None, subject: Subject, points: Points, language: Language
) -> ClassMap:
    """Columns are the points of a level (1-7), or all of the subject; the advice looks at the whole subject always.

    As of each student's last update. Raises `BadParameter` for a level that does not exist.
    """
    if level is not None and level not in LEVELS:
        raise BadParameter.of("level", f"{level} is not one of 1 to 7")
    indexes = indexes_of(points, subject)
    columns = [index for index in indexes if level is None or points.rows[index].level == level]
    names = short_names_of(points, language)
    advice = class_advice(records, subject=subject, points=points, language=language)
    return ClassMap(
        points=_points(records, columns, points, names),
        students=_students(records, columns),
        groups=advice.groups,
        teach_next=advice.teach_next,
        needs_help=students_in_need(records, subject=subject, points=points, language=language),
        updated_at=None if records.updated_at is None else written(records.updated_at),
    )


def class_advice(records: ClassRecord, *, subject: Subject, points: Points, language: Language) -> ClassAdvice:
    """What to teach next and who needs the same thing, as the class map says it, without the map."""
    names = short_names_of(points, language)
    # A lesson is about an official point or a pattern of it; the words of a list are learnt with the list.
    lessons = [index for index in indexes_of(points, subject) if points.rows[index].kind != "word"]
    return ClassAdvice(
        groups=list(records.once(("groups", subject, language), lambda: groups(records, lessons, names, language))),
        teach_next=list(
            records.once(
                ("teach next", subject, language), lambda: teach_next(records, lessons, points, names, language)
            )
        ),
    )


def students_in_need(records: ClassRecord, *, subject: Subject, points: Points, language: Language) -> list[NeedsHelp]:
    """Who needs help and why, as the class map says it, without the map."""
    indexes = indexes_of(points, subject)
    return list(records.once(("needs help", subject, language), lambda: needs_help(records, indexes, language)))


def _points(records: ClassRecord, columns: Sequence[int], points: Points, names: Sequence[str]) -> list[ClassPoint]:
    answered = records.attempts > 0
    sums = np.where(answered, records.correct / np.maximum(records.attempts, 1), 0.0).sum(axis=0)
    with_answers = answered.sum(axis=0)
    certain = ~records.begun
    met, learning = ((certain & each).sum(axis=0) for each in (records.status >= MET, records.status == LEARNING))
    begun = records.begun.sum(axis=0)
    return [
        ClassPoint(
            point_id=points.rows[index].id,
            name=names[index],
            level=points.rows[index].level,
            met=int(met[index]),
            learning=int(learning[index]),
            begun=int(begun[index]),
            not_started=len(records.students) - int(with_answers[index]),
            mean_accuracy=_share(float(sums[index]), int(with_answers[index])),
        )
        for index in columns
    ]


def _share(total: float, count: int) -> float | None:
    return round(total / count, DIGITS) if count else None


def _students(records: ClassRecord, columns: Sequence[int]) -> list[ClassStudent]:
    column_indexes = np.array(columns, dtype=np.int64)
    accuracies = _rows(records.correct / np.maximum(records.attempts, 1), records.attempts > 0, column_indexes)
    mastery = _rows(records.mastery, records.known, column_indexes)
    shown = np.where(records.begun, BEGUN, records.status)[:, column_indexes]
    answers = np.delete(records.attempts, records.structure.children, axis=1).sum(axis=1)
    return [
        ClassStudent(
            student_id=student.student_id,
            name=records.names[row],
            number=student.shown_number,
            statuses=shown[row].tolist(),
            accuracies=accuracies[row],
            mastery=mastery[row],
            answers=int(answers[row]),
            last_at=None
            if (last := records.active.get(student.student_id)) is None
            else written(last.last_answered_at),
        )
        for row, student in enumerate(records.students)
    ]


def _rows(values: Float64, known: Bool, columns: Int64) -> list[list[float | None]]:
    """The values in these columns, None where nothing is known."""
    rounded = np.round(values[:, columns], DIGITS).tolist()
    return [
        [value if is_known else None for value, is_known in zip(row, flags, strict=True)]
        for row, flags in zip(rounded, known[:, columns].tolist(), strict=True)
    ]
