"""How the supervisor of `wenlu serve` tells its children which of them run: an unnamed file that it writes and they read.

Only the supervisor knows which child is alive. It hands each child the descriptor of the file (in memory where the system supports
that): what it writes there can be read at once, needs no port, and vanishes with the last process that has it open.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path

VARIABLE = "WENLU_SIBLINGS"
"""The environment variable that gives a child the number of the descriptor."""
FILE_BYTES = 4096
"""Size of the file; it is always written whole, so that nobody reads half of it."""
DOWN = "{name}: not running, being started again"
SCHEDULER = "scheduler"
SCHEDULER_DOWN = DOWN.format(name=SCHEDULER)


def new_file() -> int:
    """The descriptor of a new status file, to be written and to be handed to children."""
    if hasattr(os, "memfd_create"):
        return os.memfd_create("wenlu-siblings")
    descriptor, path = tempfile.mkstemp()
    Path(path).unlink()
    return descriptor


def write(descriptor: int, running: Mapping[str, bool]) -> None:
    """Write which parts of the service have a running process."""
    os.pwrite(descriptor, json.dumps(dict(running)).encode().ljust(FILE_BYTES), 0)


def running() -> dict[str, bool]:
    """Which parts of the service run, as the supervisor last wrote it; empty where there is no supervisor."""
    descriptor = os.environ.get(VARIABLE, "")
    if not descriptor.isdigit():
        return {}
    try:
        status = json.loads(os.pread(int(descriptor), FILE_BYTES, 0) or b"{}")
    except (OSError, ValueError):
        return {}
    return {str(name): bool(alive) for name, alive in status.items()}
