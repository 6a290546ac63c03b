"""Doors: which organisation is the demo, accounts that are closed, sign-ins as they were used, clients known to an account."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None

LIFETIME_MICROS = 14 * 86_400 * 1_000_000
"""A sign-in made before this revision was to last so long: when it was made follows from its end."""


def upgrade() -> None:
    op.add_column("organisation", sa.Column("demo", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.execute(
        "UPDATE organisation SET demo = true WHERE organisation_id IN (SELECT organisation_id FROM account WHERE demo)"
    )
    op.add_column("account", sa.Column("disabled_at", sa.BigInteger(), nullable=True))
    for name in ("created_at", "last_seen_at"):
        op.add_column("signin", sa.Column(name, sa.BigInteger(), nullable=False, server_default="0"))
    op.add_column("signin", sa.Column("browser", sa.String(), nullable=False, server_default=""))
    op.execute(f"UPDATE signin SET created_at = expires_at - {LIFETIME_MICROS}")
    op.execute("UPDATE signin SET last_seen_at = created_at")
    op.add_column("rate_bucket", sa.Column("full_at", sa.Float(), nullable=False, server_default="0"))
    op.create_index("ix_rate_bucket_full_at", "rate_bucket", ["full_at"])
    op.create_table(
        "known_client",
        sa.Column("account_id", sa.String(), nullable=False),
        sa.Column("client_sha256", sa.String(), nullable=False),
        sa.Column("last_used_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["account_id"], ["account.account_id"]),
        sa.PrimaryKeyConstraint("account_id", "client_sha256"),
    )


def downgrade() -> None:
    op.drop_table("known_client")
    op.drop_index("ix_rate_bucket_full_at", "rate_bucket")
    op.drop_column("rate_bucket", "full_at")
    for name in ("browser", "last_seen_at", "created_at"):
        op.drop_column("signin", name)
    op.drop_column("account", "disabled_at")
    op.drop_column("organisation", "demo")
