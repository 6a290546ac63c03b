"""wenlu scheduler: the nightly work at 02:00 in UTC+8, in a process of its own; scores on their way to learning platforms beside it.

Any number of schedulers may run: the ledger lets one process do each day's run. On PostgreSQL procrastinate wakes them
(`core.commands.queue`), on SQLite a plain loop does.
"""

from __future__ import annotations

import argparse
import signal
import threading

from core.commands.nights import run_every_night
from core.commands.platform_scores import keep_telling
from core.commands.processes.lifeline import end_within
from core.logs import configure_logs
from core.settings import Settings
from core.wiring import build_core, migrate


def scheduler(_: argparse.Namespace) -> None:
    """Catch up with missed nights, then wait for the next, until told to end."""
    configure_logs()
    keep_schedule()


def keep_schedule(*, first_after_seconds: float = 0.0) -> None:
    """As `scheduler`, but with logs configured already: also for the scheduler process of a server, which leaves the processors to the server
    and its first visitors for some seconds."""
    ended = threading.Event()

    def end(*_: object) -> None:
        ended.set()
        end_within()  # nightly work that is under way is continued by the next process

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, end)
    if ended.wait(first_after_seconds):
        return
    settings = Settings.from_environment()
    migrate(settings)
    core = build_core(settings)
    threading.Thread(target=keep_telling, args=(core, ended.wait), name="scores", daemon=True).start()
    if settings.database_url.startswith("postgres"):
        from core.commands.queue import keep_working  # the queue's packages are loaded only where they are needed

        keep_working(core, settings.database_url, ended)
    else:
        run_every_night(core, ended.wait)
    core.store.close()
