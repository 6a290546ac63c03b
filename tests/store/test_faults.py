"""A database that fails: 503 with a time for the retry, nothing half written, and no intervention needed once it is back."""

from __future__ import annotations

import shutil
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import event, text
from sqlalchemy.exc import IntegrityError

from core.errors import DatabaseAway
from core.records.access import Organisation
from core.store import sql
from core.store.database import engine as engines
from core.store.database import session
from core.store.database.engine import driver_address, make_engine
from core.store.database.migrate import upgrade
from core.store.sql import SqlStore
from evaluation.service.postgresql import controlled_server, migrated_database, new_database
from evaluation.service.sqlite import migrated_file
from tests.conftest import skipped_without_postgresql

NOW = datetime(2026, 11, 24, tzinfo=UTC)


def organisation(number: int) -> Organisation:
    return Organisation(f"org{number}", f"School {number}", "free", None, False, NOW)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "wenlu.db"


@pytest.fixture
def file_store(file: Path) -> Iterator[SqlStore]:
    """A migrated store on a file, with one organisation."""
    store = SqlStore(make_engine(migrated_file(file)))
    store.add_organisation(organisation(0))
    yield store
    store.close()


def names(store: SqlStore) -> list[str]:
    return [each.organisation_id for each in store.organisations()]


SMALL = "INSERT INTO kept_setting (name, value) VALUES ('small', 'x')"


def write(store: SqlStore, *statements: str, before_commit: Callable[[], object] = lambda: None) -> None:
    """Execute statements in one transaction."""
    with store.write() as connection:
        for statement in statements:
            connection.execute(text(statement))
        before_commit()


def pragma(store: SqlStore, statement: str) -> None:
    """Set a pragma on every connection from now on."""
    store.engine.dispose()
    event.listen(store.engine, "connect", lambda connection, _: connection.execute(f"PRAGMA {statement}"))


def test_a_read_only_database_is_away_for_writes_and_still_read(file_store: SqlStore) -> None:
    pragma(file_store, "query_only=1")
    with pytest.raises(DatabaseAway, match="readonly database") as raised:
        file_store.add_organisation(organisation(1))
    assert raised.value.status == 503
    assert raised.value.retry_after_seconds == 5
    assert names(file_store) == ["org0"]
    assert file_store.problems() == ["the database cannot be written"]


def test_of_a_full_database_nothing_is_half_written_and_it_works_again_with_room(file_store: SqlStore) -> None:
    with file_store.read() as connection:
        pages = connection.execute(text("PRAGMA page_count")).scalar_one()
    pragma(file_store, f"max_page_count={pages}")
    with pytest.raises(DatabaseAway, match="full"):
        write(file_store, SMALL, "INSERT INTO kept_setting (name, value) VALUES ('large', hex(zeroblob(9000000)))")
    with file_store.read() as connection:
        assert connection.execute(text("SELECT count(*) FROM kept_setting WHERE name = 'small'")).scalar_one() == 0
    pragma(file_store, "max_page_count=1000000")
    assert file_store.add_organisation(organisation(1))
    assert file_store.ready()


def test_a_disk_that_is_nearly_full_is_told(file_store: SqlStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sql, "LEAST_FREE_BYTES", 2**62)
    assert file_store.problems() == ["the disk of the database is nearly full"]


def test_a_file_that_was_taken_away_is_not_made_anew_and_is_used_when_it_is_back(
    file_store: SqlStore, file: Path
) -> None:
    away = file.with_name("away.db")
    file_store.engine.dispose()  # writes the log into the file
    file_store.add_organisation(organisation(1))
    with file_store.read() as connection:
        connection.execute(text("PRAGMA wal_checkpoint(TRUNCATE)")).all()
    file.rename(away)
    for _ in range(3):
        with pytest.raises(DatabaseAway, match="unable to open"):
            file_store.add_organisation(organisation(2))
        assert file_store.problems() == ["the database does not answer"]
    assert not file.exists()
    shutil.copy(away, file)
    assert names(file_store) == ["org0", "org1"]
    assert file_store.add_organisation(organisation(2))


def test_what_is_committed_to_a_file_that_was_just_replaced_is_not_acknowledged(
    file_store: SqlStore, file: Path
) -> None:
    copy = file.with_name("copy.db")
    with sqlite3.connect(file) as one, sqlite3.connect(copy) as other:
        one.backup(other)
    one.close()
    other.close()
    with pytest.raises(DatabaseAway, match="moved away"):
        write(file_store, SMALL, before_commit=lambda: copy.rename(file))
    assert names(file_store) == ["org0"]


