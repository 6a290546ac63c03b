"""A plan in the form of the contract."""

from __future__ import annotations

from collections.abc import Sequence

from core.plan.day import reasons
from core.plan.day.slots import SLOTS, clock
from core.plan.done.doing import Done
from core.plan.model import DayPlan, Entry
from core.plan.wire import DailyPlan, PlannedQuestion, Recommendation, SlotSchedule
from core.records.plan import Slot, WeekdaySlot
from core.wire import Bilingual, Language

NO_SLOT = Bilingual(
    zh="这一天没有选学习时段，可以在“学习时间和地点”里打开一个。",
    en="No time of this day is chosen; switch one on in the settings.",
)


def daily_plan(
    plan: DayPlan, done: Done, language: Language, *, time_slot: WeekdaySlot | None = None, provisional: bool = False
) -> DailyPlan:
    """The plan, or one slot of it, in the language of the explanations."""
    shown = [entry for entry in plan.entries if time_slot in (None, SLOTS[entry.slot].wire_slot)]
    slots = [slot for slot in SLOTS if slot in plan.slots or any(entry.slot == slot for entry in plan.entries)]
    schedule = {
        slot: slot_schedule(slot, [entry for entry in shown if entry.slot == slot])
        for slot in slots
        if time_slot in (None, SLOTS[slot].wire_slot)
    }
    notice = reasons.back_again(plan.returning) if plan.returning else None if slots else NO_SLOT
    return DailyPlan(
        date=plan.date,
        student_id=plan.student_id,
        recommendations=[recommendation(entry, done, language) for entry in shown],
        schedule=schedule,
        total_duration=sum(slot.duration for slot in schedule.values()),
        provisional=provisional,
        notice=None if notice is None else notice.get(language),
        due=plan.due,
        waiting=plan.waiting,
        if_skipped=reasons.skipping_day(plan.due, plan.due_tomorrow).get(language),
        seed=plan.seed,
        model=plan.model,
        policy=plan.policy,
    )


BALANCED = "balanced"
"""The focus of the weekend, where no skill comes first."""


def slot_schedule(slot: Slot, entries: Sequence[Entry]) -> SlotSchedule:
    """When, what first, how much."""
    rule = SLOTS[slot]
    return SlotSchedule(
        period=rule.period,
        focus=BALANCED if slot == "weekend" else rule.priority[0],
        items=sum(entry.count for entry in entries),
        duration=sum(entry.end - entry.start for entry in entries),
    )


def recommendation(entry: Entry, done: Done, language: Language) -> Recommendation:
    """One line."""
    played = entry.resource_type != "question"
    return Recommendation(
        resource_id=entry.resource_id,
        resource_type=entry.resource_type,
        title=entry.title.get(language),
        difficulty=reasons.level_label(entry.level),
        skill_type=entry.skill,
        start_time=clock(entry.start),
        end_time=clock(entry.end),
        time_slot=SLOTS[entry.slot].wire_slot,
        count=None if played else entry.count,
        duration=entry.end - entry.start if played else None,
        kind=entry.kind,
        minutes=entry.minutes,
        reason=entry.reason.get(language),
        if_skipped=entry.if_skipped.get(language),
        questions=[
            PlannedQuestion(
                question_id=task.task_id,
                kind=task.kind,
                target=task.target,
                why=task.why,
                reason=task.reason.get(language),
                chance=None if task.chance is None else round(task.chance, 4),
                probability=round(task.probability, 6),
                done=done.task(entry, task),
                evidence=list(task.evidence),
            )
            for task in entry.tasks
        ],
        points=list(entry.points),
        done=done.entry(entry),
        done_count=done.count(entry),
        moved=entry.moved,
        assignment_id=entry.assignment_id or None,
        url=entry.url or None,
    )
