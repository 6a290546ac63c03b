"""Remembered replies name the student they are about, so that they are erased with the student."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # Replies live two days: the ones from before name nobody, so they go rather than outlive an erasure.
    op.execute("DELETE FROM idempotent_reply")
    op.add_column("idempotent_reply", sa.Column("student_id", sa.String(), nullable=True))
    op.create_index("ix_idempotent_reply_student_id", "idempotent_reply", ["student_id"])


def downgrade() -> None:
    op.drop_index("ix_idempotent_reply_student_id", "idempotent_reply")
    op.drop_column("idempotent_reply", "student_id")
