"""A core with the whole bank, found once for all tests, and short ways to ask for plans."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from core.api.core import Core
from core.plan.wire import DailyPlan, DailyRequest, ScheduleRequest
from core.ports.system import Clock
from core.records.access import PERMISSIONS, Caller, Organisation
from core.records.evidence import Evidence
from core.records.students import Student
from core.wiring import in_memory_core
from evaluation.questions.bank_items import shared_bank

SCHOOL = "school"
CALLER = Caller(SCHOOL, frozenset(PERMISSIONS), "en")


def school(clock: Clock, *students: str, **parts: Any) -> Core:
    """A core with an organisation and its students."""
    core = in_memory_core(clock=clock, bank=shared_bank(), **parts)
    core.store.add_organisation(Organisation(SCHOOL, "School", "enterprise", None, False, clock.now()))
    for student in students:
        core.store.put_student(Student(SCHOOL, student, created_at=clock.now()))
    return core


def plan_of(core: Core, student: str = "s1", **asked: Any) -> DailyPlan:
    """GET /recommendation/daily."""
    return core.plan.daily(DailyRequest(student_id=student, **asked), CALLER)


def move(core: Core, resource_id: str, slot: Any, student: str = "s1", **asked: Any) -> DailyPlan:
    """POST /recommendation/schedule."""
    request = ScheduleRequest(student_id=student, resource_id=resource_id, new_time_slot=slot, **asked)
    return core.plan.schedule(request, CALLER)


def error(core: Core, kind: str, target_kind: Any, target: str, *, student: str = "s1", hours_ago: float = 20) -> None:
    """An error in an essay or a reading."""
    piece = Evidence(
        student_id=student,
        kind=kind,
        target_kind=target_kind,
        target=target,
        outcome=0.0,
        weight=1.0,
        source=f"{kind}#0",
        occurred_at=core.clock.now() - timedelta(hours=hours_ago),
        idempotency_key=f"{kind}:{student}:{target}",
    )
    core.store.append_evidence(SCHOOL, [piece], at=core.clock.now())
