"""What teachers say about the grammar detector."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "grammar_flag",
        sa.Column("flag_id", sa.String(), nullable=False),
        sa.Column("organisation_id", sa.String(), nullable=False),
        sa.Column("judgement", sa.String(), nullable=False),
        sa.Column("point_id", sa.String(), nullable=False),
        sa.Column("sentence", sa.Text(), nullable=False),
        sa.Column("start", sa.Integer(), nullable=False),
        sa.Column("end", sa.Integer(), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("by", sa.String(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("flag_id"),
    )
    op.create_index("ix_grammar_flag_organisation_id", "grammar_flag", ["organisation_id"])


def downgrade() -> None:
    op.drop_index("ix_grammar_flag_organisation_id", "grammar_flag")
    op.drop_table("grammar_flag")
