"""The table of learning record stores that organisations have registered."""

from __future__ import annotations

from sqlmodel import Field, SQLModel

from core.store.tables.columns import long_integer


class RecordStoreTable(SQLModel, table=True):
    """One row for each organisation that has registered a store; `watermark` is the last `seq` of the log that was sent there."""

    __tablename__ = "record_store"
    organisation_id: str = Field(primary_key=True, foreign_key="organisation.organisation_id")
    endpoint: str
    username: str
    password: str
    site: str
    naming: str
    watermark: int = long_integer()
    registered_at: int = long_integer()
    sent: int = long_integer()
    left_out: int = long_integer()
    tried_at: int | None = long_integer(default=None, nullable=True)
    failure: str
