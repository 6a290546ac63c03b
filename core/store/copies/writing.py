"""Writes a backup: under a temporary name until it is whole, so that a file with a backup's own name is one."""

from __future__ import annotations

import hashlib
import os
import secrets
import zipfile
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import IO

from core.errors import BackupFailed
from core.store.copies.lines import lines_of
from core.store.copies.manifest import MANIFEST_MEMBER, Manifest, TableEntry, member_of
from core.store.copies.shapes import Shape
from core.store.copies.snapshot import Snapshot

Progress = Callable[[str, int], None]
"""Told the table that is worked on, and how many of its rows are done."""
ROWS_A_REPORT = 5_000
COMPRESSION_LEVEL = 3
"""On a demo's year: three quarters of the time of level 6, and a tenth more bytes."""
BUFFER_BYTES = 256 * 2**10
DIGEST_DIGITS = 64
"""Digits of the SHA-256 of all bytes before them, which are the last bytes of the file: the comment of the zip archive."""
PART_SUFFIX = ".part"


def nothing(table_name: str, rows: int) -> None:
    """A `Progress` that says nothing."""


def write_backup(taken: Snapshot, file: Path, *, made_at: datetime, progress: Progress = nothing) -> Manifest:
    """Write what a snapshot holds to a file that is not there yet, readable by its owner alone.

    `made_at` is a moment before the snapshot was taken. Raises `BackupFailed` where the file cannot be written; then nothing is left of it.
    """
    if file.exists():
        raise BackupFailed(f"{file} exists already.")
    part = file.with_name(f".{file.name}.{secrets.token_hex(4)}{PART_SUFFIX}")
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with os.fdopen(os.open(part, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600), "w+b") as stream:
            manifest = _write(taken, stream, made_at, progress)
            stream.flush()
            os.fsync(stream.fileno())
        _name(part, file)
        _sync_folder(file.parent)
    except OSError as error:
        raise BackupFailed(f"{file} cannot be written: {error.strerror or error}.") from error
    finally:
        with suppress(OSError):
            part.unlink()
    return manifest


def _name(part: Path, file: Path) -> None:
    """Give a whole file its name, unless another process has taken that meanwhile: then `FileExistsError`."""
    try:
        os.link(part, file)
    except FileExistsError:
        raise
    except OSError:  # not every file system has links
        os.close(os.open(file, os.O_CREAT | os.O_EXCL, 0o600))
        part.replace(file)


def _write(taken: Snapshot, stream: IO[bytes], made_at: datetime, progress: Progress) -> Manifest:
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED, compresslevel=COMPRESSION_LEVEL) as archive:
        manifest = Manifest(
            product_version=version("wenlu"),
            revision=taken.revision,
            database="sqlite" if taken.kind == "sqlite" else "postgresql",
            made_at=made_at.astimezone(UTC).isoformat().replace("+00:00", "Z"),
            tables=[_write_table(taken, shape, archive, progress) for shape in taken.shapes],
        )
        archive.writestr(MANIFEST_MEMBER, manifest.model_dump_json(indent=1))
        archive.comment = b"0" * DIGEST_DIGITS
    _put_digest(stream)
    return manifest


def _write_table(taken: Snapshot, shape: Shape, archive: zipfile.ZipFile, progress: Progress) -> TableEntry:
    count, sha256, buffer = 0, hashlib.sha256(), bytearray()
    # Archives of more than 4 GB need the longer form of an entry, and how long one will be is not known when it is begun.
    with archive.open(member_of(shape.name), "w", force_zip64=True) as member:
        for line in lines_of(shape, taken.rows(shape)):
            count += 1
            buffer += line
            if len(buffer) >= BUFFER_BYTES:
                sha256.update(buffer)
                member.write(buffer)
                buffer.clear()
            if count % ROWS_A_REPORT == 0:
                progress(shape.name, count)
        sha256.update(buffer)
        member.write(buffer)
    return TableEntry(
        name=shape.name,
        columns=list(shape.columns),
        rows=count,
        sha256=sha256.hexdigest(),
        last_number=taken.last_number(shape),
    )


def _put_digest(stream: IO[bytes]) -> None:
    stream.flush()
    stream.seek(0, os.SEEK_END)
    end = stream.tell() - DIGEST_DIGITS
    digest = digest_of(stream, end)
    stream.seek(end)
    stream.write(digest)


def digest_of(stream: IO[bytes], end: int) -> bytes:
    """The SHA-256 of a file up to an offset, in hexadecimal digits."""
    sha256, left = hashlib.sha256(), end
    stream.seek(0)
    while left and (block := stream.read(min(left, BUFFER_BYTES))):
        sha256.update(block)
        left -= len(block)
    return sha256.hexdigest().encode("ascii")


def _sync_folder(folder: Path) -> None:
    """Make sure that a new name in a folder outlives a power cut."""
    with suppress(OSError):  # not every file system can
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
