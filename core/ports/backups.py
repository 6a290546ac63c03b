"""What the facade needs of the folder of backups."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from core.records.backups import BackupLine, BackupTask


class Backups(Protocol):
    """The backups of this installation's database, and the making and checking of one in the background."""

    @property
    def folder(self) -> str:
        """Where they lie; "" where no folder is set."""
        ...

    @property
    def task(self) -> BackupTask:
        """What is under way in this process, or how the last work ended."""
        ...

    def lines(self) -> Sequence[BackupLine]:
        """Those of this database, the newest first; none where the folder is not there. Raises `BadSetting` where it cannot be read."""
        ...

    def begin(self, *, made: Callable[[], None]) -> BackupTask:
        """Begin to make a backup and to read it back, unless work is under way; returns at once. Raises `BadSetting` without a folder.

        `made` is called once the backup was read back and is whole.
        """
        ...

    def begin_check(self, name: str) -> BackupTask:
        """Begin to read a backup of `lines` as a whole, unless work is under way; returns at once. Raises as `lines`, and `NotFound`."""
        ...
