"""What this process takes of the machine's memory, looked at once a second; over the setting nothing dear is begun.

A process past what the machine has is killed, with everybody's work in it. Above the bound the queues refuse with 503, /readyz says
so, and what can be given back is: garbage, and the pages that the C library keeps for later.
"""

from __future__ import annotations

import ctypes
import gc
import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import structlog

from core.access.queues import Pressure

log = structlog.get_logger("wenlu.memory")

LOOK_SECONDS = 1.0
EASY_AGAIN = 0.9
"""Of the bound: below it work begins again, so that it does not begin and end with every task."""
GIVE_BACK_SECONDS = 10.0
"""Between two attempts to give back: each walks everything that lives."""
PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")
MEGABYTE = 2**20
M_MMAP_THRESHOLD, M_ARENA_MAX = -3, -8
"""Of `mallopt(3)`."""
ARENAS = 2
MAPPED_BYTES = MEGABYTE


def keep_together() -> None:
    """Before threads start: have the C library hold what it keeps for later in few places (glibc only).

    It gives each thread a heap of its own, and every heap keeps what its largest task once took. With two heaps, and blocks of a
    megabyte and more handed back as soon as they are free, a server that has read essays, texts and recordings on all threads holds
    8 % more than before instead of 20 % (`python -m benchmarks attack`, memory). Texts take as long, a recording of a minute 342 ms
    instead of 318.
    """
    with suppress(OSError, AttributeError):
        library = ctypes.CDLL(None)
        library.mallopt(M_ARENA_MAX, ARENAS)
        library.mallopt(M_MMAP_THRESHOLD, MAPPED_BYTES)


def resident_bytes() -> int:
    """Of this process (Linux); 0 where the system does not say."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * PAGE_BYTES
    except (OSError, IndexError, ValueError):
        return 0


def give_back() -> None:
    """Garbage, and free memory that the allocator keeps (glibc only)."""
    gc.collect()
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)


class MemoryWatch:
    """Looks at the memory of this process and sets the pressure on its queues."""

    def __init__(self, pressure: Pressure, *, most_mb: int) -> None:
        self._pressure = pressure
        self._most_bytes = most_mb * MEGABYTE
        self._given_back_at = -GIVE_BACK_SECONDS
        self._over = threading.Event()

    def look(self) -> None:
        """Once: raise the pressure, give memory back, or take the pressure away."""
        held = resident_bytes()
        if held > self._most_bytes:
            self._set(high=True, held=held)
            if time.monotonic() - self._given_back_at >= GIVE_BACK_SECONDS:
                self._given_back_at = time.monotonic()
                give_back()
        elif held < EASY_AGAIN * self._most_bytes:
            self._set(high=False, held=held)

    def _set(self, *, high: bool, held: int) -> None:
        if high != self._pressure.high:
            self._pressure.high = high
            log.warning("memory is short" if high else "memory is back", megabytes=held // MEGABYTE)

    @contextmanager
    def running(self) -> Iterator[None]:
        """Look once a second while the block runs."""
        thread = threading.Thread(target=self._run, name="memory", daemon=True)
        thread.start()
        try:
            yield
        finally:
            self._over.set()
            thread.join()

    def _run(self) -> None:
        while not self._over.wait(LOOK_SECONDS):
            self.look()
