"""States and history of items, teachers' own items, answers by item."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "own_item",
        sa.Column("organisation_id", sa.String(), nullable=False),
        sa.Column("item_id", sa.String(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("author", sa.String(), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("replaces", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("organisation_id", "item_id"),
    )
    op.create_index("ix_own_item_item_id", "own_item", ["item_id"])
    op.create_table(
        "item_state",
        sa.Column("organisation_id", sa.String(), nullable=False),
        sa.Column("item_id", sa.String(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("organisation_id", "item_id"),
    )
    op.create_table(
        "item_change",
        sa.Column(
            "change_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            primary_key=True,
            autoincrement=True,
            nullable=False,
        ),
        sa.Column("organisation_id", sa.String(), nullable=False),
        sa.Column("item_id", sa.String(), nullable=False),
        sa.Column("act", sa.String(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("previous", sa.String(), nullable=True),
        sa.Column("by", sa.String(), nullable=False),
        sa.Column("rule", sa.String(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_item_change_stamp", "item_change", ["organisation_id", "change_id"])
    op.create_index("ix_item_change_item", "item_change", ["organisation_id", "item_id", "change_id"])
    op.create_index("ix_answer_item", "answer", ["organisation_id", "item_id", "answered_at"])


def downgrade() -> None:
    op.drop_index("ix_answer_item", "answer")
    op.drop_index("ix_item_change_item", "item_change")
    op.drop_index("ix_item_change_stamp", "item_change")
    op.drop_table("item_change")
    op.drop_table("item_state")
    op.drop_index("ix_own_item_item_id", "own_item")
    op.drop_table("own_item")
    op.execute("DELETE FROM kept_setting WHERE name LIKE 'item_rules:%'")
