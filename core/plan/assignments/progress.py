"""Assignments as they stand: who did what of them, and what a student still has to do.

An assignment is done by real acts and never by a tick: all its items are answered, its text was read or its link opened to the
end (`Completion`), its essay is handed in.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from pydantic import TypeAdapter

from core.learning.days import day_of
from core.plan.assignments.wire import (
    AssignmentView,
    Body,
    EssayBody,
    ItemsBody,
    LinkBody,
    MyAssignment,
    State,
    StudentState,
)  # fmt: skip
from core.plan.ids import ASSIGNED, LINK
from core.ports.store import Store
from core.records.access import Caller
from core.records.answers import AnswerRow
from core.records.classes import EVERYONE
from core.records.plan import Assignment, AssignmentKind
from core.records.students import Student
from core.wire import Skill

OPEN_AFTER_DAYS = 7
"""How long an assignment that was not done stays open after its last day: a week's absence can be made good."""
BODY: TypeAdapter[Body] = TypeAdapter(Body)


@dataclass(frozen=True, slots=True)
class OpenAssignment:
    """What a plan needs to know of an assignment of one student."""

    assignment_id: str
    resource_id: str
    """`asg_<assignment id>`, safe in a path."""
    kind: AssignmentKind
    title: str
    due: date
    """The last day on which it is in time, UTC+8."""
    made_at: datetime
    level: int
    """1-7, 7 for the band 7-9."""
    skill: Skill
    seconds: int
    """Estimated for anybody; of the items that are left, where some are answered."""
    item_ids: tuple[str, ...]
    """Of items all of them, else empty."""
    unanswered: tuple[str, ...]
    """Of items those not answered yet."""
    url: str
    """Of a link, else empty."""
    points: tuple[str, ...]
    done: bool
    late: bool
    """The last day is over: it is marked late when it is done now, or was done late."""


def resource_id_of(assignment_id: str) -> str:
    """The id of an assignment in a plan and in addresses.

    >>> resource_id_of("as_1")
    'asg_as_1'
    """
    return ASSIGNED + assignment_id


def assignment_id_of(resource_id: str) -> str | None:
    """The assignment behind an id of a plan; None for anything else.

    >>> assignment_id_of("asg_as_1"), assignment_id_of("essay_e1-01")
    ('as_1', None)
    """
    return resource_id.removeprefix(ASSIGNED) if resource_id.startswith(ASSIGNED) else None


# -- for the plan --------------------------------------------------------------------------------------------


def open_for(organisation_id: str, student_id: str, day: date, *, store: Store) -> list[OpenAssignment]:
    """The student's assignments due on a day (UTC+8), after it, or up to `OPEN_AFTER_DAYS` before it; done ones too.

    Soonest due first. What was given after the day is not among them.
    """
    return open_for_many(organisation_id, [student_id], day, store=store)[student_id]


def open_for_many(
    organisation_id: str, student_ids: Sequence[str], day: date, *, store: Store
) -> dict[str, list[OpenAssignment]]:
    """The same of many students: two queries and one for each assignment, whatever the number of students."""
    found: dict[str, list[OpenAssignment]] = {student_id: [] for student_id in student_ids}
    single = student_ids[0] if len(student_ids) == 1 else None
    since = day - timedelta(days=OPEN_AFTER_DAYS)
    rows = store.assignments(organisation_id, student_id=single, due_from=since)
    for row in sorted(rows, key=lambda row: (row.due, row.made_at, row.assignment_id)):
        if day_of(row.made_at) > day:
            continue
        for state in states(row, student_ids, store=store):
            found[state.student_id].append(_opened(row, state, day))
    return found


def _opened(row: Assignment, state: StudentState, day: date) -> OpenAssignment:
    body = body_of(row)
    item_ids = body.item_ids if isinstance(body, ItemsBody) else ()
    done = state.state in ("done", "late")
    unanswered = tuple(item_id for item_id in item_ids if item_id not in state.answered)
    return OpenAssignment(
        assignment_id=row.assignment_id,
        resource_id=resource_id_of(row.assignment_id),
        kind=row.kind,
        title=row.title,
        due=row.due,
        made_at=row.made_at,
        level=body.level,
        skill=body.skill,
        seconds=body.seconds * len(unanswered) // len(item_ids) if item_ids and not done else body.seconds,
        item_ids=item_ids,
        unanswered=unanswered,
        url=body.url if isinstance(body, LinkBody) else "",
        points=body.points if isinstance(body, LinkBody) else (),
        done=done,
        late=state.state == "late" or (not done and row.due < day),
    )


# -- the class -----------------------------------------------------------------------------------------------


def students_of(caller: Caller, *, store: Store) -> list[Student]:
    """The students whose work a caller sees, by id: every list over a class takes them from here."""
    return [student for student in store.students(caller.organisation_id) if caller.sees(student.student_id)]


# -- who did what --------------------------------------------------------------------------------------------


def addressees_of(row: Assignment, *, store: Store) -> Collection[str] | None:
    """Ids of the students that an assignment is for: those named, else whoever is in its class today; None for all of the organisation."""
    if row.student_ids:
        return row.student_ids
    if row.class_id in ("", EVERYONE):
        return None
    return store.membership(row.organisation_id, [row.class_id]).students.get(row.class_id, frozenset())


def is_for(row: Assignment, student_id: str, *, store: Store) -> bool:
    """Whether an assignment is for a student."""
    addressees = addressees_of(row, store=store)
    return addressees is None or student_id in addressees


