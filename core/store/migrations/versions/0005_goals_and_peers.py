"""Goals of students, consent to be matched with peers, and their requests."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "learning_goal",
        sa.Column("organisation_id", sa.String(), nullable=False),
        sa.Column("student_id", sa.String(), nullable=False),
        sa.Column("subject", sa.String(), nullable=False),
        sa.Column("target_level", sa.Integer(), nullable=True),
        sa.Column("points", sa.Text(), nullable=False),
        sa.Column("due", sa.String(), nullable=True),
        sa.Column("minutes_a_week", sa.Integer(), nullable=True),
        sa.Column("set_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("organisation_id", "student_id", "subject"),
    )
    op.create_table(
        "peer_consent",
        sa.Column("organisation_id", sa.String(), nullable=False),
        sa.Column("student_id", sa.String(), nullable=False),
        sa.Column("pseudonym", sa.String(), nullable=False),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("organisation_id", "student_id"),
    )
    op.create_index("ix_peer_consent_since", "peer_consent", ["organisation_id", "since"])
    op.create_index("ix_peer_consent_pseudonym", "peer_consent", ["organisation_id", "pseudonym"], unique=True)
    op.create_table(
        "peer_request",
        sa.Column("request_id", sa.String(), nullable=False),
        sa.Column("organisation_id", sa.String(), nullable=False),
        sa.Column("student_id", sa.String(), nullable=False),
        sa.Column("to_student_id", sa.String(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("settled_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("request_id"),
    )
    op.create_index("ix_peer_request_from", "peer_request", ["organisation_id", "student_id"])
    op.create_index("ix_peer_request_to", "peer_request", ["organisation_id", "to_student_id"])
    op.create_index("ix_learner_state_updated", "learner_state", ["organisation_id", "updated_at"])


def downgrade() -> None:
    op.drop_index("ix_learner_state_updated", "learner_state")
    op.drop_table("peer_request")
    op.drop_table("peer_consent")
    op.drop_table("learning_goal")
