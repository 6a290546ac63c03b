"""The nightly work on PostgreSQL, woken by procrastinate."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import psycopg
import pytest
from procrastinate.periodic import PeriodicDeferrer

from core.commands import queue
from core.commands.nights import do_due
from core.commands.queue import AT_TWO, LATEST, SCHEMA, keep_working, prepare, queue_of, with_nightly
from core.knowledge import update as updating
from core.settings import Settings
from core.wiring import build_core, in_memory_core, migrate
from evaluation.service.clock import StoppedClock
from evaluation.service.postgresql import new_database
from tests.knowledge.folding import TABLES
from tests.test_jobs import ORGANISATION, until

pytestmark = pytest.mark.postgresql


def address_of(url: str) -> str:
    """As psycopg takes it."""
    return url.replace("postgresql+psycopg", "postgresql")


def test_the_queues_tables_are_made_once_in_a_schema_of_their_own(postgresql: str) -> None:
    address = address_of(new_database(postgresql))
    for _ in range(2):
        prepare(address)
    with psycopg.connect(address) as connection:
        found = connection.execute(
            "SELECT DISTINCT schemaname FROM pg_tables WHERE tablename LIKE 'procrastinate%'"
        ).fetchall()
    assert found == [(SCHEMA,)]


@pytest.mark.parametrize("zone", ["UTC", "America/New_York", "Pacific/Apia"])
def test_a_night_is_due_at_two_in_shanghai_whatever_the_machines_zone(
    postgresql: str, monkeypatch: pytest.MonkeyPatch, zone: str
) -> None:
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    core = in_memory_core(tables=TABLES)
    try:
        app = queue_of(address_of(postgresql))
        with_nightly(app, core)
        deferrer = PeriodicDeferrer(registry=app.periodic_registry, max_delay=LATEST)
        noon = datetime(2026, 11, 24, 4, tzinfo=UTC).timestamp()
        assert deferrer.get_next_tick(at=noon) == timedelta(hours=14).total_seconds()
        ((_, scheduled),) = deferrer.get_previous_tasks(at=noon)
        assert datetime.fromtimestamp(scheduled, UTC) == datetime(2026, 11, 23, 18, tzinfo=UTC)
    finally:
        core.store.close()
        monkeypatch.undo()
        time.tzset()
    assert AT_TWO == "0 18 * * *"


def test_a_worker_catches_up_takes_the_job_of_the_night_and_ends(postgresql: str) -> None:
    url = new_database(postgresql)
    settings = Settings(database_url=url, demo=False)
    migrate(settings)
    core = build_core(settings, tables=TABLES)
    core.store.add_organisation(ORGANISATION)
    ended = threading.Event()
    worker = threading.Thread(target=keep_working, args=(core, url, ended))
    worker.start()
    try:
        until(lambda: [run.status for run in core.store.job_runs("org", updating.JOB)] == ["done"])

        def deferred() -> bool:
            try:
                with psycopg.connect(address_of(url)) as connection:
                    row = connection.execute(f"SELECT count(*) FROM {SCHEMA}.procrastinate_periodic_defers").fetchone()
            except psycopg.errors.UndefinedTable:  # the worker catches up before it makes the queue's tables
                return False
            return row == (1,)

        until(deferred)
    finally:
        ended.set()
        worker.join(timeout=60)
    assert not worker.is_alive()
    core.store.close()


def test_after_a_worker_that_failed_comes_another(
    postgresql: str, clock: StoppedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    core, ended, begun = in_memory_core(clock=clock, tables=TABLES), threading.Event(), list[int]()

    async def work(*_: object) -> None:
        begun.append(len(begun))
        if len(begun) == 2:
            ended.set()
        raise OSError("the database went away")

    monkeypatch.setattr(queue, "_work", work)
    monkeypatch.setattr(queue, "AGAIN_SECONDS", 0.0)
    in_a_thread(lambda: keep_working(core, new_database(postgresql), ended))
    assert begun == [0, 1]
    core.store.close()


def test_the_task_does_the_work_that_is_due(postgresql: str, clock: StoppedClock) -> None:
    core = in_memory_core(clock=clock, tables=TABLES)
    core.store.add_organisation(ORGANISATION)
    task = with_nightly(queue_of(address_of(postgresql)), core)
    in_a_thread(lambda: asyncio.run(task(timestamp=0)))
    assert [run.status for run in core.store.job_runs("org", updating.JOB)] == ["done"]
    do_due(core)
    core.store.close()


def in_a_thread(work: Callable[[], None]) -> None:
    """Run it where no event loop runs: while the browser of the browser tests is open, one runs in the main thread."""
    worker = threading.Thread(target=work, daemon=True)
    worker.start()
    worker.join(timeout=60)
    assert not worker.is_alive()
