"""The days of a week in one line each."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from functools import partial

from core.learning.columns import EPOCH
from core.learning.days import day_of, day_start
from core.learning.times import Pace
from core.plan.doing import done_on
from core.plan.inputs import read
from core.plan.model import DayPlan
from core.plan.planner import seconds_of_skill
from core.plan.positions import minutes_of, wants
from core.plan.service import Desk
from core.plan.slots import slots_of
from core.records import Caller


@dataclass(frozen=True)
class DayLine:
    """One day of the strip."""

    day: date
    minutes: int
    """Planned; of days to come what the student's slots usually take."""
    done: float | None
    """Share of the planned minutes that was done, 0-1; None for days to come and days without a plan."""
    due: int
    """Reviews, points and words: of today all that are due by its end, of days to come what becomes due on them; 0 for days past."""
    kept: bool
    """Whether there is a plan of the day already."""


def week(student_id: str, day: date, caller: Caller, *, desk: Desk) -> list[DayLine]:
    """Monday to Sunday of the week that holds the day."""
    store, now = desk.store, desk.clock.now()
    today, monday = day_of(now), day - timedelta(days=day.weekday())
    days = [monday + timedelta(days=number) for number in range(7)]
    plans = {row.day: row for row in store.plans_between(caller.organisation_id, student_id, days[0], days[-1])}
    (given,) = read(caller.organisation_id, [student_id], max(today, monday), now, store=store)
    lines = []
    for each in days:
        kept = plans.get(each)
        plan = None if kept is None else DayPlan.model_validate_json(kept.body)
        done = None
        if plan is not None and each <= today:
            done = done_on(caller.organisation_id, student_id, each, store=store).share(plan)
        ends = day_start(each + timedelta(days=1))
        begins = day_start(each) if each > today else EPOCH
        due = sum(begins <= card.due_at < ends for card in given.cards.values()) if each >= today else 0
        minutes = sum(entry.end - entry.start for entry in plan.entries) if plan else 0
        if plan is None and each >= today:
            seconds = partial(seconds_of_skill, Pace.of(given.times))
            wanted = wants(slots_of(each), given.settings, seconds, {})
            minutes = round(sum(minutes_of(want.shares(), seconds) + want.video_minutes for want in wanted))
        lines.append(DayLine(each, minutes, done, due, kept is not None))
    return lines
