"""Migrations: from nothing, twice, in several processes at once; and equal to the models."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import inspect

from core.records.access import Signin
from core.records.classes import EVERYONE
from core.store.database.engine import make_engine, writer
from core.store.database.migrate import config, current_revision, newest_revision, upgrade
from core.store.sql import SqlStore
from core.store.tables.columns import METADATA
from core.store.tables.learner import PARTITION_NAME, PARTITIONS
from tests.store.rows import ACCOUNT, NOW, ORGANISATION, STUDENT, issue, with_organisation

ROOT = Path(__file__).resolve().parent.parent.parent


def is_partition(name: str | None) -> bool:
    """Partitions are no tables of their own in the models."""
    return name in {PARTITION_NAME.format(number) for number in range(PARTITIONS)}


def test_an_empty_database_is_brought_to_the_newest_revision(empty_database: str) -> None:
    engine = make_engine(empty_database)
    with engine.connect() as connection:
        assert current_revision(connection) is None
    upgrade(engine)
    with engine.connect() as connection:
        assert current_revision(connection) == newest_revision()
    found = {name for name in inspect(engine).get_table_names() if not is_partition(name)}
    assert found == {*METADATA.tables, "alembic_version"}
    engine.dispose()


def test_a_store_over_an_empty_database_is_not_ready(empty_database: str) -> None:
    store = SqlStore(make_engine(empty_database))
    assert not store.ready()
    store.close()


def test_a_store_whose_database_is_gone_is_not_ready() -> None:
    store = SqlStore(make_engine("postgresql://nobody@127.0.0.1:1/nothing"))
    assert not store.ready()
    store.close()


def test_migrating_twice_changes_nothing_and_keeps_the_rows(store: SqlStore) -> None:
    store.put_student(STUDENT)
    upgrade(store.engine)
    assert store.student("org", "s1") == STUDENT


def test_demo_accounts_of_before_follow_the_browser_and_others_keep_their_language(empty_database: str) -> None:
    store = SqlStore(make_engine(empty_database))
    upgrade(store.engine)
    with_organisation(store)
    store.add_account(ACCOUNT)
    store.add_account(replace(ACCOUNT, account_id="demo", username="demo", demo=True))
    _downgrade(store, "0013")
    upgrade(store.engine)
    assert {account.username: account.language for account in store.accounts("org")} == {"li": "zh", "demo": None}
    store.close()


def test_an_organisation_of_before_gets_a_class_of_everyone_and_keeps_who_is_signed_in(empty_database: str) -> None:
    store = SqlStore(make_engine(empty_database))
    upgrade(store.engine)
    with_organisation(store)
    store.add_account(ACCOUNT)
    store.add_signin(Signin("f" * 64, ACCOUNT.account_id, NOW, NOW, NOW + timedelta(days=9), "Firefox, Linux"))
    store.remember_client(ACCOUNT.account_id, NOW, device="d", address="a")
    _downgrade(store, "0014")
    upgrade(store.engine)
    (everyone,) = store.classes("org")
    assert (everyone.class_id, everyone.name, everyone.everyone) == (EVERYONE, ORGANISATION.name, True)
    assert store.membership("org").teachers == {EVERYONE: {ACCOUNT.account_id}}
    assert store.signed_in("f" * 64, NOW, seen_since=NOW - timedelta(days=1), demo=True) is not None
    assert store.known_clients(ACCOUNT.account_id, ["d", "a", "x"]) == {"d", "a"}
    other = replace(ORGANISATION, organisation_id="other", name="Other")
    store.add_organisation(other)
    assert store.add_account(replace(ACCOUNT, account_id="acc2", organisation_id="other"))
    assert not store.add_account(replace(ACCOUNT, account_id="acc3"))
    assert [each.account_id for each in store.accounts_named(ACCOUNT.username)] == ["acc", "acc2"]
    store.close()


def test_organisations_of_before_get_an_address_and_those_that_have_one_keep_it(empty_database: str) -> None:
    store = SqlStore(make_engine(empty_database))
    upgrade(store.engine)
    for number, (name, address) in enumerate(
        [("Blue School", None), ("Blue school", None), ("Red", "blue-school"), ("蓝天", None)]
    ):
        store.add_organisation(replace(ORGANISATION, organisation_id=f"org_{number}abcdef", name=name, address=address))
    _downgrade(store, "0020")
    upgrade(store.engine)
    addresses = {each.name: each.address for each in store.organisations()}
    assert addresses == {
        "Blue School": "blue-school-2", "Blue school": "blue-school-3", "Red": "blue-school", "蓝天": "school-abcdef",
    }  # fmt: skip
    store.close()


def _downgrade(store: SqlStore, revision: str) -> None:
    with writer(store.engine).begin() as connection:
        settings = config()
        settings.attributes["connection"] = connection
        command.downgrade(settings, revision)


def test_items_shown_before_get_the_sources_that_stand_in_their_bodies(empty_database: str) -> None:
    store = SqlStore(make_engine(empty_database))
    upgrade(store.engine)
    issue(store, "q_1", "q_2")
    _downgrade(store, "0025")
    upgrade(store.engine)
    assert store.sources_shown_since("org", "s1", NOW) == {"test"}
    store.close()


def test_the_models_equal_the_migrations(empty_database: str) -> None:
    engine = make_engine(empty_database)
    upgrade(engine)
    with engine.connect() as connection:
        options = {
            "compare_type": True,
            "include_name": lambda name, kind, _: kind != "table" or not is_partition(name),
        }
        context = MigrationContext.configure(connection, opts=options)
        assert compare_metadata(context, METADATA) == []
    engine.dispose()


@pytest.mark.exhaustive
def test_processes_that_migrate_at_once_take_turns(empty_database: str) -> None:
    program = (
        "import sys; from core.store.database.engine import make_engine; from core.store.database.migrate import upgrade; "
        "sys.stdin.readline(); engine = make_engine(sys.argv[1]); upgrade(engine); engine.dispose()"
    )
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", program, empty_database], cwd=ROOT, stdin=subprocess.PIPE, stderr=subprocess.PIPE
        )
        for _ in range(2)
    ]
    for process in processes:
        assert process.stdin is not None
        process.stdin.write(b"\n")
        process.stdin.flush()
    for process in processes:
        _, said = process.communicate(timeout=60)
        assert process.returncode == 0, said.decode()
    store = SqlStore(make_engine(empty_database))
    assert store.ready()
    store.close()


@pytest.mark.parametrize(("durable", "level"), [(False, 1), (True, 2)])
def test_sqlite_runs_in_wal_with_foreign_keys_and_syncs_as_the_profile_says(
    tmp_path: Path, durable: bool, level: int
) -> None:
    engine = make_engine(f"sqlite:///{tmp_path / 'folder' / 'x.db'}", durable=durable)
    pragmas = ("journal_mode", "foreign_keys", "synchronous", "busy_timeout")
    with engine.connect() as connection:
        found = [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in pragmas]
    engine.dispose()
    assert found == ["wal", 1, level, 10_000]
