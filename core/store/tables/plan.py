"""Tables of the daily plan: settings, plans, completions, memory, assignments with their extensions, writing, links."""

from __future__ import annotations

from sqlalchemy import BigInteger, Index, Text
from sqlmodel import Field, SQLModel


class PlanSettingsTable(SQLModel, table=True):
    __tablename__ = "plan_settings"
    organisation_id: str = Field(primary_key=True)
    student_id: str = Field(primary_key=True)
    body: str = Field(sa_type=Text)
    set_at: int = Field(sa_type=BigInteger)


class DayPlanTable(SQLModel, table=True):
    """`day` is YYYY-MM-DD in UTC+8, so that it sorts as text."""

    __tablename__ = "day_plan"
    organisation_id: str = Field(primary_key=True)
    student_id: str = Field(primary_key=True)
    day: str = Field(primary_key=True)
    version: int
    body: str = Field(sa_type=Text)
    made_at: int = Field(sa_type=BigInteger)


class ThingDoneTable(SQLModel, table=True):
    __tablename__ = "thing_done"
    organisation_id: str = Field(primary_key=True)
    student_id: str = Field(primary_key=True)
    day: str = Field(primary_key=True)
    resource_id: str = Field(primary_key=True)
    seconds: int
    at: int = Field(sa_type=BigInteger)


class MemoryStateTable(SQLModel, table=True):
    __tablename__ = "memory_state"
    organisation_id: str = Field(primary_key=True)
    student_id: str = Field(primary_key=True)
    watermark: int = Field(sa_type=BigInteger)
    cards: str = Field(sa_type=Text)
    version: str
    updated_at: int = Field(sa_type=BigInteger)


class AssignmentTable(SQLModel, table=True):
    __tablename__ = "assignment"
    __table_args__ = (Index("ix_assignment_due", "organisation_id", "due"),)
    assignment_id: str = Field(primary_key=True)
    organisation_id: str
    kind: str
    title: str
    body: str = Field(sa_type=Text)
    due: str
    made_by: str
    made_at: int = Field(sa_type=BigInteger)
    withdrawn_at: int | None = Field(default=None, sa_type=BigInteger, nullable=True)
    everyone: bool
    """Otherwise the students are in `assignment_student`."""
    class_id: str = Field(default="", sa_column_kwargs={"server_default": ""})
    """The class to which it was given; empty for all classes."""
    due_at: int | None = Field(default=None, sa_type=BigInteger, nullable=True)
    late_until: int | None = Field(default=None, sa_type=BigInteger, nullable=True)
    point_id: str = Field(default="", sa_column_kwargs={"server_default": ""})


class AssignmentStudentTable(SQLModel, table=True):
    """The students that an assignment is for, if it is not for everyone: one row each, so that they are erased with the student."""

    __tablename__ = "assignment_student"
    organisation_id: str = Field(primary_key=True)
    assignment_id: str = Field(primary_key=True)
    student_id: str = Field(primary_key=True)


class AssignmentExtensionTable(SQLModel, table=True):
    """More time for single students, so that it is erased with them."""

    __tablename__ = "assignment_extension"
    organisation_id: str = Field(primary_key=True)
    assignment_id: str = Field(primary_key=True)
    student_id: str = Field(primary_key=True)
    due_at: int = Field(sa_type=BigInteger)


class WritingTable(SQLModel, table=True):
    __tablename__ = "writing"
    __table_args__ = (
        Index("ix_writing_student", "organisation_id", "student_id", "changed_at"),
        Index("ix_writing_handed_in", "organisation_id", "resource_id", "handed_in_at"),
    )
    writing_id: str = Field(primary_key=True)
    organisation_id: str
    student_id: str
    resource_id: str
    title: str
    text: str = Field(sa_type=Text)
    started_at: int = Field(sa_type=BigInteger)
    changed_at: int = Field(sa_type=BigInteger)
    handed_in_at: int | None = Field(default=None, sa_type=BigInteger, nullable=True)


class OwnLessonTable(SQLModel, table=True):
    """Lessons that teachers wrote."""

    __tablename__ = "own_lesson"
    organisation_id: str = Field(primary_key=True)
    lesson_id: str = Field(primary_key=True)
    body: str = Field(sa_type=Text)
    state: str
    author: str
    made_at: int = Field(sa_type=BigInteger)
    changed_at: int = Field(sa_type=BigInteger)
    version: int


class ResourceLinkTable(SQLModel, table=True):
    __tablename__ = "resource_link"
    __table_args__ = (Index("ix_resource_link", "organisation_id", "made_at"),)
    link_id: str = Field(primary_key=True)
    organisation_id: str
    body: str = Field(sa_type=Text)
    made_by: str
    made_at: int = Field(sa_type=BigInteger)
    removed_at: int | None = Field(default=None, sa_type=BigInteger, nullable=True)
