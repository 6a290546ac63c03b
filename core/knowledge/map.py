"""GET /knowledge-map/{student_id}: the record on every point of a subject, as of the last update (`core.api.knowledge` makes one first)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import datetime

from core.knowledge import path as paths
from core.knowledge import peers as peering
from core.knowledge.point_states import indexes_of, states_of, student_of, written
from core.knowledge.wire import (
    KnowledgeMap,
    KnowledgePointState,
    MapPath,
    MapRequest,
    MasteryStats,
    PathRequest,
    PeersRequest,
)  # fmt: skip
from core.learning.level import level_of
from core.learning.prediction.predictor import Predictor
from core.learning.sums.record import Record, moment_of, record
from core.ports.store import Store
from core.ports.system import Clock
from core.records.access import Caller
from core.records.learner import Learner
from core.records.students import Student
from core.tables import Tables
from core.wire import Language


def knowledge_map(
    request: MapRequest,
    caller: Caller,
    *,
    language: Language,
    tables: Tables,
    predictor: Predictor,
    store: Store,
    clock: Clock,
    planned_minutes: int | None,
) -> KnowledgeMap:
    """The map of a student: 853 points for hsk, those of preparatory education for ykk.

    Nothing is folded here: evidence after the last update (`updated_at`) is not in it; before any update everything
    stands at "not started". Decay goes by the day. Raises `NotFound`.
    """
    # 1. The student and what was last folded.
    student = student_of(request.student_id, caller, store)
    learner = store.learner(caller.organisation_id, request.student_id)
    # 2. The record on each point.
    points = tables.points
    now = clock.now()
    level = level_of(caller.organisation_id, request.student_id, store=store, now=now)
    student_record = record(learner, level, points=points, predictor=predictor, at=moment_of(learner, now))
    states = states_of(indexes_of(points, request.subject), student_record, points, language)
    # 3. What comes next, and with whom.
    return KnowledgeMap(
        student_id=request.student_id,
        knowledge_points=states,
        mastery_stats=stats_of(states),
        learning_path=_path(
            student_record, request, caller, planned_minutes=planned_minutes, tables=tables, store=store, clock=clock
        ),
        peers=peering.peers(
            PeersRequest(student_id=request.student_id, subject=request.subject),
            caller,
            points=points,
            store=store,
        ).peers,
        updated_at=written(_updated_at(student, learner)),
        subject=request.subject,
        model=predictor.version,
    )


def _path(
    student_record: Record,
    request: MapRequest,
    caller: Caller,
    *,
    planned_minutes: int | None,
    tables: Tables,
    store: Store,
    clock: Clock,
) -> MapPath:
    """The shortest path to the student's target, and the resources of its first stage."""
    asked = PathRequest(student_id=request.student_id, subject=request.subject)
    way = paths.path_through(
        student_record, asked, caller, planned_minutes=planned_minutes, tables=tables, store=store, clock=clock
    )
    return MapPath(hsk_path=way.shortest, recommended_resources=way.path[0].resources if way.path else [])


def stats_of(states: Sequence[KnowledgePointState]) -> MasteryStats:
    """How many points stand at each status."""
    counted = Counter(state.status for state in states)
    return MasteryStats(
        excellent=counted["exceeded"],
        good=counted["mastered"],
        average=counted["learning"],
        not_started=counted["not_started"],
    )


def _updated_at(student: Student, learner: Learner | None) -> datetime:
    """Of the last update; before any, when the student came."""
    if learner is not None:
        return learner.updated_at
    assert student.created_at is not None
    return student.created_at
