"""Assignments as they stand: who did what of them, and what a student still has to do.

An assignment is done by real acts and never by a tick: all its items are answered, its text was read, its lesson played or its link
opened to the end (`Completion`), its essay is handed in, its texts were read aloud (readings that are stored).
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from pydantic import TypeAdapter

from core.learning.days import day_of
from core.plan.assignments.deadlines import LONGEST_LATE_DAYS, accepted, due_at, in_time, is_open, late_until
from core.plan.assignments.wire import (
    AloudBody,
    AssignmentView,
    Body,
    EssayBody,
    ItemsBody,
    LessonBody,
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
from core.records.speech import ReadingLine
from core.records.students import Student
from core.wire import Skill

NO_READING = 25.0
"""Total score up to which a recording is one of something else (`core.speech.evidence.ANOTHER_TEXT`): it is no reading of the text."""
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
    """The last day on which it is in time for the student, UTC+8."""
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
    """The student's assignments that are open on a day (UTC+8), late work included; done ones too.

    Soonest due first. What was given after the day is not among them.
    """
    return open_for_many(organisation_id, [student_id], day, store=store)[student_id]


def open_for_many(
    organisation_id: str, student_ids: Sequence[str], day: date, *, store: Store
) -> dict[str, list[OpenAssignment]]:
    """The same of many students: two queries and one for each assignment, whatever the number of students."""
    found: dict[str, list[OpenAssignment]] = {student_id: [] for student_id in student_ids}
    single = student_ids[0] if len(student_ids) == 1 else None
    since = day - timedelta(days=LONGEST_LATE_DAYS)
    rows = store.assignments(organisation_id, student_id=single, due_from=since)
    for row in sorted(rows, key=lambda row: (row.due, row.made_at, row.assignment_id)):
        if day_of(row.made_at) > day:
            continue
        open_to = [student_id for student_id in student_ids if day_of(late_until(row, student_id)) >= day]
        for state in states(row, open_to, store=store):
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
        due=day_of(state.due_at),
        made_at=row.made_at,
        level=body.level,
        skill=body.skill,
        seconds=body.seconds * len(unanswered) // len(item_ids) if item_ids and not done else body.seconds,
        item_ids=item_ids,
        unanswered=unanswered,
        url=body.url if isinstance(body, LinkBody) else "",
        points=body.points if isinstance(body, LinkBody | LessonBody) else (),
        done=done,
        late=state.state == "late" or (not done and day_of(state.due_at) < day),
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
    if isinstance(body, AloudBody):
        return _of_readings(row, body, addressees, store)
    return _of_things(row, body, addressees, store)


def _of_items(row: Assignment, body: ItemsBody, addressees: Sequence[str], store: Store) -> list[StudentState]:
    """The first answer on each item since it was assigned counts, an empty one as wrong; redoing changes nothing."""
    first: dict[str, dict[str, AnswerRow]] = defaultdict(dict)
    for answer in store.answers_to_items(row.organisation_id, body.item_ids, addressees, row.made_at):
        if accepted(row, answer.student_id, answer.answered_at):
            first[answer.student_id].setdefault(answer.item_id, answer)
    return [_items_state(row, body, student_id, first[student_id]) for student_id in addressees]


def _items_state(row: Assignment, body: ItemsBody, student_id: str, answers: Mapping[str, AnswerRow]) -> StudentState:
    done = len(answers) == len(body.item_ids)
    done_at = max(answer.answered_at for answer in answers.values()) if done else None
    ordered = [answers[item_id] for item_id in body.item_ids if item_id in answers]
    return StudentState(
        student_id=student_id,
        state=_state(row, student_id, done_at, begun=bool(answers)),
        due_at=due_at(row, student_id),
        late_until=late_until(row, student_id),
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
    handed_in = sorted(
        (text for text in written if text.handed_in_at and accepted(row, text.student_id, text.handed_in_at)),
        key=lambda text: str(text.handed_in_at),
    )
    firsts = {text.student_id: text for text in reversed(handed_in)}
    found = []
    for each in addressees:
        text = firsts.get(each) or drafts.get(each)
        done_at = firsts[each].handed_in_at if each in firsts else None
        writing_id = text.writing_id if text else ""
        found.append(_one_part(row, each, done_at, begun=text is not None, writing_id=writing_id))
    return found


def _of_things(row: Assignment, body: Body, addressees: Sequence[str], store: Store) -> list[StudentState]:
    """A text was read, a link opened or a lesson played to its end: under the assignment's own id, or that of link or lesson."""
    ids = {resource_id_of(row.assignment_id)}
    if isinstance(body, LinkBody):
        ids.add(LINK + body.link_id)
    if isinstance(body, LessonBody):
        ids.add(body.lesson_id)
    done = store.completions_between(row.organisation_id, addressees, day_of(row.made_at), date.max)
    done_at = {
        thing.student_id: thing.at
        for thing in reversed(done)
        if thing.resource_id in ids and thing.at >= row.made_at and accepted(row, thing.student_id, thing.at)
    }
    return [_one_part(row, student_id, done_at.get(student_id), begun=False) for student_id in addressees]


