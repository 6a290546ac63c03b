"""The portrait part of the store: baselines, folded states, placements, contests."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, and_, bindparam, case, func, select, update
from sqlmodel import SQLModel

from core.records.access import Call
from core.records.evidence import Evidence
from core.records.learner import Contest, FirstPortrait, Placement, PortraitInput, PortraitState
from core.store.parts.answers import ANSWER, EVIDENCE, LOCK_ORGANISATION, AnswerPart, evidence_row
from core.store.tables.answers import StudentTable
from core.store.tables.columns import from_micros, table, to_micros
from core.store.tables.portrait import ContestTable, FirstPortraitTable, PlacementTable, PortraitStateTable

BASELINE = table(FirstPortraitTable)
STATE = table(PortraitStateTable)
PLACEMENT = table(PlacementTable)
CONTEST = table(ContestTable)
STUDENT = table(StudentTable)

MAX_IDS = 500
"""Most ids in one IN (...), below SQLite's limit on bound variables."""
PORTRAIT_TARGETS = ("skill", "indicator")
"""Kinds of targets whose evidence is folded into portraits; evidence on points comes in through the map."""

STATE_OF_STUDENT = and_(
    STATE.c.organisation_id == EVIDENCE.c.organisation_id, STATE.c.student_id == EVIDENCE.c.student_id
)
FOLDED_UP_TO = case((STATE.c.version == bindparam("version"), STATE.c.watermark), else_=0)
"""The watermark, or 0 for a state of another version: then the student is folded from the beginning."""
NEW_EVIDENCE = (
    select(EVIDENCE)
    .select_from(EVIDENCE.outerjoin(STATE, STATE_OF_STUDENT))
    .where(
        EVIDENCE.c.organisation_id == bindparam("organisation_id"),
        EVIDENCE.c.student_id.in_(bindparam("student_ids", expanding=True)),
        EVIDENCE.c.target_kind.in_(PORTRAIT_TARGETS),
        EVIDENCE.c.seq > func.coalesce(FOLDED_UP_TO, 0),
    )
    .order_by(EVIDENCE.c.seq)
)
ANSWER_SECONDS = select(ANSWER.c.evaluation_id, ANSWER.c.position, ANSWER.c.time_spent_seconds).where(
    ANSWER.c.evaluation_id.in_(bindparam("evaluation_ids", expanding=True)),
    ANSWER.c.organisation_id == bindparam("organisation_id"),
)

Fold = Callable[[PortraitInput], tuple[PortraitState | None, str | None]]


