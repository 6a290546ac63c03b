"""The tables by which people are brought in: one-time codes, imports, codes and requests to join a class."""

from __future__ import annotations

from sqlalchemy import Index, UniqueConstraint
from sqlmodel import Field, SQLModel

from core.store.tables.columns import long_integer


class AccessCodeTable(SQLModel, table=True):
    """One-time codes as keyed hashes; one an account."""

    __tablename__ = "access_code"
    organisation_id: str = Field(primary_key=True)
    account_id: str = Field(primary_key=True, foreign_key="account.account_id")
    code_sha256: str
    made_at: int = long_integer()
    expires_at: int = long_integer()


class RosterImportTable(SQLModel, table=True):
    __tablename__ = "roster_import"
    organisation_id: str = Field(primary_key=True)
    import_id: str = Field(primary_key=True)
    source: str
    made_by: str
    made_at: int = long_integer()
    undone_at: int | None = long_integer(default=None, nullable=True)


class RosterChangeTable(SQLModel, table=True):
    """One row for each change of an import, so that what names a student is erased with the student."""

    __tablename__ = "roster_change"
    __table_args__ = (Index("ix_roster_change_student", "organisation_id", "student_id"),)
    organisation_id: str = Field(primary_key=True)
    import_id: str = Field(primary_key=True)
    position: int = Field(primary_key=True)
    kind: str
    student_id: str = ""
    account_id: str = ""
    class_id: str = ""
    before: str = ""
    after: str = ""


class JoinCodeTable(SQLModel, table=True):
    __tablename__ = "join_code"
    organisation_id: str = Field(primary_key=True)
    class_id: str = Field(primary_key=True)
    code: str = Field(unique=True)
    made_at: int = long_integer()
    expires_at: int = long_integer()
    approval: bool = True


class JoinRequestTable(SQLModel, table=True):
    __tablename__ = "join_request"
    __table_args__ = (UniqueConstraint("organisation_id", "username", name="uq_join_request_name"),)
    organisation_id: str = Field(primary_key=True)
    request_id: str = Field(primary_key=True)
    class_id: str
    name: str
    number: str
    username: str
    password_hash: str
    language: str = ""
    asked_at: int = long_integer()
