"""Reads that all see the database as it was at one moment, however long they take."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, Engine, text


@contextmanager
def at_one_moment(engine: Engine) -> Iterator[Connection]:
    """A connection whose reads all see the database as it was at the first of them, and which writes nothing.

    On SQLite it is a read transaction in WAL mode, on PostgreSQL one that reads repeatably and only reads. Neither keeps anybody from writing.
    """
    if engine.dialect.name == "postgresql":
        engine = engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
    with engine.connect() as connection, connection.begin():
        wait_without_end(connection)
        yield connection


def wait_without_end(connection: Connection) -> None:
    """Lift the limit on the time of a statement and on the pause between two, until the transaction ends; SQLite has none."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SET LOCAL statement_timeout = 0"))
        connection.execute(text("SET LOCAL idle_in_transaction_session_timeout = 0"))
