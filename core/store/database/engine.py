"""Engines: SQLite with WAL and short immediate write transactions, PostgreSQL through psycopg 3."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote

from sqlalchemy import Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DisconnectionError
from sqlalchemy.pool import StaticPool

from core.errors import BadSetting
from core.store.database.private_files import secure_database

BUSY_TIMEOUT_MS = 10_000
MIGRATION_BUSY_TIMEOUT_MS = 300_000
"""How long a migration waits behind another process's on SQLite; on PostgreSQL it waits for the lock without end."""
POOL_TIMEOUT_SECONDS = 10.0
"""How long a call waits for a connection. After that it fails with `DatabaseAway`, and its thread is free again."""
STATEMENT_TIMEOUT_MS = 30_000
"""How long PostgreSQL may work on one statement, waiting for locks included. Migrations have no limit."""
NETWORK_TIMEOUTS = {
    "connect_timeout": 5,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 20_000,
}
"""Options of libpq: seconds, but the last in milliseconds. A server that does not answer because the network is broken is given up
within half a minute; the operating system would wait two hours on an idle connection and a quarter of an hour on one that sends."""
HIDE_PARAMETERS = True
"""Errors are logged, and what students write must not get into the log."""


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
        pool_timeout=POOL_TIMEOUT_SECONDS,
        pool_pre_ping=True,
        connect_args=_connect_arguments(address.query),
        hide_parameters=HIDE_PARAMETERS,
    )


def _bad_address(url: str) -> BadSetting:
    shown = re.sub(r"://([^:/@]*+):.*@", r"://\1:***@", url)
    return BadSetting(f"{shown!r} is no database address: write sqlite:///file or postgresql://user@host/name.")


def _connect_arguments(address_options: Mapping[str, object]) -> dict[str, object]:
    """The limits above, except those that the address itself sets."""
    defaults = {**NETWORK_TIMEOUTS, "options": f"-c statement_timeout={STATEMENT_TIMEOUT_MS}"}
    return {name: value for name, value in defaults.items() if name not in address_options}


def _sqlite_engine(path: str | None, url: str, *, durable: bool) -> Engine:
    if path in (None, "", ":memory:"):
        engine = create_engine(
            url, poolclass=StaticPool, connect_args={"check_same_thread": False}, hide_parameters=HIDE_PARAMETERS
        )
    else:
        assert path is not None
        try:
            secure_database(path)
        except OSError as error:
            raise BadSetting(f"The folder of the database {path} cannot be made: {error.strerror}.") from error
        engine = create_engine(
            url,
            pool_size=16,
            max_overflow=48,
            pool_timeout=POOL_TIMEOUT_SECONDS,
            connect_args={"timeout": BUSY_TIMEOUT_MS / 1000},
            hide_parameters=HIDE_PARAMETERS,
        )
        DatabaseFileGuard(Path(path).absolute()).watch(engine)

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
        if options.get("patient", False):
            connection.exec_driver_sql(f"PRAGMA busy_timeout={MIGRATION_BUSY_TIMEOUT_MS}")
        if not options.get("one_statement", False):
            connection.exec_driver_sql("BEGIN IMMEDIATE" if options.get("writes", False) else "BEGIN")

    return engine


FILE_IN_PLACE = "file_in_place"


def file_check(connection: Connection) -> Callable[[], bool]:
    """A function that tells whether the file that a connection works on still lies at its path; always true of a server."""
    check: Callable[[], bool] = connection.connection.info.get(FILE_IN_PLACE, lambda: True)
    return check


class DatabaseFileGuard:
    """Makes sure that an engine works on the database file at its path, whatever an operator does to the file meanwhile.

    Connections stay open on a file that was moved away or deleted, and what they commit goes where nobody will look again;
    a new connection would create an empty file. So a connection is handed out only while its file is the one at the path, and
    after the first connection no file is created any more.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file_seen = False

    def watch(self, engine: Engine) -> None:
        """Check the file whenever a connection is made or handed out."""
        event.listen(engine, "do_connect", self._forbid_new_file)
        event.listen(engine, "connect", self._remember_file)
        event.listen(engine, "checkout", self._check_file)

    def identity(self) -> tuple[int, int] | None:
        """Device and inode of the file at the path; None where there is none."""
        try:
            status = self._path.stat()
        except OSError:
            return None
        return status.st_dev, status.st_ino

    def _forbid_new_file(self, _: Any, __: Any, arguments: list[Any], options: dict[str, Any]) -> None:
        if self._file_seen:
            arguments[:1] = [f"file:{quote(str(self._path))}?mode=rw"]
            options["uri"] = True

    def _remember_file(self, _: Any, record: Any) -> None:
        opened = self.identity()
        record.info[FILE_IN_PLACE] = lambda: self.identity() == opened
        self._file_seen = True

    def _check_file(self, _: Any, record: Any, __: Any) -> None:
        if not record.info[FILE_IN_PLACE]():
            raise DisconnectionError  # the pool then closes this connection and opens another one


def driver_address(url: str) -> str:
    """The address of a PostgreSQL database as psycopg itself takes it."""
    return make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)


def reader(engine: Engine) -> Engine:
    """An engine for reads of one statement each: a statement is a transaction by itself, so none is begun around it."""
    if engine.dialect.name == "postgresql":
        return engine.execution_options(isolation_level="AUTOCOMMIT")
    return engine.execution_options(one_statement=True)


def writer(engine: Engine, *, patient: bool = False) -> Engine:
    """An engine for transactions that write. With `patient` they wait for another process for minutes; since the connection keeps that
    setting, the engine must be disposed of afterwards."""
    return engine.execution_options(writes=True, patient=patient)
