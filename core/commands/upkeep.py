"""wenlu migrate and wenlu nightly."""

from __future__ import annotations

import argparse

from core.jobs import nightly as run_jobs
from core.settings import Settings
from core.wiring import migrate as run_migrations
from core.wiring import shared_core


def migrate(_: argparse.Namespace) -> None:
    """Bring the database to the newest revision."""
    run_migrations(Settings.from_environment())
    print("The database stands at the newest revision.")


def nightly(_: argparse.Namespace) -> None:
    """The nightly work, now."""
    for line in run_jobs(shared_core()):
        print(line)
