"""What /readyz says: whether calls can be served now, and in plain words why not."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from concurrent.futures import TimeoutError as NotInTime
from typing import Protocol

from core.access.queues import Pressure
from core.web import siblings

KEPT_SECONDS = 1.0
"""However often it is asked, the database is tried once a second."""
LONGEST_SECONDS = 3.0
"""A database that does not answer in this time is not ready; probes give up after a few seconds."""
SLOW = "the database does not answer in time"
SHORT_OF_MEMORY = "memory is short"


class Watched(Protocol):
    """What is looked at."""

    def problems(self) -> Sequence[str]:
        """What keeps it from its work; none when all is well."""
        ...


class Readiness:
    """One for each store of a process; safe to share between threads."""

    def __init__(
        self,
        store: Watched,
        pressure: Pressure | None = None,
        *,
        others: Callable[[], Mapping[str, bool]] = siblings.running,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._store = store
        self._pressure = pressure or Pressure()
        self._others = others
        self._now = now
        self._lock = threading.Lock()
        self._looking: Future[list[str]] | None = None
        self._looked_at = 0.0

    def said(self) -> tuple[int, dict[str, object]]:
        """Status and body: 503 where the database, the pages or the API are down, or memory is short. A scheduler that is down keeps no call
        from being served: it is told beside."""
        problems = [*self._of_store(), *self._of_others(), *([SHORT_OF_MEMORY] if self._pressure.high else [])]
        hinders = [problem for problem in problems if problem != siblings.SCHEDULER_DOWN]
        body: dict[str, object] = {"status": "not ready" if hinders else "ready"}
        if problems:
            body["problems"] = problems
        return (503 if hinders else 200), body

    def _of_store(self) -> list[str]:
        """Of all who ask at once one has it looked up, and nobody waits longer than `LONGEST_SECONDS`."""
        with self._lock:
            fresh = self._looking is not None and self._now() - self._looked_at < KEPT_SECONDS
            if self._looking is None or (self._looking.done() and not fresh):
                self._looking, self._looked_at = self._begun(), self._now()
            looking = self._looking
        try:
            return looking.result(timeout=LONGEST_SECONDS)
        except NotInTime:
            return [SLOW]

    def _begun(self) -> Future[list[str]]:
        found: Future[list[str]] = Future()

        def look() -> None:
            try:
                found.set_result(list(self._store.problems()))
            except Exception as error:
                found.set_exception(error)

        # A thread that the end of the process does not wait for: a partitioned database may hold it for half a minute.
        threading.Thread(target=look, name="readiness", daemon=True).start()
        return found

    def _of_others(self) -> list[str]:
        return [siblings.DOWN.format(name=name) for name, alive in self._others().items() if not alive]
