"""The nightly work when it is due: what every scheduler does at a wake-up, and the plain loop that SQLite needs."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import structlog

from core.api.core import Core
from core.jobs import anything_due, nightly
from core.learning.nights import next_start

LONGEST_SLEEP = timedelta(minutes=10)
"""A machine that was asleep, or whose clock was set, is noticed within this time; so is a run that another process left."""

Wait = Callable[[float], bool]
"""Waits so many seconds; True when it is time to end."""


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
