"""Limits of a process that reads one file: what it may use, and what it may no longer do. The process sets them before
it sees the file."""

from __future__ import annotations

import ctypes
import math
import os
import resource
import signal
import sys
from pathlib import Path

SPARE_BYTES = 32 * 2**20
"""Between the limit that a reader meets first and the last one: enough to say that it met it."""
MOST_OPEN = 64
"""Open files: those that are there at the fork, and modules that Python loads late."""
CPU_GRACE_SECONDS = 1
GIVES_WAY = 10
"""Niceness: a file may take its time, calls that somebody waits for go before it."""
PR_SET_PDEATHSIG, PR_SET_NO_NEW_PRIVS = 1, 38
"""Of `prctl(2)`."""


def confine(*, seconds: float, memory_bytes: int, parent: int) -> None:
    """Bound this process, which has no threads, for the one file that it will read.

    The kernel ends it after `seconds` of any clock, whatever code is running then; memory beyond `memory_bytes` on top of what the
    process has now is refused; it gives way to the rest of the machine; it ends with `parent`; it writes no file and starts no process.
    """
    _die_with(parent)
    os.nice(GIVES_WAY)
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    cpu_limit = math.ceil(seconds) + CPU_GRACE_SECONDS
    resource.setrlimit(resource.RLIMIT_CPU, (cpu_limit, cpu_limit))
    memory_limit = _mapped_bytes() + memory_bytes
    resource.setrlimit(resource.RLIMIT_AS, (memory_limit, memory_limit + SPARE_BYTES))
    for kind in (resource.RLIMIT_FSIZE, resource.RLIMIT_CORE, resource.RLIMIT_NPROC):
        resource.setrlimit(kind, (0, 0))
    resource.setrlimit(resource.RLIMIT_NOFILE, (MOST_OPEN, MOST_OPEN))


def allow_spare_memory() -> None:
    """After a `MemoryError`: room for the answer that there was one."""
    _, hard_limit = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (hard_limit, hard_limit))


def _die_with(parent: int) -> None:
    """Killed when the process that forked this one ends, on Linux; elsewhere the timer does it a little later."""
    if sys.platform == "linux":
        libc = ctypes.CDLL(None, use_errno=True)
        libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
        libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    if os.getppid() != parent:
        os._exit(1)


def _mapped_bytes() -> int:
    """Address space in use: shared libraries and what was imported are no cost of the file."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[0])
    except OSError:
        return 0  # Not Linux: there the kernel does not hold this limit either.
    return pages * resource.getpagesize()
