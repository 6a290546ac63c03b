"""Classes of an organisation; user names unique within it, and an address by which it is found at the door.

Every organisation gets a class of everyone with all its teachers, so that each sees the students that they saw before.
"""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None

NAMED = {"uq": "uq_%(table_name)s_%(column_0_name)s"}
"""SQLite keeps the first constraint without a name; it is found under this one."""
UNIQUE_OVER_ALL = ("uq_account_username", "account_username_key")
"""The constraint of the first tables, on SQLite and on PostgreSQL."""
REFERRING = ("signin", "known_client")
"""Tables that refer to accounts: SQLite makes a table anew to change a constraint, and rows that refer to it would hold it."""


def upgrade() -> None:
    op.add_column("organisation", sa.Column("address", sa.String(), nullable=True))
    op.create_index("ix_organisation_address", "organisation", ["address"], unique=True)
    _change_names(
        dropped=UNIQUE_OVER_ALL, made=("uq_account_name", "uq_account_name"), over=["organisation_id", "username"]
    )
    op.create_index("ix_account_username", "account", ["username"])
    op.create_table(
        "school_class",
        sa.Column("organisation_id", sa.String(), nullable=False),
        sa.Column("class_id", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("everyone", sa.Boolean(), nullable=False),
        sa.Column("archived_at", sa.BigInteger(), nullable=True),
        sa.Column("consent", sa.String(), nullable=False),
        sa.Column("keep_days", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["organisation_id"], ["organisation.organisation_id"]),
        sa.PrimaryKeyConstraint("organisation_id", "class_id"),
    )
    op.create_table(
        "class_student",
        sa.Column("organisation_id", sa.String(), nullable=False),
        sa.Column("class_id", sa.String(), nullable=False),
        sa.Column("student_id", sa.String(), nullable=False),
        sa.Column("joined_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("organisation_id", "class_id", "student_id"),
    )
    op.create_index("ix_class_student_student", "class_student", ["organisation_id", "student_id"])
    op.create_table(
        "class_teacher",
        sa.Column("organisation_id", sa.String(), nullable=False),
        sa.Column("class_id", sa.String(), nullable=False),
        sa.Column("account_id", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("organisation_id", "class_id", "account_id"),
    )
    op.create_index("ix_class_teacher_account", "class_teacher", ["organisation_id", "account_id"])
    op.add_column("assignment", sa.Column("class_id", sa.String(), nullable=False, server_default=""))
    op.execute(
        "INSERT INTO school_class (organisation_id, class_id, name, made_at, everyone, consent) "
        "SELECT organisation_id, 'everyone', name, created_at, true, 'not_needed' FROM organisation"
    )
    op.execute(
        "INSERT INTO class_teacher (organisation_id, class_id, account_id) "
        "SELECT organisation_id, 'everyone', account_id FROM account WHERE role = 'teacher'"
    )


def downgrade() -> None:
    op.drop_column("assignment", "class_id")
    op.drop_table("class_teacher")
    op.drop_table("class_student")
    op.drop_table("school_class")
    op.drop_index("ix_account_username", "account")
    _change_names(dropped=("uq_account_name", "uq_account_name"), made=UNIQUE_OVER_ALL, over=["username"])
    op.drop_index("ix_organisation_address", "organisation")
    op.drop_column("organisation", "address")


def _change_names(*, dropped: tuple[str, str], made: tuple[str, str], over: list[str]) -> None:
    """Replace the constraint on user names; names of constraints are those on SQLite and on PostgreSQL."""
    connection = op.get_bind()
    if connection.dialect.name != "sqlite":
        op.drop_constraint(dropped[1], "account", type_="unique")
        op.create_unique_constraint(made[1], "account", over)
        return
    tables = [sa.Table(name, sa.MetaData(), autoload_with=connection, resolve_fks=False) for name in REFERRING]
    kept = [[dict(row) for row in connection.execute(sa.select(table)).mappings()] for table in tables]
    for table in tables:
        connection.execute(sa.delete(table))
    with op.batch_alter_table("account", naming_convention=NAMED) as batch:
        batch.drop_constraint(dropped[0], type_="unique")
        batch.create_unique_constraint(made[0], over)
    for table, rows in zip(tables, kept, strict=True):
        if rows:
            connection.execute(table.insert(), rows)
