"""The student part of the store, erasure included."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import Connection, bindparam, delete, or_, select, update

from core.records.students import Student
from core.store.database.session import SqlPart
from core.store.tables.answers import StudentTable
from core.store.tables.columns import METADATA, from_micros, table, to_micros
from core.wire import Language

STUDENT = table(StudentTable)
BY_ID = select(STUDENT).where(
    STUDENT.c.organisation_id == bindparam("organisation_id"), STUDENT.c.student_id == bindparam("student_id")
)


class StudentPart(SqlPart):
    """`core.ports.students.StudentStore` in SQL."""

    def ensure_student(self, connection: Connection, organisation_id: str, student_id: str, at: datetime) -> None:
        """Create the student if new, inside the caller's transaction."""
        row = {"organisation_id": organisation_id, "student_id": student_id, "name": "", "created_at": to_micros(at)}
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
        """Remove every row that names the student, in every table of an organisation's students.

        A row may name two students (the sender and the receiver of a request). The sign-in account stays: it belongs to the organisation's
        administrator.
        """
        removed: dict[str, int] = {}
        with self.write() as connection:
            for target in reversed(METADATA.sorted_tables):
                if target.name == "account" or not {"organisation_id", "student_id"} <= set(target.c.keys()):
                    continue
                names_student = or_(
                    *(column == student_id for column in target.c if column.name.endswith("student_id"))
                )
                statement = delete(target).where(target.c.organisation_id == organisation_id, names_student)
                removed[target.name] = connection.execute(statement).rowcount
        return removed


def _student(row: dict[str, Any]) -> Student:
    return Student(**{**row, "created_at": from_micros(row["created_at"])})
