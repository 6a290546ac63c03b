"""The strip of a week: one line for each of its days."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from functools import partial

from core.learning.days import day_of
from core.learning.times import WINDOW, Pace
from core.plan.day.agenda import due_moments
from core.plan.day.memory import cards_of
from core.plan.day.planner import seconds_of_skill
from core.plan.day.positions import minutes_of, wants
from core.plan.day.slots import is_weekend
from core.plan.day.standings import official_points
from core.plan.done.doing import done_of
from core.plan.model import DayPlan
from core.plan.service import PlanSources, settings
from core.plan.wire import PlanSettings
from core.records.access import Caller
from core.records.plan import WEEKDAY_SLOTS, Slot
from core.tables.points import Points

WEEKEND: tuple[Slot, ...] = ("weekend",)


@dataclass(frozen=True)
class DayLine:
    """One day of the strip."""

    day: date
    minutes: int
    """Planned; of days to come what the student's slots usually take."""
    done: float | None
    """Share of the planned minutes that was done, 0-1; None for days to come and days without a plan."""
    due: int
    """Reviews, points and words: of today what its plan found due, of days to come what becomes due on them; 0 for days past."""
    kept: bool
    """Whether there is a plan of the day already."""


def week(student_id: str, day: date, caller: Caller, *, points: Points, sources: PlanSources) -> list[DayLine]:
    """Monday to Sunday of the week that holds the day."""
    store, now, organisation_id = sources.store, sources.clock.now(), caller.organisation_id
    today, monday = day_of(now), day - timedelta(days=day.weekday())
    days = [monday + timedelta(days=number) for number in range(7)]
    plans = {
        row.day: DayPlan.model_validate_json(row.body)
        for row in store.plans_between(organisation_id, student_id, days[0], days[-1])
    }
    cards = cards_of(store.memory(organisation_id, [student_id]).get(student_id))
    moments = due_moments(cards, official_points(points).index_of)
    coming = _minutes_to_come(student_id, caller, sources) if days[-1] > today else {}
    lines = []
    for each in days:
        plan, done = plans.get(each), None
        if plan is not None and each <= today:
            done = done_of(plan, organisation_id, now=now, store=store).share(plan)
        minutes = sum(entry.end - entry.start for entry in plan.entries) if plan else 0
        if plan is None and each >= today:
            minutes = coming.get(is_weekend(each), 0)
        due = 0
        if each == today:
            due = sum(moment <= now for moment in moments) if plan is None else plan.due
        elif each > today:
            due = sum(day_of(moment) == each for moment in moments)
        lines.append(DayLine(each, minutes, done, due, plan is not None))
    return lines


def _minutes_to_come(student_id: str, caller: Caller, sources: PlanSources) -> dict[bool, int]:
    """What the student's slots usually take, of a weekday (False) and of a day of the weekend (True)."""
    store, named = sources.store, (caller.organisation_id, [student_id])
    chosen = settings(student_id, caller, store=store) or PlanSettings()
    seconds = partial(seconds_of_skill, Pace.of(store.answer_seconds(*named, sources.clock.now() - WINDOW)))
    found = {}
    for weekend, slots in ((False, WEEKDAY_SLOTS), (True, WEEKEND)):
        wanted = wants(slots, chosen, seconds, {})
        found[weekend] = round(sum(minutes_of(want.shares(), seconds) + want.video_minutes for want in wanted))
    return found