def _of_readings(row: Assignment, body: AloudBody, addressees: Sequence[str], store: Store) -> list[StudentState]:
    """Each text was read aloud well enough since it was given; of several readings the best is shown."""
    keys = [text.key for text in body.texts]
    counted: dict[str, dict[str, list[ReadingLine]]] = defaultdict(lambda: defaultdict(list))
    begun = set()
    for line in store.readings_of_texts(row.organisation_id, keys, addressees, row.made_at):
        begun.add(line.student_id)
        if total_of(line) > max(NO_READING, body.least_score - 1) and accepted(row, line.student_id, line.created_at):
            counted[line.student_id][line.text_key].append(line)
    return [_readings_state(row, keys, each, counted[each], begun=each in begun) for each in addressees]


def _readings_state(
    row: Assignment, keys: Sequence[str], student_id: str, counted: Mapping[str, Sequence[ReadingLine]], *, begun: bool
) -> StudentState:
    read = [counted[key] for key in keys if key in counted]
    done_at = max(lines[0].created_at for lines in read) if len(read) == len(keys) else None
    best = [max(lines, key=total_of) for lines in read]
    return StudentState(
        student_id=student_id,
        state=_state(row, student_id, done_at, begun=begun),
        due_at=due_at(row, student_id),
        late_until=late_until(row, student_id),
        finished=len(read),
        parts=len(keys),
        score=sum(map(total_of, best)) / len(best) if done_at is not None else None,
        at=done_at,
        readings=tuple(line.evaluation_id for line in best),
    )


def total_of(line: ReadingLine) -> float:
    """The total score of a reading, 0-100."""
    return float(json.loads(line.summary)["total_score"])


def _one_part(
    row: Assignment, student_id: str, done_at: datetime | None, *, begun: bool, writing_id: str = ""
) -> StudentState:
    return StudentState(
        student_id=student_id,
        state=_state(row, student_id, done_at, begun=begun),
        due_at=due_at(row, student_id),
        late_until=late_until(row, student_id),
        finished=int(done_at is not None),
        parts=1,
        score=None,
        at=done_at,
        writing_id=writing_id,
    )


def _state(row: Assignment, student_id: str, done_at: datetime | None, *, begun: bool) -> State:
    if done_at is None:
        return "begun" if begun else "not_begun"
    return "done" if in_time(row, student_id, done_at) else "late"


# -- views ---------------------------------------------------------------------------------------------------


def body_of(row: Assignment) -> Body:
    """What was assigned."""
    return BODY.validate_json(row.body)


def view(row: Assignment, *, store: Store, sees: Callable[[str], bool] = lambda _: True) -> AssignmentView:
    """An assignment as pages see it; `sees`: whose extensions are shown."""
    return views([row], store=store, sees=sees)[0]


def views(
    rows: Sequence[Assignment], *, store: Store, sees: Callable[[str], bool] = lambda _: True
) -> list[AssignmentView]:
    """Assignments of one organisation as pages see them; teachers and classes are read once for all of them."""
    if not rows:
        return []
    organisation_id = rows[0].organisation_id
    accounts = {made_by: store.account(organisation_id, made_by) for made_by in {row.made_by for row in rows}}
    teachers = {made_by: account.display_name if account else "" for made_by, account in accounts.items()}
    classes = {each.class_id: each.name for each in store.classes(organisation_id)}
    return [_view(row, teachers[row.made_by], classes.get(row.class_id, ""), sees) for row in rows]


def _view(row: Assignment, teacher: str, class_name: str, sees: Callable[[str], bool]) -> AssignmentView:
    return AssignmentView(
        assignment_id=row.assignment_id,
        resource_id=resource_id_of(row.assignment_id),
        kind=row.kind,
        title=row.title,
        body=body_of(row),
        due=row.due,
        due_at=due_at(row),
        late_until=late_until(row),
        made_at=row.made_at,
        by=teacher,
        student_ids=row.student_ids,
        class_id=row.class_id,
        class_name=class_name,
        point_id=row.point_id,
        extensions={student_id: at for student_id, at in row.extensions.items() if sees(student_id)},
    )


def of_student(organisation_id: str, student_id: str, now: datetime, *, store: Store) -> list[MyAssignment]:
    """Everything that was assigned to a student, what is to be done first, soonest due first; then the rest, newest first."""
    found = []
    for row in store.assignments(organisation_id, student_id=student_id):
        (state,) = states(row, [student_id], store=store)
        done = state.state in ("done", "late")
        found.append(
            MyAssignment(
                assignment=view(row, store=store, sees=student_id.__eq__),
                state=state,
                overdue=not done and not in_time(row, student_id, now),
                open=not done and is_open(row, student_id, now),
            )
        )
    return sorted(found, key=_rank)


def _rank(mine: MyAssignment) -> tuple[bool, float]:
    due = mine.state.due_at.timestamp()
    return not mine.open, due if mine.open else -due


def open_count(organisation_id: str, student_id: str, now: datetime, *, store: Store) -> int:
    """How many assignments a student still has to do."""
    since = day_of(now) - timedelta(days=LONGEST_LATE_DAYS)
    rows = store.assignments(organisation_id, student_id=student_id, due_from=since)
    open_rows = [row for row in rows if is_open(row, student_id, now)]
    return sum(state.at is None for row in open_rows for state in states(row, [student_id], store=store))
