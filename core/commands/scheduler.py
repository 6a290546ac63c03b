"""wenlu scheduler: the nightly work at 02:00 in UTC+8, in a process of its own.

Any number of them may run: the ledger lets one process through for each day. On PostgreSQL procrastinate wakes them
(`core.commands.queue`), on SQLite a plain loop does.
"""

from __future__ import annotations

import argparse
import signal
import threading
from collections.abc import Callable
from datetime import timedelta

import structlog

from core.api.core import Core
from core.commands.processes.lifeline import end_within
from core.jobs import anything_due, nightly
from core.learning.nights import next_start
from core.logs import configure_logs
from core.settings import Settings
from core.wiring import build_core, migrate

LONGEST_SLEEP = timedelta(minutes=10)
"""A machine that was asleep, or whose clock was set, is noticed within this time; so is a run that another process left."""

Wait = Callable[[float], bool]
"""Waits so many seconds; True when it is time to end."""


def scheduler(_: argparse.Namespace) -> None:
    """Catch up with missed nights, then wait for the next, until told to end."""
    configure_logs()
    keep_schedule()


def keep_schedule() -> None:
    """As `scheduler`, in a process of a server's own too."""
    ended = threading.Event()

    def end(*_: object) -> None:
        ended.set()
        end_within()  # a night's work that is under way is taken up again by the next process

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, end)
    settings = Settings.from_environment()
    migrate(settings)
    core = build_core(settings)
    if settings.database_url.startswith("postgres"):
        from core.commands.queue import keep_working

        keep_working(core, settings.database_url, ended)
    else:
        keep_running(core, ended.wait)
    core.store.close()


def keep_running(core: Core, wait: Wait) -> None:
    """Run what is due, sleep until the next 02:00 in UTC+8, and again."""
    while True:
        run_due(core)
        left = next_start(core.clock.now()) - core.clock.now()
        if wait(min(left, LONGEST_SLEEP).total_seconds()):
            return


def run_due(core: Core) -> None:
    """As `do_due`; what fails is logged and tried again later."""
    try:
        do_due(core)
    except Exception:
        structlog.get_logger().exception("nightly failed")


def do_due(core: Core) -> None:
    """The nightly work, if some day's run is due."""
    if anything_due(core):
        for line in nightly(core):
            structlog.get_logger().info("nightly", did=line)
