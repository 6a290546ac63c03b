"""Essay reviews: verdicts on edits, teachers' scores."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def of_an_essay() -> sa.ForeignKeyConstraint:
    """Rows go with their report."""
    return sa.ForeignKeyConstraint(["evaluation_id"], ["essay_evaluation.evaluation_id"], ondelete="CASCADE")


def upgrade() -> None:
    op.create_table(
        "essay_verdict",
        sa.Column("evaluation_id", sa.String(), nullable=False),
        sa.Column("place_start", sa.Integer(), nullable=False),
        sa.Column("place_end", sa.Integer(), nullable=False),
        sa.Column("replacement", sa.String(), nullable=False),
        sa.Column("organisation_id", sa.String(), nullable=False),
        sa.Column("student_id", sa.String(), nullable=False),
        sa.Column("verdict", sa.String(), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("known_as_written", sa.String(), nullable=False),
        sa.Column("known_as_mended", sa.String(), nullable=False),
        sa.Column("judged_at", sa.BigInteger(), nullable=False),
        sa.Column("settled", sa.String(), nullable=False),
        sa.Column("teacher_note", sa.Text(), nullable=False),
        of_an_essay(),
        sa.PrimaryKeyConstraint("evaluation_id", "place_start", "place_end", "replacement"),
    )
    op.create_index("ix_essay_verdict_student", "essay_verdict", ["organisation_id", "student_id"])
    op.create_index("ix_essay_verdict_inbox", "essay_verdict", ["organisation_id", "verdict", "settled", "judged_at"])
    op.create_table(
        "essay_override",
        sa.Column("evaluation_id", sa.String(), nullable=False),
        sa.Column("organisation_id", sa.String(), nullable=False),
        sa.Column("student_id", sa.String(), nullable=False),
        sa.Column("score", sa.Float(), nullable=False),
        sa.Column("rubric", sa.Text(), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("teacher", sa.String(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        of_an_essay(),
        sa.PrimaryKeyConstraint("evaluation_id"),
    )
    op.create_index("ix_essay_override_student", "essay_override", ["organisation_id", "student_id"])


def downgrade() -> None:
    op.drop_index("ix_essay_override_student", "essay_override")
    op.drop_table("essay_override")
    for name in ("ix_essay_verdict_inbox", "ix_essay_verdict_student"):
        op.drop_index(name, "essay_verdict")
    op.drop_table("essay_verdict")
