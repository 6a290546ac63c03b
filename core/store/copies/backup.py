"""Backs a database up into a file, by its address."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from sqlalchemy import Engine, make_url

from core.errors import BackupFailed, BadSetting, NothingToBackUp
from core.store.copies.folder import delete_between, new_file
from core.store.copies.manifest import Manifest
from core.store.copies.snapshot import snapshot
from core.store.copies.writing import Progress, nothing, write_backup
from core.store.database.engine import make_engine
from core.store.database.migrate import newest_revision
from core.wire import Bilingual

LOG = logging.getLogger("wenlu.backup")
"""Also where no logs are set up a command says it, on stderr."""
IN_MEMORY = (None, "", ":memory:")
BEFORE_MIGRATING = Bilingual(
    zh="数据库没有改动。请检查磁盘空间和 WENLU_BACKUPS 文件夹的权限；WENLU_BACKUP_BEFORE_MIGRATING=0 可以不备份而直接升级。",
    en="The database was not changed. Check the free space and the permissions of the folder WENLU_BACKUPS; "
    "WENLU_BACKUP_BEFORE_MIGRATING=0 migrates without a backup.",
)


def back_up(url: str, file: Path, *, now: Callable[[], datetime], progress: Progress = nothing) -> Manifest:
    """Write what the database at an address holds to a file, while others go on using it.

    Raises `BackupFailed`, `NothingToBackUp`, `Unavailable`.
    """
    refuse_missing_file(url)
    engine = make_engine(url)
    try:
        made_at = now()
        with snapshot(engine) as taken:
            return write_backup(taken, file, made_at=made_at, progress=progress)
    finally:
        engine.dispose()


def back_up_before_migrating(engine: Engine, folder: str, *, now: Callable[[], datetime]) -> Path | None:
    """Write what a database holds whose tables are about to change to a new file; None where it holds nothing, or is in memory.

    Raises `BackupFailed`, and `BadSetting` for a folder without a name; then nothing was changed.
    """
    if engine.dialect.name == "sqlite" and engine.url.database in IN_MEMORY:
        return None
    made_at = now()
    try:
        with snapshot(engine) as taken:
            if not taken.holds_anything():
                return None
            url, occasion = engine.url.render_as_string(hide_password=False), f"before-{newest_revision()}"
            file = new_file(folder_of(folder), url, made_at, occasion=occasion)
            write_backup(taken, file, made_at=made_at)
            delete_between(file.parent, url, occasion=occasion)
    except BackupFailed as error:
        raise BackupFailed(f"No backup before the migration: {error}", remedy=BEFORE_MIGRATING) from error
    LOG.warning(f"The database was backed up before its tables are changed: {file.name}")
    return file


def folder_of(setting: str) -> Path:
    """The folder of backups. Raises `BadSetting` where the setting names none."""
    if not setting:
        raise BadSetting("WENLU_BACKUPS='' names no folder.")
    return Path(setting).absolute()


def refuse_missing_file(url: str) -> None:
    """Raises `NothingToBackUp` for an SQLite file that is not there, which an engine would make."""
    address = url.partition("sqlite:///")[2].partition("?")[0]
    if url.startswith("sqlite") and (address in IN_MEMORY or not Path(address).is_file()):
        raise NothingToBackUp(f"There is no database at {make_url(url).render_as_string(hide_password=True)}.")
