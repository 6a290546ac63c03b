"""Assignments are due at a minute, late work is accepted until another, single students get more time, and a set may be for a point.

What was given before is due at the end of its day.
"""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("assignment", sa.Column("due_at", sa.BigInteger(), nullable=True))
    op.add_column("assignment", sa.Column("late_until", sa.BigInteger(), nullable=True))
    op.add_column("assignment", sa.Column("point_id", sa.String(), nullable=False, server_default=""))
    op.create_table(
        "assignment_extension",
        sa.Column("organisation_id", sa.String(), nullable=False),
        sa.Column("assignment_id", sa.String(), nullable=False),
        sa.Column("student_id", sa.String(), nullable=False),
        sa.Column("due_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("organisation_id", "assignment_id", "student_id"),
    )


def downgrade() -> None:
    op.drop_table("assignment_extension")
    op.drop_column("assignment", "point_id")
    op.drop_column("assignment", "late_until")
    op.drop_column("assignment", "due_at")
