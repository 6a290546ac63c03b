"""The tables of classes, and of what teachers write home."""

from __future__ import annotations

from sqlalchemy import Index
from sqlmodel import Field, SQLModel

from core.store.tables.columns import long_integer, long_text


class SchoolClassTable(SQLModel, table=True):
    __tablename__ = "school_class"
    organisation_id: str = Field(primary_key=True, foreign_key="organisation.organisation_id")
    class_id: str = Field(primary_key=True)
    name: str
    made_at: int = long_integer()
    everyone: bool = False
    archived_at: int | None = long_integer(default=None, nullable=True)
    consent: str
    keep_days: int | None = None


class ClassStudentTable(SQLModel, table=True):
    """One row for each student of a class, so that it is erased with the student; a class of everyone has none."""

    __tablename__ = "class_student"
    __table_args__ = (Index("ix_class_student_student", "organisation_id", "student_id"),)
    organisation_id: str = Field(primary_key=True)
    class_id: str = Field(primary_key=True)
    student_id: str = Field(primary_key=True)
    joined_at: int = long_integer()


class ClassTeacherTable(SQLModel, table=True):
    __tablename__ = "class_teacher"
    __table_args__ = (Index("ix_class_teacher_account", "organisation_id", "account_id"),)
    organisation_id: str = Field(primary_key=True)
    class_id: str = Field(primary_key=True)
    account_id: str = Field(primary_key=True)


class ReportCommentTable(SQLModel, table=True):
    """What a teacher wrote under a student's report of a month; `by` is the name that the report shows."""

    __tablename__ = "report_comment"
    organisation_id: str = Field(primary_key=True)
    student_id: str = Field(primary_key=True)
    month: str = Field(primary_key=True)
    text: str = long_text()
    by: str
    written_at: int = long_integer()
