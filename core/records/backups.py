"""Backups that are kept in the folder of backups, and the work on one that is under way."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from core.errors import WenluError

TaskState = Literal["idle", "writing", "checking", "done", "failed"]


@dataclass(frozen=True)
class BackupLine:
    """One backup in the folder of backups."""

    name: str
    """The name of its file."""
    made_at: datetime
    size_bytes: int
    occasion: str
    """What it was made before (`before-0030`, `before-restore`); "" for one that was made of itself."""
    checked_at: datetime | None = None
    """When it was last read as a whole, unchanged since; None: never."""
    fault: str = ""
    """What did not hold then; "" where all did."""

    @property
    def whole(self) -> bool:
        """Whether it was read as a whole and held."""
        return self.checked_at is not None and not self.fault


@dataclass(frozen=True)
class BackupTask:
    """A backup that is written or read, or how the last such work of this process ended."""

    state: TaskState = "idle"
    name: str = ""
    table: str = ""
    """The table that is worked on."""
    rows: int = 0
    """Rows of it that are done."""
    error: WenluError | None = None
    ended_at: datetime | None = None
    """None while it goes on."""

    @property
    def under_way(self) -> bool:
        """Whether it goes on now."""
        return self.state in ("writing", "checking")
