"""wenlu backup, restore and verify: a copy of the whole database in one file, and back."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from core.access.acting import act_as_operator
from core.errors import BadBackup, BadParameter, DatabaseAway
from core.settings import Settings
from core.store.copies.backup import back_up, folder_of
from core.store.copies.checks import note_check, note_damage
from core.store.copies.folder import delete_older, delete_unfinished, new_file
from core.store.copies.manifest import Manifest
from core.store.copies.reading import open_backup
from core.store.copies.restoring import refuse_what_is_used, restore
from core.store.copies.snapshot import Snapshot
from core.store.copies.writing import Progress, nothing, write_backup
from core.store.database.engine import make_engine
from core.store.sql import SqlStore
from core.wire import Bilingual

WARNING = "It holds all personal data and the secret that signs sign-ins, and is not encrypted: keep it as safe as the database."
RESTART = (
    "Keys, passwords, sign-ins and students are again as of then, also those revoked or erased since. "
    "Restart the service: processes that ran meanwhile keep parts of the earlier state in memory."
)


DAMAGED = Bilingual(
    zh="没有改动任何数据。请检查数据库是否正在运行且可写；如果 SQLite 文件本身已损坏，请先停止服务，把它（连同 -wal 和 -shm 文件）移到别处，再恢复。",
    en="Nothing was changed. Check that the database runs and can be written; where a SQLite file is damaged itself, stop the service, move the "
    "file away with its -wal and -shm files, and restore then.",
)


def backup(options: argparse.Namespace) -> None:
    """Back the database up, to a file or to a new file in a folder; with --keep delete older ones of the folder."""
    settings = Settings.from_environment()
    folder, file = _destination(options.to, settings)
    if options.keep and file is not None:
        raise BadParameter.of("keep", "it counts the backups of a folder: name a folder instead of a file")
    if file is None:
        file = new_file(folder, settings.database_url, datetime.now(UTC))
    with _progress() as progress:
        manifest = back_up(settings.database_url, file, now=lambda: datetime.now(UTC), progress=progress)
    print(file)
    print(f"{_size(manifest)}, {file.stat().st_size / 1e6:.1f} MB, as of {manifest.made_at}.")
    print(WARNING)
    delete_unfinished(folder, settings.database_url)
    if options.keep:
        for deleted in delete_older(folder, settings.database_url, keep=options.keep, spare=file):
            print(f"Deleted: {deleted}")


def _destination(to: str | None, settings: Settings) -> tuple[Path, Path | None]:
    """The folder of a backup, and its file where one was named."""
    if to is None:
        return folder_of(settings.backups), None
    path = Path(to).absolute()
    if path.is_dir() or to.endswith("/"):
        return path, None
    return path.parent, path


def verify(options: argparse.Namespace) -> None:
    """Read a whole backup, without a database, and say that it holds; `BadBackup` names what does not.

    Of one in the folder of backups it is noted, so that administrators see it.
    """
    file, settings = Path(options.file).absolute(), Settings.from_environment()
    is_kept = bool(settings.backups) and file.parent == folder_of(settings.backups)
    try:
        with open_backup(Path(options.file)) as opened, _progress() as progress:
            opened.check(progress)
    except BadBackup as error:
        if is_kept:
            note_damage(file, error, at=datetime.now(UTC), opened_as=options.file)
        raise
    if is_kept:
        note_check(file, at=datetime.now(UTC))
    print(f"{options.file} is whole: {_size(opened.manifest)}, {_origin(opened.manifest)}.")


def restore_backup(options: argparse.Namespace) -> None:
    """Put a backup in the place of what the database holds, all of it or nothing."""
    act_as_operator()
    settings = Settings.from_environment()
    kept: list[Path] = []

    def keep(there: Snapshot) -> None:
        now = datetime.now(UTC)
        file = new_file(folder_of(settings.backups), settings.database_url, now, occasion="before-restore")
        write_backup(there, file, made_at=now, progress=progress)
        kept.append(file)

    with open_backup(Path(options.file)) as opened, _progress() as progress:
        opened.refuse_newer_schema()
        engine = make_engine(settings.database_url)
        try:
            if not options.yes:
                refuse_what_is_used(engine)
            opened.check(progress)
            restore(
                engine,
                opened,
                keep=keep if options.yes else None,
                migrate=not options.no_migrate,
                progress=progress,
                done=partial(SqlStore(engine).note_restored, made_at=opened.manifest.made_at),
            )
        except DatabaseAway as error:
            raise DatabaseAway(str(error), remedy=DAMAGED) from error
        finally:
            engine.dispose()
    for file in kept:
        print(f"What was there: {file}")
    print(f"Restored: {_size(opened.manifest)}, {_origin(opened.manifest)}.")
    if options.no_migrate:
        print(f"The database stands at revision {opened.manifest.revision}; `wenlu migrate` brings it to the newest.")
    print(RESTART)


def _size(manifest: Manifest) -> str:
    return f"{manifest.rows} row{'' if manifest.rows == 1 else 's'} in {len(manifest.tables)} tables"


def _origin(manifest: Manifest) -> str:
    return (
        f"as of {manifest.made_at}, from {manifest.database}, revision {manifest.revision}, "
        f"version {manifest.product_version}"
    )


@contextmanager
def _progress() -> Iterator[Progress]:
    """A line on stderr that tells what is worked on, at a terminal alone."""
    if not sys.stderr.isatty():
        yield nothing
        return
    try:
        yield lambda table_name, rows: print(
            f"\r\033[K{table_name}: {rows:,} rows", end="", file=sys.stderr, flush=True
        )
    finally:
        print("\r\033[K", end="", file=sys.stderr, flush=True)
