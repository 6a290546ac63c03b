"""The tables of access: organisations, keys, quota and its ledger, accounts and sign-ins, settings."""

from __future__ import annotations

from sqlalchemy import Column, Index, UniqueConstraint, false
from sqlmodel import Field, SQLModel

from core.store.tables.columns import NEVER_REUSED, Sequence64, long_integer, long_text


class OrganisationTable(SQLModel, table=True):
    __tablename__ = "organisation"
    organisation_id: str = Field(primary_key=True)
    name: str = Field(unique=True)
    tier: str
    monthly_limit: int | None = None
    overage: bool = False
    created_at: int = long_integer()
    demo: bool = Field(default=False, sa_column_kwargs={"server_default": false()})
    address: str | None = Field(default=None, index=True, unique=True)


class ApiKeyTable(SQLModel, table=True):
    __tablename__ = "api_key"
    key_id: str = Field(primary_key=True)
    organisation_id: str = Field(foreign_key="organisation.organisation_id", index=True)
    prefix: str
    secret_sha256: str = Field(unique=True)
    permissions: str
    created_at: int = long_integer()
    revoked_at: int | None = long_integer(default=None, nullable=True)
    last_used_at: int | None = long_integer(default=None, nullable=True)
    agreed_rules: str | None = None
    suspended_at: int | None = long_integer(default=None, nullable=True)
    suspended_for: str | None = long_text(default=None, nullable=True)


class QuotaUseTable(SQLModel, table=True):
    """The counter of a month: one row for each organisation and period, updated by one upsert for each call."""

    __tablename__ = "quota_use"
    organisation_id: str = Field(primary_key=True)
    period: str = Field(primary_key=True)
    used: int = 0


class TemporaryQuotaTable(SQLModel, table=True):
    __tablename__ = "temporary_quota"
    grant_id: int | None = Field(default=None, sa_column=Column(Sequence64, primary_key=True, autoincrement=True))
    organisation_id: str = Field(index=True)
    period: str
    calls: int
    note: str = ""
    granted_at: int = long_integer()


class UsageLedgerTable(SQLModel, table=True):
    """Append-only: one row for each counted call. The counter is the number of rows, the bill the sum of billed_li."""

    __tablename__ = "usage_ledger"
    __table_args__ = (Index("ix_usage_ledger_month", "organisation_id", "period"), NEVER_REUSED)
    seq: int | None = Field(default=None, sa_column=Column(Sequence64, primary_key=True, autoincrement=True))
    organisation_id: str
    period: str
    endpoint: str
    billed_li: int
    request_id: str
    key_id: str
    at: int = long_integer()


class RateBucketTable(SQLModel, table=True):
    __tablename__ = "rate_bucket"
    bucket: str = Field(primary_key=True)
    tokens: float
    at: float
    full_at: float = Field(default=0.0, index=True, sa_column_kwargs={"server_default": "0"})
    """Time, in seconds since 1970, at which the bucket is full again: then its row carries no information and may be deleted."""


class IdempotencyTable(SQLModel, table=True):
    __tablename__ = "idempotent_reply"
    organisation_id: str = Field(primary_key=True)
    idempotency_key: str = Field(primary_key=True)
    endpoint: str
    fingerprint: str
    reply: str = long_text()
    at: int = long_integer()
    student_id: str | None = Field(default=None, index=True)
    """The student that the call was about, so that the reply is erased with the student."""


class SettingTable(SQLModel, table=True):
    __tablename__ = "kept_setting"
    name: str = Field(primary_key=True)
    value: str = long_text()


class AccountTable(SQLModel, table=True):
    __tablename__ = "account"
    __table_args__ = (UniqueConstraint("organisation_id", "username", name="uq_account_name"),)
    account_id: str = Field(primary_key=True)
    organisation_id: str = Field(foreign_key="organisation.organisation_id", index=True)
    username: str = Field(index=True)
    role: str
    display_name: str
    password_hash: str
    student_id: str | None = None
    language: str = ""  # empty: not chosen
    demo: bool = False
    settings: str = long_text(default="{}")
    created_at: int = long_integer()
    disabled_at: int | None = long_integer(default=None, nullable=True)


class SigninTable(SQLModel, table=True):
    """A browser that is signed in, known by the hash of its cookie."""

    __tablename__ = "signin"
    token_sha256: str = Field(primary_key=True)
    account_id: str = Field(foreign_key="account.account_id", index=True)
    expires_at: int = long_integer()
    created_at: int = long_integer(default=0, sa_column_kwargs={"server_default": "0"})
    last_seen_at: int = long_integer(default=0, sa_column_kwargs={"server_default": "0"})
    browser: str = Field(default="", sa_column_kwargs={"server_default": ""})


class KnownClientTable(SQLModel, table=True):
    """Browsers and addresses, as keyed hashes, from which an account was signed in to before."""

    __tablename__ = "known_client"
    account_id: str = Field(foreign_key="account.account_id", primary_key=True)
    client_sha256: str = Field(primary_key=True)
    last_used_at: int = long_integer()
