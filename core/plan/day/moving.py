"""Moving an entry to another slot and time. What is refused changes nothing."""

from __future__ import annotations

from datetime import date

from core.errors import FieldFault, NotFound
from core.plan.day.slots import SLOTS, SlotRule, clock, minute_of, slot_named
from core.plan.day.timetable import free_start, length_of, overlapping
from core.plan.model import DayPlan, Entry
from core.plan.refusals import refused
from core.plan.wire import ScheduleRequest


def with_entry_moved(plan: DayPlan, request: ScheduleRequest, day: date, *, today: date) -> DayPlan:
    """The plan with the entry where the request wants it. Raises `NotFound`, `BadParameter`."""
    entry = plan.entry(request.resource_id)
    if entry is None:
        raise _no_such_entry(request.resource_id, day)
    if day < today:
        raise refused("date", f"{day} is past", zh="过去的日子不能再改。", en="A day that is past cannot be changed.")
    slot = slot_named(request.new_time_slot, day)
    if slot is None:
        raise refused(
            "new_time_slot",
            f"{request.new_time_slot!r} is no slot of {day}: weekends have the one from 07:00 to 12:00 ('morning')",
            zh="周末只有 07:00–12:00 一个时段。",
            en="Weekends have one slot only, 07:00-12:00.",
        )
    rule = SLOTS[slot]
    others = [each for each in plan.entries if each.resource_id != entry.resource_id]
    start, end = _times(entry, request, rule, others)
    changed = entry.model_copy(update={"slot": slot, "start": start, "end": end, "moved": True})
    return plan.with_entries((*others, changed))


def _times(entry: Entry, request: ScheduleRequest, rule: SlotRule, others: list[Entry]) -> tuple[int, int]:
    """Start and end in minutes of the day. Raises `BadParameter`."""
    length = length_of(entry.minutes)
    if request.new_start_time is None and request.new_end_time is None:
        start = free_start(others, rule, length)
        if start is None:
            raise refused(
                "new_time_slot",
                f"no {length} free minutes are left in {rule.period}",
                zh=f"这个时段里没有连着的 {length} 分钟空着，先挪走一项。",
                en=f"No {length} minutes in a row are free there; move something else away first.",
            )
        return start, start + length
    start = minute_of(request.new_start_time) if request.new_start_time else None
    end = minute_of(request.new_end_time) if request.new_end_time else None
    start = start if start is not None else (end or 0) - length
    end = end if end is not None else start + length
    _check(start, end, request, rule, others)
    return start, end


def _check(start: int, end: int, request: ScheduleRequest, rule: SlotRule, others: list[Entry]) -> None:
    """Raises `BadParameter` naming the time that is wrong."""
    given = "new_start_time" if request.new_start_time else "new_end_time"
    if end <= start:
        raise refused(
            "new_end_time",
            f"{clock(end)} is not after {clock(start)}",
            zh="结束时间要晚于开始时间。",
            en="The end must be after the start.",
        )
    if start < rule.start or end > rule.end:
        field = "new_start_time" if start < rule.start and request.new_start_time else "new_end_time"
        shown = f"{clock(max(start, 0))}-{clock(end)}" if end <= 1440 else f"{clock(start)} and {end - start} minutes"
        raise refused(
            field if getattr(request, field) else given,
            f"{shown} lies outside {rule.period}",
            zh=f"时间要在 {rule.period} 以内。",
            en=f"The time must lie within {rule.period}.",
        )
    other = overlapping(others, start, end)
    if other is not None:
        raise refused(
            given,
            f"overlaps {other.resource_id!r} at {clock(other.start)}-{clock(other.end)}",
            zh=f"和“{other.title.zh}”（{clock(other.start)}–{clock(other.end)}）重叠了。",
            en=f"It overlaps {other.title.en} ({clock(other.start)}-{clock(other.end)}).",
        )


def _no_such_entry(resource_id: str, day: date) -> NotFound:
    return NotFound(
        f"{resource_id!r} is not in the plan of {day}.",
        faults=(FieldFault("resource_id", f"{resource_id!r} is not in the plan of {day}"),),
    )
