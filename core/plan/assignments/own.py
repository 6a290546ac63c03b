"""What a student was given and still has to do: for the plan, the student's own list, Today and the menu."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from core.learning.days import day_of, day_start
from core.plan.assignments.deadlines import LONGEST_LATE_DAYS, is_open, late_until
from core.plan.assignments.progress import body_of, resource_id_of, second_draft_asked, states_of, views
from core.plan.assignments.wire import TO_DO, ItemsBody, LessonBody, LinkBody, MyAssignment, StudentState
from core.plan.ids import ASSIGNED, LINK
from core.ports.store import Store
from core.records.marking import HandedIn
from core.records.plan import Assignment, AssignmentKind
from core.wire import Skill


@dataclass(frozen=True, slots=True)
class OpenAssignment:
    """What a plan needs to know of an assignment of one student."""

    assignment_id: str
    resource_id: str
    """`asg_<assignment id>`, safe in a path."""
    kind: AssignmentKind
    title: str
    due_at: datetime
    """The last minute that is in time for the student."""
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
    """The last minute is over: it is marked late when it is done now, or was done late."""
    again: bool
    """It was handed in and returned, and is to be written again."""

    @property
    def done_tasks(self) -> frozenset[str]:
        """Ids of what is done of it: of items those answered since it was given, of anything else the whole."""
        if self.kind == "items":
            return frozenset(self.item_ids) - set(self.unanswered)
        return frozenset({self.resource_id}) if self.done else frozenset()


# -- for the plan --------------------------------------------------------------------------------------------


def open_for(organisation_id: str, student_id: str, day: date, *, now: datetime, store: Store) -> list[OpenAssignment]:
    """The student's assignments that are open on a day (UTC+8), late work and second drafts included; done ones too.

    As it stands now, of another day as it will stand when the day begins, or stood when it ended. Soonest due first. What was given after the day
    is not among them.
    """
    return open_for_many(organisation_id, [student_id], day, now=now, store=store)[student_id]


def open_for_many(
    organisation_id: str, student_ids: Sequence[str], day: date, *, now: datetime, store: Store
) -> dict[str, list[OpenAssignment]]:
    """The same of many students: as many queries, whatever the number of students and of assignments."""
    found: dict[str, list[OpenAssignment]] = {student_id: [] for student_id in student_ids}
    single = student_ids[0] if len(student_ids) == 1 else None
    moment = min(max(now, day_start(day)), day_start(day + timedelta(days=1)) - timedelta(seconds=1))
    current, _ = _current(organisation_id, single, day, store)
    rows = [row for row in current if day_of(row.made_at) <= day]
    by_row = states_of(rows, student_ids, store=store, until=moment if moment < now else None)
    for row in rows:
        for state in by_row[row.assignment_id]:
            standing = state.standing(moment)
            if standing in TO_DO or (standing == "done" and _last_day(row, state) >= day):
                found[state.student_id].append(_opened(row, state, moment))
    for assignments in found.values():
        assignments.sort(key=lambda each: (each.due_at, each.made_at, each.assignment_id))
    return found


def _last_day(row: Assignment, state: StudentState) -> date:
    """Until when something that is done stands in the plans: while it would be accepted, and on the day on which a further draft was handed in."""
    closes = day_of(late_until(row, state.student_id))
    return closes if state.newest_at is None else max(closes, day_of(state.newest_at))


def _current(
    organisation_id: str, student_id: str | None, day: date, store: Store
) -> tuple[list[Assignment], set[str]]:
    """Assignments of which something may be left on a day or was handed in on it, and the resource ids of those that somebody is to write again."""
    since = day - timedelta(days=LONGEST_LATE_DAYS)
    rows = store.assignments(organisation_id, student_id=student_id, due_from=since)
    handed_in = store.handed_in(organisation_id, ASSIGNED, student_id=student_id)
    asked = _asked_again(handed_in)
    wanted = asked | {text.resource_id for text in handed_in if day_of(text.handed_in_at) == day}
    older = wanted - {resource_id_of(row.assignment_id) for row in rows}
    if older:
        ids = [resource_id.removeprefix(ASSIGNED) for resource_id in older]
        rows = [*rows, *store.assignments(organisation_id, student_id=student_id, assignment_ids=ids)]
    return rows, asked


def _asked_again(handed_in: Sequence[HandedIn]) -> set[str]:
    """Resource ids of assignments of which a student is to write another draft. `handed_in`: oldest first."""
    texts: dict[tuple[str, str], list[HandedIn]] = {}
    for text in handed_in:
        texts.setdefault((text.student_id, text.resource_id), []).append(text)
    return {resource_id for (_, resource_id), own in texts.items() if second_draft_asked(own)}


def _opened(row: Assignment, state: StudentState, moment: datetime) -> OpenAssignment:
    body, standing = body_of(row), state.standing(moment)
    item_ids = body.item_ids if isinstance(body, ItemsBody) else ()
    done = standing == "done"
    unanswered = tuple(item_id for item_id in item_ids if item_id not in state.answered)
    return OpenAssignment(
        assignment_id=row.assignment_id,
        resource_id=resource_id_of(row.assignment_id),
        kind=row.kind,
        title=row.title,
        due_at=state.due_at,
        made_at=row.made_at,
        level=body.level,
        skill=body.skill,
        seconds=body.seconds * len(unanswered) // len(item_ids) if item_ids and not done else body.seconds,
        item_ids=item_ids,
        unanswered=unanswered,
        url=body.url if isinstance(body, LinkBody) else "",
        points=body.points if isinstance(body, LinkBody | LessonBody) else (),
        done=done,
        late=standing == "overdue" or (done and state.state == "late"),
        again=standing == "again",
    )


def played_too_early(
    organisation_id: str, student_id: str, resource_id: str, now: datetime, *, store: Store
) -> list[str]:
    """Resource ids of the student's assignments of a lesson or a link (`resource_id`) that are open and not done yet.

    A completion is kept once a day: where it was kept before the assignment was given, playing the thing again counts under the assignment's own id.
    """
    current, _ = _current(organisation_id, student_id, day_of(now), store)
    rows = [row for row in current if resource_id in _things_of(row) and is_open(row, student_id, now)]
    found = states_of(rows, [student_id], store=store)
    return [
        resource_id_of(row.assignment_id) for row in rows if all(each.at is None for each in found[row.assignment_id])
    ]


def _things_of(row: Assignment) -> tuple[str, ...]:
    """Resource ids under which a link or a lesson is done wherever it is played."""
    if row.kind not in ("link", "lesson"):
        return ()
    body = body_of(row)
    if isinstance(body, LessonBody):
        return (body.lesson_id,)
    return (LINK + body.link_id,) if isinstance(body, LinkBody) else ()


# -- for the student -----------------------------------------------------------------------------------------


def of_student(organisation_id: str, student_id: str, now: datetime, *, store: Store) -> list[MyAssignment]:
    """Everything that was assigned to a student, what is to be done first, soonest due first; then the rest, newest first."""
    rows = store.assignments(organisation_id, student_id=student_id)
    by_row = states_of(rows, [student_id], store=store)
    shown = {view.assignment_id: view for view in views(rows, store=store, sees=student_id.__eq__)}
    found = [
        MyAssignment(assignment=shown[row.assignment_id], state=state, standing=state.standing(now))
        for row in rows
        for state in by_row[row.assignment_id]
    ]
    return sorted(found, key=_rank)


def _rank(mine: MyAssignment) -> tuple[bool, float]:
    due = mine.state.due_at.timestamp()
    return not mine.open, due if mine.open else -due


def open_count(organisation_id: str, student_id: str, now: datetime, *, store: Store) -> int:
    """How many assignments a student still has to do; what cannot be done any more is not looked at closely, for the menu asks on every page."""
    current, asked = _current(organisation_id, student_id, day_of(now), store)
    rows = [row for row in current if is_open(row, student_id, now) or resource_id_of(row.assignment_id) in asked]
    found = states_of(rows, [student_id], store=store)
    return sum(state.standing(now) in TO_DO for states in found.values() for state in states)
