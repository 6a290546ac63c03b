"""Receipts of students who were erased: numbers and salted hashes."""

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "erasure_receipt",
        sa.Column("organisation_id", sa.String(), nullable=False),
        sa.Column("receipt_id", sa.String(), nullable=False),
        sa.Column("erased_at", sa.BigInteger(), nullable=False),
        sa.Column("asked_by", sa.String(), nullable=False),
        sa.Column("salt", sa.String(), nullable=False),
        sa.Column("subject_hash", sa.String(), nullable=False),
        sa.Column("counts", sa.Text(), nullable=False),
        sa.Column("counts_sha256", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("organisation_id", "receipt_id"),
    )


def downgrade() -> None:
    op.drop_table("erasure_receipt")
