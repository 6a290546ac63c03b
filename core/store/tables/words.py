"""The table of students' own words."""

from __future__ import annotations

from sqlalchemy import BigInteger, Text
from sqlmodel import Field, SQLModel


class OwnWordTable(SQLModel, table=True):
    """One row for each word of a student, so that it is erased and merged with the student."""

    __tablename__ = "own_word"
    organisation_id: str = Field(primary_key=True)
    student_id: str = Field(primary_key=True)
    word: str = Field(primary_key=True)
    pinyin: str
    meaning: str = Field(sa_type=Text)
    level: int | None = Field(default=None, nullable=True)
    sentence: str = Field(sa_type=Text)
    added_at: int = Field(sa_type=BigInteger)
