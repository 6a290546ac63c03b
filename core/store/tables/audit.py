"""The table of who did what. Its columns hold ids and the names of closed lists, and nothing that anybody typed."""

from __future__ import annotations

from sqlalchemy import Column, Index
from sqlmodel import Field, SQLModel

from core.store.tables.columns import NEVER_REUSED, Sequence64, long_integer, long_text


class AuditEntryTable(SQLModel, table=True):
    """Append-only: entries are added with the act that they tell of, and go when they are past their time. An erasure and a merging alone write
    in them again: the one puts its receipt's id in the place of the student's, the other the id of the student who stays."""

    __tablename__ = "audit_entry"
    __table_args__ = (
        Index("ix_audit_entry_organisation", "organisation_id", "seq"),
        Index("ix_audit_entry_at", "at"),
        NEVER_REUSED,
    )
    seq: int | None = Field(default=None, sa_column=Column(Sequence64, primary_key=True, autoincrement=True))
    organisation_id: str
    at: int = long_integer()
    actor_kind: str
    actor_id: str
    request_id: str
    action: str
    subject_kind: str
    subject_id: str
    related_kind: str
    related_id: str
    facts: str = long_text()
