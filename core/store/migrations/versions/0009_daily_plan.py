"""The daily plan: settings, plans, things done, memory, assignments, writing, links."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    _of_students()
    op.create_table(
        "assignment",
        sa.Column("assignment_id", sa.String(), nullable=False),
        sa.Column("organisation_id", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("title", sa.String(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("due", sa.String(), nullable=False),
        sa.Column("made_by", sa.String(), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("withdrawn_at", sa.BigInteger(), nullable=True),
        sa.Column("everyone", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("assignment_id"),
    )
    op.create_index("ix_assignment_due", "assignment", ["organisation_id", "due"])
    op.create_table(
        "assignment_student",
        sa.Column("organisation_id", sa.String(), nullable=False),
        sa.Column("assignment_id", sa.String(), nullable=False),
        sa.Column("student_id", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("organisation_id", "assignment_id", "student_id"),
    )
    op.create_table(
        "writing",
        sa.Column("writing_id", sa.String(), nullable=False),
        sa.Column("organisation_id", sa.String(), nullable=False),
        sa.Column("student_id", sa.String(), nullable=False),
        sa.Column("resource_id", sa.String(), nullable=False),
        sa.Column("title", sa.String(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("started_at", sa.BigInteger(), nullable=False),
        sa.Column("changed_at", sa.BigInteger(), nullable=False),
        sa.Column("handed_in_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("writing_id"),
    )
    op.create_index("ix_writing_student", "writing", ["organisation_id", "student_id", "changed_at"])
    op.create_table(
        "resource_link",
        sa.Column("link_id", sa.String(), nullable=False),
        sa.Column("organisation_id", sa.String(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("made_by", sa.String(), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("removed_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("link_id"),
    )
    op.create_index("ix_resource_link", "resource_link", ["organisation_id", "made_at"])


def _of_students() -> None:
    op.create_table(
        "plan_settings",
        sa.Column("organisation_id", sa.String(), nullable=False),
        sa.Column("student_id", sa.String(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("set_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("organisation_id", "student_id"),
    )
    op.create_table(
        "day_plan",
        sa.Column("organisation_id", sa.String(), nullable=False),
        sa.Column("student_id", sa.String(), nullable=False),
        sa.Column("day", sa.String(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("organisation_id", "student_id", "day"),
    )
    op.create_table(
        "thing_done",
        sa.Column("organisation_id", sa.String(), nullable=False),
        sa.Column("student_id", sa.String(), nullable=False),
        sa.Column("day", sa.String(), nullable=False),
        sa.Column("resource_id", sa.String(), nullable=False),
        sa.Column("seconds", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("organisation_id", "student_id", "day", "resource_id"),
    )
    op.create_table(
        "memory_state",
        sa.Column("organisation_id", sa.String(), nullable=False),
        sa.Column("student_id", sa.String(), nullable=False),
        sa.Column("watermark", sa.BigInteger(), nullable=False),
        sa.Column("cards", sa.Text(), nullable=False),
        sa.Column("version", sa.String(), nullable=False),
        sa.Column("updated_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("organisation_id", "student_id"),
    )


def downgrade() -> None:
    for name, table in (
        ("ix_resource_link", "resource_link"),
        ("ix_writing_student", "writing"),
        ("ix_assignment_due", "assignment"),
    ):
        op.drop_index(name, table)
    for table in (
        "resource_link",
        "writing",
        "assignment_student",
        "assignment",
        "memory_state",
        "thing_done",
        "day_plan",
        "plan_settings",
    ):
        op.drop_table(table)
