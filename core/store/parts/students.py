"""The student part of the store, erasure included."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import Connection, bindparam, delete, select, update

from core.records.students import Student
from core.store.database.session import SqlPart
from core.store.parts.belongings import belongings
from core.store.tables.answers import StudentTable
from core.store.tables.columns import from_micros, table, to_micros
from core.wire import Language

STUDENT = table(StudentTable)
BY_ID = select(STUDENT).where(
    STUDENT.c.organisation_id == bindparam("organisation_id"), STUDENT.c.student_id == bindparam("student_id")
)
LOCKED = BY_ID.with_for_update(read=True, key_share=True)
"""`FOR KEY SHARE`: nobody waits for it but who would delete the student."""


class StudentPart(SqlPart):
    """`core.ports.students.StudentStore` in SQL."""

    def ensure_student(self, connection: Connection, organisation_id: str, student_id: str, at: datetime) -> None:
        """Create the student if new, inside the caller's transaction; until that has ended, an erasure waits.

        On SQLite it waits anyway, since there is one writer at a time.
        """
        row = {"organisation_id": organisation_id, "student_id": student_id, "name": "", "created_at": to_micros(at)}
        connection.execute(self.insert_new(STUDENT), row)
        if self.engine.dialect.name == "postgresql":
            kept = LOCKED, {"organisation_id": organisation_id, "student_id": student_id}
            while connection.execute(*kept).first() is None:  # an erasure removed the row between the two statements
                connection.execute(self.insert_new(STUDENT), row)

    def student(self, organisation_id: str, student_id: str) -> Student | None:
        """The organisation's student with that id."""
        parameters = {"organisation_id": organisation_id, "student_id": student_id}
        with self.read() as connection:
            row = connection.execute(BY_ID, parameters).mappings().first()
        return None if row is None else _student(dict(row))

    def students(self, organisation_id: str) -> list[Student]:
        """All students of an organisation, by id."""
        query = select(STUDENT).where(STUDENT.c.organisation_id == organisation_id).order_by(STUDENT.c.student_id)
        with self.read() as connection:
            return [_student(dict(row)) for row in connection.execute(query).mappings()]

    def put_student(self, student: Student) -> None:
        """Create or change a student."""
        assert student.created_at is not None
        row = {**vars(student), "created_at": to_micros(student.created_at)}
        statement = self.insert(STUDENT).values(row)
        changed = {"name": student.name, "explanation_language": student.explanation_language}
        with self.write() as connection:
            connection.execute(
                statement.on_conflict_do_update(index_elements=["organisation_id", "student_id"], set_=changed)
            )

    def set_explanation_language(self, organisation_id: str, student_id: str, language: Language) -> None:
        """Set the language in which the student's answers are explained."""
        statement = (
            update(STUDENT)
            .where(STUDENT.c.organisation_id == organisation_id, STUDENT.c.student_id == student_id)
            .values(explanation_language=language)
        )
        with self.write() as connection:
            connection.execute(statement)

    def erase_student(self, organisation_id: str, student_id: str) -> dict[str, int]:
        """See `core.ports.students.StudentStore.erase_student`."""
        with self.write() as connection:
            return erase_rows(connection, organisation_id, student_id)


def erase_rows(connection: Connection, organisation_id: str, student_id: str) -> dict[str, int]:
    """Remove every row that belongs to the student, inside the caller's transaction; the numbers by table.

    The student goes first: whoever writes what the student does is waited for, and what it wrote is then seen.
    """
    own = list(belongings(organisation_id, student_id))
    order = [*(each for each in own if each[0] is STUDENT), *(each for each in reversed(own) if each[0] is not STUDENT)]
    return {target.name: connection.execute(delete(target).where(rows)).rowcount for target, rows in order}


def _student(row: dict[str, Any]) -> Student:
    return Student(**{**row, "created_at": from_micros(row["created_at"])})
