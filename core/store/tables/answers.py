"""The tables of students, items, answers and the evidence that follows from them."""

from __future__ import annotations

from sqlalchemy import Column, Index, UniqueConstraint
from sqlmodel import Field, SQLModel

from core.store.tables.columns import NEVER_REUSED, Sequence64, long_integer, long_text


class StudentTable(SQLModel, table=True):
    __tablename__ = "student"
    __table_args__ = (Index("ix_student_number", "organisation_id", "number", unique=True),)
    organisation_id: str = Field(primary_key=True)
    student_id: str = Field(primary_key=True)
    name: str = ""
    explanation_language: str | None = None
    created_at: int = long_integer()
    number: str | None = None


class ItemTable(SQLModel, table=True):
    """Every item ever shown, as JSON, under an id made from its content: never changed."""

    __tablename__ = "item"
    item_id: str = Field(primary_key=True)
    body: str = long_text()
    first_issued_at: int = long_integer()


class ItemIssueTable(SQLModel, table=True):
    """When each student was last shown each item and what it was made from, so that neither comes back too soon."""

    __tablename__ = "item_issue"
    organisation_id: str = Field(primary_key=True)
    student_id: str = Field(primary_key=True)
    item_id: str = Field(primary_key=True)
    issued_at: int = long_integer()
    source: str = Field(default="", sa_column_kwargs={"server_default": ""})


class EvaluationTable(SQLModel, table=True):
    __tablename__ = "evaluation"
    __table_args__ = (UniqueConstraint("organisation_id", "student_id", "session_id", name="uq_evaluation_session"),)
    evaluation_id: str = Field(primary_key=True)
    organisation_id: str
    student_id: str
    session_id: str | None = None
    fingerprint: str
    result: str = long_text()
    created_at: int = long_integer()


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
    points: str = long_text()
    words: str = long_text()
    given: str = long_text()
    answered: bool
    is_correct: bool
    score: float
    time_spent_seconds: int
    answered_at: int = long_integer()


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
    occurred_at: int = long_integer()
    idempotency_key: str
    ingested_at: int = long_integer(default=0, sa_column_kwargs={"server_default": "0"})
    """Time at which the row was appended. It bounds the input of a nightly run, since an answer may be uploaded late."""


class PracticeSessionTable(SQLModel, table=True):
    __tablename__ = "practice_session"
    __table_args__ = (Index("ix_practice_student", "organisation_id", "student_id", "created_at"),)
    session_id: str = Field(primary_key=True)
    organisation_id: str
    student_id: str
    item_ids: str = long_text()
    settings: str = long_text(default="{}")
    created_at: int = long_integer()
    finished_at: int | None = long_integer(default=None, nullable=True)
    purpose: str = Field(default="", sa_column_kwargs={"server_default": ""})


class AppealTable(SQLModel, table=True):
    __tablename__ = "appeal"
    __table_args__ = (UniqueConstraint("organisation_id", "evaluation_id", "question_id", name="uq_appeal_answer"),)
    appeal_id: str = Field(primary_key=True)
    organisation_id: str = Field(index=True)
    student_id: str
    evaluation_id: str
    question_id: str
    given: str = long_text()
    comment: str = long_text(default="")
    status: str = "open"
    reply: str = long_text(default="")
    created_at: int = long_integer()
    ruling_id: str = Field(default="", sa_column_kwargs={"server_default": ""})


class GrammarFlagTable(SQLModel, table=True):
    __tablename__ = "grammar_flag"
    flag_id: str = Field(primary_key=True)
    organisation_id: str = Field(index=True)
    judgement: str
    point_id: str
    sentence: str = long_text()
    start: int
    end: int
    note: str = long_text()
    by: str
    created_at: int = long_integer()
