"""Engines: SQLite with WAL and short immediate write transactions, PostgreSQL through psycopg 3."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.pool import StaticPool

from core.errors import BadSetting

BUSY_TIMEOUT_MS = 10_000
HIDE_PARAMETERS = True
"""Errors reach the log, and what students write must not."""


def make_engine(url: str, *, durable: bool = False) -> Engine:
    """An engine for `sqlite:///path`, `sqlite://` (in memory, one connection) or `postgresql://...`.

    With `durable`, SQLite syncs on every commit (synchronous FULL); else a power cut, not a crash, may lose the
    last commits. Raises `BadSetting` for an address of another kind, or a folder that cannot be made.
    """
    try:
        address = make_url(url)
    except (ArgumentError, ValueError) as error:
        raise _bad_address(url) from error
    if address.drivername == "sqlite":
        return _sqlite_engine(address.database, url, durable=durable)
    if address.drivername not in ("postgresql", "postgres", "postgresql+psycopg"):
        raise _bad_address(url)
    return create_engine(
        address.set(drivername="postgresql+psycopg"),
        pool_size=16,
        max_overflow=16,
        pool_pre_ping=True,
        hide_parameters=HIDE_PARAMETERS,
    )


def _bad_address(url: str) -> BadSetting:
    shown = re.sub(r"://([^:/@]*+):.*@", r"://\1:***@", url)
    return BadSetting(f"{shown!r} is no database address: write sqlite:///file or postgresql://user@host/name.")


def _sqlite_engine(path: str | None, url: str, *, durable: bool) -> Engine:
    if path in (None, "", ":memory:"):
        engine = create_engine(
            url, poolclass=StaticPool, connect_args={"check_same_thread": False}, hide_parameters=HIDE_PARAMETERS
        )
    else:
        assert path is not None
        try:
            Path(path).parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadSetting(f"The folder of the database {path} cannot be made: {error.strerror}.") from error
        engine = create_engine(
            url,
            pool_size=16,
            max_overflow=48,
            connect_args={"timeout": BUSY_TIMEOUT_MS / 1000},
            hide_parameters=HIDE_PARAMETERS,
        )

    @event.listens_for(engine, "connect")
    def _on_connect(connection: sqlite3.Connection, _: Any) -> None:
        connection.isolation_level = None  # transactions are begun below, not by the driver
        cursor = connection.cursor()
        for pragma in (
            "journal_mode=WAL",
            f"busy_timeout={BUSY_TIMEOUT_MS}",
            "foreign_keys=ON",
            f"synchronous={'FULL' if durable else 'NORMAL'}",
        ):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def _on_begin(connection: Any) -> None:
        # A transaction that reads and then writes must take the write lock first, or it fails with "locked".
        options = connection.get_execution_options()
        if not options.get("one_statement", False):
            connection.exec_driver_sql("BEGIN IMMEDIATE" if options.get("writes", False) else "BEGIN")

    return engine


def driver_address(url: str) -> str:
    """The address of a PostgreSQL database as psycopg itself takes it."""
    return make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)


def reader(engine: Engine) -> Engine:
    """For reads of one statement each: a statement is a transaction by itself, so none is begun around it."""
    if engine.dialect.name == "postgresql":
        return engine.execution_options(isolation_level="AUTOCOMMIT")
    return engine.execution_options(one_statement=True)


def writer(engine: Engine) -> Engine:
    """For transactions that write."""
    return engine.execution_options(writes=True)
