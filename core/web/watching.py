"""What a server notes about itself: for Prometheus whenever it is asked, for the month's availability once a minute.

Availability is noted from the event loop that serves: a server that hangs notes nothing, and a minute in which nobody noted anything counts as
not available. What cannot be written, because the database is away, is kept and written when it is back.
"""

from __future__ import annotations

import asyncio
import os
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager
from datetime import UTC, datetime

import structlog
from prometheus_client import CollectorRegistry, Counter, Histogram
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector
from starlette.concurrency import run_in_threadpool

from core.access.queues import Queues
from core.api.core import Core
from core.api.operations import Operations
from core.errors import WenluError
from core.records.availability import AvailabilityHour
from core.web import siblings
from core.web.memory import resident_bytes
from core.web.readiness import SLOW, Readiness

log = structlog.get_logger("wenlu.watching")

FRESH_SECONDS = 30.0
"""Seconds for which what the database was asked for metrics is reused, however often somebody scrapes them."""
MIDDLE_OF_A_MINUTE = 30.0
"""The second of each minute at which it is looked: a look that is half a minute late still falls into its minute."""
MOST_HOURS_KEPT = 24 * 31
"""Hours that are kept while the database is away."""


class Metrics:
    """Counts and durations of calls, by route pattern and so never by a student's id.

    They bear the process: a scrape reaches one of several behind a port, and their counts would look like one that jumps.
    """

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._process = str(os.getpid())
        self._calls = Counter(
            "wenlu_calls_total", "Calls", ["method", "route", "status", "process"], registry=self.registry
        )
        self._seconds = Histogram(
            "wenlu_call_seconds", "Seconds a call took", ["route", "process"], registry=self.registry
        )

    def note(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count a call that was answered."""
        self._calls.labels(method, route, status, self._process).inc()
        self._seconds.labels(route, self._process).observe(seconds)

    def totals(self) -> tuple[int, int]:
        """Calls that were answered by this process, and those of them with a status of 500 or above, turned away (503) included."""
        counts = [
            (int(sample.value), int(sample.labels["status"]))
            for metric in self._calls.collect()
            for sample in metric.samples
            if sample.name == "wenlu_calls_total"
        ]
        return sum(number for number, _ in counts), sum(number for number, status in counts if status >= 500)


class ProcessFigures(Collector):
    """How many tasks wait and run in this process now, and how much memory it uses."""

    def __init__(self, queues: Queues) -> None:
        self._queues = queues

    def collect(self) -> Iterator[Metric]:
        """The gauges."""
        turns = GaugeMetricFamily("wenlu_turns", "Tasks by queue, lane and state", labels=["queue", "lane", "state"])
        for queue in self._queues.all:
            for (lane, state), number in queue.counts().items():
                turns.add_metric([queue.name, lane, state], number)
        yield turns
        yield GaugeMetricFamily("wenlu_memory_bytes", "Resident memory of this process", value=resident_bytes())
        high = float(self._queues.pressure.high)
        yield GaugeMetricFamily("wenlu_memory_short", "1 while nothing dear is begun for want of memory", value=high)


class ServiceFigures(Collector):
    """Whether the service can serve, what runs of it, and what an operator must not let slip: nights, backups, room on the disk."""

    def __init__(
        self,
        operations: Operations,
        readiness: Readiness,
        *,
        parts_running: Callable[[], Mapping[str, bool]] = siblings.running,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._operations = operations
        self._readiness = readiness
        self._parts_running = parts_running
        self._now = now
        self._lock = threading.Lock()
        self._missed: int | None = None
        self._asked_at: float | None = None

    def collect(self) -> Iterator[Metric]:
        """The gauges. What the database does not tell while it is away is left out."""
        status, body = self._readiness.answer()
        problems = body.get("problems")
        hangs = isinstance(problems, list) and SLOW in problems
        yield GaugeMetricFamily("wenlu_ready", "1 where /readyz answers 200", value=float(status == 200))
        parts = GaugeMetricFamily("wenlu_part_running", "1 for each part of the service that runs", labels=["part"])
        for name, running in self._parts_running().items():
            parts.add_metric([name], float(running))
        yield parts
        missed = None if hangs else self._missed_nights()  # to ask a database that hangs would hold the scrape up
        if missed is not None:
            yield GaugeMetricFamily("wenlu_missed_nights", "Nights whose work is due and not done", value=missed)
        backup = self._operations.newest_backup()
        yield GaugeMetricFamily(
            "wenlu_newest_backup_timestamp_seconds",
            "When the newest backup in WENLU_BACKUPS was made; 0 where there is none",
            value=0.0 if backup is None else backup.timestamp(),
        )
        free = GaugeMetricFamily("wenlu_disk_free_bytes", "Free bytes of the disk of a folder", labels=["folder"])
        whole = GaugeMetricFamily("wenlu_disk_bytes", "All bytes of the disk of a folder", labels=["folder"])
        for name, (free_bytes, all_bytes) in self._operations.free_bytes().items():
            free.add_metric([name], free_bytes)
            whole.add_metric([name], all_bytes)
        yield from (free, whole)

    def _missed_nights(self) -> int | None:
        with self._lock:
            if self._asked_at is None or self._now() - self._asked_at >= FRESH_SECONDS:
                try:
                    self._missed = self._operations.missed_nights()
                except WenluError:
                    self._missed = None
                self._asked_at = self._now()
            return self._missed


class Watch:
    """The metrics and the readiness of a process that serves, and its notes on availability."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._noted = 0, 0
        self._unwritten: dict[datetime, AvailabilityHour] = {}
        self.metrics = Metrics()
        self.readiness = Readiness(core.store, core.queues.pressure)
        self.metrics.registry.register(ProcessFigures(core.queues))
        self.metrics.registry.register(ServiceFigures(core.operations, self.readiness))

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Look once a minute while the block runs."""
        looking = asyncio.create_task(self._keep_looking())
        try:
            yield
        finally:
            looking.cancel()

    async def _keep_looking(self) -> None:
        while True:
            await asyncio.sleep(seconds_until_next_look(self._core.clock.now()))
            try:
                await run_in_threadpool(self.look)
            except Exception as error:
                log.error("no look", error=type(error).__name__)

    def look(self) -> None:
        """Note whether calls can be served in this minute, and the calls since the last look; write it, or keep it until that is possible."""
        status, _ = self.readiness.answer()
        now = self._core.clock.now().astimezone(UTC)
        calls, failed = self.metrics.totals()
        calls_before, failed_before = self._noted
        self._noted = calls, failed
        minute = 1 << now.minute
        seen = AvailabilityHour(
            hour=now.replace(minute=0, second=0, microsecond=0),
            watched=minute,
            ready=minute if status == 200 else 0,
            calls=calls - calls_before,
            failed=failed - failed_before,
        )
        self._unwritten[seen.hour] = joined(self._unwritten.get(seen.hour), seen)
        for oldest in sorted(self._unwritten)[:-MOST_HOURS_KEPT]:
            del self._unwritten[oldest]
        try:
            self._core.operations.note_availability(list(self._unwritten.values()))
        except WenluError as error:
            log.warning("availability is not written yet", error=type(error).__name__)
        else:
            self._unwritten.clear()


def joined(earlier: AvailabilityHour | None, later: AvailabilityHour) -> AvailabilityHour:
    """Two notes on the same hour as one."""
    if earlier is None:
        return later
    return AvailabilityHour(
        hour=later.hour,
        watched=earlier.watched | later.watched,
        ready=earlier.ready | later.ready,
        calls=earlier.calls + later.calls,
        failed=earlier.failed + later.failed,
    )


def seconds_until_next_look(now: datetime) -> float:
    """Seconds from `now` to the next middle of a minute, at least one: a look that came a little early is not made twice.

    >>> seconds_until_next_look(datetime(2026, 11, 30, 8, 0, 45)), seconds_until_next_look(datetime(2026, 11, 30, 8, 0, 10))
    (45.0, 20.0)
    """
    seconds = (MIDDLE_OF_A_MINUTE - (now.second + now.microsecond / 1e6)) % 60.0
    return seconds if seconds >= 1.0 else seconds + 60.0
