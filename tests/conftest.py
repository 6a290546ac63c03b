"""What many tests share: a clock that stands still until told otherwise, identifiers that count, real databases."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest
import structlog
from hypothesis import HealthCheck, settings

from core.store.database.engine import make_engine
from core.store.sql import SqlStore
from evaluation.service.clock import CountingIdentifiers, StoppedClock
from evaluation.service.postgresql import NoPostgreSQL, migrated_database, new_database, temporary_server
from evaluation.service.sqlite import migrated_file

# Where rich is installed structlog draws tracebacks with all local values: minutes for one that holds the tables.
structlog.configure(
    processors=[
        structlog.processors.add_log_level,
        structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback),
    ]
)

# The time of a case says how busy the machine is; what costs time is measured in `benchmarks/`.
settings.register_profile("wenlu", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("wenlu")


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
    with ExitStack() as stack:
        with skipped_without_postgresql():
            url = stack.enter_context(temporary_server())
        yield url


@contextmanager
def skipped_without_postgresql() -> Iterator[None]:
    """What starts a server of its own: skipped where none starts, except in CI."""
    try:
        yield
    except NoPostgreSQL as reason:
        if os.environ.get("CI"):
            raise
        pytest.skip(str(reason))


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgresql)])
def kind_of_database(request: pytest.FixtureRequest) -> str:
    """What a test of the store runs on, once on each."""
    return str(request.param)


@pytest.fixture
def empty_database(kind_of_database: str, request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a new database without tables: a SQLite file, and a PostgreSQL database."""
    if kind_of_database == "sqlite":
        return f"sqlite:///{tmp_path / 'wenlu.db'}"
    return new_database(request.getfixturevalue("postgresql"))


@pytest.fixture
def store(kind_of_database: str, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[SqlStore]:
    """A store on a database of its own, a copy of one that was migrated once."""
    if kind_of_database == "sqlite":
        address = migrated_file(tmp_path / "wenlu.db")
    else:
        address = migrated_database(request.getfixturevalue("postgresql"))
    made = SqlStore(make_engine(address))
    yield made
    made.close()
