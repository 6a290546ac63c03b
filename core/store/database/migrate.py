"""Alembic without its command line: bring a database to the newest revision, in one process before any worker."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from functools import cache
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import SQLAlchemyError

from core.errors import Unavailable
from core.store.database.engine import make_engine, writer
from core.store.database.faults import fault_reason
from core.store.database.moment import wait_without_end
from core.wire import Bilingual

MIGRATIONS = Path(__file__).parent.parent / "migrations"
LOCK_NUMBER = 853_572
"""Number of the PostgreSQL advisory lock that makes two migrating processes take turns."""
NEWEST = "head"


def config() -> Config:
    """Alembic's configuration without an ini file."""
    alembic_config = Config()
    alembic_config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    return alembic_config


@cache
def newest_revision() -> str | None:
    """The revision that this code knows as the newest."""
    return ScriptDirectory.from_config(config()).get_current_head()


@cache
def known_revisions() -> frozenset[str]:
    """All revisions that this code knows."""
    return frozenset(each.revision for each in ScriptDirectory.from_config(config()).walk_revisions())


def refuse_unknown_revision(revision: str) -> None:
    """Raises `Unavailable` for the revision of a database that a newer version migrated."""
    if revision not in known_revisions():
        raise Unavailable(
            f"The database stands at revision {revision}, which this version does not know: a newer one migrated it.",
            remedy=Bilingual(
                zh="请安装更新的版本；要退回到这个版本，请把升级前的备份恢复到一个空数据库（wenlu restore FILE --database URL）。",
                en="Install the newer version; to go back to this one, restore the backup of before the upgrade into an empty "
                "database (wenlu restore FILE --database URL).",
            ),
        )


def current_revision(connection: Connection) -> str | None:
    """The revision of a database; None when it is empty."""
    return MigrationContext.configure(connection).get_current_revision()


def upgrade(engine: Engine, *, before: Callable[[], object] | None = None) -> None:
    """Bring the database to the newest revision; running it twice, or twice at once, changes nothing more.

    `before` is called when a database that has tables is about to be changed; what it raises keeps the database as it is. Raises `Unavailable` when
    the database cannot be reached or written, or was migrated by a newer version.
    """
    try:
        _upgrade(engine, before)
    except SQLAlchemyError as error:
        reason = fault_reason(error)
        if reason is None:  # the migration itself is wrong
            raise
        address = engine.url.render_as_string(hide_password=True)
        raise Unavailable(f"The database {address} cannot be used: {reason}.") from error


def upgrade_in_memory(engine: Engine) -> None:
    """Do what `upgrade` does to an empty SQLite database in memory, by copying one that this process migrated once."""
    raw = engine.raw_connection()
    try:
        driver: sqlite3.Connection | None = raw.driver_connection
        assert driver is not None
        driver.deserialize(_migrated_database())
    finally:
        raw.close()


@cache
def _migrated_database() -> bytes:
    """A SQLite database at the newest revision, without a row, as the bytes of its file."""
    engine = make_engine("sqlite://")
    upgrade(engine)
    raw = engine.raw_connection()
    try:
        driver: sqlite3.Connection | None = raw.driver_connection
        assert driver is not None
        return driver.serialize()
    finally:
        raw.close()
        engine.dispose()


def _upgrade(engine: Engine, before: Callable[[], object] | None) -> None:
    with writer(engine, patient=True).begin() as connection:
        take_turns(connection)
        revision = current_revision(connection)
        if revision is not None and revision != newest_revision():
            refuse_unknown_revision(revision)
            if before is not None:
                before()
        raise_to(connection, NEWEST)


def take_turns(connection: Connection) -> None:
    """Wait until no other process migrates or restores, and keep others from it until the transaction ends; on SQLite writers do so anyway."""
    # A backup beforehand pauses this connection for as long as it takes.
    wait_without_end(connection)
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": LOCK_NUMBER})


def raise_to(connection: Connection, revision: str) -> None:
    """Bring a database to a revision inside the transaction of a connection."""
    settings = config()
    settings.attributes["connection"] = connection
    command.upgrade(settings, revision)
