"""The tables of the life cycle of items: own items, states, history. Every row names its organisation.

They store people as account ids without names: after an account is deleted, its id identifies nobody.
"""

from __future__ import annotations

from sqlalchemy import Column, Index, Text
from sqlmodel import Field, SQLModel

from core.store.tables.columns import NEVER_REUSED, Sequence64, long_integer


class OwnItemTable(SQLModel, table=True):
    """Items that teachers wrote, as JSON, under an id made from their content: never changed."""

    __tablename__ = "own_item"
    organisation_id: str = Field(primary_key=True)
    item_id: str = Field(primary_key=True, index=True)
    body: str = Field(sa_type=Text)
    author: str
    made_at: int = long_integer()
    replaces: str = ""


class OwnTextTable(SQLModel, table=True):
    """Texts with questions that teachers wrote; the questions of an approved one are own items."""

    __tablename__ = "own_text"
    organisation_id: str = Field(primary_key=True)
    text_id: str = Field(primary_key=True)
    body: str = Field(sa_type=Text)
    state: str
    item_ids: str = Field(sa_type=Text)
    """JSON list."""
    author: str
    made_at: int = long_integer()
    changed_at: int = long_integer()
    version: int


class ItemStateTable(SQLModel, table=True):
    """The present state of each item that has a history."""

    __tablename__ = "item_state"
    organisation_id: str = Field(primary_key=True)
    item_id: str = Field(primary_key=True)
    state: str


class ItemChangeTable(SQLModel, table=True):
    """Append-only: the history of states."""

    __tablename__ = "item_change"
    __table_args__ = (
        Index("ix_item_change_stamp", "organisation_id", "change_id"),
        Index("ix_item_change_item", "organisation_id", "item_id", "change_id"),
        NEVER_REUSED,
    )
    change_id: int | None = Field(default=None, sa_column=Column(Sequence64, primary_key=True, autoincrement=True))
    organisation_id: str
    item_id: str
    act: str
    state: str
    previous: str | None = None
    by: str
    rule: str
    reason: str = Field(sa_type=Text)
    at: int = long_integer()
