"""What all tables share: column types, the encoding of times, and the metadata of all tables.

The tables do not validate: the contract is guarded by the wire models, not here. Times are stored as integer microseconds
since 1970 (UTC): exact, sortable, the same on SQLite and PostgreSQL.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import BigInteger, Integer, MetaData, Table, Text
from sqlmodel import Field, SQLModel

METADATA: MetaData = SQLModel.metadata

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

Sequence64 = BigInteger().with_variant(Integer, "sqlite")
"""SQLite autoincrements only a column declared INTEGER PRIMARY KEY."""


NEVER_REUSED = {"sqlite_autoincrement": True}
"""Without it SQLite reuses the number of a deleted last row, and a watermark would skip the new row."""


def to_micros(moment: datetime) -> int:
    """Microseconds since 1970, exact.

    >>> to_micros(datetime(1970, 1, 2, tzinfo=UTC))
    86400000000
    """
    return (moment - EPOCH) // timedelta(microseconds=1)


def from_micros(micros: int) -> datetime:
    """The time that is stored as microseconds since 1970, in UTC."""
    return EPOCH + timedelta(microseconds=micros)


def long_integer(**options: Any) -> Any:
    return Field(sa_type=BigInteger, **options)


def long_text(**options: Any) -> Any:
    return Field(sa_type=Text, **options)


def table(model: type[SQLModel]) -> Table:
    """The Core table of a SQLModel class, for statements on the hot paths."""
    core_table = METADATA.tables[str(model.__tablename__)]
    assert isinstance(core_table, Table)
    return core_table
