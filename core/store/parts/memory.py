"""The memory part of the store: FSRS cards of students, updated in blocks."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import BindParameter, Connection, Row, and_, bindparam, case, func, select

from core.records.evidence import Evidence
from core.records.plan import MemoryState
from core.store.database.session import SqlPart
from core.store.parts.answers import EVIDENCE, evidence_row
from core.store.parts.students import STUDENT
from core.store.tables.columns import from_micros, table, to_micros
from core.store.tables.plan import MemoryStateTable

STATE = table(MemoryStateTable)

MAX_IDS = 500
"""Most ids in one IN (...), below SQLite's limit on bound variables."""
CARD_TARGETS = ("point", "word")
"""Kinds of targets whose evidence is folded into cards."""

STUDENTS: BindParameter[Sequence[str]] = bindparam("student_ids", expanding=True)
STATE_OF_STUDENT = and_(
    STATE.c.organisation_id == EVIDENCE.c.organisation_id, STATE.c.student_id == EVIDENCE.c.student_id
)
FOLDED_UP_TO = case((STATE.c.version == bindparam("version"), STATE.c.watermark), else_=0)
"""The watermark, or 0 for a state of another version: then the cards are folded from the beginning."""
NEW_EVIDENCE = (
    select(EVIDENCE)
    .select_from(EVIDENCE.outerjoin(STATE, STATE_OF_STUDENT))
    .where(
        EVIDENCE.c.organisation_id == bindparam("organisation_id"),
        EVIDENCE.c.student_id.in_(STUDENTS),
        EVIDENCE.c.target_kind.in_(CARD_TARGETS),
        EVIDENCE.c.seq > func.coalesce(FOLDED_UP_TO, 0),
    )
    .order_by(EVIDENCE.c.student_id, EVIDENCE.c.occurred_at, EVIDENCE.c.seq)
)
EXISTING_STUDENTS = (
    select(STUDENT.c.student_id)
    .where(STUDENT.c.organisation_id == bindparam("organisation_id"), STUDENT.c.student_id.in_(STUDENTS))
    .order_by(STUDENT.c.student_id)
    .with_for_update(key_share=True)
)
"""On PostgreSQL an erasure, or another fold of the same student, waits until the transaction has ended."""
STATES = select(STATE).where(STATE.c.organisation_id == bindparam("organisation_id"), STATE.c.student_id.in_(STUDENTS))

NO_VERSION = ""
"""The version of no state, so that all the evidence counts as new."""
REFOLD = ""
"""What a fold returns if its evidence cannot be added to the cards, such as a late or a retracted answer."""

Fold = Callable[[str, str | None, Sequence[Evidence]], str]


class MemoryPart(SqlPart):
    """`core.ports.plan.MemoryStore` in SQL."""

    def memory(self, organisation_id: str, student_ids: Sequence[str]) -> dict[str, MemoryState]:
        """See `core.ports.plan.MemoryStore.memory`."""
        states: dict[str, MemoryState] = {}
        with self.read() as connection:
            for start in range(0, len(student_ids), MAX_IDS):
                states |= _states(connection, organisation_id, student_ids[start : start + MAX_IDS])
        return states

    def fold_memory(
        self, organisation_id: str, student_ids: Sequence[str], fold: Fold, *, version: str, at: datetime
    ) -> int:
        """See `core.ports.plan.MemoryStore.fold_memory`. Students who do not exist (any more) are skipped.

        A fold that cannot add its evidence to the cards returns an empty text; it is then called once more, with all the
        student's evidence and no cards.
        """
        new_states: list[MemoryState] = []
        with self.write() as connection:
            for start in range(0, len(student_ids), MAX_IDS):
                parameters = {"organisation_id": organisation_id, "student_ids": student_ids[start : start + MAX_IDS]}
                existing = list(connection.execute(EXISTING_STUDENTS, parameters).scalars())
                new_states += _new_states(connection, organisation_id, existing, fold, version, at)
            if new_states:
                self._put_states(connection, [_columns(state) for state in new_states])
        return len(new_states)

    def _put_states(self, connection: Connection, rows: list[dict[str, Any]]) -> None:
        key = ["organisation_id", "student_id"]
        insert = self.insert(STATE)
        changed = {name: insert.excluded[name] for name in rows[0] if name not in key}
        connection.execute(insert.on_conflict_do_update(index_elements=key, set_=changed), rows)


def _new_states(
    connection: Connection, organisation_id: str, student_ids: Sequence[str], fold: Fold, version: str, at: datetime
) -> list[MemoryState]:
    """The new states of the students who have new evidence."""
    states = _states(connection, organisation_id, student_ids)
    cards_before = {student_id: state.cards for student_id, state in states.items() if state.version == version}
    evidence = _new_evidence(connection, organisation_id, student_ids, version)
    cards = {student_id: fold(student_id, cards_before.get(student_id), new) for student_id, new in evidence.items()}
    refolded = [student_id for student_id, text in cards.items() if text == REFOLD]
    if refolded:
        all_evidence = _new_evidence(connection, organisation_id, refolded, NO_VERSION)
        cards |= {student_id: fold(student_id, None, everything) for student_id, everything in all_evidence.items()}
        evidence |= all_evidence
    return [
        MemoryState(organisation_id, student_id, max(piece.seq for piece in evidence[student_id]), text, version, at)
        for student_id, text in cards.items()
    ]


def _states(connection: Connection, organisation_id: str, student_ids: Sequence[str]) -> dict[str, MemoryState]:
    parameters = {"organisation_id": organisation_id, "student_ids": student_ids}
    return {row.student_id: _state(row) for row in connection.execute(STATES, parameters)}


def _new_evidence(
    connection: Connection, organisation_id: str, student_ids: Sequence[str], version: str
) -> dict[str, list[Evidence]]:
    """The new evidence of each student who has any, in order of occurrence."""
    parameters = {"organisation_id": organisation_id, "student_ids": student_ids, "version": version}
    evidence: dict[str, list[Evidence]] = defaultdict(list)
    for row in connection.execute(NEW_EVIDENCE, parameters).all():
        evidence[row.student_id].append(evidence_row(row))
    return evidence


def _state(row: Row[Any]) -> MemoryState:
    return MemoryState(**{**row._mapping, "updated_at": from_micros(row.updated_at)})


def _columns(state: MemoryState) -> dict[str, Any]:
    return {**vars(state), "updated_at": to_micros(state.updated_at)}