def test_behind_a_locked_database_no_call_waits_for_all_the_others(
    file_store: SqlStore, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (engines, session):
        monkeypatch.setattr(module, "BUSY_TIMEOUT_MS", 50)
    file_store.engine.dispose()
    holder = sqlite3.connect(file, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    with pytest.raises(DatabaseAway, match="locked"):
        file_store.add_organisation(organisation(1))
    turn = file_store._write_turn
    with turn, pytest.raises(DatabaseAway, match="waited for too long"), turn:
        pass
    assert names(file_store) == ["org0"]
    holder.execute("ROLLBACK")
    holder.close()
    assert file_store.add_organisation(organisation(1))


def test_a_file_that_is_no_database_is_away(file_store: SqlStore, file: Path) -> None:
    file_store.engine.dispose()
    file.write_bytes(b"\0" * 8192 + b"no database")
    with pytest.raises(DatabaseAway, match="not a database"):
        names(file_store)


def test_without_file_descriptors_the_database_is_away_and_comes_back(file_store: SqlStore) -> None:
    import resource

    file_store.engine.dispose()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (3, hard))
    try:
        with pytest.raises(DatabaseAway, match="unable to open"):
            names(file_store)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert names(file_store) == ["org0"]


def test_more_calls_than_connections_are_told_to_come_again(file_store: SqlStore) -> None:
    pool = file_store.engine.pool
    pool._timeout = 0.05  # type: ignore[attr-defined]
    held = [pool.connect() for _ in range(64)]
    with pytest.raises(DatabaseAway, match="no connection was free"):
        names(file_store)
    for each in held:
        each.close()
    assert names(file_store) == ["org0"]


def test_wrong_statements_and_broken_constraints_stay_what_they_are(store: SqlStore) -> None:
    with pytest.raises(Exception, match="nonsense") as raised, store.read() as connection:
        connection.execute(text("SELECT nonsense FROM organisation"))
    assert not isinstance(raised.value, DatabaseAway)
    with pytest.raises(IntegrityError), store.write() as connection:
        connection.execute(text("INSERT INTO kept_setting (name, value) VALUES ('a', NULL)"))
    with pytest.raises(ValueError, match="ours"), store.write():
        raise ValueError("ours")


def test_tables_that_are_not_there_are_the_databases_fault(empty_database: str) -> None:
    store = SqlStore(make_engine(empty_database))
    with pytest.raises(DatabaseAway, match="organisation"):
        store.organisations()
    store.close()


def test_a_driver_error_below_sqlalchemy_is_seen_too(file_store: SqlStore) -> None:
    pragma(file_store, "query_only=1")
    with pytest.raises(DatabaseAway, match="readonly"), file_store.write() as connection:
        connection.connection.cursor().execute("DELETE FROM kept_setting")


# -- PostgreSQL --------------------------------------------------------------------------------------------


@pytest.fixture
def served(postgresql: str) -> Iterator[SqlStore]:
    """A migrated store on PostgreSQL."""
    store = SqlStore(make_engine(migrated_database(postgresql)))
    yield store
    store.close()


@pytest.mark.postgresql
def test_a_server_that_makes_itself_read_only_is_away_for_writes(served: SqlStore) -> None:
    name = served.engine.url.database
    with served.write() as connection:
        connection.execute(text(f"ALTER DATABASE {name} SET default_transaction_read_only = on"))
    served.engine.dispose()
    with pytest.raises(DatabaseAway, match="read-only transaction"):
        served.add_organisation(organisation(1))
    assert served.problems() == ["the database cannot be written"]


@pytest.mark.postgresql
def test_a_statement_that_takes_too_long_is_ended_and_a_cut_connection_replaced(
    served: SqlStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engines, "STATEMENT_TIMEOUT_MS", 100)
    quick = SqlStore(make_engine(served.engine.url.render_as_string(hide_password=False)))
    with pytest.raises(DatabaseAway, match="statement timeout"), quick.read() as connection:
        connection.execute(text("SELECT pg_sleep(20)"))
    with pytest.raises(DatabaseAway, match=r"terminating|closed"), quick.write() as connection:
        connection.execute(text("SELECT pg_terminate_backend(pg_backend_pid())"))
    assert quick.add_organisation(organisation(1))
    quick.close()


@pytest.mark.postgresql
def test_a_server_that_was_stopped_and_started_is_used_again_without_intervention() -> None:
    with ExitStack() as stack:
        with skipped_without_postgresql():
            controlled = stack.enter_context(controlled_server())
        store = SqlStore(make_engine(new_database(controlled.url)))
        upgrade(store.engine)
        assert store.add_organisation(organisation(0))
        controlled.stop()
        began = time.monotonic()
        for _ in range(3):
            with pytest.raises(DatabaseAway):
                store.add_organisation(organisation(1))
        assert store.problems() == ["the database does not answer"]
        assert time.monotonic() - began < 10
        controlled.start()
        assert store.add_organisation(organisation(1))
        assert store.ready()
        store.close()


@pytest.mark.postgresql
def test_an_address_may_set_limits_of_its_own(postgresql: str) -> None:
    url = new_database(postgresql)
    asked = f"{url}{'&' if '?' in url else '?'}options=-c%20statement_timeout%3D0"
    engine = make_engine(asked)
    with engine.connect() as connection:
        assert connection.execute(text("SHOW statement_timeout")).scalar_one() == "0"
    engine.dispose()
    assert "statement_timeout" in driver_address(asked)


def test_a_missing_server_is_told_at_once() -> None:
    store = SqlStore(make_engine("postgresql://nobody@127.0.0.1:1/nothing"))
    with pytest.raises(DatabaseAway, match="refused"):
        store.organisations()
    store.close()
