"""The gradebook: the students of a class and their work on assignments of all kinds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from core.plan.assignments.assigning import progress
from core.plan.assignments.progress import students_of
from core.plan.assignments.queue import grade_in
from core.plan.assignments.wire import AssignmentView, Standing, State, StudentState
from core.plan.ids import ASSIGNED
from core.ports.store import Store
from core.records.access import Caller
from core.records.marking import HandedIn
from core.records.plan import Assignment
from core.wire import Closed


class GradebookCell(Closed):
    """A student's work on an assignment."""

    state: State
    value: float | None
    """0-100: the teacher's grade of an essay, the share of first answers that are right of exercises; None where there is neither."""
    graded: bool
    """Whether the value is a teacher's grade."""
    returned: bool
    """Whether an essay was returned."""
    standing: Standing
    at: datetime | None
    """When it was done."""


class GradebookLine(Closed):
    """A student's work on all assignments; None where an assignment was not for the student."""

    student_id: str
    name: str
    number: str
    """The school's number, else the id: no two students show the same."""
    cells: tuple[GradebookCell | None, ...]

    @property
    def mean(self) -> float | None:
        """Mean of the values, each assignment counting the same; None without any."""
        values = [cell.value for cell in self.cells if cell is not None and cell.value is not None]
        return sum(values) / len(values) if values else None


class Gradebook(Closed):
    """Students by name, assignments the newest first."""

    assignments: tuple[AssignmentView, ...]
    lines: tuple[GradebookLine, ...]


def gradebook(rows: Sequence[Assignment], caller: Caller, *, store: Store, now: datetime) -> Gradebook:
    """The gradebook of these assignments as it stands now."""
    columns = progress(rows, caller, store=store)
    marked = _newest_marked(caller, store=store) if any(row.kind == "essay" for row in rows) else {}
    states = [{state.student_id: state for state in column.students} for column in columns]
    lines = [
        GradebookLine(
            student_id=student.student_id,
            name=student.name or student.shown_number,
            number=student.shown_number,
            cells=tuple(
                _cell(column.assignment, by_student.get(student.student_id), marked, now)
                for column, by_student in zip(columns, states, strict=True)
            ),
        )
        for student in students_of(caller, store=store)
    ]
    lines.sort(key=lambda line: (line.name, line.number))
    return Gradebook(assignments=tuple(column.assignment for column in columns), lines=tuple(lines))


def _newest_marked(caller: Caller, *, store: Store) -> Mapping[tuple[str, str], HandedIn]:
    """The newest returned text of each student and assignment, of those with a grade if one has any: neither a second draft that waits nor one
    that came back without a grade hides the grade of the first."""
    marked: dict[tuple[str, str], HandedIn] = {}
    for text in store.handed_in(caller.organisation_id, ASSIGNED):
        key = text.student_id, text.resource_id
        if text.returned_at is not None and (key not in marked or grade_in(text) is not None):
            marked[key] = text
    return marked


def _cell(
    assignment: AssignmentView,
    state: StudentState | None,
    marked: Mapping[tuple[str, str], HandedIn],
    now: datetime,
) -> GradebookCell | None:
    if state is None:
        return None
    text = marked.get((state.student_id, assignment.resource_id))
    grade = grade_in(text) if text else None
    return GradebookCell(
        state=state.state,
        value=grade if text else state.score,
        graded=grade is not None,
        returned=text is not None,
        standing=state.standing(now),
        at=state.at,
    )
