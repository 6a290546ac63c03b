"""Assignments as they stand: who did what of them.

An assignment is done by real acts and never by a tick: all its items are answered, its text was read, its lesson played or its link
opened to the end (`Completion`), its essay is handed in, its texts were read aloud (readings that are stored).
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime
from itertools import chain

from pydantic import TypeAdapter

from core.learning.readings import counts_as_read
from core.plan.assignments.acts import Acts, acts_on
from core.plan.assignments.deadlines import accepted, due_at, in_time, late_until
from core.plan.assignments.wire import (
    AloudBody,
    AssignmentView,
    Body,
    EssayBody,
    ItemsBody,
    LessonBody,
    LinkBody,
    State,
    StudentState,
)  # fmt: skip
from core.plan.ids import ASSIGNED, LINK
from core.ports.store import Store
from core.records.access import Caller
from core.records.answers import AnswerRow
from core.records.classes import EVERYONE
from core.records.marking import HandedIn
from core.records.plan import Assignment
from core.records.speech import ReadingLine
from core.records.students import Student

BODY: TypeAdapter[Body] = TypeAdapter(Body)


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


# -- the class -----------------------------------------------------------------------------------------------


def students_of(caller: Caller, *, store: Store) -> list[Student]:
    """The students whose work a caller sees, by id: every list over a class takes them from here."""
    return [student for student in store.students(caller.organisation_id) if caller.sees(student.student_id)]


# -- who did what --------------------------------------------------------------------------------------------


def addressees_of(row: Assignment, *, store: Store) -> Collection[str] | None:
    """Ids of the students that an assignment is for: those named, else whoever is in its class today; None for all of the organisation."""
    return addressees_of_all([row], store=store)[row.assignment_id]


def addressees_of_all(rows: Sequence[Assignment], *, store: Store) -> dict[str, Collection[str] | None]:
    """The same of many assignments of an organisation, by assignment: the classes are read at once."""
    of_class = [row for row in rows if not row.student_ids and row.class_id not in ("", EVERYONE)]
    members: Mapping[str, Collection[str]] = {}
    if of_class:
        members = store.membership(rows[0].organisation_id, {row.class_id for row in of_class}).students
    found: dict[str, Collection[str] | None] = {row.assignment_id: row.student_ids or None for row in rows}
    return found | {row.assignment_id: members.get(row.class_id, frozenset()) for row in of_class}


def is_for(row: Assignment, student_id: str, *, store: Store) -> bool:
    """Whether an assignment is for a student."""
    addressees = addressees_of(row, store=store)
    return addressees is None or student_id in addressees


def states(row: Assignment, student_ids: Sequence[str], *, store: Store) -> list[StudentState]:
    """How far those of the students are whom the assignment is for, in the order given."""
    return states_of([row], student_ids, store=store)[row.assignment_id]


def states_of(
    rows: Sequence[Assignment], student_ids: Sequence[str], *, store: Store, until: datetime | None = None
) -> dict[str, list[StudentState]]:
    """The same of many assignments of an organisation, by assignment: as many queries as for one. `until`: as they stood at that moment."""
    addressees = {
        assignment_id: [each for each in student_ids if named is None or each in named]
        for assignment_id, named in addressees_of_all(rows, store=store).items()
    }
    work = [(row, body_of(row)) for row in rows if addressees[row.assignment_id]]
    acts = acts_on(work, list(dict.fromkeys(chain.from_iterable(addressees.values()))), store=store)
    if until is not None:
        acts = acts.until(until)
    found: dict[str, list[StudentState]] = {row.assignment_id: [] for row in rows}
    for row, body in work:
        found[row.assignment_id] = _states(row, body, addressees[row.assignment_id], acts)
    return found


def _states(row: Assignment, body: Body, addressees: Sequence[str], acts: Acts) -> list[StudentState]:
    if isinstance(body, ItemsBody):
        return _of_items(row, body, addressees, acts)
    if isinstance(body, EssayBody):
        return _of_essay(row, addressees, acts)
    if isinstance(body, AloudBody):
        return _of_readings(row, body, addressees, acts)
    return _of_things(row, body, addressees, acts)


def _of_items(row: Assignment, body: ItemsBody, addressees: Sequence[str], acts: Acts) -> list[StudentState]:
    """The first answer on each item since it was assigned counts, an empty one as wrong; redoing changes nothing."""
    first: dict[str, dict[str, AnswerRow]] = defaultdict(dict)
    for item_id in body.item_ids:
        for answer in acts.answers.get(item_id, ()):
            if answer.answered_at >= row.made_at and accepted(row, answer.student_id, answer.answered_at):
                first[answer.student_id].setdefault(item_id, answer)
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


def _of_essay(row: Assignment, addressees: Sequence[str], acts: Acts) -> list[StudentState]:
    """The text handed in first counts; before that the newest draft shows that it was begun."""
    resource_id = resource_id_of(row.assignment_id)
    written = acts.texts.get(resource_id, ())
    drafts = {text.student_id: text for text in reversed(written) if text.text.strip()}
    handed_in = sorted(
        (text for text in written if text.handed_in_at and accepted(row, text.student_id, text.handed_in_at)),
        key=lambda text: str(text.handed_in_at),
    )
    firsts = {text.student_id: text for text in reversed(handed_in)}
    on_desk: dict[str, list[HandedIn]] = defaultdict(list)
    for each in acts.handed_in.get(resource_id, ()):
        on_desk[each.student_id].append(each)
    found = []
    for student_id in addressees:
        text = firsts.get(student_id) or drafts.get(student_id)
        state = _one_part(
            row, student_id, firsts[student_id].handed_in_at if student_id in firsts else None, begun=text is not None
        )
        found.append(
            state.model_copy(
                update={
                    "writing_id": text.writing_id if text else "",
                    "newest_at": on_desk[student_id][-1].handed_in_at if on_desk[student_id] else None,
                    "second_draft": second_draft_asked(on_desk[student_id]),
                }
            )
        )
    return found


def second_draft_asked(handed_in: Sequence[HandedIn]) -> bool:
    """Whether a student is to write again: of what was handed in for an assignment (oldest first) the last text was returned with the request
    for another."""
    return bool(handed_in) and handed_in[-1].returned_at is not None and handed_in[-1].second_draft


def _of_things(row: Assignment, body: Body, addressees: Sequence[str], acts: Acts) -> list[StudentState]:
    """A text was read, a link opened or a lesson played to its end: under the assignment's own id, or that of link or lesson."""
    ids = [resource_id_of(row.assignment_id)]
    if isinstance(body, LinkBody):
        ids.append(LINK + body.link_id)
    if isinstance(body, LessonBody):
        ids.append(body.lesson_id)
    done_at: dict[str, datetime] = {}
    for thing in chain.from_iterable(acts.completions.get(resource_id, ()) for resource_id in ids):
        if thing.at >= row.made_at and accepted(row, thing.student_id, thing.at):
            done_at[thing.student_id] = min(thing.at, done_at.get(thing.student_id, thing.at))
    return [_one_part(row, student_id, done_at.get(student_id), begun=False) for student_id in addressees]


