"""What the core needs of the store about students. Each method is one transaction named for its intent."""

from __future__ import annotations

from typing import Protocol

from core.records.students import Student
from core.wire import Language


class StudentStore(Protocol):
    """Students of an organisation."""

    def student(self, organisation_id: str, student_id: str) -> Student | None: ...

    def students(self, organisation_id: str) -> list[Student]: ...

    def put_student(self, student: Student) -> None: ...

    def erase_student(self, organisation_id: str, student_id: str) -> dict[str, int]:
        """Delete every row about the student, in every table, the sign-in with what hangs on it too; returns the number of rows deleted, by
        table. A sign-in of the demo stays: it is a button for everybody."""
        ...

    def set_explanation_language(self, organisation_id: str, student_id: str, language: Language) -> None: ...
