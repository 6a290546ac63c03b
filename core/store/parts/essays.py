"""The essay part of the store: reports, and the evidence in them about the student."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, Connection, delete, select, update

from core.errors import RulingsChanged
from core.records.access import Call
from core.records.essays import EssayLine, NewEssay, StoredEssay
from core.store.parts.answers import RULING, AnswerPart
from core.store.tables.access import IdempotencyTable
from core.store.tables.columns import from_micros, table, to_micros
from core.store.tables.essays import EssayEvaluationTable

ESSAY = table(EssayEvaluationTable)
REPLY = table(IdempotencyTable)
LINE_COLUMNS = [column for column in ESSAY.c if column.name != "report"]
NEWEST_FIRST = (ESSAY.c.created_at.desc(), ESSAY.c.evaluation_id.desc())


class EssayPart(AnswerPart):
    """`core.ports.essays.EssayStore` in SQL."""

    def add_essay(self, essay: NewEssay, *, call: Call | None, reply: str | None) -> None:
        """See `core.ports.essays.EssayStore.add_essay`."""
        line = essay.stored.line
        with self.write() as connection:
            self.ensure_student(connection, line.organisation_id, line.student_id, line.created_at)
            self.count(connection, call, reply, student_id=line.student_id)
            self._refuse_other_rulings(connection, essay)
            row = {**vars(line), "report": essay.stored.report, "created_at": to_micros(line.created_at)}
            connection.execute(ESSAY.insert(), row)
            self._append(connection, line.organisation_id, essay.evidence, at=line.created_at)

    def complete_essay(self, essay: NewEssay, *, before: str) -> bool:
        """See `core.ports.essays.EssayStore.complete_essay`."""
        line = essay.stored.line
        own = [*_is_essay(line.organisation_id, line.evaluation_id), ESSAY.c.report == before]
        with self.write() as connection:
            self._refuse_other_rulings(connection, essay)
            changed = connection.execute(
                update(ESSAY).where(*own).values(report=essay.stored.report, summary=line.summary)
            )
            if not changed.rowcount:
                return False
            self._append(connection, line.organisation_id, essay.evidence, at=line.created_at)
        return True

    def _refuse_other_rulings(self, connection: Connection, essay: NewEssay) -> None:
        """Raise `RulingsChanged` where other rulings are in force than those that the review was made by."""
        if essay.ruled is None:
            return
        organisation_id = essay.stored.line.organisation_id
        self._lock_log(connection, organisation_id)
        if essay_keys_in_force(connection, organisation_id) != essay.ruled:
            raise RulingsChanged("A teacher gave or undid a ruling on marks in essays in the meantime.")

    def essay(self, organisation_id: str, evaluation_id: str) -> StoredEssay | None:
        """The organisation's evaluation with that id."""
        query = select(ESSAY).where(*_is_essay(organisation_id, evaluation_id))
        with self.read() as connection:
            row = connection.execute(query).mappings().first()
        return None if row is None else essay_row(dict(row))

    def essays(self, organisation_id: str, student_id: str, *, limit: int, act: str | None = None) -> list[StoredEssay]:
        """See `core.ports.essays.EssayStore.essays`."""
        query = select(ESSAY).where(*_of_student(organisation_id, student_id))
        if act is not None:
            query = query.where(ESSAY.c.act == act)
        with self.read() as connection:
            return [
                essay_row(dict(row))
                for row in connection.execute(query.order_by(*NEWEST_FIRST).limit(limit)).mappings()
            ]

    def essay_lines(self, organisation_id: str, student_id: str, *, limit: int) -> list[EssayLine]:
        """See `core.ports.essays.EssayStore.essay_lines`."""
        query = (
            select(*LINE_COLUMNS).where(*_of_student(organisation_id, student_id)).order_by(*NEWEST_FIRST).limit(limit)
        )
        with self.read() as connection:
            return [_line(dict(row)) for row in connection.execute(query).mappings()]

    def delete_essay(self, organisation_id: str, student_id: str, evaluation_id: str) -> bool:
        """See `core.ports.essays.EssayStore.delete_essay`. Verdicts and scores on the report are removed with it (ON DELETE CASCADE)."""
        own = [*_is_essay(organisation_id, evaluation_id), ESSAY.c.student_id == student_id]
        with self.write() as connection:
            report = connection.execute(select(ESSAY.c.report).where(*own)).scalar()
            if report is None:
                return False
            connection.execute(
                delete(REPLY).where(
                    REPLY.c.organisation_id == organisation_id,
                    REPLY.c.student_id == student_id,
                    REPLY.c.reply == report,
                )
            )
            connection.execute(delete(ESSAY).where(*own))
        return True


def essay_keys_in_force(connection: Connection, organisation_id: str) -> frozenset[str]:
    """Keys of the marks that rulings in force pass over."""
    query = select(RULING.c.known_as_written, RULING.c.known_as_mended).where(
        RULING.c.organisation_id == organisation_id,
        RULING.c.item_id == "",
        RULING.c.scope == "everywhere",
        RULING.c.undone_at.is_(None),
    )
    return frozenset(key for row in connection.execute(query) for key in row)


def _is_essay(organisation_id: str, evaluation_id: str) -> list[ColumnElement[bool]]:
    return [ESSAY.c.organisation_id == organisation_id, ESSAY.c.evaluation_id == evaluation_id]


def _of_student(organisation_id: str, student_id: str) -> list[ColumnElement[bool]]:
    return [ESSAY.c.organisation_id == organisation_id, ESSAY.c.student_id == student_id]


def _line(row: dict[str, Any]) -> EssayLine:
    return EssayLine(**{**row, "created_at": from_micros(row["created_at"])})


def essay_row(columns: dict[str, Any]) -> StoredEssay:
    """The stored essay in a row of the table."""
    report = columns.pop("report")
    return StoredEssay(_line(columns), report)
