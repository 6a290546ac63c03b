"""Every organisation has an address by which the sign-in finds it: those without one get it from their name, else from their id."""

import re
import unicodedata

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None

LONGEST_BASE, LEAST_LETTERS, ID_CHARACTERS = 28, 3, 6

ORGANISATION = sa.table(
    "organisation",
    sa.column("organisation_id", sa.String),
    sa.column("name", sa.String),
    sa.column("address", sa.String),
)


def upgrade() -> None:
    connection = op.get_bind()
    rows = connection.execute(sa.select(ORGANISATION).order_by(ORGANISATION.c.organisation_id)).all()
    taken = {row.address for row in rows if row.address is not None}
    for row in rows:
        if row.address is None:
            address = _free(_base(row.name, row.organisation_id), taken)
            taken.add(address)
            statement = sa.update(ORGANISATION).where(ORGANISATION.c.organisation_id == row.organisation_id)
            connection.execute(statement.values(address=address))


def downgrade() -> None:
    """The addresses stay: cards and links hold them."""


def _base(name: str, organisation_id: str) -> str:
    from_name = _letters(name)[:LONGEST_BASE].strip("-")
    if sum(each.isalpha() for each in from_name) >= LEAST_LETTERS:
        return from_name
    return f"school-{_letters(organisation_id)[-ID_CHARACTERS:].strip('-')}"


def _letters(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().casefold()
    return re.sub("[^a-z0-9]+", "-", plain).strip("-")


def _free(base: str, taken: set[str]) -> str:
    address, count = base, 1
    while address in taken:
        count += 1
        address = f"{base}-{count}"
    return address
