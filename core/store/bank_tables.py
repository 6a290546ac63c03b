"""The tables of items' lives: own items, states, history. Every row names its organisation.

Of people they hold account ids and no names: an account that goes leaves a number that names nobody.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import BigInteger, Column, Index, Text
from sqlmodel import Field, SQLModel

from core.store.tables import NEVER_REUSED, Sequence64


def _long(**options: Any) -> Any:
    return Field(sa_type=BigInteger, **options)


class OwnItemTable(SQLModel, table=True):
    """Items that teachers wrote, as JSON, under an id made from their content: never changed."""

    __tablename__ = "own_item"
    organisation_id: str = Field(primary_key=True)
    item_id: str = Field(primary_key=True, index=True)
    body: str = Field(sa_type=Text)
    author: str
    made_at: int = _long()
    replaces: str = ""


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
    at: int = _long()
