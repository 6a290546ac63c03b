"""The answer of /readyz: whether calls can be served now, and in plain words why not."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from concurrent.futures import TimeoutError as NotInTime
from typing import Protocol

from core.access.queues import Pressure
from core.web import siblings

FRESH_SECONDS = 1.0
"""Seconds for which a check of the database is reused: however many ask, it is checked once a second."""
LONGEST_SECONDS = 3.0
"""A database that does not answer in this time is not ready; probes give up after a few seconds."""
SLOW = "the database does not answer in time"
SHORT_OF_MEMORY = "memory is short"


class HealthCheck(Protocol):
    """A part of the service that can be checked: here the store."""

    def problems(self) -> Sequence[str]:
        """What keeps it from working; empty when all is well."""
        ...


class Readiness:
    """Checks whether calls can be served. One for each store of a process; safe to share between threads."""

    def __init__(
        self,
        store: HealthCheck,
        pressure: Pressure | None = None,
        *,
        parts_running: Callable[[], Mapping[str, bool]] = siblings.running,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._store = store
        self._pressure = pressure or Pressure()
        self._parts_running = parts_running
        self._now = now
        self._lock = threading.Lock()
        self._check: Future[list[str]] | None = None
        self._checked_at = 0.0

    def answer(self) -> tuple[int, dict[str, object]]:
        """Status and body: 503 where the database, the pages or the API are down, or memory is short. A scheduler that is down does not
        prevent calls from being served: it is reported with status 200."""
        problems = [
            *self._store_problems(),
            *self._part_problems(),
            *([SHORT_OF_MEMORY] if self._pressure.high else []),
        ]
        blocking = [problem for problem in problems if problem != siblings.SCHEDULER_DOWN]
        body: dict[str, object] = {"status": "not ready" if blocking else "ready"}
        if problems:
            body["problems"] = problems
        return (503 if blocking else 200), body

    def _store_problems(self) -> list[str]:
        """Problems of the store. Callers at the same time share one check, and nobody waits longer than `LONGEST_SECONDS`."""
        with self._lock:
            fresh = self._check is not None and self._now() - self._checked_at < FRESH_SECONDS
            if self._check is None or (self._check.done() and not fresh):
                self._check, self._checked_at = self._started_check(), self._now()
            check = self._check
        try:
            return check.result(timeout=LONGEST_SECONDS)
        except NotInTime:
            return [SLOW]

    def _started_check(self) -> Future[list[str]]:
        problems: Future[list[str]] = Future()

        def look() -> None:
            try:
                problems.set_result(list(self._store.problems()))
            except Exception as error:
                problems.set_exception(error)

        # A daemon, so that the process does not wait for it when it ends: an unreachable database may block it for half a minute.
        threading.Thread(target=look, name="readiness", daemon=True).start()
        return problems

    def _part_problems(self) -> list[str]:
        return [siblings.DOWN.format(name=name) for name, alive in self._parts_running().items() if not alive]
