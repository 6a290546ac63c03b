"""Learning record stores that organisations have registered, with how far their evidence was sent there."""

import sqlalchemy as sa
from alembic import op

revision = "0032"
down_revision = "0031"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "record_store",
        sa.Column("organisation_id", sa.String(), sa.ForeignKey("organisation.organisation_id"), nullable=False),
        sa.Column("endpoint", sa.String(), nullable=False),
        sa.Column("username", sa.String(), nullable=False),
        sa.Column("password", sa.String(), nullable=False),
        sa.Column("site", sa.String(), nullable=False),
        sa.Column("naming", sa.String(), nullable=False),
        sa.Column("watermark", sa.BigInteger(), nullable=False),
        sa.Column("registered_at", sa.BigInteger(), nullable=False),
        sa.Column("sent", sa.BigInteger(), nullable=False),
        sa.Column("left_out", sa.BigInteger(), nullable=False),
        sa.Column("tried_at", sa.BigInteger(), nullable=True),
        sa.Column("failure", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("organisation_id"),
    )


def downgrade() -> None:
    op.drop_table("record_store")
