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
PATIENCE_MS = 300_000
"""Of a migration behind another process's: on PostgreSQL it waits for the lock without end."""
POOL_SECONDS = 10.0
"""A call waits so long for a connection; then it is told that the database is away, and its thread is free again."""
STATEMENT_MS = 30_000
"""The longest that PostgreSQL works on one statement, or waits in it for a lock. Migrations have no limit."""
PARTITIONED = {
    "connect_timeout": 5,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 20_000,
}
"""Of libpq: seconds, but the last in milliseconds. A server that a broken network keeps silent is given up within half a minute;
the system's own limits are two hours for a connection that waits and a quarter of one for one that sends."""
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
        pool_timeout=POOL_SECONDS,
        pool_pre_ping=True,
        connect_args=_connect_arguments(address.query),
        hide_parameters=HIDE_PARAMETERS,
    )


def _bad_address(url: str) -> BadSetting:
    shown = re.sub(r"://([^:/@]*+):.*@", r"://\1:***@", url)
    return BadSetting(f"{shown!r} is no database address: write sqlite:///file or postgresql://user@host/name.")


def _connect_arguments(said: Mapping[str, object]) -> dict[str, object]:
    """The limits above, but for those that the address itself sets."""
    given = {**PARTITIONED, "options": f"-c statement_timeout={STATEMENT_MS}"}
    return {name: value for name, value in given.items() if name not in said}


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
            pool_timeout=POOL_SECONDS,
            connect_args={"timeout": BUSY_TIMEOUT_MS / 1000},
            hide_parameters=HIDE_PARAMETERS,
        )
        SameFile(Path(path).absolute()).watch(engine)

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
            connection.exec_driver_sql(f"PRAGMA busy_timeout={PATIENCE_MS}")
        if not options.get("one_statement", False):
            connection.exec_driver_sql("BEGIN IMMEDIATE" if options.get("writes", False) else "BEGIN")

    return engine


IN_PLACE = "in_place"


def in_place(connection: Connection) -> Callable[[], bool]:
    """Asked later, whether the file that a connection works on lies at its path still; a server's data always do."""
    found: Callable[[], bool] = connection.connection.info.get(IN_PLACE, lambda: True)
    return found


class SameFile:
    """Keeps an engine to the database file that lies at its path, whatever an operator does to it meanwhile.

    Connections stay open on a file that was moved away or deleted, and what they commit is kept where nobody will look again;
    new ones would make an empty file. So a connection is given out only while its file is the one at the path, and once there
    was a file none is made.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._known = False

    def watch(self, engine: Engine) -> None:
        """Look whenever a connection is made, given out, and has committed."""
        event.listen(engine, "do_connect", self._connect)
        event.listen(engine, "connect", self._opened)
        event.listen(engine, "checkout", self._given_out)

    def identity(self) -> tuple[int, int] | None:
        """Device and inode of the file at the path; None where there is none."""
        try:
            status = self._path.stat()
        except OSError:
            return None
        return status.st_dev, status.st_ino

    def _connect(self, _: Any, __: Any, arguments: list[Any], options: dict[str, Any]) -> None:
        if self._known:
            arguments[:1] = [f"file:{quote(str(self._path))}?mode=rw"]
            options["uri"] = True

    def _opened(self, _: Any, record: Any) -> None:
        opened = self.identity()
        record.info[IN_PLACE] = lambda: self.identity() == opened
        self._known = True

    def _given_out(self, _: Any, record: Any, __: Any) -> None:
        if not record.info[IN_PLACE]():
            raise DisconnectionError  # this connection is closed and another one opened


def driver_address(url: str) -> str:
    """The address of a PostgreSQL database as psycopg itself takes it."""
    return make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)


def reader(engine: Engine) -> Engine:
    """For reads of one statement each: a statement is a transaction by itself, so none is begun around it."""
    if engine.dialect.name == "postgresql":
        return engine.execution_options(isolation_level="AUTOCOMMIT")
    return engine.execution_options(one_statement=True)


def writer(engine: Engine, *, patient: bool = False) -> Engine:
    """For transactions that write; `patient`: behind another process for minutes (its connection stays so: give the engine back)."""
    return engine.execution_options(writes=True, patient=patient)
