"""The tables of verdicts and scores on essay reports. Rows are deleted with their report."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, ForeignKey, Index, String, Text, false
from sqlmodel import Field, SQLModel


def _evaluation_id() -> Column[str]:
    reference = ForeignKey("essay_evaluation.evaluation_id", ondelete="CASCADE")
    return Column("evaluation_id", String, reference, primary_key=True)


class EssayVerdictTable(SQLModel, table=True):
    __tablename__ = "essay_verdict"
    __table_args__ = (
        Index("ix_essay_verdict_student", "organisation_id", "student_id"),
        Index("ix_essay_verdict_inbox", "organisation_id", "verdict", "settled", "judged_at"),
    )
    evaluation_id: str = Field(sa_column=_evaluation_id())
    place_start: int = Field(primary_key=True)
    place_end: int = Field(primary_key=True)
    replacement: str = Field(primary_key=True)
    organisation_id: str
    student_id: str
    verdict: str
    note: str = Field(sa_type=Text)
    known_as_written: str
    known_as_mended: str
    judged_at: int = Field(sa_type=BigInteger)
    settled: str = ""
    teacher_note: str = Field(sa_type=Text, default="")
    ruling_id: str = Field(default="", sa_column_kwargs={"server_default": ""})
    made_by_ruling: bool = Field(default=False, sa_column_kwargs={"server_default": false()})


class EssayOverrideTable(SQLModel, table=True):
    __tablename__ = "essay_override"
    __table_args__ = (Index("ix_essay_override_student", "organisation_id", "student_id"),)
    evaluation_id: str = Field(sa_column=_evaluation_id())
    organisation_id: str
    student_id: str
    score: float
    rubric: str = Field(sa_type=Text)
    note: str = Field(sa_type=Text)
    teacher: str
    at: int = Field(sa_type=BigInteger)
