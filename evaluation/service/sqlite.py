"""A SQLite file with all tables, without migrating it: for tests that want a database of their own."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from core.store.database.engine import make_engine
from core.store.database.migrate import upgrade_in_memory


def migrated_file(file: Path) -> str:
    """The address of a new file with all tables and no rows, a copy of the database that the process migrated once."""
    address = f"sqlite:///{file}"
    make_engine(address).dispose()  # the file is its owner's alone
    engine = make_engine("sqlite://")
    upgrade_in_memory(engine)
    raw = engine.raw_connection()
    source = raw.driver_connection
    assert isinstance(source, sqlite3.Connection)
    with closing(sqlite3.connect(file)) as copy:
        source.backup(copy)
    raw.close()
    engine.dispose()
    return address
