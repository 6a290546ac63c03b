"""What of a plan is done: from answers, from what was played, read aloud or handed in, never from a tick."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta

from core.learning.days import day_of, day_start
from core.plan.assignments.own import OpenAssignment, open_for
from core.plan.model import DayPlan, Entry, Task
from core.ports.store import Store
from core.records.plan import Slot

FIRST_DAY = date(2000, 1, 1)
"""Before anything was played."""


def played_by(organisation_id: str, student_id: str, *, store: Store, now: datetime) -> dict[str, datetime]:
    """When the student played, read or said something to its end, the last time, by resource id."""
    rows = store.completions_between(organisation_id, [student_id], FIRST_DAY, day_of(now))
    return {row.resource_id: row.at for row in sorted(rows, key=lambda row: row.at)}


@dataclass(frozen=True)
class Done:
    """Things done on one day."""

    things: frozenset[str]
    """Ids of items answered, sentences said, resources played, essays handed in."""
    assignments: Mapping[str, Collection[str]] = field(default_factory=dict)
    """Of each of a teacher's assignments, by resource id, ids of the tasks that are done since it was given, whenever that was: what was
    done before counts for nothing in it."""
    finished: frozenset[str] = frozenset()
    """Resource ids of those that are done."""

    def task(self, entry: Entry, task: Task) -> bool:
        """Whether one of the entry's tasks was done."""
        if entry.resource_id in self.finished:
            return True
        return task.task_id in self.assignments.get(entry.resource_id, self.things)

    def count(self, entry: Entry) -> int:
        """How many of the entry's tasks are done; of what is played 1 or 0."""
        if entry.resource_id in self.finished:
            return max(1, entry.count)
        if entry.tasks:
            return sum(self.task(entry, task) for task in entry.tasks)
        return int(entry.resource_id in self.assignments.get(entry.resource_id, self.things))

    def entry(self, entry: Entry) -> bool:
        """Whether all of it is done."""
        return self.count(entry) >= max(1, entry.count)

    def share(self, plan: DayPlan) -> float:
        """Of the plan's predicted minutes, those of what is done; 0 for an empty plan."""
        total = sum(entry.minutes for entry in plan.entries)
        if total <= 0:
            return 0.0
        return sum(entry.minutes * self.count(entry) / max(1, entry.count) for entry in plan.entries) / total

    def complete(self, plan: DayPlan) -> bool:
        """Whether everything is done; an empty plan never is."""
        return bool(plan.entries) and all(self.entry(entry) for entry in plan.entries)


def done_of(plan: DayPlan, organisation_id: str, *, now: datetime, store: Store) -> Done:
    """What was done of a plan that is kept, on its day: where it has assignments, as they stand, or stood when the day ended."""
    day = date.fromisoformat(plan.date)
    given: Sequence[OpenAssignment] = ()
    if any(entry.assignment_id for entry in plan.entries):
        given = open_for(organisation_id, plan.student_id, day, now=now, store=store)
    return done_on(organisation_id, plan.student_id, day, store=store, assignments=given, over=day < day_of(now))


def done_on(
    organisation_id: str,
    student_id: str,
    day: date,
    *,
    store: Store,
    assignments: Sequence[OpenAssignment] = (),
    over: bool = False,
) -> Done:
    """What a student did on a day (UTC+8).

    `assignments`: the student's, as they stand, or stood when the day ended. `over`: the day is, and a draft that was handed in on it counts for
    it, though another was asked for.
    """
    start, end = day_start(day), day_start(day + timedelta(days=1))
    answers = store.answers_between(organisation_id, student_id, start, end)
    played = store.completions_between(organisation_id, [student_id], day, day)
    written = store.writings(organisation_id, student_id=student_id)
    things = {
        *(row.item_id for row in answers if row.answered),
        *(row.resource_id for row in played),
        *(row.resource_id for row in written if row.handed_in_at and day_of(row.handed_in_at) == day),
    }
    return Done(
        frozenset(things),
        {each.resource_id: each.done_tasks for each in assignments if not (over and each.again)},
        frozenset(each.resource_id for each in assignments if each.done),
    )


def touched(plan: DayPlan, done: Done) -> set[Slot]:
    """Slots in which anything is done, or that anything was moved to: they stay as they are when the rest is made anew."""
    return {entry.slot for entry in plan.entries if entry.moved or (not entry.assignment_id and done.count(entry) > 0)}


def moved_out_of(plan: DayPlan) -> set[Slot]:
    """Slots that something was moved out of: made anew they would hold it a second time."""
    return {entry.of_slot for entry in plan.entries if entry.moved}
