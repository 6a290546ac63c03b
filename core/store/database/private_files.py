"""Files that only their owner can read: the database with its companion files, what lies beside it, what a command writes."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

GROUP_AND_OTHERS = stat.S_IRWXG | stat.S_IRWXO
COMPANIONS = ("", "-wal", "-shm", "-journal")
"""Suffixes of the files of a SQLite database: itself, the write-ahead log, the shared index, the rollback journal."""


def make_new_files_private() -> None:
    """Set the umask: files that this process and its children create from now on are readable by nobody else."""
    os.umask(GROUP_AND_OTHERS)


def secure_database(path: str | Path) -> None:
    """Create the database's folder and file if they are missing, and remove the access that others have to its files.

    A folder that is created here is accessible to its owner alone. An existing folder may hold other things too: its permissions
    are left as they are, those of the database's files are not. What belongs to somebody else cannot be changed;
    `readable_by_others` names it. SQLite gives the files that it creates beside the database the permissions of the database.
    Raises `OSError` where the folder cannot be created.
    """
    file = Path(path)
    if not file.parent.is_dir():
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with suppress(OSError):  # read-only, or not there and not to be made: SQLite says it in its own words
        os.close(os.open(file, os.O_RDONLY | os.O_CREAT, 0o600))
    for suffix in COMPANIONS:
        remove_access_of_others(file.with_name(file.name + suffix))


def secure_folder(folder: str | Path) -> None:
    """Remove the access that others have to a folder of ours and everything in it; does nothing if there is no such folder."""
    for path in _with_contents(Path(folder)):
        remove_access_of_others(path)


def remove_access_of_others(path: Path) -> None:
    """Remove every permission of group and others on a file or folder; links, and what is not ours, are left as they are."""
    with suppress(OSError):
        mode = path.lstat().st_mode
        if not stat.S_ISLNK(mode) and mode & GROUP_AND_OTHERS:
            path.chmod(stat.S_IMODE(mode) & ~GROUP_AND_OTHERS)


def readable_by_others(database_url: str, folder: str | Path) -> list[Path]:
    """The files of a SQLite database and the contents of a folder of ours on which group or others have a permission, sorted."""
    file = database_url.partition("sqlite:///")[2]
    files = [Path(f"{file}{suffix}") for suffix in COMPANIONS] if file else []
    return sorted({path for path in (*files, *_with_contents(Path(folder))) if _is_open_to_others(path)})


def _is_open_to_others(path: Path) -> bool:
    try:
        mode = path.lstat().st_mode
    except OSError:
        return False
    return not stat.S_ISLNK(mode) and bool(mode & GROUP_AND_OTHERS)


def _with_contents(folder: Path) -> Iterator[Path]:
    if folder.is_dir() and not folder.is_symlink():
        yield folder
        yield from folder.rglob("*")