def _of_readings(row: Assignment, body: AloudBody, addressees: Sequence[str], acts: Acts) -> list[StudentState]:
    """Each text was read aloud well enough since it was given; of several readings the best is shown."""
    keys = [text.key for text in body.texts]
    counted: dict[str, dict[str, list[ReadingLine]]] = defaultdict(lambda: defaultdict(list))
    begun = set()
    for line in chain.from_iterable(acts.readings.get(key, ()) for key in keys):
        if line.created_at < row.made_at:
            continue
        begun.add(line.student_id)
        if _counts(line, body.least_score) and accepted(row, line.student_id, line.created_at):
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


def _counts(line: ReadingLine, least_score: int) -> bool:
    """Whether a stored reading counts for homework; of those stored before their share was kept, the whole text was read."""
    read_share = json.loads(line.summary).get("read_share", 1.0)
    return counts_as_read(total_of(line), read_share, least_score=least_score)


def _one_part(row: Assignment, student_id: str, done_at: datetime | None, *, begun: bool) -> StudentState:
    return StudentState(
        student_id=student_id,
        state=_state(row, student_id, done_at, begun=begun),
        due_at=due_at(row, student_id),
        late_until=late_until(row, student_id),
        finished=int(done_at is not None),
        parts=1,
        score=None,
        at=done_at,
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
    """Assignments of an organisation as pages see them: one query of the classes, and one for each teacher."""
    if not rows:
        return []
    organisation_id = rows[0].organisation_id
    accounts = {made_by: store.account(organisation_id, made_by) for made_by in {row.made_by for row in rows}}
    teachers = {made_by: account.display_name if account else "" for made_by, account in accounts.items()}
    classes = {each.class_id: each.name for each in store.classes(organisation_id)}
    return [
        AssignmentView(
            assignment_id=row.assignment_id,
            resource_id=resource_id_of(row.assignment_id),
            kind=row.kind,
            title=row.title,
            body=body_of(row),
            due=row.due,
            due_at=due_at(row),
            late_until=late_until(row),
            made_at=row.made_at,
            by=teachers[row.made_by],
            made_by=row.made_by,
            student_ids=row.student_ids,
            class_id=row.class_id,
            class_name=classes.get(row.class_id, ""),
            point_id=row.point_id,
            extensions={student_id: at for student_id, at in row.extensions.items() if sees(student_id)},
        )
        for row in rows
    ]
