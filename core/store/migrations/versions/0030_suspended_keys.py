"""API keys that the operator suspended, the usage rules agreed to with a key, and the minutes in which the service was available."""

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0029"
branch_labels = None
depends_on = None

KEY_COLUMNS = (
    ("agreed_rules", sa.String()),
    ("suspended_at", sa.BigInteger()),
    ("suspended_for", sa.Text()),
)


def upgrade() -> None:
    for name, kind in KEY_COLUMNS:
        op.add_column("api_key", sa.Column(name, kind, nullable=True))
    op.create_table(
        "availability_hour",
        sa.Column("hour", sa.String(), nullable=False),
        sa.Column("watched", sa.BigInteger(), nullable=False),
        sa.Column("ready", sa.BigInteger(), nullable=False),
        sa.Column("calls", sa.BigInteger(), nullable=False),
        sa.Column("failed", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("hour"),
    )


def downgrade() -> None:
    op.drop_table("availability_hour")
    with op.batch_alter_table("api_key") as batch:
        for name, _ in reversed(KEY_COLUMNS):
            batch.drop_column(name)
