"""Work in a process beside a server: what the pages of visitors need goes first."""

from __future__ import annotations

import os

NICENESS = 10
"""A tenth of the share of a processor that a server's process gets, where both want it."""


def step_back() -> None:
    """Run this process at a lower priority from now on, where the system knows priorities."""
    if hasattr(os, "nice"):
        os.nice(NICENESS)
