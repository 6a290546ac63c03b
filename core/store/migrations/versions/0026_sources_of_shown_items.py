"""What the items that a student was shown were made from."""

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None

SOURCE = {"sqlite": "json_extract(item.body, '$.source')", "postgresql": "CAST(item.body AS json) ->> 'source'"}
"""The source in the body of an item (JSON text), by database."""


def upgrade() -> None:
    op.add_column("item_issue", sa.Column("source", sa.String(), nullable=False, server_default=""))
    stored = f"SELECT {SOURCE[op.get_bind().dialect.name]} FROM item WHERE item.item_id = item_issue.item_id"
    op.execute(f"UPDATE item_issue SET source = COALESCE(({stored}), '')")


def downgrade() -> None:
    op.drop_column("item_issue", "source")
