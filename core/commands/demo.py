"""wenlu demo-class."""

from __future__ import annotations

import argparse
import os

from core.settings import Settings
from core.wiring import make_demo_class, migrate

GIVES_WAY = 10
"""Niceness: the pages of the first visitors go first."""


def make(_: argparse.Namespace) -> None:
    """Make what is missing of the demo's simulated year, giving way to the server beside it."""
    settings = Settings.from_environment()
    migrate(settings)
    if hasattr(os, "nice"):
        os.nice(GIVES_WAY)
    for line in make_demo_class(settings):
        print(line, flush=True)
