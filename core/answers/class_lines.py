"""The class at a glance: one line for each student."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta

from core.answers.analysis import score_interval
from core.answers.wire import StudentLine
from core.learning.days import day_of, day_start, month_span
from core.ports.store import Store
from core.ports.system import Clock
from core.records.access import Caller
from core.records.students import Activity, Student


def class_lines(caller: Caller, *, month: str | None = None, store: Store, clock: Clock) -> list[StudentLine]:
    """Every student whom the caller sees with the answers of a month `YYYY-MM` (UTC+8), by default this one; lately active ones first."""
    first, last = month_span(month or day_of(clock.now()).strftime("%Y-%m"))
    counted = store.activity(caller.organisation_id, day_start(first), day_start(last + timedelta(days=1)))
    by_student = {row.student_id: row for row in counted}
    waiting = Counter(appeal.student_id for appeal in store.appeals(caller.organisation_id, status="open"))
    lines = [
        _line(student, by_student.get(student.student_id), waiting[student.student_id])
        for student in store.students(caller.organisation_id)
        if caller.sees(student.student_id)
    ]
    return sorted(lines, key=lambda line: (-_seconds(line), line.student_id))


def _line(student: Student, activity: Activity | None, waiting: int) -> StudentLine:
    mean = activity.mean_score if activity else None
    count = activity.answers if activity else 0
    return StudentLine(
        student_id=student.student_id,
        name=student.name or student.shown_number,
        number=student.shown_number,
        answers=count,
        mean_score=None if mean is None else round(mean, 1),
        interval=None if mean is None else score_interval(mean, count),
        last_answered_at=activity.last_answered_at if activity else None,
        open_appeals=waiting,
    )


def _seconds(line: StudentLine) -> float:
    return line.last_answered_at.timestamp() if line.last_answered_at else 0.0
