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
from core.store.parts.answers import ANSWER, EVIDENCE, TAKE_TURN, AnswerPart, evidence_row
from core.store.tables.answers import StudentTable
from core.store.tables.columns import from_micros, table, to_micros
from core.store.tables.portrait import ContestTable, FirstPortraitTable, PlacementTable, PortraitStateTable

FIRST = table(FirstPortraitTable)
STATE = table(PortraitStateTable)
PLACEMENT = table(PlacementTable)
CONTEST = table(ContestTable)
STUDENT = table(StudentTable)

MOST_IDS = 500
"""Ids in one IN list, under SQLite's limit of variables."""
OF_PORTRAITS = ("skill", "indicator")
"""Targets of evidence that portraits are folded from; what is said of points comes by way of the map."""

OWN_STATE = and_(STATE.c.organisation_id == EVIDENCE.c.organisation_id, STATE.c.student_id == EVIDENCE.c.student_id)
FOLDED = case((STATE.c.version == bindparam("version"), STATE.c.watermark), else_=0)
"""Another version's state counts for nothing: the student is folded afresh."""
PIECES = (
    select(EVIDENCE)
    .select_from(EVIDENCE.outerjoin(STATE, OWN_STATE))
    .where(
        EVIDENCE.c.organisation_id == bindparam("organisation_id"),
        EVIDENCE.c.student_id.in_(bindparam("student_ids", expanding=True)),
        EVIDENCE.c.target_kind.in_(OF_PORTRAITS),
        EVIDENCE.c.seq > func.coalesce(FOLDED, 0),
    )
    .order_by(EVIDENCE.c.seq)
)
SECONDS = select(ANSWER.c.evaluation_id, ANSWER.c.position, ANSWER.c.time_spent_seconds).where(
    ANSWER.c.evaluation_id.in_(bindparam("evaluation_ids", expanding=True)),
    ANSWER.c.organisation_id == bindparam("organisation_id"),
)

Fold = Callable[[PortraitInput], tuple[PortraitState | None, str | None]]


class PortraitPart(AnswerPart):
    """`core.ports.portrait.PortraitStore` in SQL."""

    def first_portrait(self, organisation_id: str, student_id: str) -> FirstPortrait | None:
        """See `core.ports.portrait.PortraitStore.first_portrait`."""
        found = self.first_portraits(organisation_id, student_id)
        return found[-1] if found else None

    def first_portraits(self, organisation_id: str, student_id: str) -> list[FirstPortrait]:
        """See `core.ports.portrait.PortraitStore.first_portraits`."""
        with self.read() as connection:
            return _firsts(connection, organisation_id, [student_id])[student_id]

    def portrait_state(self, organisation_id: str, student_id: str) -> PortraitState | None:
        """The student's folded portrait."""
        with self.read() as connection:
            return _states(connection, organisation_id, [student_id]).get(student_id)

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
        first: FirstPortrait | None = None,
        call: Call | None = None,
        create: bool = False,
    ) -> list[PortraitInput]:
        """See `core.ports.portrait.PortraitStore.fold_portraits`."""
        with self.write() as connection:
            if create:
                for student_id in student_ids:
                    self.ensure_student(connection, organisation_id, student_id, at)
            else:
                student_ids = _there(connection, organisation_id, student_ids)
            if first is not None:
                _put(
                    self,
                    connection,
                    FirstPortraitTable,
                    ["organisation_id", "student_id", "created_at"],
                    [_columns(first)],
                )
            self._append(connection, organisation_id, evidence, at=at)
            inputs = self._inputs(connection, organisation_id, student_ids, version)
            results = [fold(each) for each in inputs]
            moved = [_columns(state) for state, _ in results if state is not None]
            if moved:
                _put(self, connection, PortraitStateTable, ["organisation_id", "student_id"], moved)
            if call is not None:
                reply = results[0][1] if results and call.idempotency_key else None
                self.count(connection, call, reply, student_id=next(iter(student_ids), None))
        return inputs

    def _inputs(
        self, connection: Connection, organisation_id: str, student_ids: Sequence[str], version: str
    ) -> list[PortraitInput]:
        """What each student's fold needs, by block; on PostgreSQL those who fold one student wait for each other."""
        inputs: list[PortraitInput] = []
        lock = self.engine.dialect.name == "postgresql"
        for start in range(0, len(student_ids), MOST_IDS):
            block = sorted(student_ids[start : start + MOST_IDS])
            states = _states(connection, organisation_id, block, lock=lock)
            firsts = _firsts(connection, organisation_id, block)
            named = {"organisation_id": organisation_id, "student_ids": block, "version": version}
            pieces: dict[str, list[Evidence]] = defaultdict(list)
            for row in connection.execute(PIECES, named):
                pieces[row.student_id].append(evidence_row(row))
            seconds = _seconds(connection, organisation_id, [each for rows in pieces.values() for each in rows])
            for student_id in block:
                state = states.get(student_id)
                own = tuple(pieces[student_id])
                inputs.append(
                    PortraitInput(
                        student_id=student_id,
                        state=state if state is not None and state.version == version else None,
                        first=firsts[student_id][-1] if firsts[student_id] else None,
                        evidence=own,
                        seconds={each.source: seconds[each.source] for each in own if each.source in seconds},
                    )
                )
        return inputs

    # -- placements --------------------------------------------------------------------------------------

    def add_placement(self, placement: Placement) -> None:
        """Keep a new placement."""
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
        """The organisation's placement of that id."""
        query = select(PLACEMENT).where(
            PLACEMENT.c.organisation_id == organisation_id, PLACEMENT.c.placement_id == placement_id
        )
        with self.read() as connection:
            row = connection.execute(query).first()
        return None if row is None else Placement(**_times(row))

    def latest_placement(self, organisation_id: str, student_id: str) -> Placement | None:
        """The student's newest placement, finished or not."""
        query = (
            select(PLACEMENT)
            .where(PLACEMENT.c.organisation_id == organisation_id, PLACEMENT.c.student_id == student_id)
            .order_by(PLACEMENT.c.created_at.desc(), PLACEMENT.c.placement_id)
            .limit(1)
        )
        with self.read() as connection:
            row = connection.execute(query).first()
        return None if row is None else Placement(**_times(row))

    # -- contests ----------------------------------------------------------------------------------------

    def add_contest(self, contest: Contest) -> bool:
        """See `core.ports.portrait.PortraitStore.add_contest`."""
        opened = select(CONTEST.c.contest_id).where(
            CONTEST.c.organisation_id == contest.organisation_id,
            CONTEST.c.student_id == contest.student_id,
            CONTEST.c.target == contest.target,
            CONTEST.c.settled_at.is_(None),
        )
        with self.write() as connection:
            if self.engine.dialect.name == "postgresql":
                connection.execute(TAKE_TURN, {"organisation_id": contest.organisation_id})
            if connection.execute(opened).first() is not None:
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


