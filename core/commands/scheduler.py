"""wenlu scheduler: the nightly work at 02:00 in UTC+8, in a process of its own.

Any number of them may run: the ledger lets one process through for each day. On PostgreSQL procrastinate wakes them
(`core.commands.queue`), on SQLite a plain loop does.
"""

from __future__ import annotations

import argparse
import signal
import threading

from core.commands.nights import keep_running
from core.commands.processes.lifeline import end_within
from core.logs import configure_logs
from core.settings import Settings
from core.wiring import build_core, migrate


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
        from core.commands.queue import keep_working  # the queue's packages are loaded only where there is one

        keep_working(core, settings.database_url, ended)
    else:
        keep_running(core, ended.wait)
    core.store.close()
