"""The tables of preferences and of stories that were read."""

from __future__ import annotations

from sqlalchemy import Index
from sqlmodel import Field, SQLModel

from core.store.tables.columns import long_integer, long_text


class PreferencesTable(SQLModel, table=True):
    """What a person set for themselves; `student_id` is empty for teachers and administrators."""

    __tablename__ = "preferences"
    __table_args__ = (Index("ix_preferences_student", "organisation_id", "student_id"),)
    account_id: str = Field(primary_key=True)
    organisation_id: str
    student_id: str
    body: str = long_text()
    changed_at: int = long_integer()


class StoryReadTable(SQLModel, table=True):
    """A story that a student opened, with the first time."""

    __tablename__ = "story_read"
    organisation_id: str = Field(primary_key=True)
    student_id: str = Field(primary_key=True)
    story_id: str = Field(primary_key=True)
    read_at: int = long_integer()
