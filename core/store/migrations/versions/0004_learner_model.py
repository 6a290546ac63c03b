"""Folded evidence: sums of each student and point, states, the ledger of nightly runs; when evidence was appended."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

PARTITIONS = 16


def upgrade() -> None:
    op.add_column("evidence", sa.Column("ingested_at", sa.BigInteger(), nullable=False, server_default="0"))
    # Nothing else is known of the older rows; what occurred was appended then, but for late uploads.
    op.execute("UPDATE evidence SET ingested_at = occurred_at")
    op.drop_index("ix_evidence_student", "evidence")
    op.create_index("ix_evidence_student", "evidence", ["organisation_id", "student_id", "target_kind", "seq"])
    op.create_index("ix_evidence_log", "evidence", ["organisation_id", "seq", "ingested_at", "student_id"])
    point_mastery()
    learner_state()
    job_run()


def point_mastery() -> None:
    op.create_table(
        "point_mastery",
        sa.Column("organisation_id", sa.String(), nullable=False),
        sa.Column("student_id", sa.String(), nullable=False),
        sa.Column("point_id", sa.String(), nullable=False),
        *sums(),
        sa.PrimaryKeyConstraint("organisation_id", "student_id", "point_id"),
        sqlite_with_rowid=False,
        postgresql_partition_by="HASH (student_id)",
    )
    if op.get_bind().dialect.name == "postgresql":
        for number in range(PARTITIONS):
            op.execute(
                f"CREATE TABLE point_mastery_{number:02d} PARTITION OF point_mastery "
                f"FOR VALUES WITH (MODULUS {PARTITIONS}, REMAINDER {number})"
            )


def learner_state() -> None:
    op.create_table(
        "learner_state",
        sa.Column("organisation_id", sa.String(), nullable=False),
        sa.Column("student_id", sa.String(), nullable=False),
        sa.Column("watermark", sa.BigInteger(), nullable=False),
        sa.Column("model", sa.String(), nullable=False),
        *sums(),
        sa.Column("vector", sa.LargeBinary(), nullable=False),
        sa.Column("updated_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("organisation_id", "student_id"),
    )


def job_run() -> None:
    op.create_table(
        "job_run",
        sa.Column("organisation_id", sa.String(), nullable=False),
        sa.Column("job", sa.String(), nullable=False),
        sa.Column("business_date", sa.String(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("holder", sa.String(), nullable=False),
        sa.Column("lease_until", sa.BigInteger(), nullable=False),
        sa.Column("watermark_from", sa.BigInteger(), nullable=False),
        sa.Column("watermark_to", sa.BigInteger(), nullable=False),
        sa.Column("started_at", sa.BigInteger(), nullable=False),
        sa.Column("finished_at", sa.BigInteger(), nullable=True),
        sa.Column("students", sa.Integer(), nullable=False),
        sa.Column("records", sa.Integer(), nullable=False),
        sa.Column("points_changed", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("organisation_id", "job", "business_date"),
    )


def sums() -> list[sa.Column[Any]]:
    return [
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("correct", sa.Integer(), nullable=False),
        sa.Column("right_slow", sa.Float(), nullable=False),
        sa.Column("wrong_slow", sa.Float(), nullable=False),
        sa.Column("right_fast", sa.Float(), nullable=False),
        sa.Column("wrong_fast", sa.Float(), nullable=False),
        sa.Column("last_at", sa.BigInteger(), nullable=False),
    ]


def downgrade() -> None:
    op.drop_table("job_run")
    op.drop_table("learner_state")
    op.drop_table("point_mastery")
    op.drop_index("ix_evidence_log", "evidence")
    op.drop_index("ix_evidence_student", "evidence")
    op.create_index("ix_evidence_student", "evidence", ["organisation_id", "student_id"])
    op.drop_column("evidence", "ingested_at")
