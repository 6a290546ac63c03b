"""What a database holds at one moment, read row by row through one connection."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, Engine, text

from core.errors import DatabaseAway, NothingToBackUp
from core.store.copies.lines import lines_of
from core.store.copies.shapes import Shape, shapes_at
from core.store.database.engine import file_check
from core.store.database.faults import as_database_away
from core.store.database.migrate import current_revision, refuse_unknown_revision
from core.store.database.moment import at_one_moment

ROWS_AT_ONCE = 500
ROWS_WITH_BYTES_AT_ONCE = 16
"""Rows that are fetched together, so that memory stays bounded: a recording may take some megabytes."""
OF_THE_PROCESS = frozenset({"kept_setting", "rate_bucket", "availability_hour"})
"""Tables that a server which nobody has used yet writes too: rows in them are no reason to call a database used."""
SEQUENCE = text("SELECT CASE WHEN to_regclass(:table) IS NOT NULL THEN pg_get_serial_sequence(:table, :column) END")
"""The table is asked after first, since a migration may have dropped it."""


class Snapshot:
    """The rows of a database as one connection sees them; it is consistent as long as the connection's transaction makes it so."""

    def __init__(self, connection: Connection, revision: str, shapes: Sequence[Shape]) -> None:
        self.connection = connection
        self.revision = revision
        self.shapes = shapes
        self.kind = connection.dialect.name

    def rows(self, shape: Shape) -> Iterator[Sequence[Any]]:
        """The rows of a table in the order of its key, which is the same on both kinds of database."""
        at_once = ROWS_WITH_BYTES_AT_ONCE if any(kind == "bytes" for _, kind in shape.columns) else ROWS_AT_ONCE
        columns = ", ".join(map(quoted, shape.column_names))
        statement = f"SELECT {columns} FROM {quoted(shape.name)} ORDER BY {self._order(shape)}"
        options = {"stream_results": True, "yield_per": at_once}
        with self.connection.execute(text(statement), execution_options=options) as result:
            yield from result

    def _order(self, shape: Shape) -> str:
        # Strings of a PostgreSQL database are else sorted as its language would have it.
        collate = ' COLLATE "C"' if self.kind == "postgresql" else ""
        return ", ".join(f"{quoted(name)}{collate if shape.is_text(name) else ''}" for name in shape.key)

    def digest(self, shape: Shape) -> tuple[int, str]:
        """How many rows a table has, and the SHA-256 of its lines."""
        count, sha256 = 0, hashlib.sha256()
        for line in lines_of(shape, self.rows(shape)):
            count += 1
            sha256.update(line)
        return count, sha256.hexdigest()

    def last_number(self, shape: Shape) -> int | None:
        """The last number that the counter of a table gave, be its row still there or not; None for a table without a counter."""
        if shape.counter is None:
            return None
        greatest = self._scalar(f"SELECT max({quoted(shape.counter)}) FROM {quoted(shape.name)}") or 0
        return max(greatest, self._counter(shape))

    def _counter(self, shape: Shape) -> int:
        if self.kind == "sqlite":
            if not self._scalar("SELECT 1 FROM sqlite_master WHERE name = 'sqlite_sequence'"):
                return 0
            return int(self._scalar("SELECT seq FROM sqlite_sequence WHERE name = :name", name=shape.name) or 0)
        sequence = sequence_of(self.connection, shape)
        if sequence is None:
            return 0
        return int(self._scalar(f"SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM {sequence}") or 0)

    def _scalar(self, statement: str, **parameters: Any) -> Any:
        return self.connection.execute(text(statement), parameters).scalar()

    def holds_anything(self) -> bool:
        """Whether anybody has used the database: whether any table has a row that a server does not write by itself."""
        used = (shape for shape in self.shapes if shape.name not in OF_THE_PROCESS)
        return any(self._scalar(f"SELECT 1 FROM {quoted(shape.name)} LIMIT 1") for shape in used)


def quoted(name: str) -> str:
    """A name of ours as both kinds of database take it, whatever words they reserve."""
    return f'"{name}"'


def sequence_of(connection: Connection, shape: Shape) -> str | None:
    """The name of the sequence on PostgreSQL that counts a table's numbers, quoted where it must be; None where there is none."""
    named = {"table": quoted(shape.name), "column": shape.counter}
    sequence: str | None = connection.execute(SEQUENCE, named).scalar()
    return sequence


@contextmanager
def snapshot(engine: Engine) -> Iterator[Snapshot]:
    """What the database holds now, while others go on writing to it.

    Nobody is kept from writing. Raises `NothingToBackUp` for a database without tables, `Unavailable` for one that a newer version
    migrated, or that fails.
    """
    with as_database_away():
        while True:
            with engine.connect() as connection:
                revision = _revision_of(connection)
            shapes = shapes_at(revision)
            with _reading(engine, shapes) as connection:
                if current_revision(connection) == revision:
                    file_in_place = file_check(connection)
                    yield Snapshot(connection, revision, shapes)
                    if not file_in_place():
                        raise DatabaseAway("The database file was moved away while it was read.")
                    return
            # Another process migrated the database between the two looks at it.


def _revision_of(connection: Connection) -> str:
    revision = current_revision(connection)
    if revision is None:
        raise NothingToBackUp("The database has no tables yet.")
    refuse_unknown_revision(revision)
    return revision


@contextmanager
def _reading(engine: Engine, shapes: Sequence[Shape]) -> Iterator[Connection]:
    with at_one_moment(engine) as connection:
        if engine.dialect.name == "postgresql":
            # The locks keep migrations away, which would show an older snapshot tables without rows. They are taken by the first statement,
            # since the second one fixes what the transaction sees.
            names = ", ".join(quoted(shape.name) for shape in shapes)
            connection.execute(text(f"LOCK TABLE {names} IN ACCESS SHARE MODE"))
        yield connection
