"""Nightly work. So far: what is past its time is forgotten. The knowledge map joins it with its own issue."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from core.api import Core

REPLIES_KEPT = timedelta(days=2)
"""An Idempotency-Key is honoured for two days."""


def nightly(core: Core) -> Iterator[str]:
    """Run each job and say what it did; running it twice does nothing the second time."""
    now = core.clock.now()
    removed = core.store.forget_past(now, replies_before=now - REPLIES_KEPT)
    for name, count in removed.items():
        yield f"{name}: {count} removed"
