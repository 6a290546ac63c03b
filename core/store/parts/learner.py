"""The mastery part of the store: folded states, and the fold of a block of students in one transaction."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

import numpy as np
from sqlalchemy import Row, Select, select, update

from core.arrays import Int64
from core.records.learner import Learner, Sums
from core.records.learner_blocks import Block, Counts, Fold, Log, LogRows, SumRows
from core.store.blocks.rows import BlockRows, Span, States
from core.store.blocks.sqlite import SqliteBlockRows
from core.store.database.session import SqlPart
from core.store.tables.answers import EvidenceTable
from core.store.tables.columns import from_micros, table, to_micros
from core.store.tables.learner import LearnerStateTable, PointMasteryTable

STATE = table(LearnerStateTable)
CELL = table(PointMasteryTable)
EVIDENCE = table(EvidenceTable)
OUTDATED = ""
"""The model of a state that waits to be made anew; no predictor has it."""
PAGE = 5_000
"""Vectors read at once: 4 MB."""


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
                .limit(PAGE)
            )
            with self.read() as connection:
                rows = connection.execute(query).all()
            yield from ((student_id, bytes(vector)) for student_id, vector in rows)
            if len(rows) < PAGE:
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
    ) -> Log:
        """See `core.ports.knowledge.MasteryStore.read_log`."""
        rows = self._block_rows()
        with self.read() as connection:
            cursor = rows.cursor(connection.connection)
            try:
                return rows.stretch(cursor, Span(organisation_id, student_ids, upto, ""), after, _places(point_ids))
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
        log: Log | None = None,
    ) -> Counts:
        """See `core.ports.knowledge.MasteryStore.fold_students`."""
        span = Span(organisation_id, student_ids, upto, model)
        rows, places = self._block_rows(), _places(point_ids)
        with self.write() as connection:
            cursor = rows.cursor(connection.connection)
            try:
                rows.lock(cursor, span)
                states = rows.states(cursor, span)
                evidence = _log_rows(rows, cursor, span, states, log, places)
                if len(evidence) == 0:
                    return Counts()
                standing = np.intersect1d(states.student[states.current], evidence.student)
                cells = rows.cells(cursor, span, standing, places)
                folded = fold(Block(student_ids, _wholes(span, states), cells, evidence))
                rows.write_cells(cursor, span, folded.cells, point_ids)
                watermarks = np.maximum(_watermarks(span, states), span.upto)[folded.students]
                rows.write_states(cursor, span, folded, watermarks, to_micros(at))
            finally:
                cursor.close()
        return Counts(folded.new_students, int(evidence.new.sum()), folded.new_cells)

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


def _wholes(span: Span, states: States) -> SumRows:
    wholes = SumRows.nothing(len(span.student_ids))
    current = states.student[states.current]
    wholes.amounts[current] = states.sums.amounts[states.current]
    wholes.at[current] = states.sums.at[states.current]
    return wholes


def _watermarks(span: Span, states: States) -> Int64:
    """Where each student of the span stands; 0 for those never folded."""
    watermarks = np.zeros(len(span.student_ids), dtype=np.int64)
    watermarks[states.student] = states.watermark
    return watermarks


def _log_rows(
    rows: BlockRows, cursor: Any, span: Span, states: States, log: Log | None, places: dict[str, int]
) -> LogRows:
    """The evidence that is to be taken in: of what was read before, or read now where that is not enough."""
    if log is None or not states.current.all():
        return rows.log(cursor, span, places)
    there = np.diff(log.first) > 0
    # A state goes with its student's evidence, so only those without one can have been erased since.
    stateless = there.copy()
    stateless[states.student] = False
    there[stateless] = rows.there(cursor, log.seq[log.first[:-1][stateless]])
    return log.above(_watermarks(span, states), there)


def _places(point_ids: Sequence[str]) -> dict[str, int]:
    return {point_id: place for place, point_id in enumerate(point_ids)}


def _of_students(query: Select[Any], of: Any, organisation_id: str, student_ids: Sequence[str] | None) -> Select[Any]:
    query = query.where(of.c.organisation_id == organisation_id)
    return query if student_ids is None else query.where(of.c.student_id.in_(student_ids))


def _sums(row: Row[Any]) -> Sums:
    return Sums(
        attempts=row.attempts,
        correct=row.correct,
        right=row.right_slow,
        wrong=row.wrong_slow,
        right_fast=row.right_fast,
        wrong_fast=row.wrong_fast,
        at=from_micros(row.last_at),
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
