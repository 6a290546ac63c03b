"""The backups that an administrator sees: those in the folder of backups, and the making and checking of one in the background."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from contextvars import copy_context
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import structlog

from core.errors import BackupFailed, BadBackup, BadSetting, NotFound, WenluError
from core.ports.system import Clock
from core.records.backups import BackupLine, BackupTask, TaskState
from core.store.copies.backup import back_up, folder_of
from core.store.copies.checks import check_of, note_check, note_damage
from core.store.copies.folder import backups_with_occasions, delete_unfinished, new_file
from core.store.copies.reading import open_backup
from core.store.copies.writing import Progress
from core.wire import Bilingual

log = structlog.get_logger("wenlu.backup")

LOOK_AGAIN = Bilingual(
    zh="请刷新页面：这份备份可能已经被删除。", en="Load the page again: the backup may have been deleted."
)
LOOK_AT_LOG = Bilingual(
    zh="请查看服务器日志，并在服务器上运行 `wenlu backup`。",
    en="Look at the log of the server, and run `wenlu backup` there.",
)
LOOK_AT_FOLDER = Bilingual(
    zh="请检查 WENLU_BACKUPS 所指的文件夹：磁盘是否已连接，运行服务的用户是否有权读写。",
    en="Look at the folder that WENLU_BACKUPS names: whether its disk is there, and whether the user of the service may read and write it.",
)
TRY_AGAIN = Bilingual(
    zh="没有改动任何内容。请稍后再试，或在服务器上运行 `wenlu backup`。",
    en="Nothing was changed. Try again later, or run `wenlu backup` on the server.",
)


class KeptBackups:
    """`core.ports.backups.Backups` over a folder. Safe to share between threads; one work at a time in a process."""

    def __init__(self, folder: str, url: str, *, clock: Clock) -> None:
        self._setting = folder
        self._url = url
        self._clock = clock
        self._lock = threading.Lock()
        self._task = BackupTask()

    @property
    def folder(self) -> str:
        """See `core.ports.backups.Backups.folder`."""
        return str(folder_of(self._setting)) if self._setting else ""

    @property
    def task(self) -> BackupTask:
        """See `core.ports.backups.Backups.task`."""
        return self._task

    def lines(self) -> list[BackupLine]:
        """See `core.ports.backups.Backups.lines`."""
        if not self._setting:
            return []
        found = []
        try:
            for file, occasion in backups_with_occasions(folder_of(self._setting), self._url):
                with suppress(FileNotFoundError):  # deleted since the folder was listed
                    found.append(_line(file, occasion))
        except OSError as error:
            message = f"The folder of backups cannot be read: {error.strerror or error}."
            raise BadSetting(message, remedy=LOOK_AT_FOLDER) from error
        return sorted(found, key=lambda line: (line.made_at, line.name), reverse=True)

    def begin(self, *, made: Callable[[], None] = lambda: None) -> BackupTask:
        """See `core.ports.backups.Backups.begin`."""
        folder = folder_of(self._setting)

        def work() -> None:
            self._make(folder)
            made()

        return self._begin("writing", "", work)

    def begin_check(self, name: str) -> BackupTask:
        """See `core.ports.backups.Backups.begin_check`."""
        # A name is looked up among those that are there, so that none leads out of the folder.
        if name not in {line.name for line in self.lines()}:
            raise NotFound(f"There is no backup {name!r}.", remedy=LOOK_AGAIN)
        file = folder_of(self._setting) / name
        return self._begin("checking", name, lambda: self._check(file))

    def _begin(self, state: TaskState, name: str, work: Callable[[], None]) -> BackupTask:
        with self._lock:
            if not self._task.under_way:
                self._task = BackupTask(state, name)
                # The work is the doing of whoever began it (`core.access.acting`), though a thread does it.
                run = partial(copy_context().run, self._run, work)
                try:
                    threading.Thread(target=run, name="backup", daemon=True).start()
                except RuntimeError:  # the machine has no room for another thread
                    self._end("failed", BackupFailed("No work could be begun beside the service.", remedy=TRY_AGAIN))
            return self._task

    def _run(self, work: Callable[[], None]) -> None:
        try:
            work()
        except WenluError as error:
            self._end("failed", error)
        except Exception:
            log.exception("backup_failed")
            self._end(
                "failed", BackupFailed("The backup failed for a reason that was not foreseen.", remedy=LOOK_AT_LOG)
            )
        else:
            self._end("done", None)

    def _end(self, state: TaskState, error: WenluError | None) -> None:
        self._task = replace(self._task, state=state, error=error, ended_at=self._clock.now())

    def _make(self, folder: Path) -> None:
        file = new_file(folder, self._url, self._clock.now())
        self._task = BackupTask("writing", file.name)
        back_up(self._url, file, now=lambda: datetime.now(UTC), progress=self._progress("writing", file.name))
        delete_unfinished(folder, self._url)
        # What was never read back may be no backup: a disk that lies is seen here, and not at the restore.
        self._check(file)

    def _check(self, file: Path) -> None:
        self._task = BackupTask("checking", file.name)
        try:
            with open_backup(file) as opened:
                opened.check(self._progress("checking", file.name))
        except BadBackup as error:
            note_damage(file, error, at=self._clock.now(), opened_as=str(file))
            raise
        note_check(file, at=self._clock.now())

    def _progress(self, state: TaskState, name: str) -> Progress:
        def progress(table_name: str, rows: int) -> None:
            self._task = BackupTask(state, name, table_name, rows)

        return progress


def _line(file: Path, occasion: str) -> BackupLine:
    found, check = file.stat(), check_of(file)
    return BackupLine(
        name=file.name,
        made_at=datetime.fromtimestamp(found.st_mtime, UTC),
        size_bytes=found.st_size,
        occasion=occasion,
        checked_at=None if check is None else check.checked_at,
        fault="" if check is None else check.fault,
    )
