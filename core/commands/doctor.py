"""wenlu doctor: checks whether everything that the service needs is there."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

from core.commands.recordings import recorded_words
from core.errors import WenluError
from core.settings import DATA_HOME, Settings, pages_root
from core.store.database.engine import make_engine
from core.store.database.private_files import readable_by_others
from core.store.sql import SqlStore
from core.tables import Tables

PACKAGES = {
    "streamlit": "streamlit", "fastapi": "fastapi", "sqlalchemy": "SQLAlchemy", "pypinyin": "pypinyin",
    "opencc": "opencc", "networkx": "networkx",
}  # fmt: skip
"""Packages: the name under which each is imported, and the name under which it is installed."""


def check_installation(_: argparse.Namespace) -> int:
    """Print one line for each check; 0 when all hold."""
    failed = 0
    for name, check in _checks():
        try:
            print(f"ok    {name}: {check()}")
        except (WenluError, OSError, ImportError, AssertionError) as error:
            failed += 1
            print(f"WRONG {name}: {error}")
    return 1 if failed else 0


def _checks() -> Iterator[tuple[str, Callable[[], str]]]:
    yield "python", lambda: sys.version.split()[0]
    yield "packages", _packages
    yield "database", _database
    yield "files", _files
    tables = Tables()
    yield "words", lambda: f"{len(tables.words.rows)} words, {len(tables.characters.rows)} characters"
    yield "points", lambda: f"{len(tables.points.rows)} knowledge points, {len(tables.points.prerequisites)} edges"
    yield "content", lambda: f"{len(tables.content.sentences)} sentences, {len(tables.content.exchanges)} exchanges"
    yield "recordings", _recordings
    yield "pages", lambda: _exists(pages_root() / "app.py")


def _packages() -> str:
    """Packages are looked up and not imported: importing them would take as long as all other checks."""
    missing = [name for name in PACKAGES if find_spec(name) is None]
    if missing:
        raise WenluError(f"{', '.join(missing)} not installed: run `uv sync` in a checkout, else install wenlu again.")
    return ", ".join(f"{name} {version(distribution)}" for name, distribution in PACKAGES.items())


def _database() -> str:
    settings = Settings.from_environment()
    store = SqlStore(make_engine(settings.database_url))
    ready = store.ready()
    store.close()
    if not ready:
        raise WenluError("not reachable, or not migrated: run `wenlu migrate`.")
    return "reachable, newest revision"


def _files() -> str:
    exposed = readable_by_others(Settings.from_environment().database_url, DATA_HOME)
    if exposed:
        listed = ", ".join(str(path) for path in exposed[:3])
        raise WenluError(f"others on this machine may open {listed}: chmod -R go-rwx, as their owner.")
    return "readable by their owner alone"


def _recordings() -> str:
    count = len(recorded_words().words)
    return f"{count} words" if count else "none: the browser's voice says every word"


def _exists(path: Path) -> str:
    if not path.exists():
        raise WenluError(f"{path} is missing.")
    return "present"
