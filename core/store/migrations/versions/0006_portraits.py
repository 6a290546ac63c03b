"""Portraits: baselines, folded states, placements, contests."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "first_portrait",
        sa.Column("organisation_id", sa.String(), nullable=False),
        sa.Column("student_id", sa.String(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("questionnaire", sa.Text(), nullable=False),
        sa.Column("test_results", sa.Text(), nullable=False),
        sa.Column("source", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("organisation_id", "student_id", "created_at"),
    )
    op.create_table(
        "portrait_state",
        sa.Column("organisation_id", sa.String(), nullable=False),
        sa.Column("student_id", sa.String(), nullable=False),
        sa.Column("watermark", sa.BigInteger(), nullable=False),
        sa.Column("standing", sa.Text(), nullable=False),
        sa.Column("six", sa.Text(), nullable=False),
        sa.Column("version", sa.String(), nullable=False),
        sa.Column("updated_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("organisation_id", "student_id"),
    )
    op.create_table(
        "placement",
        sa.Column("placement_id", sa.String(), nullable=False),
        sa.Column("organisation_id", sa.String(), nullable=False),
        sa.Column("student_id", sa.String(), nullable=False),
        sa.Column("steps", sa.Text(), nullable=False),
        sa.Column("questionnaire", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("finished_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("placement_id"),
    )
    op.create_index("ix_placement_student", "placement", ["organisation_id", "student_id", "created_at"])
    op.create_table(
        "contest",
        sa.Column("contest_id", sa.String(), nullable=False),
        sa.Column("organisation_id", sa.String(), nullable=False),
        sa.Column("student_id", sa.String(), nullable=False),
        sa.Column("target_kind", sa.String(), nullable=False),
        sa.Column("target", sa.String(), nullable=False),
        sa.Column("session_id", sa.String(), nullable=False),
        sa.Column("before", sa.Float(), nullable=True),
        sa.Column("after", sa.Float(), nullable=True),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("settled_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("contest_id"),
    )
    op.create_index("ix_contest_student", "contest", ["organisation_id", "student_id", "created_at"])


def downgrade() -> None:
    for name, table in (("ix_contest_student", "contest"), ("ix_placement_student", "placement")):
        op.drop_index(name, table)
    for table in ("contest", "placement", "portrait_state", "first_portrait"):
        op.drop_table(table)
