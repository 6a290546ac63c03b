"""How often each item was answered, and how well."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "item_statistic",
        sa.Column("item_id", sa.String(), nullable=False),
        sa.Column("answers", sa.Float(), nullable=False),
        sa.Column("outcome", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("item_id"),
    )


def downgrade() -> None:
    op.drop_table("item_statistic")
    op.execute("DELETE FROM kept_setting WHERE name LIKE 'item_statistics:%'")