def states(row: Assignment, student_ids: Sequence[str], *, store: Store) -> list[StudentState]:
    """How far those of the students are whom the assignment is for, in the order given."""
    named = addressees_of(row, store=store)
    addressees = [student_id for student_id in student_ids if named is None or student_id in named]
    if not addressees:
        return []
    body = body_of(row)
    if isinstance(body, ItemsBody):
        return _of_items(row, body, addressees, store)
    if isinstance(body, EssayBody):
        return _of_essay(row, addressees, store)
    return _of_things(row, body, addressees, store)


def _of_items(row: Assignment, body: ItemsBody, addressees: Sequence[str], store: Store) -> list[StudentState]:
    """The first answer on each item since it was assigned counts, an empty one as wrong; redoing changes nothing."""
    first: dict[str, dict[str, AnswerRow]] = defaultdict(dict)
    for answer in store.answers_to_items(row.organisation_id, body.item_ids, addressees, row.made_at):
        first[answer.student_id].setdefault(answer.item_id, answer)
    return [_items_state(row, body, student_id, first[student_id]) for student_id in addressees]


def _items_state(row: Assignment, body: ItemsBody, student_id: str, answers: Mapping[str, AnswerRow]) -> StudentState:
    done = len(answers) == len(body.item_ids)
    done_at = max(answer.answered_at for answer in answers.values()) if done else None
    ordered = [answers[item_id] for item_id in body.item_ids if item_id in answers]
    return StudentState(
        student_id=student_id,
        state=_state(row, done_at, begun=bool(answers)),
        finished=len(answers),
        parts=len(body.item_ids),
        score=100 * sum(answer.is_correct for answer in ordered) / len(ordered) if done else None,
        at=done_at,
        sources=tuple(f"{answer.evaluation_id}#{answer.position}" for answer in ordered),
        answered=tuple(answer.item_id for answer in ordered),
    )


def _of_essay(row: Assignment, addressees: Sequence[str], store: Store) -> list[StudentState]:
    """The text handed in first counts; before that the newest draft shows that it was begun."""
    student_id = addressees[0] if len(addressees) == 1 else None
    resource_id = resource_id_of(row.assignment_id)
    written = store.writings(row.organisation_id, student_id=student_id, resource_id=resource_id)
    drafts = {text.student_id: text for text in reversed(written) if text.text.strip()}
    handed_in = sorted((text for text in written if text.handed_in_at), key=lambda text: str(text.handed_in_at))
    firsts = {text.student_id: text for text in reversed(handed_in)}
    found = []
    for each in addressees:
        text = firsts.get(each) or drafts.get(each)
        done_at = text.handed_in_at if text else None
        writing_id = text.writing_id if text else ""
        found.append(_one_part(row, each, done_at, begun=text is not None, writing_id=writing_id))
    return found


def _of_things(row: Assignment, body: Body, addressees: Sequence[str], store: Store) -> list[StudentState]:
    """A text was read, a link was opened to its end: under the assignment's own id, or the link's."""
    ids = {resource_id_of(row.assignment_id)}
    if isinstance(body, LinkBody):
        ids.add(LINK + body.link_id)
    done = store.completions_between(row.organisation_id, addressees, day_of(row.made_at), date.max)
    done_at = {
        thing.student_id: thing.at for thing in reversed(done) if thing.resource_id in ids and thing.at >= row.made_at
    }
    return [_one_part(row, student_id, done_at.get(student_id), begun=False) for student_id in addressees]


def _one_part(
    row: Assignment, student_id: str, done_at: datetime | None, *, begun: bool, writing_id: str = ""
) -> StudentState:
    return StudentState(
        student_id=student_id,
        state=_state(row, done_at, begun=begun),
        finished=int(done_at is not None),
        parts=1,
        score=None,
        at=done_at,
        writing_id=writing_id,
    )


def _state(row: Assignment, done_at: datetime | None, *, begun: bool) -> State:
    if done_at is None:
        return "begun" if begun else "not_begun"
    return "done" if day_of(done_at) <= row.due else "late"


# -- views ---------------------------------------------------------------------------------------------------


def body_of(row: Assignment) -> Body:
    """What was assigned."""
    return BODY.validate_json(row.body)


def view(row: Assignment, *, store: Store) -> AssignmentView:
    """An assignment as pages see it."""
    account = store.account(row.organisation_id, row.made_by)
    return AssignmentView(
        assignment_id=row.assignment_id,
        resource_id=resource_id_of(row.assignment_id),
        kind=row.kind,
        title=row.title,
        body=body_of(row),
        due=row.due,
        made_at=row.made_at,
        by=account.display_name if account else "",
        student_ids=row.student_ids,
        class_id=row.class_id,
        class_name=next(
            (each.name for each in store.classes(row.organisation_id) if each.class_id == row.class_id), ""
        ),
    )


def of_student(organisation_id: str, student_id: str, today: date, *, store: Store) -> list[MyAssignment]:
    """Everything that was assigned to a student, what is to be done first, soonest due first; then the rest, newest first."""
    found = []
    for row in store.assignments(organisation_id, student_id=student_id):
        (state,) = states(row, [student_id], store=store)
        done = state.state in ("done", "late")
        still = row.due >= today - timedelta(days=OPEN_AFTER_DAYS)
        found.append(
            MyAssignment(
                assignment=view(row, store=store),
                state=state,
                overdue=not done and row.due < today,
                open=not done and still,
            )
        )
    return sorted(found, key=_rank)


def _rank(mine: MyAssignment) -> tuple[bool, int]:
    due = mine.assignment.due.toordinal()
    return not mine.open, due if mine.open else -due
