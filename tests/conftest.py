"""What many tests share: a clock that stands still until told otherwise, identifiers that count, real databases."""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
import structlog
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from core.store.database.engine import make_engine
from core.store.database.migrate import config
from core.store.sql import SqlStore
from core.store.tables.columns import METADATA
from evaluation.service.clock import CountingIdentifiers, StoppedClock
from evaluation.service.postgresql import NoPostgreSQL, new_database, temporary_server

# Where rich is installed structlog draws tracebacks with all local values: minutes for one that holds the tables.
structlog.configure(
    processors=[
        structlog.processors.add_log_level,
        structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback),
    ]
)


@pytest.fixture
def clock() -> StoppedClock:
    """10:00 in UTC+8 on a Tuesday."""
    return StoppedClock(datetime(2026, 11, 24, 2, tzinfo=UTC))


@pytest.fixture
def identifiers() -> CountingIdentifiers:
    return CountingIdentifiers()


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """The address of a running PostgreSQL. Without one its tests are skipped, except in CI, where they fail."""
    server = temporary_server()
    try:
        url = server.__enter__()
    except NoPostgreSQL as reason:
        if os.environ.get("CI"):
            raise
        pytest.skip(str(reason))
    yield url
    server.__exit__(None, None, None)


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgresql)])
def empty_database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a new database without tables: a SQLite file, and a PostgreSQL database."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'wenlu.db'}"
    return new_database(request.getfixturevalue("postgresql"))


@pytest.fixture
def store(empty_database: str) -> Iterator[SqlStore]:
    """A store on a database of its own with all tables (that the migrations make the same ones has its own test)."""
    made = SqlStore(make_engine(empty_database))
    with made.write() as connection:
        METADATA.create_all(connection)
        stamp(connection)
    yield made
    made.close()


def stamp(connection: Connection) -> None:
    """Note that the database stands at the newest revision."""
    context = MigrationContext.configure(connection)
    context.stamp(ScriptDirectory.from_config(config()), "head")
