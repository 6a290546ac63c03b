"""Which errors of a driver are faults of the database, and not of a statement: those leave the store as `DatabaseAway`."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from core.errors import DatabaseAway

STATEMENTS = frozenset(
    [sqlite3.SQLITE_ERROR, sqlite3.SQLITE_TOOBIG, sqlite3.SQLITE_MISMATCH, sqlite3.SQLITE_MISUSE, sqlite3.SQLITE_RANGE]
)
"""Primary result codes of SQLite that speak of a statement or of how the library was called."""
NO_TABLE = "no such table"
STATES = frozenset(["25006", "42501", "42P01"])
"""SQLSTATEs of PostgreSQL that psycopg does not file under operational errors and that no statement of ours can help: a read-only
server, a right that was taken away, a table that is not there (yet: a backup is being restored)."""
CLASSES = frozenset(["08", "53", "57", "58", "XX"])
"""Connection, resources, intervention of an operator, system, internal (PostgreSQL, appendix A)."""


def fault(error: BaseException) -> str | None:
    """The driver's reason in one line where the database is at fault; None for every other error, ours included."""
    if isinstance(error, PoolTimeout):
        return "no connection was free in time"
    driver = error.orig if isinstance(error, DBAPIError) else error
    if driver is None or not (_of_sqlite(driver) if isinstance(driver, sqlite3.Error) else _of_postgresql(driver)):
        return None
    return str(driver).strip().partition("\n")[0]


def _of_sqlite(error: sqlite3.Error) -> bool:
    code = getattr(error, "sqlite_errorcode", None)
    if code is None or isinstance(error, sqlite3.IntegrityError):
        return False
    if code & 0xFF == sqlite3.SQLITE_ERROR:
        return str(error).startswith(NO_TABLE)
    return code & 0xFF not in STATEMENTS


def _of_postgresql(error: BaseException) -> bool:
    """By the names of PEP 249, so that psycopg is not imported where SQLite is used."""
    kinds = {kind.__name__ for kind in type(error).__mro__ if kind.__module__.startswith("psycopg")}
    if not kinds:
        return False
    state = getattr(error, "sqlstate", None) or ""
    return state in STATES or state[:2] in CLASSES or not kinds.isdisjoint({"OperationalError", "InterfaceError"})


@contextmanager
def as_database_away() -> Iterator[None]:
    """Around work on the database. Raises `DatabaseAway` for its faults; every other error passes as it is."""
    try:
        yield
    except Exception as error:
        reason = fault(error)
        if reason is None:
            raise
        raise DatabaseAway(f"The database failed: {reason}.") from error
