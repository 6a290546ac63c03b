"""What a round of practice is a step of."""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("practice_session", sa.Column("purpose", sa.String(), nullable=False, server_default=""))


def downgrade() -> None:
    op.drop_column("practice_session", "purpose")
