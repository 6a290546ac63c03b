"""wenlu demo-class."""

from __future__ import annotations

import argparse
import os

from core.settings import Settings
from core.wiring import make_demo_class, migrate

NICENESS = 10
"""The pages of the first visitors go first."""


def make(_: argparse.Namespace) -> None:
    """Make what is missing of the demo's simulated year, at a lower priority than the server beside it."""
    settings = Settings.from_environment()
    migrate(settings)
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    for line in make_demo_class(settings):
        print(line, flush=True)
