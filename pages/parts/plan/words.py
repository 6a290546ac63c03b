"""What the plan's slots, skills, amounts and kinds are called."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime

from core.learning.days import day_start
from core.plan.day.slots import SLOTS, Slot, minute_of, slots_of
from core.plan.wire import DailyPlan, Recommendation
from core.wire import Skill
from pages.parts.i18n import _, language, ngettext

SKILL_SYMBOLS: dict[Skill, str] = {
    "listening": "headphones",
    "speaking": "record_voice_over",
    "reading": "menu_book",
    "writing": "ink_pen",
}
"""Words of the Material Symbols font."""


def slot_name(slot: Slot) -> str:
    """`Morning`."""
    return SLOTS[slot].name.get(language())


def period_said(slot: Slot) -> str:
    """`07:00–08:00`."""
    return SLOTS[slot].period.replace("-", "–")


def slot_of(line: Recommendation, day: date) -> Slot:
    """The day's slot that an entry stands in: on weekends the wire's morning is the one that there is."""
    return next(slot for slot in slots_of(day) if SLOTS[slot].wire_slot == line.time_slot)


def minutes_said(minutes: float) -> str:
    """`4 min`; what takes less than one is told as one."""
    return _("{minutes} min").format(minutes=max(1, round(minutes)))


def length_of(line: Recommendation) -> int:
    """Minutes that it has in the day: whole ones, so that what is said of entries adds up to what is said of the day."""
    return minute_of(line.end_time) - minute_of(line.start_time)


def amount_said(line: Recommendation) -> list[str]:
    """`2 questions`, `1 min`; of what is played the minutes alone."""
    minutes = minutes_said(length_of(line))
    kinds = {question.kind for question in line.questions}
    if line.count is None or kinds & {"essay", "text"}:
        return [minutes]
    if kinds == {"say"}:
        return [ngettext("{count} sentence", "{count} sentences", line.count), minutes]
    return [ngettext("{count} question", "{count} questions", line.count), minutes]


def kind_said(line: Recommendation) -> str:
    """What sort of thing it is."""
    if line.assignment_id is not None:
        return _("From your teacher")
    if line.url is not None:
        return _("Link")
    if line.kind == "lesson":
        return _("Lesson to listen to") if line.resource_type == "audio" else _("Lesson to watch")
    if line.kind == "essay":
        return _("Essay")
    return _("Reading aloud") if {question.kind for question in line.questions} == {"say"} else _("Exercises")


def kind_symbol(line: Recommendation) -> str:
    """A word of the Material Symbols font for the kind."""
    if line.assignment_id is not None:
        return "school"
    if line.url is not None:
        return "link"
    if line.kind == "lesson":
        return "hearing" if line.resource_type == "audio" else "play_circle"
    return "article" if line.kind == "essay" else "quiz"


def total_of(line: Recommendation) -> int:
    """Things to do in an entry: questions, or the one thing that is played."""
    return max(1, len(line.questions))


def state_said(line: Recommendation) -> str:
    """`Done`, `1 of 2 done`, or nothing for what is untouched."""
    if line.done:
        return _("Done")
    if line.done_count:
        return _("{done} of {count} done").format(done=line.done_count, count=total_of(line))
    return ""


def next_of(plan: DailyPlan, now: datetime) -> Recommendation | None:
    """What to do next: the first open entry of the slot that is going on, else the first open one of the day."""
    day = date.fromisoformat(plan.date)
    waiting = [line for line in plan.recommendations if not line.done]
    minute = (now - day_start(day)).total_seconds() / 60
    for line in waiting:
        rule = SLOTS[slot_of(line, day)]
        if rule.start <= minute < rule.end:
            return line
    return waiting[0] if waiting else None


def minutes_left(lines: Sequence[Recommendation]) -> float:
    """Minutes of what is not done yet, parts of entries included."""
    return sum(length_of(line) * (1 - min(1.0, line.done_count / total_of(line))) for line in lines if not line.done)
