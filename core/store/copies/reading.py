"""Reads a backup, and says at which table and row it is damaged."""

from __future__ import annotations

import hashlib
import io
import json
import os
import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from core.errors import BadBackup
from core.store.copies.lines import row_of
from core.store.copies.manifest import FORMAT, FORMAT_VERSION, MANIFEST_MEMBER, Manifest, TableEntry
from core.store.copies.shapes import Shape
from core.store.copies.writing import DIGEST_DIGITS, ROWS_A_REPORT, Progress, digest_of, nothing
from core.store.database.migrate import known_revisions
from core.wire import Bilingual

MOST_LINE_BYTES = 256 * 2**20
"""A row is never this long; a file that was made to fill memory may have such a line."""
MOST_MANIFEST_BYTES = 4 * 2**20
READ_BYTES = 256 * 2**10
UNREADABLE = (
    zipfile.BadZipFile, zlib.error, struct.error, EOFError, KeyError, ValueError, IndexError, OverflowError,
    NotImplementedError, RuntimeError, RecursionError, OSError,
)  # fmt: skip
"""What the modules zipfile and json raise on damaged bytes."""
NEWER = Bilingual(
    zh="请先把本机的 Wenlu 更新到制作这个备份的版本或更新的版本，再恢复。",
    en="Bring Wenlu on this machine to the version that made the backup, or a newer one, and restore then.",
)


def is_damage(error: BadBackup) -> bool:
    """Whether it is the file that does not hold, which stays so: not a disk that could not be read, nor a version of Wenlu that is too old for it."""
    return not isinstance(error.__cause__, OSError) and error.remedy("en") != NEWER.en


class BackupFile:
    """An open backup whose manifest was read. Its rows are checked as they are read."""

    def __init__(self, stream: IO[bytes], archive: zipfile.ZipFile, manifest: Manifest) -> None:
        self.manifest = manifest
        self._stream = stream
        self._archive = archive

    def rows(self, entry: TableEntry) -> Iterator[list[Any]]:
        """The rows of a table. Raises `BadBackup`, naming the row, for the first one that does not hold."""
        shape = Shape(entry.name, tuple(entry.columns), (), None)
        count, check, sha256 = 0, 0, hashlib.sha256()
        try:
            with self._archive.open(entry.member) as member, io.BufferedReader(member, READ_BYTES) as lines:  # type: ignore[type-var]
                while line := lines.readline(MOST_LINE_BYTES):
                    row, check = row_of(shape, line, check)
                    sha256.update(line)
                    count += 1
                    yield row
        except UNREADABLE as error:
            raise BadBackup(f"The backup is damaged: table {entry.name}, row {count + 1}.") from error
        if count != entry.rows:
            why = f"{entry.rows} rows were written, {count} are there"
            raise BadBackup(f"The backup is damaged: table {entry.name}, row {min(count, entry.rows) + 1}: {why}.")
        if sha256.hexdigest() != entry.sha256:
            raise BadBackup(f"The backup is damaged: table {entry.name}: its rows do not have the checksum written.")

    def check(self, progress: Progress = nothing) -> None:
        """Read everything. Raises `BadBackup` for the first thing that does not hold."""
        for entry in self.manifest.tables:
            for _ in reported(self.rows(entry), entry.name, progress):
                pass
        end = self._stream.seek(0, os.SEEK_END) - DIGEST_DIGITS
        if digest_of(self._stream, end) != self._stream.read(DIGEST_DIGITS):
            raise BadBackup("The backup is damaged: its rows hold, but the file was changed around them.")

    def refuse_newer_schema(self) -> None:
        """Raises `BadBackup` where a newer version of the product made it, whose tables this one does not know."""
        if self.manifest.revision not in known_revisions():
            made_by = f"version {self.manifest.product_version}, revision {self.manifest.revision}"
            raise BadBackup(f"A newer version made this backup ({made_by}).", remedy=NEWER)


def reported(rows: Iterator[list[Any]], table_name: str, progress: Progress) -> Iterator[list[Any]]:
    """Pass rows on, and tell now and then how many there were."""
    for count, row in enumerate(rows, start=1):
        yield row
        if count % ROWS_A_REPORT == 0:
            progress(table_name, count)


@contextmanager
def open_backup(file: Path) -> Iterator[BackupFile]:
    """Open a backup. Raises `BadBackup` where the file is none, or is cut off."""
    try:
        stream = file.open("rb")
    except OSError as error:
        raise BadBackup(f"{file} cannot be opened: {error.strerror}.") from error
    with stream:
        cut_off = BadBackup(f"{file} is no backup, or was cut off.")
        try:
            archive = zipfile.ZipFile(stream)
        except UNREADABLE as error:
            raise cut_off from error
        with archive:
            manifest = _manifest(file, archive)
            if len(archive.comment) != DIGEST_DIGITS:
                raise cut_off
            yield BackupFile(stream, archive, manifest)


def _manifest(file: Path, archive: zipfile.ZipFile) -> Manifest:
    try:
        with archive.open(MANIFEST_MEMBER) as member:
            text = member.read(MOST_MANIFEST_BYTES)
    except KeyError as error:
        raise BadBackup(f"{file} is no backup of Wenlu: it has no {MANIFEST_MEMBER}.") from error
    except UNREADABLE as error:
        raise BadBackup(f"The backup is damaged: its {MANIFEST_MEMBER}.") from error
    try:
        head = json.loads(text)
        # Before anything else: a manifest of another version may have other fields.
        if isinstance(head, dict) and head.get("format") == FORMAT and head.get("format_version") != FORMAT_VERSION:
            raise BadBackup(
                f"The backup has format {head.get('format_version')!r}, not {FORMAT_VERSION}.", remedy=NEWER
            )
        return Manifest.model_validate_json(text)
    except (ValueError, RecursionError) as error:
        raise BadBackup(f"{file} is no backup of Wenlu: its {MANIFEST_MEMBER} is none of ours.") from error
