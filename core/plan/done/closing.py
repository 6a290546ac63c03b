"""After a day: how much of its plan was done becomes evidence, once."""

from __future__ import annotations

from datetime import date, timedelta

from core.learning.days import day_start
from core.plan.done.doing import Done
from core.plan.model import DayPlan
from core.records.evidence import Evidence

DONE_SHARE = "D71"
"""Leaf of the portrait: share of recommended work done."""
PLAN_DAY = "plan_day"
"""Act of data/experience.csv: a day's plan completed."""


def of_day(student_id: str, plan: DayPlan, done: Done) -> list[Evidence]:
    """The share of the day's minutes that was done, and the experience of a day that was done whole. Nothing of an empty plan."""
    if not plan.entries:
        return []
    at = day_start(date.fromisoformat(plan.date) + timedelta(days=1)) - timedelta(seconds=1)
    source = f"plan_{plan.date}"
    share = Evidence(
        student_id=student_id,
        kind="plan_share",
        target_kind="indicator",
        target=DONE_SHARE,
        outcome=round(min(1.0, done.share(plan)), 4),
        weight=1.0,
        source=source,
        occurred_at=at,
        idempotency_key=f"plan_share:{student_id}:{plan.date}",
    )
    if not done.complete(plan):
        return [share]
    whole = Evidence(
        student_id=student_id,
        kind=PLAN_DAY,
        target_kind="skill",
        target="plan",
        outcome=1.0,
        weight=1.0,
        source=source,
        occurred_at=at,
        idempotency_key=f"{PLAN_DAY}:{student_id}:{plan.date}",
    )
    return [share, whole]
