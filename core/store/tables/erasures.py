"""The table of receipts of erased students. A receipt names nobody but the account that asked."""

from __future__ import annotations

from sqlmodel import Field, SQLModel

from core.store.tables.columns import long_integer, long_text


class ErasureReceiptTable(SQLModel, table=True):
    __tablename__ = "erasure_receipt"
    organisation_id: str = Field(primary_key=True)
    receipt_id: str = Field(primary_key=True)
    erased_at: int = long_integer()
    asked_by: str
    salt: str
    subject_hash: str
    """A salted hash of the student's id: with the id it can be told whose receipt this is, without it not."""
    counts: str = long_text()
    counts_sha256: str
