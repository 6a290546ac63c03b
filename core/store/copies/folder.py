"""The folder of backups: how the files in it are named, and which are deleted."""

from __future__ import annotations

import re
import time
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

from sqlalchemy import make_url

from core.store.copies.writing import PART_SUFFIX

STALE_SECONDS = 86_400
"""Age from which an unfinished file is what a crash left, and no backup that is being written."""


def name_of_database(url: str) -> str:
    """What the names of a database's backups begin with, so that those of several databases can lie in one folder.

    >>> name_of_database("sqlite:////srv/wenlu.db"), name_of_database("postgresql://wenlu@host/school?sslmode=require")
    ('wenlu', 'school')
    """
    named = Path(make_url(url).database or "").name.removesuffix(".db")
    return re.sub(r"[^\w.-]", "_", named).lstrip(".") or "wenlu"


def new_file(folder: Path, url: str, made_at: datetime, *, occasion: str = "") -> Path:
    """A name in the folder that is not taken: database, time in UTC, and what it was made before."""
    stem = f"{name_of_database(url)}-{made_at.astimezone(UTC):%Y%m%dT%H%M%SZ}"
    endings = (f"{occasion and f'-{occasion}'}{(number and f'-{number}') or ''}.zip" for number in count())
    return next(file for file in (folder / f"{stem}{ending}" for ending in endings) if not file.exists())


def backups_of(folder: Path, url: str) -> list[Path]:
    """The backups of a database that bear names of `new_file`, the oldest first."""
    ours = re.compile(re.escape(name_of_database(url)) + r"-\d{8}T\d{6}Z(-[a-z0-9-]+)?\.zip")
    return sorted(file for file in folder.iterdir() if ours.fullmatch(file.name)) if folder.is_dir() else []


def newest_backup(folder: Path, url: str) -> datetime | None:
    """When the newest backup of a database in the folder was finished; None where there is none, or the folder cannot be read."""
    try:
        return max(
            (datetime.fromtimestamp(file.stat().st_mtime, UTC) for file in backups_of(folder, url)), default=None
        )
    except OSError:
        return None


def delete_older(folder: Path, url: str, *, keep: int, spare: Path) -> list[Path]:
    """Delete all but the newest `keep` backups of a database; returns those deleted.

    `spare` was just made and stays, whatever the clock said when the others were made.
    """
    others = [file for file in backups_of(folder, url) if file != spare]
    deleted = others[: max(0, len(others) - (keep - 1))]
    for file in deleted:
        file.unlink(missing_ok=True)
    return deleted


def delete_unfinished(folder: Path, url: str) -> None:
    """Delete what backups that a crash ended have left."""
    for file in folder.glob(f".{name_of_database(url)}-*.zip.*{PART_SUFFIX}"):
        if time.time() - file.stat().st_mtime > STALE_SECONDS:
            file.unlink(missing_ok=True)
