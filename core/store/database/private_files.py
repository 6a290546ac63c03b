"""Files that their owner alone reads: the database with its companions, what lies beside it, what a command writes."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

OTHERS = stat.S_IRWXG | stat.S_IRWXO
COMPANIONS = ("", "-wal", "-shm", "-journal")
"""Of a SQLite database: the log of writes, the shared index, the rollback journal."""


def make_new_files_private() -> None:
    """From now on this process makes files that nobody else reads, and so do its children."""
    os.umask(OTHERS)


def secure_database(path: str | Path) -> None:
    """Make the database's folder and file if they are missing, and take from others what they could read of it.

    A folder that is made here is its owner's alone. One that was there may be shared with other things: it is left as it is,
    the files in it are not. What belongs to somebody else cannot be changed; `readable_by_others` names it. SQLite gives
    the files that it makes beside the database the rights of the database. Raises `OSError` where it cannot be made.
    """
    file = Path(path)
    if not file.parent.is_dir():
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with suppress(OSError):  # read-only, or not there and not to be made: SQLite says it in its own words
        os.close(os.open(file, os.O_RDONLY | os.O_CREAT, 0o600))
    for each in (file.with_name(file.name + companion) for companion in COMPANIONS):
        close_to_others(each)


def secure_folder(folder: str | Path) -> None:
    """Take a folder of ours, with everything in it, from others; nothing where there is none."""
    for each in _with_contents(Path(folder)):
        close_to_others(each)


def close_to_others(path: Path) -> None:
    """Take from group and others every right to a file or folder; links, and what is not ours, are left."""
    with suppress(OSError):
        found = path.lstat()
        if not stat.S_ISLNK(found.st_mode) and found.st_mode & OTHERS:
            path.chmod(stat.S_IMODE(found.st_mode) & ~OTHERS)


def readable_by_others(database_url: str, folder: str | Path) -> list[Path]:
    """The files of a SQLite database, and what lies in a folder of ours, as far as group or others have a right to it."""
    file = database_url.partition("sqlite:///")[2]
    files = [Path(f"{file}{companion}") for companion in COMPANIONS] if file else []
    return sorted({each for each in (*files, *_with_contents(Path(folder))) if _open_to_others(each)})


def _open_to_others(path: Path) -> bool:
    try:
        found = path.lstat()
    except OSError:
        return False
    return not stat.S_ISLNK(found.st_mode) and bool(found.st_mode & OTHERS)


def _with_contents(folder: Path) -> Iterator[Path]:
    if folder.is_dir() and not folder.is_symlink():
        yield folder
        yield from (each for each in folder.rglob("*"))
