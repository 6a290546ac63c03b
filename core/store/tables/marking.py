"""The tables of teachers' marking: marks, returns, banks of comments."""

from __future__ import annotations

from sqlalchemy import BigInteger, Index, LargeBinary, Text
from sqlmodel import Field, SQLModel


class EssayMarkingTable(SQLModel, table=True):
    """One row for each text; its marks are in `essay_mark`."""

    __tablename__ = "essay_marking"
    __table_args__ = (
        Index("ix_essay_marking_student", "organisation_id", "student_id"),
        Index("ix_essay_marking_evaluation", "organisation_id", "evaluation_id"),
    )
    writing_id: str = Field(primary_key=True)
    organisation_id: str
    student_id: str
    evaluation_id: str
    version: int
    changed_at: int = Field(sa_type=BigInteger)
    rubric: str = Field(sa_type=Text)
    grade: float | None = Field(default=None, nullable=True)
    comment: str = Field(sa_type=Text)
    second_draft: bool
    account_id: str
    teacher: str
    returned_at: int | None = Field(default=None, sa_type=BigInteger, nullable=True)
    previous: str = Field(sa_type=Text)


class EssayMarkTable(SQLModel, table=True):
    __tablename__ = "essay_mark"
    __table_args__ = (Index("ix_essay_mark_student", "organisation_id", "student_id"),)
    writing_id: str = Field(primary_key=True)
    place_start: int = Field(primary_key=True)
    place_end: int = Field(primary_key=True)
    replacement: str = Field(primary_key=True)
    organisation_id: str
    student_id: str
    ruling: str
    type: str
    correction: str = Field(sa_type=Text)
    comment: str = Field(sa_type=Text)


class BankCommentTable(SQLModel, table=True):
    __tablename__ = "bank_comment"
    __table_args__ = (Index("ix_bank_comment_account", "organisation_id", "account_id", "made_at"),)
    comment_id: str = Field(primary_key=True)
    organisation_id: str
    account_id: str
    text: str = Field(sa_type=Text)
    made_at: int = Field(sa_type=BigInteger)


class VoiceNoteTable(SQLModel, table=True):
    """One note for each text, in the database and not in a file: it goes with its student in one transaction."""

    __tablename__ = "voice_note"
    __table_args__ = (Index("ix_voice_note_student", "organisation_id", "student_id"),)
    writing_id: str = Field(primary_key=True)
    organisation_id: str
    student_id: str
    account_id: str
    teacher: str
    seconds: float
    media_type: str
    sound: bytes = Field(sa_type=LargeBinary)
    made_at: int = Field(sa_type=BigInteger)
