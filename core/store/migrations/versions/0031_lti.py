"""Learning platforms that open Wenlu by LTI 1.3: who they are, who and which courses came from them, and the scores that go back."""

import sqlalchemy as sa
from alembic import op

revision = "0031"
down_revision = "0030"
branch_labels = None
depends_on = None

TABLES = (
    "lti_nonce",
    "lti_score",
    "lti_line_item",
    "lti_course_member",
    "lti_course",
    "lti_person",
    "lti_registration",
)


def upgrade() -> None:
    op.create_table(
        "lti_registration",
        sa.Column("registration_id", sa.String(), nullable=False),
        sa.Column("organisation_id", sa.String(), sa.ForeignKey("organisation.organisation_id"), nullable=False),
        sa.Column("issuer", sa.String(), nullable=False),
        sa.Column("client_id", sa.String(), nullable=False),
        sa.Column("deployment_id", sa.String(), nullable=False),
        sa.Column("authorize_url", sa.String(), nullable=False),
        sa.Column("token_url", sa.String(), nullable=False),
        sa.Column("keys_url", sa.String(), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("registration_id"),
        sa.UniqueConstraint("issuer", "client_id", "deployment_id", name="uq_lti_registration"),
    )
    op.create_index("ix_lti_registration_organisation_id", "lti_registration", ["organisation_id"])
    op.create_table(
        "lti_person",
        sa.Column("organisation_id", sa.String(), nullable=False),
        sa.Column("issuer", sa.String(), nullable=False),
        sa.Column("subject", sa.String(), nullable=False),
        sa.Column("account_id", sa.String(), nullable=False),
        sa.Column("student_id", sa.String(), nullable=True),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("organisation_id", "issuer", "subject"),
    )
    op.create_index("ix_lti_person_student", "lti_person", ["organisation_id", "student_id"])
    op.create_table(
        "lti_course",
        sa.Column("organisation_id", sa.String(), nullable=False),
        sa.Column("registration_id", sa.String(), nullable=False),
        sa.Column("context_id", sa.String(), nullable=False),
        sa.Column("class_id", sa.String(), nullable=False),
        sa.Column("members_url", sa.String(), nullable=False),
        sa.Column("members_read_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("organisation_id", "registration_id", "context_id"),
    )
    op.create_table(
        "lti_course_member",
        sa.Column("organisation_id", sa.String(), nullable=False),
        sa.Column("registration_id", sa.String(), nullable=False),
        sa.Column("context_id", sa.String(), nullable=False),
        sa.Column("student_id", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("organisation_id", "registration_id", "context_id", "student_id"),
    )
    op.create_table(
        "lti_line_item",
        sa.Column("organisation_id", sa.String(), nullable=False),
        sa.Column("registration_id", sa.String(), nullable=False),
        sa.Column("url", sa.String(), nullable=False),
        sa.Column("context_id", sa.String(), nullable=False),
        sa.Column("assignment_id", sa.String(), nullable=False),
        sa.Column("seen_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("organisation_id", "registration_id", "url"),
    )
    op.create_table(
        "lti_score",
        sa.Column("organisation_id", sa.String(), nullable=False),
        sa.Column("registration_id", sa.String(), nullable=False),
        sa.Column("url", sa.String(), nullable=False),
        sa.Column("student_id", sa.String(), nullable=False),
        sa.Column("score", sa.Float(), nullable=True),
        sa.Column("activity", sa.String(), nullable=False),
        sa.Column("grading", sa.String(), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("sent_at", sa.BigInteger(), nullable=True),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("try_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("organisation_id", "registration_id", "url", "student_id"),
    )
    op.create_index("ix_lti_score_try_at", "lti_score", ["try_at"])
    op.create_table(
        "lti_nonce",
        sa.Column("nonce_sha256", sa.String(), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("nonce_sha256"),
    )
    op.create_index("ix_lti_nonce_expires_at", "lti_nonce", ["expires_at"])


def downgrade() -> None:
    for name in TABLES:
        op.drop_table(name)
