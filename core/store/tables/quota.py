"""The table of requests for more calls."""

from __future__ import annotations

from sqlmodel import Field, SQLModel

from core.store.tables.columns import long_integer, long_text


class QuotaRequestTable(SQLModel, table=True):
    """A request of an organisation, with the operator's answer."""

    __tablename__ = "quota_request"
    request_id: str = Field(primary_key=True)
    organisation_id: str = Field(foreign_key="organisation.organisation_id", index=True)
    key_id: str
    kind: str
    calls: int | None = None
    tier: str | None = None
    reason: str = long_text()
    period: str
    made_at: int = long_integer()
    state: str
    granted_calls: int | None = None
    granted_tier: str | None = None
    answered_at: int | None = long_integer(default=None, nullable=True)
