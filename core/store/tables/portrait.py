"""Tables of the portrait: baselines, folded states, placements, contests."""

from __future__ import annotations

from sqlalchemy import BigInteger, Index, Text
from sqlmodel import Field, SQLModel


class FirstPortraitTable(SQLModel, table=True):
    """Baselines; the newest one is in force."""

    __tablename__ = "first_portrait"
    organisation_id: str = Field(primary_key=True)
    student_id: str = Field(primary_key=True)
    created_at: int = Field(primary_key=True, sa_type=BigInteger, sa_column_kwargs={"autoincrement": False})
    questionnaire: str = Field(sa_type=Text)
    test_results: str = Field(sa_type=Text)
    source: str


class PortraitStateTable(SQLModel, table=True):
    __tablename__ = "portrait_state"
    organisation_id: str = Field(primary_key=True)
    student_id: str = Field(primary_key=True)
    watermark: int = Field(sa_type=BigInteger)
    standing: str = Field(sa_type=Text)
    six: str = Field(sa_type=Text)
    version: str
    updated_at: int = Field(sa_type=BigInteger)


class PlacementTable(SQLModel, table=True):
    __tablename__ = "placement"
    __table_args__ = (Index("ix_placement_student", "organisation_id", "student_id", "created_at"),)
    placement_id: str = Field(primary_key=True)
    organisation_id: str
    student_id: str
    steps: str = Field(sa_type=Text)
    questionnaire: str = Field(sa_type=Text)
    created_at: int = Field(sa_type=BigInteger)
    finished_at: int | None = Field(default=None, sa_type=BigInteger, nullable=True)


class ContestTable(SQLModel, table=True):
    __tablename__ = "contest"
    __table_args__ = (Index("ix_contest_student", "organisation_id", "student_id", "created_at"),)
    contest_id: str = Field(primary_key=True)
    organisation_id: str
    student_id: str
    target_kind: str
    target: str
    session_id: str
    before: float | None = None
    after: float | None = None
    created_at: int = Field(sa_type=BigInteger)
    settled_at: int | None = Field(default=None, sa_type=BigInteger, nullable=True)
