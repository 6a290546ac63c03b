"""Until when an assignment is in time, and until when late work on it is accepted; both for each student, for some have more time."""

from __future__ import annotations

from datetime import datetime, timedelta

from core.learning.days import day_start
from core.records.plan import Assignment

MINUTE = timedelta(minutes=1)
"""What is due at 23:59 is in time until the minute is over."""
OPEN_AFTER_DAYS = 7
"""How long an assignment that was not done stays open after its last day, where the teacher says nothing else: a week's absence can be made good."""
LONGEST_LATE_DAYS = 60
"""Later than two months nobody looks at it again."""


def due_at(row: Assignment, student_id: str = "") -> datetime:
    """The last minute that is in time, for a student where one is named."""
    own = row.extensions.get(student_id)
    if own is not None:
        return own
    return row.due_at or day_start(row.due + timedelta(days=1)) - MINUTE


def late_until(row: Assignment, student_id: str = "") -> datetime:
    """The last minute at which late work is accepted; whoever has more time has as much of it after that as the others."""
    after = timedelta(days=OPEN_AFTER_DAYS) if row.late_until is None else row.late_until - due_at(row)
    return due_at(row, student_id) + after


def is_over(minute: datetime, now: datetime) -> bool:
    """Whether a last minute is past."""
    return minute + MINUTE <= now


def in_time(row: Assignment, student_id: str, done_at: datetime) -> bool:
    """Whether work that was done then is in time."""
    return not is_over(due_at(row, student_id), done_at)


def accepted(row: Assignment, student_id: str, done_at: datetime) -> bool:
    """Whether work that was done then counts: in time, or late while late work is accepted. Before assignments said how long it is, all of
    it was."""
    return row.late_until is None or not is_over(late_until(row, student_id), done_at)


def is_open(row: Assignment, student_id: str, now: datetime) -> bool:
    """Whether it can still be done."""
    return not is_over(late_until(row, student_id), now)