class PortraitPart(AnswerPart):
    """`core.ports.portrait.PortraitStore` in SQL."""

    def first_portrait(self, organisation_id: str, student_id: str) -> FirstPortrait | None:
        """See `core.ports.portrait.PortraitStore.first_portrait`."""
        baselines = self.first_portraits(organisation_id, student_id)
        return baselines[-1] if baselines else None

    def first_portraits(self, organisation_id: str, student_id: str) -> list[FirstPortrait]:
        """See `core.ports.portrait.PortraitStore.first_portraits`."""
        with self.read() as connection:
            return _baselines(connection, organisation_id, [student_id])[student_id]

    def portrait_state(self, organisation_id: str, student_id: str) -> PortraitState | None:
        """The student's folded portrait."""
        with self.read() as connection:
            return _states(connection, organisation_id, [student_id]).get(student_id)

    def level_sources(
        self, organisation_id: str, student_ids: Sequence[str]
    ) -> dict[str, tuple[PortraitState | None, FirstPortrait | None]]:
        """See `core.ports.portrait.PortraitStore.level_sources`."""
        sources: dict[str, tuple[PortraitState | None, FirstPortrait | None]] = {}
        with self.read() as connection:
            for start in range(0, len(student_ids), MAX_IDS):
                block = list(student_ids[start : start + MAX_IDS])
                states = _states(connection, organisation_id, block)
                baselines = _baselines(connection, organisation_id, block)
                for student_id in block:
                    sources[student_id] = states.get(student_id), next(reversed(baselines[student_id]), None)
        return sources

    def portrait_states(self, organisation_id: str) -> list[PortraitState]:
        """See `core.ports.portrait.PortraitStore.portrait_states`."""
        query = select(STATE).where(STATE.c.organisation_id == organisation_id).order_by(STATE.c.student_id)
        with self.read() as connection:
            return [_state(row) for row in connection.execute(query)]

    def fold_portraits(
        self,
        organisation_id: str,
        student_ids: Sequence[str],
        fold: Fold,
        *,
        version: str,
        at: datetime,
        evidence: Sequence[Evidence] = (),
        baseline: FirstPortrait | None = None,
        call: Call | None = None,
        create: bool = False,
    ) -> list[PortraitInput]:
        """See `core.ports.portrait.PortraitStore.fold_portraits`."""
        with self.write() as connection:
            if create:
                for student_id in student_ids:
                    self.ensure_student(connection, organisation_id, student_id, at)
            else:
                student_ids = _existing_students(connection, organisation_id, student_ids)
            if baseline is not None:
                _upsert(
                    self,
                    connection,
                    FirstPortraitTable,
                    ["organisation_id", "student_id", "created_at"],
                    [_columns(baseline)],
                )
            self._append(connection, organisation_id, evidence, at=at)
            inputs = self._inputs(connection, organisation_id, student_ids, version)
            results = [fold(portrait_input) for portrait_input in inputs]
            changed = [_columns(state) for state, _ in results if state is not None]
            if changed:
                _upsert(self, connection, PortraitStateTable, ["organisation_id", "student_id"], changed)
            if call is not None:
                reply = results[0][1] if results and call.idempotency_key else None
                self.count(connection, call, reply, student_id=next(iter(student_ids), None))
        return inputs

    def _inputs(
        self, connection: Connection, organisation_id: str, student_ids: Sequence[str], version: str
    ) -> list[PortraitInput]:
        """The input of each student's fold, read in blocks; on PostgreSQL two folds of the same student wait for each other."""
        inputs: list[PortraitInput] = []
        lock = self.engine.dialect.name == "postgresql"
        for start in range(0, len(student_ids), MAX_IDS):
            block = sorted(student_ids[start : start + MAX_IDS])
            states = _states(connection, organisation_id, block, lock=lock)
            baselines = _baselines(connection, organisation_id, block)
            parameters = {"organisation_id": organisation_id, "student_ids": block, "version": version}
            evidence: dict[str, list[Evidence]] = defaultdict(list)
            for row in connection.execute(NEW_EVIDENCE, parameters).all():
                evidence[row.student_id].append(evidence_row(row))
            seconds = _seconds(connection, organisation_id, [piece for rows in evidence.values() for piece in rows])
            for student_id in block:
                state = states.get(student_id)
                own = tuple(evidence[student_id])
                inputs.append(
                    PortraitInput(
                        student_id=student_id,
                        state=state if state is not None and state.version == version else None,
                        baseline=baselines[student_id][-1] if baselines[student_id] else None,
                        evidence=own,
                        seconds={piece.source: seconds[piece.source] for piece in own if piece.source in seconds},
                    )
                )
        return inputs

    # -- placements --------------------------------------------------------------------------------------

    def add_placement(self, placement: Placement) -> None:
        """Store a new placement."""
        with self.write() as connection:
            self.ensure_student(connection, placement.organisation_id, placement.student_id, placement.created_at)
            connection.execute(PLACEMENT.insert(), _columns(placement))

    def put_placement(self, placement: Placement, *, before: str) -> bool:
        """See `core.ports.portrait.PortraitStore.put_placement`."""
        statement = update(PLACEMENT).where(
            PLACEMENT.c.organisation_id == placement.organisation_id,
            PLACEMENT.c.placement_id == placement.placement_id,
            PLACEMENT.c.steps == before,
        )
        with self.write() as connection:
            return connection.execute(statement.values(_columns(placement))).rowcount > 0

    def placement(self, organisation_id: str, placement_id: str) -> Placement | None:
        """The organisation's placement with that id."""
        query = select(PLACEMENT).where(
            PLACEMENT.c.organisation_id == organisation_id, PLACEMENT.c.placement_id == placement_id
        )
        with self.read() as connection:
            row = connection.execute(query).first()
        return None if row is None else Placement(**_times(row))

    def latest_placement(self, organisation_id: str, student_id: str, *, finished: bool = False) -> Placement | None:
        """See `core.ports.portrait.PortraitStore.latest_placement`."""
        query = (
            select(PLACEMENT)
            .where(PLACEMENT.c.organisation_id == organisation_id, PLACEMENT.c.student_id == student_id)
            .order_by(PLACEMENT.c.created_at.desc(), PLACEMENT.c.placement_id)
            .limit(1)
        )
        if finished:
            query = query.where(PLACEMENT.c.finished_at.is_not(None))
        with self.read() as connection:
            row = connection.execute(query).first()
        return None if row is None else Placement(**_times(row))

    # -- contests ----------------------------------------------------------------------------------------

    def add_contest(self, contest: Contest) -> bool:
        """See `core.ports.portrait.PortraitStore.add_contest`."""
        open_contest = select(CONTEST.c.contest_id).where(
            CONTEST.c.organisation_id == contest.organisation_id,
            CONTEST.c.student_id == contest.student_id,
            CONTEST.c.target == contest.target,
            CONTEST.c.settled_at.is_(None),
        )
        with self.write() as connection:
            if self.engine.dialect.name == "postgresql":
                connection.execute(LOCK_ORGANISATION, {"organisation_id": contest.organisation_id})
            if connection.execute(open_contest).first() is not None:
                return False
            connection.execute(CONTEST.insert(), _columns(contest))
        return True

    def contests(self, organisation_id: str, student_id: str) -> list[Contest]:
        """See `core.ports.portrait.PortraitStore.contests`."""
        query = (
            select(CONTEST)
            .where(CONTEST.c.organisation_id == organisation_id, CONTEST.c.student_id == student_id)
            .order_by(CONTEST.c.created_at.desc(), CONTEST.c.contest_id)
        )
        with self.read() as connection:
            return [Contest(**_times(row)) for row in connection.execute(query)]

    def settle_contest(self, organisation_id: str, contest_id: str, *, after: float | None, at: datetime) -> bool:
        """See `core.ports.portrait.PortraitStore.settle_contest`."""
        statement = (
            update(CONTEST)
            .where(
                CONTEST.c.organisation_id == organisation_id,
                CONTEST.c.contest_id == contest_id,
                CONTEST.c.settled_at.is_(None),
            )
            .values(after=after, settled_at=to_micros(at))
        )
        with self.write() as connection:
            return connection.execute(statement).rowcount > 0


