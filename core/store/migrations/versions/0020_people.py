"""Bringing people in: numbers of students, one-time codes, imports, codes and requests to join a class."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("student", sa.Column("number", sa.String(), nullable=True))
    op.create_index("ix_student_number", "student", ["organisation_id", "number"], unique=True)
    op.create_table(
        "access_code",
        sa.Column("organisation_id", sa.String(), nullable=False),
        sa.Column("account_id", sa.String(), nullable=False),
        sa.Column("code_sha256", sa.String(), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["account_id"], ["account.account_id"]),
        sa.PrimaryKeyConstraint("organisation_id", "account_id"),
    )
    op.create_table(
        "roster_import",
        sa.Column("organisation_id", sa.String(), nullable=False),
        sa.Column("import_id", sa.String(), nullable=False),
        sa.Column("source", sa.String(), nullable=False),
        sa.Column("made_by", sa.String(), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("undone_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("organisation_id", "import_id"),
    )
    op.create_table(
        "roster_change",
        sa.Column("organisation_id", sa.String(), nullable=False),
        sa.Column("import_id", sa.String(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("student_id", sa.String(), nullable=False),
        sa.Column("account_id", sa.String(), nullable=False),
        sa.Column("class_id", sa.String(), nullable=False),
        sa.Column("before", sa.String(), nullable=False),
        sa.Column("after", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("organisation_id", "import_id", "position"),
    )
    op.create_index("ix_roster_change_student", "roster_change", ["organisation_id", "student_id"])
    op.create_table(
        "join_code",
        sa.Column("organisation_id", sa.String(), nullable=False),
        sa.Column("class_id", sa.String(), nullable=False),
        sa.Column("code", sa.String(), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.Column("approval", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("organisation_id", "class_id"),
        sa.UniqueConstraint("code"),
    )
    op.create_table(
        "join_request",
        sa.Column("organisation_id", sa.String(), nullable=False),
        sa.Column("request_id", sa.String(), nullable=False),
        sa.Column("class_id", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("number", sa.String(), nullable=False),
        sa.Column("username", sa.String(), nullable=False),
        sa.Column("password_hash", sa.String(), nullable=False),
        sa.Column("language", sa.String(), nullable=False),
        sa.Column("asked_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("organisation_id", "request_id"),
        sa.UniqueConstraint("organisation_id", "username", name="uq_join_request_name"),
    )


def downgrade() -> None:
    for name in ("join_request", "join_code", "roster_change", "roster_import", "access_code"):
        op.drop_table(name)
    op.drop_index("ix_student_number", "student")
    op.drop_column("student", "number")
