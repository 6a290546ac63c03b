"""The nightly work on PostgreSQL: a procrastinate worker with a periodic task.

The queue offers what a loop in each process cannot: one job a night however many workers there are, a record of it that
an operator can read, and retries. Its tables are in a schema of their own, so that they are no part of the migrations.
Its promises are not relied on: only the ledger decides whether a day's run is done (`core.jobs.nightly`).
"""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import psycopg
import structlog
from procrastinate import App, PsycopgConnector, RetryStrategy

from core.api.core import Core
from core.commands.nights import LONGEST_SLEEP, do_due, run_due
from core.store.database.engine import driver_address
from core.store.database.migrate import LOCK_NUMBER

SCHEMA = "procrastinate"
AT_TWO = "0 18 * * *"
"""02:00 in Asia/Shanghai; procrastinate reads crontabs in UTC."""
LATEST = 86_400.0
"""Seconds after 18:00 UTC within which a worker that starts still takes the night's job; with procrastinate's default of ten
minutes the night would be dropped."""
RETRY = RetryStrategy(max_attempts=5, wait=300)
"""Retries are five minutes apart, as long as a lease lasts: by then a run that a crash left open can be taken over."""
AGAIN_SECONDS = 60.0
"""Seconds between a worker that failed and the next one."""


def keep_working(core: Core, url: str, ended: threading.Event) -> None:
    """Catch up, then run the queue's worker until told to end."""
    address = driver_address(url)
    while True:
        run_due(core)
        try:
            prepare(address)
            asyncio.run(_work(core, address, ended))
        except Exception:  # the database is away, for instance; without a worker no nightly work would be done any more
            structlog.get_logger().exception("queue failed")
        if ended.wait(AGAIN_SECONDS):
            return


def prepare(address: str) -> None:
    """Make the queue's tables if they are not there; processes that do so at the same time take turns."""
    with psycopg.connect(address) as connection:
        connection.execute("SELECT pg_advisory_xact_lock(%s)", (LOCK_NUMBER,))
        connection.execute(f"CREATE SCHEMA IF NOT EXISTS {SCHEMA}")
        connection.execute(f"SET LOCAL search_path TO {SCHEMA}")
        exists = connection.execute("SELECT to_regclass('procrastinate_jobs') IS NOT NULL").fetchone()
        if exists != (True,):
            connection.execute(queue_of(address).schema_manager.get_schema())


def queue_of(address: str) -> App:
    """The queue at an address, without its task."""
    connector = PsycopgConnector(conninfo=address, kwargs={"options": f"-c search_path={SCHEMA}"})
    return App(connector=connector, periodic_defaults={"max_delay": LATEST})


def with_nightly(app: App, core: Core) -> Any:
    """Give the queue its task: the nightly work at 02:00."""

    @app.periodic(cron=AT_TWO, periodic_id="nightly")
    @app.task(name="wenlu.nightly", queueing_lock="nightly", retry=RETRY)
    async def run_nightly(timestamp: int) -> None:
        structlog.get_logger().info("nightly job", scheduled_for=timestamp)
        await asyncio.to_thread(do_due, core)

    return run_nightly


async def _work(core: Core, address: str, ended: threading.Event) -> None:
    app = queue_of(address)
    with_nightly(app, core)
    async with app.open_async():
        worker = asyncio.create_task(app.run_worker_async(install_signal_handlers=False, delete_jobs="successful"))
        while not worker.done() and not await asyncio.to_thread(ended.wait, LONGEST_SLEEP.total_seconds()):
            await asyncio.to_thread(run_due, core)
        worker.cancel()
        (outcome,) = await asyncio.gather(worker, return_exceptions=True)
    if isinstance(outcome, Exception):
        raise outcome
