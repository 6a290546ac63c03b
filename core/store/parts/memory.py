"""The memory part of the store: FSRS cards of students, moved in blocks."""

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

MOST_IDS = 500
"""Ids in one IN list, under SQLite's limit of variables."""
OF_MEMORY = ("point", "word")
"""Targets of evidence that cards are folded from."""

STUDENTS: BindParameter[Sequence[str]] = bindparam("student_ids", expanding=True)
OWN_STATE = and_(STATE.c.organisation_id == EVIDENCE.c.organisation_id, STATE.c.student_id == EVIDENCE.c.student_id)
FOLDED = case((STATE.c.version == bindparam("version"), STATE.c.watermark), else_=0)
"""Another version's state counts for nothing: the cards are folded afresh."""
PIECES = (
    select(EVIDENCE)
    .select_from(EVIDENCE.outerjoin(STATE, OWN_STATE))
    .where(
        EVIDENCE.c.organisation_id == bindparam("organisation_id"),
        EVIDENCE.c.student_id.in_(STUDENTS),
        EVIDENCE.c.target_kind.in_(OF_MEMORY),
        EVIDENCE.c.seq > func.coalesce(FOLDED, 0),
    )
    .order_by(EVIDENCE.c.student_id, EVIDENCE.c.occurred_at, EVIDENCE.c.seq)
)
THERE = (
    select(STUDENT.c.student_id)
    .where(STUDENT.c.organisation_id == bindparam("organisation_id"), STUDENT.c.student_id.in_(STUDENTS))
    .order_by(STUDENT.c.student_id)
    .with_for_update(key_share=True)
)
"""On PostgreSQL an erasure, or another fold of the same student, waits until the transaction is done."""
STATES = select(STATE).where(STATE.c.organisation_id == bindparam("organisation_id"), STATE.c.student_id.in_(STUDENTS))

NO_VERSION = ""
"""Of no state, so that all the evidence counts as new."""
AFRESH = ""
"""What a fold gives whose evidence does not follow upon the cards: a late answer, one taken back."""

Fold = Callable[[str, str | None, Sequence[Evidence]], str]


class MemoryPart(SqlPart):
    """`core.ports.plan.MemoryStore` in SQL."""

    def memory(self, organisation_id: str, student_ids: Sequence[str]) -> dict[str, MemoryState]:
        """See `core.ports.plan.MemoryStore.memory`."""
        found: dict[str, MemoryState] = {}
        with self.read() as connection:
            for start in range(0, len(student_ids), MOST_IDS):
                found |= _states(connection, organisation_id, student_ids[start : start + MOST_IDS])
        return found

    def fold_memory(
        self, organisation_id: str, student_ids: Sequence[str], fold: Fold, *, version: str, at: datetime
    ) -> int:
        """See `core.ports.plan.MemoryStore.fold_memory`. Students who do not exist (any more) are passed over.

        A fold that cannot add its evidence to the cards gives an empty text; it is then called once more, with all the
        student's evidence and no cards.
        """
        moved: list[MemoryState] = []
        with self.write() as connection:
            for start in range(0, len(student_ids), MOST_IDS):
                named = {"organisation_id": organisation_id, "student_ids": student_ids[start : start + MOST_IDS]}
                there = list(connection.execute(THERE, named).scalars())
                moved += _moved(connection, organisation_id, there, fold, version, at)
            if moved:
                self._put_states(connection, [_columns(state) for state in moved])
        return len(moved)

    def _put_states(self, connection: Connection, rows: list[dict[str, Any]]) -> None:
        key = ["organisation_id", "student_id"]
        insert = self.insert(STATE)
        changed = {name: insert.excluded[name] for name in rows[0] if name not in key}
        connection.execute(insert.on_conflict_do_update(index_elements=key, set_=changed), rows)


def _moved(
    connection: Connection, organisation_id: str, student_ids: Sequence[str], fold: Fold, version: str, at: datetime
) -> list[MemoryState]:
    """The new states of those who have new evidence."""
    states = _states(connection, organisation_id, student_ids)
    before = {student_id: state.cards for student_id, state in states.items() if state.version == version}
    pieces = _pieces(connection, organisation_id, student_ids, version)
    cards = {student_id: fold(student_id, before.get(student_id), new) for student_id, new in pieces.items()}
    afresh = [student_id for student_id, text in cards.items() if text == AFRESH]
    if afresh:
        whole = _pieces(connection, organisation_id, afresh, NO_VERSION)
        cards |= {student_id: fold(student_id, None, everything) for student_id, everything in whole.items()}
        pieces |= whole
    return [
        MemoryState(organisation_id, student_id, max(piece.seq for piece in pieces[student_id]), text, version, at)
        for student_id, text in cards.items()
    ]


def _states(connection: Connection, organisation_id: str, student_ids: Sequence[str]) -> dict[str, MemoryState]:
    named = {"organisation_id": organisation_id, "student_ids": student_ids}
    return {row.student_id: _state(row) for row in connection.execute(STATES, named)}


def _pieces(
    connection: Connection, organisation_id: str, student_ids: Sequence[str], version: str
) -> dict[str, list[Evidence]]:
    """What is new of each student who has anything new, in order of occurrence."""
    named = {"organisation_id": organisation_id, "student_ids": student_ids, "version": version}
    pieces: dict[str, list[Evidence]] = defaultdict(list)
    for row in connection.execute(PIECES, named):
        pieces[row.student_id].append(evidence_row(row))
    return pieces


def _state(row: Row[Any]) -> MemoryState:
    return MemoryState(**{**row._mapping, "updated_at": from_micros(row.updated_at)})


def _columns(state: MemoryState) -> dict[str, Any]:
    return {**vars(state), "updated_at": to_micros(state.updated_at)}
