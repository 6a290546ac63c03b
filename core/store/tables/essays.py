"""The table of essay evaluations: reports, each with the summary that lists show."""

from __future__ import annotations

from sqlalchemy import BigInteger, Index, Text
from sqlmodel import Field, SQLModel


class EssayEvaluationTable(SQLModel, table=True):
    __tablename__ = "essay_evaluation"
    __table_args__ = (
        Index("ix_essay_student", "organisation_id", "student_id", "created_at"),
        Index("ix_essay_act", "organisation_id", "student_id", "act", "created_at"),
    )
    evaluation_id: str = Field(primary_key=True)
    organisation_id: str
    student_id: str
    act: str
    title: str = Field(sa_type=Text)
    hsk_level: str
    summary: str = Field(sa_type=Text)
    report: str = Field(sa_type=Text)
    created_at: int = Field(sa_type=BigInteger)
