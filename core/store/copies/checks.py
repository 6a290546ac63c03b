"""Notes on which backups were read as a whole and whether they held, each in a file beside its backup.

A note names size and time of the file that was read: of a file that was changed since it says nothing.
"""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from pydantic import AwareDatetime, BaseModel, ConfigDict, ValidationError

from core.errors import BadBackup
from core.store.copies.reading import is_damage
from core.store.copies.writing import PART_SUFFIX

NOTE_SUFFIX = ".checked"
LONGEST_FAULT = 500
DAMAGED = "The backup is damaged: "
"""What the messages of most faults begin with, and what a note says already by being there."""


class Check(BaseModel):
    """What reading a backup as a whole has shown."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    checked_at: AwareDatetime
    fault: str
    """What did not hold; "" where all did."""
    size_bytes: int
    modified_ns: int


def note_of(file: Path) -> Path:
    """Where the note on a backup lies."""
    return file.with_name(f".{file.name}{NOTE_SUFFIX}")


def note_check(file: Path, *, at: datetime, fault: str = "") -> None:
    """Note that a backup was read as a whole. A folder that cannot be written, or a backup that was deleted meanwhile, keeps no note."""
    with suppress(OSError):
        found = file.stat()
        check = Check(
            checked_at=at, fault=fault[:LONGEST_FAULT], size_bytes=found.st_size, modified_ns=found.st_mtime_ns
        )
        note = note_of(file)
        part = note.with_name(f"{note.name}.{secrets.token_hex(4)}{PART_SUFFIX}")
        try:
            with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as stream:
                stream.write(check.model_dump_json())
            part.replace(note)
        finally:  # on a full disk it would stay for ever
            part.unlink(missing_ok=True)


def note_damage(file: Path, error: BadBackup, *, at: datetime, opened_as: str) -> None:
    """Note what does not hold in a backup, unless it may hold: on a disk that can be read, or with a newer version. `opened_as`: as `error` names it."""
    if is_damage(error):
        note_check(file, at=at, fault=str(error).removeprefix(DAMAGED).replace(opened_as, file.name))


def check_of(file: Path) -> Check | None:
    """The note on a backup; None where there is none, or the file was changed since. Raises `OSError` where the backup is gone."""
    found = file.stat()
    try:
        check = Check.model_validate_json(note_of(file).read_bytes())
    except (OSError, ValidationError):
        return None
    return check if (check.size_bytes, check.modified_ns) == (found.st_size, found.st_mtime_ns) else None


def delete_note(file: Path) -> None:
    """Delete the note on a backup that is gone."""
    with suppress(OSError):
        note_of(file).unlink()
