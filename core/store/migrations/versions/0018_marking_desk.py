"""The marking desk: teachers' marks, returns with grades, banks of comments."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "essay_marking",
        sa.Column("writing_id", sa.String(), nullable=False),
        sa.Column("organisation_id", sa.String(), nullable=False),
        sa.Column("student_id", sa.String(), nullable=False),
        sa.Column("evaluation_id", sa.String(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("changed_at", sa.BigInteger(), nullable=False),
        sa.Column("rubric", sa.Text(), nullable=False),
        sa.Column("grade", sa.Float(), nullable=True),
        sa.Column("comment", sa.Text(), nullable=False),
        sa.Column("second_draft", sa.Boolean(), nullable=False),
        sa.Column("account_id", sa.String(), nullable=False),
        sa.Column("teacher", sa.String(), nullable=False),
        sa.Column("returned_at", sa.BigInteger(), nullable=True),
        sa.Column("previous", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("writing_id"),
    )
    op.create_index("ix_essay_marking_student", "essay_marking", ["organisation_id", "student_id"])
    op.create_index("ix_essay_marking_evaluation", "essay_marking", ["organisation_id", "evaluation_id"])
    op.create_table(
        "essay_mark",
        sa.Column("writing_id", sa.String(), nullable=False),
        sa.Column("place_start", sa.Integer(), nullable=False),
        sa.Column("place_end", sa.Integer(), nullable=False),
        sa.Column("replacement", sa.String(), nullable=False),
        sa.Column("organisation_id", sa.String(), nullable=False),
        sa.Column("student_id", sa.String(), nullable=False),
        sa.Column("ruling", sa.String(), nullable=False),
        sa.Column("type", sa.String(), nullable=False),
        sa.Column("correction", sa.Text(), nullable=False),
        sa.Column("comment", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("writing_id", "place_start", "place_end", "replacement"),
    )
    op.create_index("ix_essay_mark_student", "essay_mark", ["organisation_id", "student_id"])
    op.create_table(
        "bank_comment",
        sa.Column("comment_id", sa.String(), nullable=False),
        sa.Column("organisation_id", sa.String(), nullable=False),
        sa.Column("account_id", sa.String(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("comment_id"),
    )
    op.create_index("ix_bank_comment_account", "bank_comment", ["organisation_id", "account_id", "made_at"])
    op.create_index("ix_writing_handed_in", "writing", ["organisation_id", "resource_id", "handed_in_at"])


def downgrade() -> None:
    op.drop_index("ix_writing_handed_in", "writing")
    op.drop_index("ix_bank_comment_account", "bank_comment")
    op.drop_table("bank_comment")
    op.drop_index("ix_essay_mark_student", "essay_mark")
    op.drop_table("essay_mark")
    for name in ("ix_essay_marking_evaluation", "ix_essay_marking_student"):
        op.drop_index(name, "essay_marking")
    op.drop_table("essay_marking")
