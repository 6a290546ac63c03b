"""First portrait, update, portrait: each call is one transaction; GET reads what the last update folded."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime

from core.errors import NotFound
from core.learning.days import day_of
from core.portrait.behaviours import evidence_of
from core.portrait.drawing import drawn
from core.portrait.folding import Folding
from core.portrait.sums import PortraitSums, read, state_version
from core.portrait.wire import FirstPortraitRequest, Portrait, PortraitPath, UpdatePortraitRequest
from core.ports.store import Store
from core.ports.system import Clock
from core.records.access import Caller
from core.records.evidence import Evidence
from core.records.learner import FirstPortrait, Learner, PortraitInput, PortraitState
from core.tables import Tables

BLOCK = 200
"""Students in one transaction of the nightly job: a fraction of a second during which SQLite's other writers wait."""


def first(request: FirstPortraitRequest, caller: Caller, *, tables: Tables, store: Store, clock: Clock) -> Portrait:
    """POST /portrait/first: a new baseline in place of the former one; the behaviour history stays."""
    baseline = FirstPortrait(
        organisation_id=caller.organisation_id,
        student_id=request.student_id,
        questionnaire=request.questionnaire.model_dump_json(),
        test_results=request.test_results.model_dump_json(),
        source="api",
        created_at=clock.now(),
    )
    return _moved(request.student_id, caller, [], baseline, tables=tables, store=store, clock=clock)


def from_placement(baseline: FirstPortrait, caller: Caller, *, tables: Tables, store: Store, clock: Clock) -> Portrait:
    """A placement's baseline."""
    return _moved(baseline.student_id, caller, [], baseline, tables=tables, store=store, clock=clock)


def update(request: UpdatePortraitRequest, caller: Caller, *, tables: Tables, store: Store, clock: Clock) -> Portrait:
    """POST /portrait/update: append behaviours, each once, and take in everything above the watermark.

    Raises `BadParameter` naming every behaviour that is not what its indicator takes.
    """
    evidence = evidence_of(request, tables, clock.now())
    return _moved(request.student_id, caller, evidence, None, tables=tables, store=store, clock=clock)


def portrait(request: PortraitPath, caller: Caller, *, tables: Tables, store: Store, clock: Clock) -> Portrait:
    """GET /portrait/{student_id}: as of the last update. Raises `NotFound`."""
    student = store.student(caller.organisation_id, request.student_id)
    if student is None:
        raise NotFound(f"There is no student {request.student_id!r}.")
    state = store.portrait_state(caller.organisation_id, request.student_id)
    baseline = store.first_portrait(caller.organisation_id, request.student_id)
    if state is not None:
        return drawn(request.student_id, read(state), baseline, state.updated_at, tables)
    at = student.created_at or clock.now()
    return drawn(request.student_id, PortraitSums.nothing(day_of(at)), baseline, at, tables)


def refresh(
    organisation_id: str, student_ids: Sequence[str], day: date, *, tables: Tables, store: Store, clock: Clock
) -> int:
    """Portraits of many students as of the end of a day; how many were written. Running it twice writes nothing more."""
    folding = Folding(tables, store, organisation_id)
    count = 0
    for start in range(0, len(student_ids), BLOCK):
        block = student_ids[start : start + BLOCK]
        learners = {row.student_id: row for row in store.learners(organisation_id, block)}
        now, changed = clock.now(), set[str]()

        def fold(
            given: PortraitInput,
            learners: dict[str, Learner] = learners,
            now: datetime = now,
            changed: set[str] = changed,
        ) -> tuple[PortraitState | None, None]:
            state, _ = folding.fold(given, learners.get(given.student_id), day=day, now=now)
            if state is not None:
                changed.add(given.student_id)
            return state, None

        store.fold_portraits(organisation_id, block, fold, version=state_version(tables.indicators), at=now)
        count += len(changed)
    return count


def _moved(
    student_id: str,
    caller: Caller,
    evidence: Sequence[Evidence],
    baseline: FirstPortrait | None,
    *,
    tables: Tables,
    store: Store,
    clock: Clock,
) -> Portrait:
    now, portraits = clock.now(), list[Portrait]()
    folding = Folding(tables, store, caller.organisation_id)
    learner = store.learner(caller.organisation_id, student_id)

    def fold(given: PortraitInput) -> tuple[PortraitState | None, str]:
        state, portrait_sums = folding.fold(given, learner, day=day_of(now), now=now)
        at = state.updated_at if state else given.state.updated_at if given.state else now
        portraits.append(drawn(student_id, portrait_sums, given.baseline, at, tables))
        return state, portraits[-1].model_dump_json()

    store.fold_portraits(
        caller.organisation_id,
        [student_id],
        fold,
        version=state_version(tables.indicators),
        at=now,
        evidence=evidence,
        baseline=baseline,
        call=caller.call,
        create=True,
    )
    return portraits[-1]
