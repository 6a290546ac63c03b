"""When an essay title comes into the plan, and which."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from core.plan.day import reasons
from core.plan.day.filled_day import Day
from core.plan.day.positions import SlotWant
from core.plan.day.sets import one_fewer
from core.plan.day.timetable import length_of
from core.plan.ids import ESSAY
from core.plan.model import Entry, Task
from core.tables.content.lessons import EssayTitle

LEAST_QUESTIONS = 4
"""Writing questions that a slot has where an essay takes the place of one."""
EVERY = timedelta(days=3)
"""An essay is long: not more often than this."""


@dataclass(frozen=True)
class WithEssay:
    """The sets of a slot with one writing question less, and the essay in its place."""

    entry: Entry
    sets: list[Entry]


def essay_entry(
    day: Day, want: SlotWant, sets: Sequence[Entry], before: Sequence[Entry], titles: Sequence[EssayTitle]
) -> WithEssay | None:
    """An essay for the slot; None where there is no time, no room among the questions, or one was set lately."""
    writing = next((entry for entry in sets if entry.skill == "writing"), None)
    if writing is None or writing.count < LEAST_QUESTIONS or not _may(day, before):
        return None
    title = _title(day, titles)
    if title is None:
        return None
    minutes = round(day.pace.seconds_of_essay(title.characters[0]) / 60, 1)
    others = sum(length_of(entry.minutes) for entry in sets) + want.rule.video_minutes
    free = (want.rule.minutes if want.cap is None else want.cap) - others
    if length_of(minutes) > free:
        return None
    shorter = one_fewer(writing)
    kept = [shorter if entry is writing else entry for entry in sets]
    return WithEssay(_entry(want, title, minutes), kept)


def _may(day: Day, before: Sequence[Entry]) -> bool:
    if not day.inputs.settings.essays or any(entry.kind == "essay" for entry in before):
        return False
    last = [when for resource, when in day.inputs.played.items() if resource.startswith(ESSAY)]
    return all(day.inputs.day - when >= EVERY for when in last) and day.inputs.day.toordinal() % EVERY.days == day.turn


def _title(day: Day, titles: Sequence[EssayTitle]) -> EssayTitle | None:
    free = [
        title
        for title in titles
        if day.levels[0] <= title.level <= day.levels[1] and f"{ESSAY}{title.id}" not in day.inputs.played
    ]
    return day.random.choice(free) if free else None


def _entry(want: SlotWant, title: EssayTitle, minutes: float) -> Entry:
    resource_id = f"{ESSAY}{title.id}"
    reason = reasons.essay(title.level)
    task = Task(
        task_id=resource_id, kind="essay", target_kind="none", why="level", reason=reason, seconds=round(minutes * 60, 1)
    )  # fmt: skip
    return Entry(
        resource_id=resource_id,
        kind="essay",
        resource_type="question",
        title=title.title,
        level=title.level,
        skill="writing",
        slot=want.rule.slot,
        of_slot=want.rule.slot,
        start=want.rule.start,
        end=want.rule.start + 1,
        minutes=minutes,
        reason=reason,
        if_skipped=reasons.skipping_practice("writing", max(1, round(minutes))),
        tasks=(task,),
        points=title.points,
    )
