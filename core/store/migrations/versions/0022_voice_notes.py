"""What teachers say about texts that were handed in, as recordings."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "voice_note",
        sa.Column("writing_id", sa.String(), nullable=False),
        sa.Column("organisation_id", sa.String(), nullable=False),
        sa.Column("student_id", sa.String(), nullable=False),
        sa.Column("account_id", sa.String(), nullable=False),
        sa.Column("teacher", sa.String(), nullable=False),
        sa.Column("seconds", sa.Float(), nullable=False),
        sa.Column("media_type", sa.String(), nullable=False),
        sa.Column("sound", sa.LargeBinary(), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("writing_id"),
    )
    op.create_index("ix_voice_note_student", "voice_note", ["organisation_id", "student_id"])


def downgrade() -> None:
    op.drop_index("ix_voice_note_student", table_name="voice_note")
    op.drop_table("voice_note")
