"""Speech evaluation: reports, and recordings where the operator keeps them."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "speech_evaluation",
        sa.Column("evaluation_id", sa.String(), nullable=False),
        sa.Column("organisation_id", sa.String(), nullable=False),
        sa.Column("student_id", sa.String(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("text_key", sa.String(), nullable=False),
        sa.Column("summary", sa.Text(), nullable=False),
        sa.Column("report", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("evaluation_id"),
    )
    op.create_index("ix_speech_student", "speech_evaluation", ["organisation_id", "student_id", "created_at"])
    op.create_index("ix_speech_text", "speech_evaluation", ["organisation_id", "student_id", "text_key", "created_at"])
    op.create_table(
        "speech_recording",
        sa.Column("evaluation_id", sa.String(), nullable=False),
        sa.Column("organisation_id", sa.String(), nullable=False),
        sa.Column("student_id", sa.String(), nullable=False),
        sa.Column("media_type", sa.String(), nullable=False),
        sa.Column("sound", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("evaluation_id"),
    )
    op.create_index("ix_speech_recording_student", "speech_recording", ["organisation_id", "student_id"])


def downgrade() -> None:
    for name, table in (
        ("ix_speech_recording_student", "speech_recording"),
        ("ix_speech_text", "speech_evaluation"),
        ("ix_speech_student", "speech_evaluation"),
    ):
        op.drop_index(name, table)
    for table in ("speech_recording", "speech_evaluation"):
        op.drop_table(table)
