"""Essay evaluation: reports."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "essay_evaluation",
        sa.Column("evaluation_id", sa.String(), nullable=False),
        sa.Column("organisation_id", sa.String(), nullable=False),
        sa.Column("student_id", sa.String(), nullable=False),
        sa.Column("act", sa.String(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("hsk_level", sa.String(), nullable=False),
        sa.Column("summary", sa.Text(), nullable=False),
        sa.Column("report", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("evaluation_id"),
    )
    op.create_index("ix_essay_student", "essay_evaluation", ["organisation_id", "student_id", "created_at"])
    op.create_index("ix_essay_act", "essay_evaluation", ["organisation_id", "student_id", "act", "created_at"])


def downgrade() -> None:
    for name in ("ix_essay_act", "ix_essay_student"):
        op.drop_index(name, "essay_evaluation")
    op.drop_table("essay_evaluation")
