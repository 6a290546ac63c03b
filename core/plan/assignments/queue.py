"""What was handed in for essay assignments and waits for its teacher: one entry for each student, the longest waiting first."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime

from core.plan.assignments.assigning import seen
from core.plan.assignments.deadlines import in_time
from core.plan.assignments.progress import second_draft_asked, students_of, view, views
from core.plan.assignments.wire import AssignmentView
from core.plan.ids import ASSIGNED
from core.ports.store import Store
from core.records.access import Caller
from core.records.marking import HandedIn
from core.records.plan import Assignment
from core.records.students import Student
from core.wire import Closed


class QueueEntry(Closed):
    """The newest text that a student handed in for an assignment."""

    writing_id: str
    student_id: str
    name: str
    student_number: str
    """The school's number, else the id: no two students show the same."""
    draft: int
    """1 for the first text that the student handed in for it."""
    handed_in_at: datetime
    late: bool
    returned: bool
    second_draft: bool
    """Returned with the request for another draft."""
    grade: float | None
    """0-100; None where none was given."""


class Queue(Closed):
    """Everything handed in for an essay assignment."""

    assignment: AssignmentView
    entries: tuple[QueueEntry, ...]

    @property
    def waiting(self) -> tuple[QueueEntry, ...]:
        """What is not returned yet."""
        return tuple(entry for entry in self.entries if not entry.returned)


def grade_in(text: HandedIn) -> float | None:
    """The grade of a text, once it is returned: the one that was typed, else the sum of the rubric."""
    if text.returned_at is None:
        return None
    if text.grade is not None:
        return text.grade
    return float(sum(points for _, points in text.rubric)) if text.rubric else None


def queue_of(row: Assignment, caller: Caller, *, store: Store) -> Queue:
    """The queue of one assignment."""
    resource_id = ASSIGNED + row.assignment_id
    handed_in = store.handed_in(caller.organisation_id, ASSIGNED, resource_id=resource_id)
    entries = _entries(row, handed_in, _students(caller, store=store))
    return Queue(assignment=view(row, store=store), entries=entries)


def queues(caller: Caller, *, store: Store) -> list[Queue]:
    """The queues of all essay assignments that are not withdrawn and for which something was handed in, newest assignment first."""
    by_resource: dict[str, list[HandedIn]] = defaultdict(list)
    for text in store.handed_in(caller.organisation_id, ASSIGNED):
        by_resource[text.resource_id].append(text)
    essays = [row for row in store.assignments(caller.organisation_id) if row.kind == "essay"]
    begun = [row for row in essays if ASSIGNED + row.assignment_id in by_resource]
    students = _students(caller, store=store)
    entries_of = {
        row.assignment_id: entries
        for row in seen(begun, caller, store=store)
        if (entries := _entries(row, by_resource[ASSIGNED + row.assignment_id], students))
    }
    shown = views([row for row in begun if row.assignment_id in entries_of], store=store)
    return [Queue(assignment=assignment, entries=entries_of[assignment.assignment_id]) for assignment in shown]


def count_waiting(caller: Caller, *, store: Store) -> int:
    """How many texts wait to be returned, in all queues together: counted by the database, since the menu shows it on every page."""
    return store.count_waiting(caller.organisation_id, ASSIGNED, class_id=caller.class_id, student_ids=caller.students)


def draft_numbers(texts: Sequence[HandedIn]) -> dict[str, int]:
    """The number of each text among those that its student handed in for the same assignment, by id of the text; `texts` oldest first."""
    counts: Counter[tuple[str, str]] = Counter()
    numbers = {}
    for text in texts:
        counts[text.student_id, text.resource_id] += 1
        numbers[text.writing_id] = counts[text.student_id, text.resource_id]
    return numbers


def _students(caller: Caller, *, store: Store) -> dict[str, Student]:
    """The students whom the caller sees, by id."""
    return {student.student_id: student for student in students_of(caller, store=store)}


def _entries(row: Assignment, handed_in: Sequence[HandedIn], students: Mapping[str, Student]) -> tuple[QueueEntry, ...]:
    """One entry for each of these students, the longest waiting first."""
    by_student: dict[str, list[HandedIn]] = defaultdict(list)
    for text in handed_in:
        if text.student_id in students:
            by_student[text.student_id].append(text)
    entries = [_entry(row, students[student_id], texts) for student_id, texts in by_student.items()]
    return tuple(sorted(entries, key=lambda entry: (entry.handed_in_at, entry.writing_id)))


def _entry(row: Assignment, student: Student, texts: Sequence[HandedIn]) -> QueueEntry:
    newest = texts[-1]
    return QueueEntry(
        writing_id=newest.writing_id,
        student_id=newest.student_id,
        name=student.name or student.shown_number,
        student_number=student.shown_number,
        draft=len(texts),
        handed_in_at=newest.handed_in_at,
        late=not in_time(row, newest.student_id, texts[0].handed_in_at),
        returned=newest.returned_at is not None,
        second_draft=second_draft_asked([newest]),
        grade=grade_in(newest),
    )
