"""Rulings for a whole organisation: what was ruled, the answers that are re-marked, and which appeals and verdicts a ruling settled."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

TEXTS = ("ruling_id", "organisation_id", "scope", "by", "teacher", "item_id", "appeal_id", "evaluation_id", "replacement",
         "known_as_written", "known_as_mended")  # fmt: skip


def upgrade() -> None:
    op.create_table(
        "ruling",
        *(sa.Column(name, sa.String(), nullable=False) for name in TEXTS),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("addition", sa.Text(), nullable=False),
        *(
            sa.Column(name, sa.Integer(), nullable=False)
            for name in ("place_start", "place_end", "students", "answers")
        ),
        sa.Column("change_id", sa.BigInteger(), nullable=False),
        sa.Column("undone_at", sa.BigInteger(), nullable=True),
        sa.Column("undone_by", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("ruling_id"),
    )
    op.create_index("ix_ruling_item", "ruling", ["organisation_id", "item_id", "undone_at"])
    op.create_index("ix_ruling_time", "ruling", ["organisation_id", "made_at"])
    op.create_table(
        "ruled_answer",
        sa.Column("evaluation_id", sa.String(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        *(
            sa.Column(name, sa.String(), nullable=False)
            for name in ("organisation_id", "student_id", "item_id", "ruling_id", "outcome")
        ),
        sa.PrimaryKeyConstraint("evaluation_id", "position"),
    )
    op.create_index("ix_ruled_answer_ruling", "ruled_answer", ["organisation_id", "ruling_id"])
    op.create_index("ix_ruled_answer_student", "ruled_answer", ["organisation_id", "student_id"])
    op.add_column("appeal", sa.Column("ruling_id", sa.String(), nullable=False, server_default=""))
    op.add_column("essay_verdict", sa.Column("ruling_id", sa.String(), nullable=False, server_default=""))
    op.add_column("essay_verdict", sa.Column("made_by_ruling", sa.Boolean(), nullable=False, server_default=sa.false()))


def downgrade() -> None:
    for name in ("made_by_ruling", "ruling_id"):
        op.drop_column("essay_verdict", name)
    op.drop_column("appeal", "ruling_id")
    for name in ("ix_ruled_answer_student", "ix_ruled_answer_ruling"):
        op.drop_index(name, "ruled_answer")
    op.drop_table("ruled_answer")
    for name in ("ix_ruling_time", "ix_ruling_item"):
        op.drop_index(name, "ruling")
    op.drop_table("ruling")
