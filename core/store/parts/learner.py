"""The mastery part of the store: folded states, and the fold of a block of students in one transaction."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

import numpy as np
from sqlalchemy import Row, Select, select, update

from core.arrays import Int64
from core.records.learner import Learner, Sums
from core.records.learner_blocks import EvidenceLog, Fold, FoldCounts, LogRows, StudentBlock, SumRows
from core.store.blocks.rows import BlockRows, FoldScope, States
from core.store.blocks.sqlite import SqliteBlockRows
from core.store.database.session import SqlPart
from core.store.tables.answers import EvidenceTable
from core.store.tables.columns import from_micros, table, to_micros
from core.store.tables.learner import LearnerStateTable, PointMasteryTable

STATE = table(LearnerStateTable)
CELL = table(PointMasteryTable)
EVIDENCE = table(EvidenceTable)
OUTDATED = ""
"""The model version of states that are to be folded again from the beginning; no predictor has it."""
PAGE_ROWS = 5_000
"""Number of vectors read at once: 4 MB."""


class MasteryPart(SqlPart):
    """`core.ports.knowledge.MasteryStore` in SQL."""

    def learner(self, organisation_id: str, student_id: str) -> Learner | None:
        """See `core.ports.knowledge.MasteryStore.learner`."""
        return next(iter(self.learners(organisation_id, [student_id])), None)

    def learners(self, organisation_id: str, student_ids: Sequence[str] | None = None) -> list[Learner]:
        """See `core.ports.knowledge.MasteryStore.learners`."""
        cells: dict[str, dict[str, Sums]] = {}
        with self.read() as connection:
            for row in connection.execute(_of_students(select(CELL), CELL, organisation_id, student_ids)):
                cells.setdefault(row.student_id, {})[row.point_id] = _sums(row)
            query = _of_students(select(STATE), STATE, organisation_id, student_ids).order_by(STATE.c.student_id)
            return [_learner(row, cells.get(row.student_id, {})) for row in connection.execute(query)]

    def vectors(self, organisation_id: str) -> Iterator[tuple[str, bytes]]:
        """See `core.ports.knowledge.MasteryStore.vectors`."""
        last = ""
        while True:
            query = (
                select(STATE.c.student_id, STATE.c.vector)
                .where(STATE.c.organisation_id == organisation_id, STATE.c.student_id > last)
                .order_by(STATE.c.student_id)
                .limit(PAGE_ROWS)
            )
            with self.read() as connection:
                rows = connection.execute(query).all()
            yield from ((student_id, bytes(vector)) for student_id, vector in rows)
            if len(rows) < PAGE_ROWS:
                return
            last = rows[-1].student_id

    # -- the fold ----------------------------------------------------------------------------------------

    def newest_seq_before(self, organisation_id: str, end: datetime) -> int:
        """See `core.ports.knowledge.MasteryStore.newest_seq_before`."""
        query = (
            select(EVIDENCE.c.seq)
            .where(EVIDENCE.c.organisation_id == organisation_id, EVIDENCE.c.ingested_at < to_micros(end))
            .order_by(EVIDENCE.c.seq.desc())
            .limit(1)
        )
        with self.read() as connection:
            return connection.execute(query).scalar() or 0

    def students_with_evidence(self, organisation_id: str, after: int, upto: int) -> list[str]:
        """See `core.ports.knowledge.MasteryStore.students_with_evidence`."""
        rows = self._block_rows()
        with self.read() as connection:
            cursor = rows.cursor(connection.connection)
            try:
                return sorted(rows.students(cursor, organisation_id, after, upto))
            finally:
                cursor.close()

    def students_of_other_models(self, organisation_id: str, model: str) -> list[str]:
        """See `core.ports.knowledge.MasteryStore.students_of_other_models`."""
        query = select(STATE.c.student_id).where(STATE.c.organisation_id == organisation_id, STATE.c.model != model)
        with self.read() as connection:
            return sorted(connection.execute(query).scalars())

    def read_log(
        self, organisation_id: str, student_ids: Sequence[str], *, after: int, upto: int, point_ids: Sequence[str]
    ) -> EvidenceLog:
        """See `core.ports.knowledge.MasteryStore.read_log`."""
        rows = self._block_rows()
        with self.read() as connection:
            cursor = rows.cursor(connection.connection)
            try:
                return rows.log_between(
                    cursor, FoldScope(organisation_id, student_ids, upto, ""), after, _point_indices(point_ids)
                )
            finally:
                cursor.close()

    def fold_students(
        self,
        organisation_id: str,
        student_ids: Sequence[str],
        *,
        upto: int,
        model: str,
        point_ids: Sequence[str],
        fold: Fold,
        at: datetime,
        log: EvidenceLog | None = None,
    ) -> FoldCounts:
        """See `core.ports.knowledge.MasteryStore.fold_students`."""
        scope = FoldScope(organisation_id, student_ids, upto, model)
        rows, point_indices = self._block_rows(), _point_indices(point_ids)
        with self.write() as connection:
            cursor = rows.cursor(connection.connection)
            try:
                rows.lock(cursor, scope)
                states = rows.states(cursor, scope)
                evidence = _log_rows(rows, cursor, scope, states, log, point_indices)
                if len(evidence) == 0:
                    return FoldCounts()
                with_sums = np.intersect1d(states.student[states.current], evidence.student)
                cells = rows.cells(cursor, scope, with_sums, point_indices)
                folded = fold(StudentBlock(student_ids, _wholes(scope, states), cells, evidence))
                rows.write_cells(cursor, scope, folded.cells, point_ids)
                watermarks = np.maximum(_watermarks(scope, states), scope.upto)[folded.students]
                rows.write_states(cursor, scope, folded, watermarks, to_micros(at))
            finally:
                cursor.close()
        return FoldCounts(folded.new_students, int(evidence.new.sum()), folded.new_cells)

    def mark_learners_outdated(self, organisation_id: str) -> int:
        """See `core.ports.knowledge.MasteryStore.mark_learners_outdated`."""
        statement = update(STATE).where(STATE.c.organisation_id == organisation_id).values(model=OUTDATED)
        with self.write() as connection:
            return connection.execute(statement).rowcount

    def _block_rows(self) -> BlockRows:
        if self.engine.dialect.name == "sqlite":
            return SqliteBlockRows()
        from core.store.blocks.postgresql import PostgresqlBlockRows

        return PostgresqlBlockRows()


def _wholes(scope: FoldScope, states: States) -> SumRows:
    """The sums of each student as a whole; empty where they are to be made from the beginning."""
    wholes = SumRows.empty(len(scope.student_ids))
    current = states.student[states.current]
    wholes.amounts[current] = states.sums.amounts[states.current]
    wholes.last_at[current] = states.sums.last_at[states.current]
    return wholes


def _watermarks(scope: FoldScope, states: States) -> Int64:
    """The watermark of each student of the scope; 0 for those never folded."""
    watermarks = np.zeros(len(scope.student_ids), dtype=np.int64)
    watermarks[states.student] = states.watermark
    return watermarks


def _log_rows(
    rows: BlockRows,
    cursor: Any,
    scope: FoldScope,
    states: States,
    log: EvidenceLog | None,
    point_indices: dict[str, int],
) -> LogRows:
    """The evidence that is to be folded: taken from the log read before, or read now if that is not enough."""
    if log is None or not states.current.all():
        return rows.log(cursor, scope, point_indices)
    existing = np.diff(log.row_starts) > 0
    # A student's state is erased with the evidence, so only students without a state can have been erased since.
    stateless = existing.copy()
    stateless[states.student] = False
    existing[stateless] = rows.existing(cursor, log.seq[log.row_starts[:-1][stateless]])
    return log.above(_watermarks(scope, states), existing)


def _point_indices(point_ids: Sequence[str]) -> dict[str, int]:
    return {point_id: index for index, point_id in enumerate(point_ids)}


def _of_students(
    query: Select[Any], target: Any, organisation_id: str, student_ids: Sequence[str] | None
) -> Select[Any]:
    query = query.where(target.c.organisation_id == organisation_id)
    return query if student_ids is None else query.where(target.c.student_id.in_(student_ids))


def _sums(row: Row[Any]) -> Sums:
    return Sums(
        attempts=row.attempts,
        correct=row.correct,
        right=row.right_slow,
        wrong=row.wrong_slow,
        right_fast=row.right_fast,
        wrong_fast=row.wrong_fast,
        last_at=from_micros(row.last_at),
    )


def _learner(row: Row[Any], points: dict[str, Sums]) -> Learner:
    return Learner(
        organisation_id=row.organisation_id,
        student_id=row.student_id,
        watermark=row.watermark,
        model=row.model,
        whole=_sums(row),
        points=points,
        vector=bytes(row.vector),
        updated_at=from_micros(row.updated_at),
    )
