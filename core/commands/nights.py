"""The nightly work when it is due: what every scheduler does when it wakes up, and the plain loop that serves with SQLite."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import structlog

from core.api.core import Core
from core.jobs import anything_due, nightly
from core.learning.nights import next_start

LONGEST_SLEEP = timedelta(minutes=10)
"""Within this time the loop notices that the machine was asleep, that its clock was set, or that another process left a run undone."""

Wait = Callable[[float], bool]
"""Waits for a number of seconds; returns True when it is time to end."""


def run_every_night(core: Core, wait: Wait) -> None:
    """Run what is due, sleep until the next 02:00 in UTC+8, and again."""
    while True:
        run_due(core)
        until_next = next_start(core.clock.now()) - core.clock.now()
        if wait(min(until_next, LONGEST_SLEEP).total_seconds()):
            return


def run_due(core: Core) -> None:
    """As `do_due`, except that a failure is logged, and the work is tried again later."""
    try:
        do_due(core)
    except Exception:
        structlog.get_logger().exception("nightly failed")


def do_due(core: Core) -> None:
    """Do the nightly work, if some day's run is due. Raises what fails."""
    if anything_due(core):
        for line in nightly(core):
            structlog.get_logger().info("nightly", did=line)
