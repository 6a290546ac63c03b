"""A plan as a calendar file (RFC 5545), for the student's own calendar."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from typing import TYPE_CHECKING

from core.learning.days import SHANGHAI
from core.plan.day import reasons
from core.plan.model import DayPlan, Entry
from core.records.printed import on_one_line
from core.wire import Bilingual, Language

if TYPE_CHECKING:
    from icalendar import Event

NAME = Bilingual(zh="文路每日计划", en="Wenlu daily plan")


def calendar(plans: Sequence[DayPlan], language: Language, *, now: datetime) -> bytes:
    """Every entry of the plans as an event at its time, UTC+8."""
    from icalendar import Calendar, Timezone

    made = Calendar()
    made.add("prodid", "-//Wenlu//daily plan//")
    made.add("version", "2.0")
    made.add("method", "PUBLISH")
    made.add("x-wr-calname", NAME.get(language))
    made.add_component(Timezone.from_tzinfo(SHANGHAI))
    for plan in plans:
        for entry in plan.entries:
            made.add_component(_event(plan, entry, language, now))
    return bytes(made.to_ical())


def _event(plan: DayPlan, entry: Entry, language: Language, now: datetime) -> Event:
    from icalendar import Event

    day = date.fromisoformat(plan.date)
    event = Event()
    event.add("uid", f"{plan.date}-{entry.resource_id}@wenlu")
    event.add("dtstamp", now)
    event.add("dtstart", _moment(day, entry.start))
    event.add("dtend", _moment(day, entry.end))
    title = entry.title.get(language)
    event.add("summary", on_one_line(f"{title} ×{entry.count}" if entry.count > 1 else title))
    event.add("description", on_one_line(f"{reasons.level_label(entry.level)} · {entry.reason.get(language)}"))
    if entry.url:
        event.add("url", entry.url)
    return event


def _moment(day: date, minute: int) -> datetime:
    """24:00 is the next day's 00:00."""
    return datetime.combine(day, time(), SHANGHAI) + timedelta(minutes=minute)
