"""A teacher's assignments in a student's day: when they stand there, and what time they take."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from core.plan.assignments.own import OpenAssignment
from core.plan.day import reasons
from core.plan.day.slots import SLOTS, slots_of
from core.plan.day.timetable import free_start, length_of
from core.plan.model import DayPlan, Entry, Task, TaskKind
from core.plan.wire import PlanSettings
from core.records.plan import AssignmentKind, ResourceType, Slot
from core.wire import Bilingual

SHORTEST = 5
"""Minutes that an assignment gets at least where its whole time finds no place: it can be begun."""
TASK_KINDS: dict[AssignmentKind, TaskKind] = {
    "items": "item",
    "text": "text",
    "essay": "essay",
    "link": "text",
    "aloud": "text",
    "lesson": "text",
}
"""What is read aloud or played is begun on the page of the assignment, as a text is."""


def assigned_minutes(open_now: Sequence[OpenAssignment], settings: PlanSettings, day: date) -> dict[Slot, float]:
    """Minutes that open assignments take in each slot of the student's: one after the other where most time is left."""
    left = {
        slot: float(settings.of(slot).minutes or SLOTS[slot].minutes) for slot in slots_of(day) if settings.of(slot).on
    }
    taken: dict[Slot, float] = {}
    for assignment in open_now:
        if assignment.done or not left:
            continue
        slot = max(left, key=lambda name: left[name])
        minutes = length_of(assignment.seconds / 60)
        taken[slot] = taken.get(slot, 0.0) + minutes
        left[slot] -= minutes
    return taken


def with_assignments(plan: DayPlan, open_now: Sequence[OpenAssignment], day: date) -> DayPlan:
    """The plan with what is assigned and not done yet; what was taken back or closed is no longer in it. What was kept of an assignment says of
    its time what is true now."""
    known = {assignment.resource_id: assignment for assignment in open_now}
    entries = [
        entry if not entry.assignment_id else _as_it_stands(entry, known[entry.resource_id])
        for entry in plan.entries
        if not entry.assignment_id or entry.resource_id in known
    ]
    there = {entry.resource_id for entry in entries}
    for assignment in open_now:
        if not assignment.done and assignment.resource_id not in there:
            entry = _placed(_entry(assignment), entries, plan.slots or slots_of(day), day)
            if entry is not None:
                entries.append(entry)
    return plan.with_entries(tuple(entries))


def _as_it_stands(entry: Entry, assignment: OpenAssignment) -> Entry:
    """The entry with the sentences of now; what is done keeps those with which it was done."""
    if assignment.done:
        return entry
    sentences = _sentences(assignment)
    tasks = tuple(task.model_copy(update={"reason": sentences["reason"]}) for task in entry.tasks)
    return entry.model_copy(update={**sentences, "tasks": tasks})


def _placed(entry: Entry, entries: Sequence[Entry], slots: Sequence[Slot], day: date) -> Entry | None:
    """Where it fits whole, the student's own slots first, else any slot of the day; else where it can be begun."""
    order = [*slots, *(slot for slot in slots_of(day) if slot not in slots)]
    for length in (length_of(entry.minutes), SHORTEST):
        for slot in order:
            start = free_start(entries, SLOTS[slot], length)
            if start is not None:
                return entry.model_copy(update={"slot": slot, "of_slot": slot, "start": start, "end": start + length})
    return None


def _entry(assignment: OpenAssignment) -> Entry:
    """Before it has a place."""
    title = Bilingual(zh=assignment.title, en=assignment.title)
    sentences = _sentences(assignment)
    return Entry(
        resource_id=assignment.resource_id,
        kind="assigned",
        resource_type=_resource_type(assignment),
        title=title,
        level=assignment.level,
        skill=assignment.skill,
        slot="morning",
        of_slot="morning",
        start=0,
        end=1,
        minutes=round(assignment.seconds / 60, 1),
        reason=sentences["reason"],
        if_skipped=sentences["if_skipped"],
        tasks=_tasks(assignment, sentences["reason"]),
        points=assignment.points,
        assignment_id=assignment.assignment_id,
        url=assignment.url,
    )


def _sentences(assignment: OpenAssignment) -> dict[str, Bilingual]:
    """Why it is there, and what leaving it out costs."""
    if assignment.again:
        return {"reason": reasons.ASKED_AGAIN, "if_skipped": reasons.SKIPPING_AGAIN}
    return {
        "reason": reasons.assigned(assignment.due_at, late=assignment.late),
        "if_skipped": reasons.skipping_assigned(assignment.due_at, late=assignment.late),
    }


def _resource_type(assignment: OpenAssignment) -> ResourceType:
    if assignment.kind not in ("link", "lesson"):
        return "question"
    return "audio" if assignment.skill == "listening" else "video"


def _tasks(assignment: OpenAssignment, reason: Bilingual) -> tuple[Task, ...]:
    """Of items those that are left, of texts and essays the assignment itself, of links none: they are played."""
    if assignment.kind == "link":
        return ()
    ids = assignment.unanswered if assignment.kind == "items" else (assignment.resource_id,)
    seconds = round(assignment.seconds / max(1, len(ids)), 1)
    kind = TASK_KINDS[assignment.kind]
    return tuple(
        Task(task_id=task_id, kind=kind, target_kind="none", why="assigned", reason=reason, seconds=seconds)
        for task_id in ids
    )
