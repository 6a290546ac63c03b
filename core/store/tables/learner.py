"""The tables of the fold: what each student's evidence adds up to, and the ledger of nightly runs."""

from __future__ import annotations

from typing import Any

from sqlalchemy import DDL, Index, LargeBinary, event
from sqlmodel import Field, SQLModel

from core.store.tables.columns import long_integer, table

PARTITIONS = 16
"""Number of partitions of point_mastery on PostgreSQL, by hash of the student: a million students with 200 points each make 12 million
rows a partition, and an index of that size stays in memory."""
PARTITION_NAME = "point_mastery_{:02d}"


class PointMasteryTable(SQLModel, table=True):
    """Sums of one student on one point, decayed to `last_at` (`core.records.learner.Sums`)."""

    __tablename__ = "point_mastery"
    # On SQLite the key is the table: one tree to write instead of two.
    __table_args__ = ({"sqlite_with_rowid": False, "postgresql_partition_by": "HASH (student_id)"},)
    organisation_id: str = Field(primary_key=True)
    student_id: str = Field(primary_key=True)
    point_id: str = Field(primary_key=True)
    attempts: int
    correct: int
    right_slow: float
    wrong_slow: float
    right_fast: float
    wrong_fast: float
    last_at: int = long_integer()


class LearnerStateTable(SQLModel, table=True):
    """Sums over all evidence on a student, with the watermark up to which the log is included."""

    __tablename__ = "learner_state"
    __table_args__ = (Index("ix_learner_state_updated", "organisation_id", "updated_at"),)
    organisation_id: str = Field(primary_key=True)
    student_id: str = Field(primary_key=True)
    watermark: int = long_integer()
    model: str
    attempts: int
    correct: int
    right_slow: float
    wrong_slow: float
    right_fast: float
    wrong_fast: float
    last_at: int = long_integer()
    vector: bytes = Field(sa_type=LargeBinary)
    updated_at: int = long_integer()


class JobRunTable(SQLModel, table=True):
    """The ledger of nightly runs: one row for each job, organisation and business date. The process that inserts or takes over a row runs it."""

    __tablename__ = "job_run"
    organisation_id: str = Field(primary_key=True)
    job: str = Field(primary_key=True)
    business_date: str = Field(primary_key=True)
    status: str
    holder: str
    lease_until: int = long_integer()
    watermark_from: int = long_integer()
    watermark_to: int = long_integer()
    started_at: int = long_integer()
    finished_at: int | None = long_integer(default=None, nullable=True)
    students: int = 0
    records: int = 0
    points_changed: int = 0


def partition_ddl(number: int) -> str:
    """The statement that makes one partition of point_mastery."""
    name = PARTITION_NAME.format(number)
    return f"CREATE TABLE {name} PARTITION OF point_mastery FOR VALUES WITH (MODULUS {PARTITIONS}, REMAINDER {number})"


for _number in range(PARTITIONS):
    _partition: Any = DDL(partition_ddl(_number))  # type: ignore[no-untyped-call]
    event.listen(table(PointMasteryTable), "after_create", _partition.execute_if(dialect="postgresql"))
