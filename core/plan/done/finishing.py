"""Something was played, read or spoken to its end: it is noted once a day, with what it says of the student."""

from __future__ import annotations

from datetime import datetime

from core.learning.days import day_of
from core.plan.ids import SAY
from core.plan.lessons.resources import Resource
from core.plan.tasks import aloud
from core.records.evidence import Evidence
from core.records.plan import Completion

LONGEST_SECONDS = 4 * 3600
"""A page left open overnight is not four hours of study."""
VIDEO_MINUTES = "D14"
"""Leaf of the portrait: extensive listening and video time."""


def finished(
    organisation_id: str, student_id: str, resource_id: str, seconds: int, resource: Resource | None, at: datetime
) -> tuple[Completion, list[Evidence]]:
    """What to keep of it. `resource`: None for what is none of the catalogue (a sentence, a text assigned).

    Minutes are those that it took, but no more than twice its length: a lesson left on the screen teaches nothing.
    """
    seconds = max(0, min(seconds, LONGEST_SECONDS))
    done = Completion(organisation_id, student_id, resource_id, day_of(at), seconds, at)
    if resource_id.startswith(SAY):
        return done, [aloud.evidence(student_id, resource_id, at)]
    if resource is None:
        return done, []
    minutes = min(seconds, 2 * resource.seconds) / 60
    piece = Evidence(
        student_id=student_id,
        kind="lesson",
        target_kind="indicator",
        target=VIDEO_MINUTES,
        outcome=round(minutes, 2),
        weight=1.0,
        source=resource_id,
        occurred_at=at,
        idempotency_key=f"lesson:{student_id}:{resource_id}:{day_of(at).isoformat()}",
    )
    return done, [piece]