# -- parts ---------------------------------------------------------------------------------------------------


def _existing_students(connection: Connection, organisation_id: str, student_ids: Sequence[str]) -> list[str]:
    """The students who were not erased; on PostgreSQL an erasure waits until the transaction has ended."""
    existing: list[str] = []
    for start in range(0, len(student_ids), MAX_IDS):
        query = select(STUDENT.c.student_id).where(
            STUDENT.c.organisation_id == organisation_id,
            STUDENT.c.student_id.in_(student_ids[start : start + MAX_IDS]),
        )
        existing += connection.execute(query.with_for_update(read=True, key_share=True)).scalars()
    return existing


def _upsert(
    part: AnswerPart, connection: Connection, model: type[SQLModel], key: list[str], rows: list[dict[str, Any]]
) -> None:
    """Insert rows, or replace the rows with the same key."""
    insert = part.insert(table(model))
    changed = {name: insert.excluded[name] for name in rows[0] if name not in key}
    connection.execute(insert.on_conflict_do_update(index_elements=key, set_=changed), rows)


def _states(
    connection: Connection, organisation_id: str, student_ids: Sequence[str], *, lock: bool = False
) -> dict[str, PortraitState]:
    query = select(STATE).where(STATE.c.organisation_id == organisation_id, STATE.c.student_id.in_(student_ids))
    if lock:
        query = query.order_by(STATE.c.student_id).with_for_update()
    return {row.student_id: _state(row) for row in connection.execute(query)}


def _baselines(
    connection: Connection, organisation_id: str, student_ids: Sequence[str]
) -> dict[str, list[FirstPortrait]]:
    query = (
        select(BASELINE)
        .where(BASELINE.c.organisation_id == organisation_id, BASELINE.c.student_id.in_(student_ids))
        .order_by(BASELINE.c.created_at)
    )
    baselines: dict[str, list[FirstPortrait]] = defaultdict(list)
    for row in connection.execute(query):
        baselines[row.student_id].append(FirstPortrait(**_times(row)))
    return baselines


def _seconds(connection: Connection, organisation_id: str, evidence: Sequence[Evidence]) -> dict[str, int]:
    """Seconds spent on answers, by source `evaluation_id#position`."""
    evaluation_ids = sorted({piece.source.partition("#")[0] for piece in evidence if piece.target_kind == "skill"})
    seconds_of: dict[str, int] = {}
    for start in range(0, len(evaluation_ids), MAX_IDS):
        parameters = {"organisation_id": organisation_id, "evaluation_ids": evaluation_ids[start : start + MAX_IDS]}
        for evaluation_id, position, seconds in connection.execute(ANSWER_SECONDS, parameters):
            seconds_of[f"{evaluation_id}#{position}"] = seconds
    return seconds_of


def _state(row: Row[Any]) -> PortraitState:
    return PortraitState(**_times(row))


def _columns(record: FirstPortrait | PortraitState | Placement | Contest) -> dict[str, Any]:
    return {name: to_micros(value) if isinstance(value, datetime) else value for name, value in vars(record).items()}


def _times(row: Row[Any]) -> dict[str, Any]:
    return {
        name: from_micros(value) if name.endswith("_at") and value is not None else value
        for name, value in row._mapping.items()
    }
