"""wenlu demo-class."""

from __future__ import annotations

import argparse

from core.commands.processes.priority import step_back
from core.settings import Settings
from core.wiring import make_demo_class, migrate


def make(_: argparse.Namespace) -> None:
    """Make what is missing of the demo's simulated year, at a lower priority than the server beside it."""
    settings = Settings.from_environment()
    migrate(settings)
    step_back()
    for line in make_demo_class(settings):
        print(line, flush=True)
