"""The SQLModel tables. They do not validate: the contract is guarded by the wire models, not here.

Times are stored as integer microseconds since 1970 (UTC): exact, sortable, the same on SQLite and PostgreSQL.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import BigInteger, Column, Index, Integer, MetaData, Table, Text, UniqueConstraint, false
from sqlmodel import Field, SQLModel

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

Sequence64 = BigInteger().with_variant(Integer, "sqlite")
"""SQLite counts up an INTEGER PRIMARY KEY only."""


NEVER_REUSED = {"sqlite_autoincrement": True}
"""Without it SQLite gives the number of a deleted last row again, and a watermark would pass over the new row."""


def to_micros(moment: datetime) -> int:
    """Microseconds since 1970, exact.

    >>> to_micros(datetime(1970, 1, 2, tzinfo=UTC))
    86400000000
    """
    return (moment - EPOCH) // timedelta(microseconds=1)


def from_micros(micros: int) -> datetime:
    """The moment of a stored time, in UTC."""
    return EPOCH + timedelta(microseconds=micros)


def _long(**options: Any) -> Any:
    return Field(sa_type=BigInteger, **options)


def _text(**options: Any) -> Any:
    return Field(sa_type=Text, **options)


class OrganisationTable(SQLModel, table=True):
    __tablename__ = "organisation"
    organisation_id: str = Field(primary_key=True)
    name: str = Field(unique=True)
    tier: str
    monthly_limit: int | None = None
    overage: bool = False
    created_at: int = _long()
    demo: bool = Field(default=False, sa_column_kwargs={"server_default": false()})


class ApiKeyTable(SQLModel, table=True):
    __tablename__ = "api_key"
    key_id: str = Field(primary_key=True)
    organisation_id: str = Field(foreign_key="organisation.organisation_id", index=True)
    prefix: str
    secret_sha256: str = Field(unique=True)
    permissions: str
    created_at: int = _long()
    revoked_at: int | None = _long(default=None, nullable=True)
    last_used_at: int | None = _long(default=None, nullable=True)


class QuotaUseTable(SQLModel, table=True):
    """The counter of a month: one row an organisation and period, moved by one upsert a call."""

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
    granted_at: int = _long()


class UsageLedgerTable(SQLModel, table=True):
    """Append-only: one row a counted call. counter = rows; bill = sum of billed_li."""

    __tablename__ = "usage_ledger"
    __table_args__ = (Index("ix_usage_ledger_month", "organisation_id", "period"), NEVER_REUSED)
    seq: int | None = Field(default=None, sa_column=Column(Sequence64, primary_key=True, autoincrement=True))
    organisation_id: str
    period: str
    endpoint: str
    billed_li: int
    request_id: str
    key_id: str
    at: int = _long()


class RateBucketTable(SQLModel, table=True):
    __tablename__ = "rate_bucket"
    bucket: str = Field(primary_key=True)
    tokens: float
    at: float
    full_at: float = Field(default=0.0, index=True, sa_column_kwargs={"server_default": "0"})
    """Seconds since 1970 from which on the bucket is full again: then its row says nothing and may go."""


class IdempotencyTable(SQLModel, table=True):
    __tablename__ = "idempotent_reply"
    organisation_id: str = Field(primary_key=True)
    idempotency_key: str = Field(primary_key=True)
    endpoint: str
    fingerprint: str
    reply: str = _text()
    at: int = _long()
    student_id: str | None = Field(default=None, index=True)
    """Whom the call was about, for erasure."""


class SettingTable(SQLModel, table=True):
    __tablename__ = "kept_setting"
    name: str = Field(primary_key=True)
    value: str = _text()


class AccountTable(SQLModel, table=True):
    __tablename__ = "account"
    account_id: str = Field(primary_key=True)
    organisation_id: str = Field(foreign_key="organisation.organisation_id", index=True)
    username: str = Field(unique=True)
    role: str
    display_name: str
    password_hash: str
    student_id: str | None = None
    language: str = "zh"
    demo: bool = False
    settings: str = _text(default="{}")
    created_at: int = _long()
    disabled_at: int | None = _long(default=None, nullable=True)


class SigninTable(SQLModel, table=True):
    """A browser that is signed in, known by the hash of its cookie."""

    __tablename__ = "signin"
    token_sha256: str = Field(primary_key=True)
    account_id: str = Field(foreign_key="account.account_id", index=True)
    expires_at: int = _long()
    created_at: int = _long(default=0, sa_column_kwargs={"server_default": "0"})
    last_seen_at: int = _long(default=0, sa_column_kwargs={"server_default": "0"})
    browser: str = Field(default="", sa_column_kwargs={"server_default": ""})


class KnownClientTable(SQLModel, table=True):
    """Browsers and addresses, as keyed hashes, from which an account was signed in to before."""

    __tablename__ = "known_client"
    account_id: str = Field(foreign_key="account.account_id", primary_key=True)
    client_sha256: str = Field(primary_key=True)
    last_used_at: int = _long()


class StudentTable(SQLModel, table=True):
    __tablename__ = "student"
    organisation_id: str = Field(primary_key=True)
    student_id: str = Field(primary_key=True)
    name: str = ""
    explanation_language: str | None = None
    created_at: int = _long()


class ItemTable(SQLModel, table=True):
    """Every item ever shown, as JSON, under an id made from its content: never changed."""

    __tablename__ = "item"
    item_id: str = Field(primary_key=True)
    body: str = _text()
    first_issued_at: int = _long()


class ItemIssueTable(SQLModel, table=True):
    """Who was last shown which item when: what keeps an item from coming back too soon."""

    __tablename__ = "item_issue"
    organisation_id: str = Field(primary_key=True)
    student_id: str = Field(primary_key=True)
    item_id: str = Field(primary_key=True)
    issued_at: int = _long()


class EvaluationTable(SQLModel, table=True):
    __tablename__ = "evaluation"
    __table_args__ = (UniqueConstraint("organisation_id", "student_id", "session_id", name="uq_evaluation_session"),)
    evaluation_id: str = Field(primary_key=True)
    organisation_id: str
    student_id: str
    session_id: str | None = None
    fingerprint: str
    result: str = _text()
    created_at: int = _long()


class AnswerTable(SQLModel, table=True):
    __tablename__ = "answer"
    __table_args__ = (
        Index("ix_answer_student_time", "organisation_id", "student_id", "answered_at"),
        Index("ix_answer_item", "organisation_id", "item_id", "answered_at"),
    )
    evaluation_id: str = Field(primary_key=True)
    position: int = Field(primary_key=True)
    organisation_id: str
    student_id: str
    item_id: str
    type: str
    topic: str
    standard_level: int
    points: str = _text()
    words: str = _text()
    given: str = _text()
    answered: bool
    is_correct: bool
    score: float
    time_spent_seconds: int
    answered_at: int = _long()


class EvidenceTable(SQLModel, table=True):
    """The append-only evidence log; `seq` is the ingest order that watermarks refer to."""

    __tablename__ = "evidence"
    __table_args__ = (
        UniqueConstraint("organisation_id", "idempotency_key", name="uq_evidence_key"),
        Index("ix_evidence_student", "organisation_id", "student_id", "target_kind", "seq"),
        Index("ix_evidence_log", "organisation_id", "seq", "ingested_at", "student_id"),
        NEVER_REUSED,
    )
    seq: int | None = Field(default=None, sa_column=Column(Sequence64, primary_key=True, autoincrement=True))
    organisation_id: str
    student_id: str
    kind: str
    target_kind: str
    target: str
    outcome: float
    weight: float
    source: str
    item_id: str = ""
    occurred_at: int = _long()
    idempotency_key: str
    ingested_at: int = _long(default=0, sa_column_kwargs={"server_default": "0"})
    """When the row was appended: what bounds the input of a nightly run (an answer may be uploaded late)."""


class PracticeSessionTable(SQLModel, table=True):
    __tablename__ = "practice_session"
    __table_args__ = (Index("ix_practice_student", "organisation_id", "student_id", "created_at"),)
    session_id: str = Field(primary_key=True)
    organisation_id: str
    student_id: str
    item_ids: str = _text()
    settings: str = _text(default="{}")
    created_at: int = _long()
    finished_at: int | None = _long(default=None, nullable=True)


class AppealTable(SQLModel, table=True):
    __tablename__ = "appeal"
    __table_args__ = (UniqueConstraint("organisation_id", "evaluation_id", "question_id", name="uq_appeal_answer"),)
    appeal_id: str = Field(primary_key=True)
    organisation_id: str = Field(index=True)
    student_id: str
    evaluation_id: str
    question_id: str
    given: str = _text()
    comment: str = _text(default="")
    status: str = "open"
    reply: str = _text(default="")
    created_at: int = _long()


METADATA: MetaData = SQLModel.metadata


class GrammarFlagTable(SQLModel, table=True):
    __tablename__ = "grammar_flag"
    flag_id: str = Field(primary_key=True)
    organisation_id: str = Field(index=True)
    judgement: str
    point_id: str
    sentence: str = _text()
    start: int
    end: int
    note: str = _text()
    by: str
    created_at: int = _long()


def table(model: type[SQLModel]) -> Table:
    """The Core table of a SQLModel class, for statements on the hot paths."""
    found = METADATA.tables[str(model.__tablename__)]
    assert isinstance(found, Table)
    return found
