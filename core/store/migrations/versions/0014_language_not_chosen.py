"""The language of an account is empty until its person chooses one, and the interface follows the browser.

The demo's accounts had a language that nobody chose. Of the others it is not known whether it was chosen: theirs stays.
"""

from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("UPDATE account SET language = '' WHERE demo")


def downgrade() -> None:
    op.execute("UPDATE account SET language = 'zh' WHERE language = ''")
