"""The folder of backups: how the files in it are named, and which are deleted."""

from __future__ import annotations

import hashlib
import re
import time
from collections.abc import Iterable
from contextlib import suppress
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

from sqlalchemy import make_url

from core.store.copies.checks import delete_note
from core.store.copies.writing import PART_SUFFIX

NAME_AFTER_DATABASE = r"-(?P<time>\d{8}T\d{6}Z)(-(?P<occasion>before-[0-9a-z_]+))?(-(?P<number>\d+))?\.zip"
STALE_SECONDS = 86_400
"""Age from which an unfinished file is what a crash left, and no backup that is being written."""


def name_of_database(url: str) -> str:
    """What the names of a database's backups begin with: its name and, since several may bear it, eight digits of the SHA-256 of where it is.
    So those of several databases can lie in one folder, and none deletes another's.

    >>> name_of_database("sqlite:////srv/wenlu.db"), name_of_database("postgresql://wenlu:secret@host/school?sslmode=require")
    ('wenlu-576d0e38', 'school-3d43f391')
    """
    address = make_url(url)
    database = address.database or ""
    if address.get_backend_name() == "sqlite":
        database = str(Path(database).absolute())
    # Not in it: what may change while the database stays, such as the user, the password, the driver.
    host, port = (
        named or address.query.get(key, "") for key, named in (("host", address.host), ("port", address.port))
    )
    place = f"{address.get_backend_name()}://{host}:{port}/{database}"
    named = re.sub(r"[^\w.-]", "_", Path(database).name.removesuffix(".db")).lstrip(".") or "wenlu"
    return f"{named}-{hashlib.sha256(place.encode()).hexdigest()[:8]}"


def new_file(folder: Path, url: str, made_at: datetime, *, occasion: str = "") -> Path:
    """A name in the folder that is not taken: database, time in UTC, and what it was made before."""
    stem = f"{name_of_database(url)}-{made_at.astimezone(UTC):%Y%m%dT%H%M%SZ}"
    endings = (f"{occasion and f'-{occasion}'}{(number and f'-{number}') or ''}.zip" for number in count())
    return next(file for file in (folder / f"{stem}{ending}" for ending in endings) if not file.exists())


def backups_of(folder: Path, url: str) -> list[Path]:
    """The backups of a database that bear names of `new_file`, the oldest first."""
    return [file for file, _ in backups_with_occasions(folder, url)]


def backups_with_occasions(folder: Path, url: str) -> list[tuple[Path, str]]:
    """The backups of a database, the oldest first, with what each was made before; "" for those that were made of themselves."""
    if not folder.is_dir():
        return []
    ours = re.compile(re.escape(name_of_database(url)) + NAME_AFTER_DATABASE)
    found = [(match, file) for file in folder.iterdir() if (match := ours.fullmatch(file.name))]
    found.sort(key=lambda each: (each[0]["time"], int(each[0]["number"] or 0)))
    return [(file, match["occasion"] or "") for match, file in found]


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

    `spare` was just made and stays, whatever the clock said when the others were made. Those made before a migration or a restore are counted
    apart: neither do they take the place of nightly ones, nor do those push out what a way back needs.
    """
    found = backups_with_occasions(folder, url)
    others = [file for file, occasion in found if not occasion and file != spare]
    before = [file for file, occasion in found if occasion and file != spare]
    return _deleted([*others[: max(0, len(others) - (keep - 1))], *before[: max(0, len(before) - keep)]])


def delete_between(folder: Path, url: str, *, occasion: str) -> list[Path]:
    """Delete all backups of a database that were made before the same occasion but the first and the newest; returns those deleted.

    A migration that fails is tried again at every start, and would else fill the disk.
    """
    found = [file for file, made_before in backups_with_occasions(folder, url) if made_before == occasion]
    return _deleted(found[1:-1])


def _deleted(files: Iterable[Path]) -> list[Path]:
    """Delete files; returns those that could be."""
    deleted = []
    for file in files:
        with suppress(OSError):
            file.unlink()
            deleted.append(file)
            delete_note(file)
    return deleted


def delete_unfinished(folder: Path, url: str) -> None:
    """Delete what backups that a crash ended have left."""
    for file in folder.glob(f".{name_of_database(url)}-*.zip.*{PART_SUFFIX}"):
        with suppress(OSError):  # another process may just have finished or deleted it
            if time.time() - file.stat().st_mtime > STALE_SECONDS:
                file.unlink()
