"""What the supervisor of `wenlu serve --split` tells its children of one another: a page of memory that it writes and they read.

The supervisor is the only one who knows which child lives. It hands each child the descriptor of an unnamed file (in memory where
the system has that); what it writes there is seen at once, needs no port, and goes with the last process that holds it.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path

VARIABLE = "WENLU_SIBLINGS"
"""Names the descriptor to a child."""
PAGE_BYTES = 4096
"""Written in one piece, so that nobody reads half of it."""
DOWN = "{name}: not running, being started again"
SCHEDULER = "scheduler"
SCHEDULER_DOWN = DOWN.format(name=SCHEDULER)


def new_page() -> int:
    """A descriptor to write and to hand on."""
    if hasattr(os, "memfd_create"):
        return os.memfd_create("wenlu-siblings")
    descriptor, path = tempfile.mkstemp()
    Path(path).unlink()
    return descriptor


def write(descriptor: int, running: Mapping[str, bool]) -> None:
    """Say which parts of the service have a process that runs."""
    os.pwrite(descriptor, json.dumps(dict(running)).encode().ljust(PAGE_BYTES), 0)


def running() -> dict[str, bool]:
    """What the supervisor last said; nothing where there is none."""
    named = os.environ.get(VARIABLE, "")
    if not named.isdigit():
        return {}
    try:
        found = json.loads(os.pread(int(named), PAGE_BYTES, 0) or b"{}")
    except (OSError, ValueError):
        return {}
    return {str(name): bool(alive) for name, alive in found.items()}
