"""Requests of organisations for more calls, and the operator's answers."""

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "quota_request",
        sa.Column("request_id", sa.String(), nullable=False),
        sa.Column("organisation_id", sa.String(), nullable=False),
        sa.Column("key_id", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("calls", sa.Integer(), nullable=True),
        sa.Column("tier", sa.String(), nullable=True),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("period", sa.String(), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("granted_calls", sa.Integer(), nullable=True),
        sa.Column("granted_tier", sa.String(), nullable=True),
        sa.Column("answered_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("request_id"),
        sa.ForeignKeyConstraint(["organisation_id"], ["organisation.organisation_id"]),
    )
    op.create_index("ix_quota_request_organisation_id", "quota_request", ["organisation_id"])


def downgrade() -> None:
    op.drop_table("quota_request")