def _there(connection: Connection, organisation_id: str, student_ids: Sequence[str]) -> list[str]:
    """The students who were not erased; on PostgreSQL an erasure waits until the transaction is done."""
    found: list[str] = []
    for start in range(0, len(student_ids), MOST_IDS):
        query = select(STUDENT.c.student_id).where(
            STUDENT.c.organisation_id == organisation_id,
            STUDENT.c.student_id.in_(student_ids[start : start + MOST_IDS]),
        )
        found += connection.execute(query.with_for_update(read=True, key_share=True)).scalars()
    return found


def _put(
    part: AnswerPart, connection: Connection, model: type[SQLModel], key: list[str], rows: list[dict[str, Any]]
) -> None:
    """Insert, or replace what stands under the key."""
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


def _firsts(connection: Connection, organisation_id: str, student_ids: Sequence[str]) -> dict[str, list[FirstPortrait]]:
    query = (
        select(FIRST)
        .where(FIRST.c.organisation_id == organisation_id, FIRST.c.student_id.in_(student_ids))
        .order_by(FIRST.c.created_at)
    )
    found: dict[str, list[FirstPortrait]] = defaultdict(list)
    for row in connection.execute(query):
        found[row.student_id].append(FirstPortrait(**_times(row)))
    return found


def _seconds(connection: Connection, organisation_id: str, evidence: Sequence[Evidence]) -> dict[str, int]:
    """Time spent on answers, by source `evaluation_id#position`."""
    wanted = sorted({each.source.partition("#")[0] for each in evidence if each.target_kind == "skill"})
    found: dict[str, int] = {}
    for start in range(0, len(wanted), MOST_IDS):
        named = {"organisation_id": organisation_id, "evaluation_ids": wanted[start : start + MOST_IDS]}
        for evaluation_id, position, seconds in connection.execute(SECONDS, named):
            found[f"{evaluation_id}#{position}"] = seconds
    return found


def _state(row: Row[Any]) -> PortraitState:
    return PortraitState(**_times(row))


def _columns(record: FirstPortrait | PortraitState | Placement | Contest) -> dict[str, Any]:
    return {name: to_micros(value) if isinstance(value, datetime) else value for name, value in vars(record).items()}


def _times(row: Row[Any]) -> dict[str, Any]:
    return {
        name: from_micros(value) if name.endswith("_at") and value is not None else value
        for name, value in row._mapping.items()
    }
