"""The tables of rulings that hold for a whole organisation. A ruling names nobody but the teacher's account; its answers name their students."""

from __future__ import annotations

from sqlalchemy import Index
from sqlmodel import Field, SQLModel

from core.store.tables.columns import long_integer, long_text


class RulingTable(SQLModel, table=True):
    """The rulings, those that were undone too. An item's additions are those of its rulings in force."""

    __tablename__ = "ruling"
    __table_args__ = (
        Index("ix_ruling_item", "organisation_id", "item_id", "undone_at"),
        Index("ix_ruling_time", "organisation_id", "made_at"),
    )
    ruling_id: str = Field(primary_key=True)
    organisation_id: str
    scope: str
    by: str
    teacher: str
    made_at: int = long_integer()
    item_id: str
    addition: str = long_text()
    appeal_id: str
    evaluation_id: str
    place_start: int
    place_end: int
    replacement: str
    known_as_written: str
    known_as_mended: str
    students: int
    answers: int
    change_id: int = long_integer()
    undone_at: int | None = long_integer(default=None, nullable=True)
    undone_by: str = ""


class RuledAnswerTable(SQLModel, table=True):
    """The answers that rulings in force re-mark, each by one ruling at most; undoing a ruling deletes its rows."""

    __tablename__ = "ruled_answer"
    __table_args__ = (
        Index("ix_ruled_answer_ruling", "organisation_id", "ruling_id"),
        Index("ix_ruled_answer_student", "organisation_id", "student_id"),
    )
    evaluation_id: str = Field(primary_key=True)
    position: int = Field(primary_key=True)
    organisation_id: str
    student_id: str
    item_id: str
    ruling_id: str
    outcome: str
