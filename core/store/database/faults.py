"""Tells errors of a driver that are faults of the database from those of a statement: the former leave the store as `DatabaseAway`."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from core.errors import DatabaseAway

STATEMENT_ERROR_CODES = frozenset(
    [sqlite3.SQLITE_ERROR, sqlite3.SQLITE_TOOBIG, sqlite3.SQLITE_MISMATCH, sqlite3.SQLITE_MISUSE, sqlite3.SQLITE_RANGE]
)
"""Primary result codes of SQLite that are about a statement or about how the library was called."""
NO_TABLE_MESSAGE = "no such table"
DATABASE_SQLSTATES = frozenset(["25006", "42501", "42P01"])
"""SQLSTATEs of PostgreSQL that psycopg does not count among operational errors although no statement of ours causes them: a read-only
server, a privilege that was revoked, a table that does not exist (yet: a backup is being restored)."""
DATABASE_SQLSTATE_CLASSES = frozenset(["08", "53", "57", "58", "XX"])
"""Classes of SQLSTATEs: connection, resources, operator intervention, system, internal (PostgreSQL, appendix A)."""


def fault_reason(error: BaseException) -> str | None:
    """The driver's message in one line if the database is at fault; None for every other error, our own included."""
    if isinstance(error, PoolTimeout):
        return "no connection was free in time"
    driver = error.orig if isinstance(error, DBAPIError) else error
    if driver is None or not (
        _is_sqlite_fault(driver) if isinstance(driver, sqlite3.Error) else _is_postgresql_fault(driver)
    ):
        return None
    return str(driver).strip().partition("\n")[0]


def _is_sqlite_fault(error: sqlite3.Error) -> bool:
    code = getattr(error, "sqlite_errorcode", None)
    if code is None or isinstance(error, sqlite3.IntegrityError):
        return False
    if code & 0xFF == sqlite3.SQLITE_ERROR:
        return str(error).startswith(NO_TABLE_MESSAGE)
    return code & 0xFF not in STATEMENT_ERROR_CODES


def _is_postgresql_fault(error: BaseException) -> bool:
    """By the names of PEP 249, so that psycopg is not imported where SQLite is used."""
    kinds = {kind.__name__ for kind in type(error).__mro__ if kind.__module__.startswith("psycopg")}
    if not kinds:
        return False
    state = getattr(error, "sqlstate", None) or ""
    return (
        state in DATABASE_SQLSTATES
        or state[:2] in DATABASE_SQLSTATE_CLASSES
        or not kinds.isdisjoint({"OperationalError", "InterfaceError"})
    )


@contextmanager
def as_database_away() -> Iterator[None]:
    """Wrap work on the database. Raises `DatabaseAway` for faults of the database; every other error passes unchanged."""
    try:
        yield
    except Exception as error:
        reason = fault_reason(error)
        if reason is None:
            raise
        raise DatabaseAway(f"The database failed: {reason}.") from error
