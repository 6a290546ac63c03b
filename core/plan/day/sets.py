"""The questions of one skill in one slot: a set, and what becomes of it when minutes are short."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from statistics import median_low
from typing import Any

from core.plan.day import reasons
from core.plan.day.filled_day import Day
from core.plan.day.skipping import Skipping
from core.plan.day.slots import SlotRule
from core.plan.day.timetable import length_of
from core.plan.ids import SET
from core.plan.model import Entry, Task
from core.wire import Bilingual, Skill

SET_TITLES: Mapping[Skill, Bilingual] = {
    "listening": Bilingual(zh="听力练习", en="Listening practice"),
    "speaking": Bilingual(zh="朗读", en="Reading aloud"),
    "reading": Bilingual(zh="阅读与语法", en="Reading and grammar"),
    "writing": Bilingual(zh="书写与造句", en="Writing and building"),
}


def sets_of(day: Day, rule: SlotRule, tasks: Sequence[tuple[Skill, Task]], skipping: Skipping) -> list[Entry]:
    """The slot's tasks as sets, in the slot's order of skills."""
    return [_set(day, rule, skill, each, skipping) for skill, each in _by_skill(rule, tasks).items()]


def within(cap: int | None, sets: Sequence[Entry]) -> list[Entry]:
    """No more than the student's minutes: what comes last in the slot's order goes first, a task at a time."""
    found = list(sets)
    while cap is not None and found and sum(length_of(entry.minutes) for entry in found) > cap:
        last = found.pop()
        if last.count > 1:
            found.append(one_fewer(last))
    return found


def one_fewer(entry: Entry) -> Entry:
    """The set without its last task."""
    return entry.model_copy(update=_of_tasks(entry.tasks[:-1]))


def _of_tasks(tasks: Sequence[Task]) -> dict[str, Any]:
    """What of a set follows from its tasks."""
    return {
        "tasks": tuple(tasks),
        "minutes": round(sum(task.seconds for task in tasks) / 60, 1),
        "reason": reasons.of_tasks(tasks),
        "points": tuple(dict.fromkeys(task.target for task in tasks if task.target_kind == "point")),
    }


def _by_skill(rule: SlotRule, tasks: Sequence[tuple[Skill, Task]]) -> dict[Skill, list[Task]]:
    """In the slot's order of skills."""
    found: dict[Skill, list[Task]] = {skill: [] for skill in rule.priority}
    for skill, task in tasks:
        found[skill].append(task)
    return {skill: each for skill, each in found.items() if each}


def _set(day: Day, rule: SlotRule, skill: Skill, tasks: Sequence[Task], skipping: Skipping) -> Entry:
    """The questions of one skill in one slot. Its id follows from student, day, slot and skill."""
    named = f"{day.inputs.organisation_id}|{day.inputs.student_id}|{day.inputs.day.isoformat()}|{rule.slot}|{skill}"
    return Entry(
        resource_id=f"{SET}{hashlib.sha256(named.encode()).hexdigest()[:16]}",
        kind="set",
        resource_type="question",
        title=SET_TITLES[skill],
        level=_level(day, tasks),
        skill=skill,
        slot=rule.slot,
        of_slot=rule.slot,
        start=rule.start,
        end=rule.start + 1,
        if_skipped=skipping.of(tasks, skill, sum(task.seconds for task in tasks) / 60),
        **_of_tasks(tasks),
    )


def _level(day: Day, tasks: Sequence[Task]) -> int:
    """The middle one of the levels of its tasks."""
    return median_low(day.level_of[task.task_id] for task in tasks)
