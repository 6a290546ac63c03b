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
"""Names of symbols in the Material Symbols font."""


def slot_name(slot: Slot) -> str:
    """`Morning`."""
    return SLOTS[slot].name.get(language())


def period_text(slot: Slot) -> str:
    """`07:00–08:00`."""
    return SLOTS[slot].period.replace("-", "–")


def slot_of(entry: Recommendation, day: date) -> Slot:
    """The slot of the day that an entry stands in; on weekends, which have one slot, the wire calls it morning."""
    return next(slot for slot in slots_of(day) if SLOTS[slot].wire_slot == entry.time_slot)


def minutes_text(minutes: float) -> str:
    """`4 min`, at least one."""
    return _("{minutes} min").format(minutes=max(1, round(minutes)))


def minutes_of(entry: Recommendation) -> int:
    """Whole minutes that an entry takes in the day, so that the minutes of entries add up to those of the day."""
    return minute_of(entry.end_time) - minute_of(entry.start_time)


def amount_texts(entry: Recommendation) -> list[str]:
    """`2 questions`, `1 min`; of what is played, written or read the minutes alone."""
    minutes = minutes_text(minutes_of(entry))
    kinds = {question.kind for question in entry.questions}
    if entry.count is None or kinds & {"essay", "text"}:
        return [minutes]
    if kinds == {"say"}:
        return [ngettext("{count} sentence", "{count} sentences", entry.count), minutes]
    return [ngettext("{count} question", "{count} questions", entry.count), minutes]


def level_text(entry: Recommendation) -> str:
    """`level 3`: the contract's difficulty, HSK1 to HSK7-9, as other pages name levels."""
    return _("level {level}").format(level=entry.difficulty.removeprefix("HSK").replace("-", "–"))


def kind_text(entry: Recommendation) -> str:
    """The kind of an entry in the interface language."""
    if entry.assignment_id is not None:
        return _("From your teacher")
    if entry.url is not None:
        return _("Link")
    if entry.kind == "lesson":
        return _("Lesson to listen to") if entry.resource_type == "audio" else _("Lesson to watch")
    if entry.kind == "essay":
        return _("Essay")
    return _("Reading aloud") if {question.kind for question in entry.questions} == {"say"} else _("Exercises")


def kind_symbol(entry: Recommendation) -> str:
    """The name of a symbol in the Material Symbols font for the kind of an entry."""
    if entry.assignment_id is not None:
        return "school"
    if entry.url is not None:
        return "link"
    if entry.kind == "lesson":
        return "hearing" if entry.resource_type == "audio" else "play_circle"
    return "article" if entry.kind == "essay" else "quiz"


def task_count(entry: Recommendation) -> int:
    """How many tasks an entry has: its questions, or 1 for what is played."""
    return max(1, len(entry.questions))


def state_text(entry: Recommendation) -> str:
    """`Done`, `1 of 2 done`, or an empty text for an entry not begun."""
    if entry.done:
        return _("Done")
    if entry.done_count:
        return _("{done} of {count} done").format(done=entry.done_count, count=task_count(entry))
    return ""


def next_entry(plan: DailyPlan, now: datetime) -> Recommendation | None:
    """The entry to do next: the first open one of the current slot, otherwise the first open one of the day."""
    day = date.fromisoformat(plan.date)
    open_entries = [entry for entry in plan.recommendations if not entry.done]
    minute = (now - day_start(day)).total_seconds() / 60
    for entry in open_entries:
        slot_rule = SLOTS[slot_of(entry, day)]
        if slot_rule.start <= minute < slot_rule.end:
            return entry
    return open_entries[0] if open_entries else None


def minutes_left(entries: Sequence[Recommendation]) -> float:
    """Minutes of what is not done yet; of an entry begun the part that is left."""
    return sum(
        minutes_of(entry) * (1 - min(1.0, entry.done_count / task_count(entry))) for entry in entries if not entry.done
    )
