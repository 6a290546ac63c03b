"""What was handed in for essay assignments and waits for its teacher: one entry for each student, the longest waiting first."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from datetime import datetime

from core.plan.assignments.assigning import seen
from core.plan.assignments.deadlines import in_time
from core.plan.assignments.progress import second_draft_asked, students_of, view
from core.plan.assignments.wire import AssignmentView
from core.plan.ids import ASSIGNED
from core.ports.store import Store
from core.records.access import Caller
from core.records.marking import HandedIn
from core.records.plan import Assignment
from core.wire import Closed


class QueueEntry(Closed):
    """The newest text that a student handed in for an assignment."""

    writing_id: str
    student_id: str
    name: str
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
    names = {student.student_id: student.name or student.student_id for student in students_of(caller, store=store)}
    by_student: dict[str, list[HandedIn]] = defaultdict(list)
    for text in handed_in:
        if text.student_id in names:
            by_student[text.student_id].append(text)
    entries = [_entry(row, names[student_id], texts) for student_id, texts in by_student.items()]
    entries.sort(key=lambda entry: (entry.handed_in_at, entry.writing_id))
    return Queue(assignment=view(row, store=store), entries=tuple(entries))


def queues(caller: Caller, *, store: Store) -> list[Queue]:
    """The queues of all essay assignments that are not withdrawn and for which something was handed in, newest assignment first."""
    rows = seen(store.assignments(caller.organisation_id), caller, store=store)
    found = (queue_of(row, caller, store=store) for row in rows if row.kind == "essay")
    return [queue for queue in found if queue.entries]


def count_waiting(caller: Caller, *, store: Store) -> int:
    """How many texts wait to be returned, in all queues together; no text is read, since the menu shows it on every page."""
    handed_in = store.handed_in(caller.organisation_id, ASSIGNED)
    if not handed_in:
        return 0
    rows = seen(store.assignments(caller.organisation_id), caller, store=store)
    resources = {ASSIGNED + row.assignment_id for row in rows}
    students = {student.student_id for student in students_of(caller, store=store)}
    newest = {
        (text.student_id, text.resource_id): text
        for text in handed_in
        if text.resource_id in resources and text.student_id in students
    }
    return sum(text.returned_at is None for text in newest.values())


def draft_numbers(texts: Sequence[HandedIn]) -> dict[str, int]:
    """The number of each text among those that its student handed in for the same assignment, by id of the text; `texts` oldest first."""
    counts: Counter[tuple[str, str]] = Counter()
    numbers = {}
    for text in texts:
        counts[text.student_id, text.resource_id] += 1
        numbers[text.writing_id] = counts[text.student_id, text.resource_id]
    return numbers


def _entry(row: Assignment, name: str, texts: Sequence[HandedIn]) -> QueueEntry:
    newest = texts[-1]
    return QueueEntry(
        writing_id=newest.writing_id,
        student_id=newest.student_id,
        name=name,
        draft=len(texts),
        handed_in_at=newest.handed_in_at,
        late=not in_time(row, newest.student_id, texts[0].handed_in_at),
        returned=newest.returned_at is not None,
        second_draft=second_draft_asked([newest]),
        grade=grade_in(newest),
    )
