"""The memory of this process, checked once a second; above the limit of the settings no costly work is begun.

A process that needs more memory than the machine has is killed, with everybody's work in it. Above the limit the queues refuse with
503, /readyz reports it, and what can be given back is given back: garbage, and pages that the C library keeps for later.
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

CHECK_SECONDS = 1.0
RECOVERED_SHARE = 0.9
"""Share of the limit below which work is accepted again, so that it does not stop and start with every task."""
GIVE_BACK_SECONDS = 10.0
"""Seconds between two attempts to give memory back: each traverses all live objects."""
PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")
MEGABYTE = 2**20
M_MMAP_THRESHOLD, M_ARENA_MAX = -3, -8
"""Parameters of `mallopt(3)`."""
MOST_HEAPS = 2
MAPPED_BYTES = MEGABYTE


def limit_heaps() -> None:
    """Limit the number of heaps of the C library (glibc only); to be called before threads start.

    By default each thread gets a heap of its own, and every heap keeps what its largest task once took. With two heaps, and blocks
    of a megabyte and more returned as soon as they are free, a server that has processed essays, texts and recordings on all threads
    holds 8 % more than before instead of 20 % (`python -m benchmarks attack`, memory). Texts take as long as before, a recording of a
    minute 342 ms instead of 318.
    """
    with suppress(OSError, AttributeError):
        library = ctypes.CDLL(None)
        library.mallopt(M_ARENA_MAX, MOST_HEAPS)
        library.mallopt(M_MMAP_THRESHOLD, MAPPED_BYTES)


def resident_bytes() -> int:
    """Resident memory of this process (Linux); 0 where the system does not tell."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * PAGE_BYTES
    except (OSError, IndexError, ValueError):
        return 0


def give_back() -> None:
    """Collect garbage, and return free memory that the allocator keeps (glibc only)."""
    gc.collect()
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)


class MemoryWatch:
    """Watches the memory of this process and sets the pressure on its queues."""

    def __init__(self, pressure: Pressure, *, most_mb: int) -> None:
        self._pressure = pressure
        self._most_bytes = most_mb * MEGABYTE
        self._given_back_at = -GIVE_BACK_SECONDS
        self._ended = threading.Event()

    def check(self) -> None:
        """Check once: set the pressure and give memory back, or lift the pressure."""
        used_bytes = resident_bytes()
        if used_bytes > self._most_bytes:
            self._set_pressure(high=True, used_bytes=used_bytes)
            if time.monotonic() - self._given_back_at >= GIVE_BACK_SECONDS:
                self._given_back_at = time.monotonic()
                give_back()
        elif used_bytes < RECOVERED_SHARE * self._most_bytes:
            self._set_pressure(high=False, used_bytes=used_bytes)

    def _set_pressure(self, *, high: bool, used_bytes: int) -> None:
        if high != self._pressure.high:
            self._pressure.high = high
            log.warning("memory is short" if high else "memory is back", megabytes=used_bytes // MEGABYTE)

    @contextmanager
    def running(self) -> Iterator[None]:
        """Check once a second while the block runs."""
        thread = threading.Thread(target=self._run, name="memory", daemon=True)
        thread.start()
        try:
            yield
        finally:
            self._ended.set()
            thread.join()

    def _run(self) -> None:
        while not self._ended.wait(CHECK_SECONDS):
            self.check()
