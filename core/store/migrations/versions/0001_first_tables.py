"""The first tables"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    answer()
    appeal()
    evaluation()
    evidence()
    idempotent_reply()
    item()
    item_issue()
    kept_setting()
    organisation()
    practice_session()
    quota_use()
    rate_bucket()
    student()
    temporary_quota()
    usage_ledger()
    account()
    api_key()
    signin()


def answer() -> None:
    op.create_table(
        "answer",
        sa.Column("evaluation_id", sa.String(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("organisation_id", sa.String(), nullable=False),
        sa.Column("student_id", sa.String(), nullable=False),
        sa.Column("item_id", sa.String(), nullable=False),
        sa.Column("type", sa.String(), nullable=False),
        sa.Column("topic", sa.String(), nullable=False),
        sa.Column("standard_level", sa.Integer(), nullable=False),
        sa.Column("points", sa.Text(), nullable=False),
        sa.Column("words", sa.Text(), nullable=False),
        sa.Column("given", sa.Text(), nullable=False),
        sa.Column("answered", sa.Boolean(), nullable=False),
        sa.Column("is_correct", sa.Boolean(), nullable=False),
        sa.Column("score", sa.Float(), nullable=False),
        sa.Column("time_spent_seconds", sa.Integer(), nullable=False),
        sa.Column("answered_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("evaluation_id", "position"),
    )
    with op.batch_alter_table("answer", schema=None) as batch_op:
        batch_op.create_index("ix_answer_student_time", ["organisation_id", "student_id", "answered_at"], unique=False)


def appeal() -> None:
    op.create_table(
        "appeal",
        sa.Column("appeal_id", sa.String(), nullable=False),
        sa.Column("organisation_id", sa.String(), nullable=False),
        sa.Column("student_id", sa.String(), nullable=False),
        sa.Column("evaluation_id", sa.String(), nullable=False),
        sa.Column("question_id", sa.String(), nullable=False),
        sa.Column("given", sa.Text(), nullable=False),
        sa.Column("comment", sa.Text(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("reply", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("appeal_id"),
        sa.UniqueConstraint("organisation_id", "evaluation_id", "question_id", name="uq_appeal_answer"),
    )
    with op.batch_alter_table("appeal", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_appeal_organisation_id"), ["organisation_id"], unique=False)


def evaluation() -> None:
    op.create_table(
        "evaluation",
        sa.Column("evaluation_id", sa.String(), nullable=False),
        sa.Column("organisation_id", sa.String(), nullable=False),
        sa.Column("student_id", sa.String(), nullable=False),
        sa.Column("session_id", sa.String(), nullable=True),
        sa.Column("fingerprint", sa.String(), nullable=False),
        sa.Column("result", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("evaluation_id"),
        sa.UniqueConstraint("organisation_id", "student_id", "session_id", name="uq_evaluation_session"),
    )


def evidence() -> None:
    op.create_table(
        "evidence",
        sa.Column("seq", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("organisation_id", sa.String(), nullable=False),
        sa.Column("student_id", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("target_kind", sa.String(), nullable=False),
        sa.Column("target", sa.String(), nullable=False),
        sa.Column("outcome", sa.Float(), nullable=False),
        sa.Column("weight", sa.Float(), nullable=False),
        sa.Column("source", sa.String(), nullable=False),
        sa.Column("item_id", sa.String(), nullable=False),
        sa.Column("occurred_at", sa.BigInteger(), nullable=False),
        sa.Column("idempotency_key", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("seq"),
        sa.UniqueConstraint("organisation_id", "idempotency_key", name="uq_evidence_key"),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("evidence", schema=None) as batch_op:
        batch_op.create_index("ix_evidence_student", ["organisation_id", "student_id"], unique=False)


def idempotent_reply() -> None:
    op.create_table(
        "idempotent_reply",
        sa.Column("organisation_id", sa.String(), nullable=False),
        sa.Column("idempotency_key", sa.String(), nullable=False),
        sa.Column("endpoint", sa.String(), nullable=False),
        sa.Column("fingerprint", sa.String(), nullable=False),
        sa.Column("reply", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("organisation_id", "idempotency_key"),
    )


def item() -> None:
    op.create_table(
        "item",
        sa.Column("item_id", sa.String(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("first_issued_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("item_id"),
    )


def item_issue() -> None:
    op.create_table(
        "item_issue",
        sa.Column("organisation_id", sa.String(), nullable=False),
        sa.Column("student_id", sa.String(), nullable=False),
        sa.Column("item_id", sa.String(), nullable=False),
        sa.Column("issued_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("organisation_id", "student_id", "item_id"),
    )


def kept_setting() -> None:
    op.create_table(
        "kept_setting",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name"),
    )


def organisation() -> None:
    op.create_table(
        "organisation",
        sa.Column("organisation_id", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("tier", sa.String(), nullable=False),
        sa.Column("monthly_limit", sa.Integer(), nullable=True),
        sa.Column("overage", sa.Boolean(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("organisation_id"),
        sa.UniqueConstraint("name"),
    )


def practice_session() -> None:
    op.create_table(
        "practice_session",
        sa.Column("session_id", sa.String(), nullable=False),
        sa.Column("organisation_id", sa.String(), nullable=False),
        sa.Column("student_id", sa.String(), nullable=False),
        sa.Column("item_ids", sa.Text(), nullable=False),
        sa.Column("settings", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("finished_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("session_id"),
    )
    with op.batch_alter_table("practice_session", schema=None) as batch_op:
        batch_op.create_index("ix_practice_student", ["organisation_id", "student_id", "created_at"], unique=False)


def quota_use() -> None:
    op.create_table(
        "quota_use",
        sa.Column("organisation_id", sa.String(), nullable=False),
        sa.Column("period", sa.String(), nullable=False),
        sa.Column("used", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("organisation_id", "period"),
    )


def rate_bucket() -> None:
    op.create_table(
        "rate_bucket",
        sa.Column("bucket", sa.String(), nullable=False),
        sa.Column("tokens", sa.Float(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("bucket"),
    )


def student() -> None:
    op.create_table(
        "student",
        sa.Column("organisation_id", sa.String(), nullable=False),
        sa.Column("student_id", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("explanation_language", sa.String(), nullable=True),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("organisation_id", "student_id"),
    )


def temporary_quota() -> None:
    op.create_table(
        "temporary_quota",
        sa.Column("grant_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("organisation_id", sa.String(), nullable=False),
        sa.Column("period", sa.String(), nullable=False),
        sa.Column("calls", sa.Integer(), nullable=False),
        sa.Column("note", sa.String(), nullable=False),
        sa.Column("granted_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("grant_id"),
    )
    with op.batch_alter_table("temporary_quota", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_temporary_quota_organisation_id"), ["organisation_id"], unique=False)


def usage_ledger() -> None:
    op.create_table(
        "usage_ledger",
        sa.Column("seq", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("organisation_id", sa.String(), nullable=False),
        sa.Column("period", sa.String(), nullable=False),
        sa.Column("endpoint", sa.String(), nullable=False),
        sa.Column("billed_li", sa.Integer(), nullable=False),
        sa.Column("request_id", sa.String(), nullable=False),
        sa.Column("key_id", sa.String(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("seq"),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("usage_ledger", schema=None) as batch_op:
        batch_op.create_index("ix_usage_ledger_month", ["organisation_id", "period"], unique=False)


def account() -> None:
    op.create_table(
        "account",
        sa.Column("account_id", sa.String(), nullable=False),
        sa.Column("organisation_id", sa.String(), nullable=False),
        sa.Column("username", sa.String(), nullable=False),
        sa.Column("role", sa.String(), nullable=False),
        sa.Column("display_name", sa.String(), nullable=False),
        sa.Column("password_hash", sa.String(), nullable=False),
        sa.Column("student_id", sa.String(), nullable=True),
        sa.Column("language", sa.String(), nullable=False),
        sa.Column("demo", sa.Boolean(), nullable=False),
        sa.Column("settings", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["organisation_id"],
            ["organisation.organisation_id"],
        ),
        sa.PrimaryKeyConstraint("account_id"),
        sa.UniqueConstraint("username"),
    )
    with op.batch_alter_table("account", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_account_organisation_id"), ["organisation_id"], unique=False)


def api_key() -> None:
    op.create_table(
        "api_key",
        sa.Column("key_id", sa.String(), nullable=False),
        sa.Column("organisation_id", sa.String(), nullable=False),
        sa.Column("prefix", sa.String(), nullable=False),
        sa.Column("secret_sha256", sa.String(), nullable=False),
        sa.Column("permissions", sa.String(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("revoked_at", sa.BigInteger(), nullable=True),
        sa.Column("last_used_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(
            ["organisation_id"],
            ["organisation.organisation_id"],
        ),
        sa.PrimaryKeyConstraint("key_id"),
        sa.UniqueConstraint("secret_sha256"),
    )
    with op.batch_alter_table("api_key", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_api_key_organisation_id"), ["organisation_id"], unique=False)


def signin() -> None:
    op.create_table(
        "signin",
        sa.Column("token_sha256", sa.String(), nullable=False),
        sa.Column("account_id", sa.String(), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account_id"],
            ["account.account_id"],
        ),
        sa.PrimaryKeyConstraint("token_sha256"),
    )
    with op.batch_alter_table("signin", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_signin_account_id"), ["account_id"], unique=False)


def downgrade() -> None:
    # ### commands auto generated by Alembic - please adjust! ###
    with op.batch_alter_table("signin", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_signin_account_id"))

    op.drop_table("signin")
    with op.batch_alter_table("api_key", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_api_key_organisation_id"))

    op.drop_table("api_key")
    with op.batch_alter_table("account", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_account_organisation_id"))

    op.drop_table("account")
    with op.batch_alter_table("usage_ledger", schema=None) as batch_op:
        batch_op.drop_index("ix_usage_ledger_month")

    op.drop_table("usage_ledger")
    with op.batch_alter_table("temporary_quota", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_temporary_quota_organisation_id"))

    op.drop_table("temporary_quota")
    op.drop_table("student")
    op.drop_table("rate_bucket")
    op.drop_table("quota_use")
    with op.batch_alter_table("practice_session", schema=None) as batch_op:
        batch_op.drop_index("ix_practice_student")

    op.drop_table("practice_session")
    op.drop_table("organisation")
    op.drop_table("kept_setting")
    op.drop_table("item_issue")
    op.drop_table("item")
    op.drop_table("idempotent_reply")
    with op.batch_alter_table("evidence", schema=None) as batch_op:
        batch_op.drop_index("ix_evidence_student")

    op.drop_table("evidence")
    op.drop_table("evaluation")
    with op.batch_alter_table("appeal", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_appeal_organisation_id"))

    op.drop_table("appeal")
    with op.batch_alter_table("answer", schema=None) as batch_op:
        batch_op.drop_index("ix_answer_student_time")

    op.drop_table("answer")
    # ### end Alembic commands ###
