"""Reads a student's export back, and refuses whatever is not one, is of another version, or is damaged."""

from __future__ import annotations

import base64
import hashlib
import io
import json
import zipfile
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from pydantic import TypeAdapter, ValidationError

from core.access.roster.sheets import DAMAGE
from core.access.student_files.manifest import FORMAT, FORMAT_VERSION, Encoding, FileLine, Manifest
from core.access.student_files.words import ITEMS, MANIFEST
from core.access.student_files.writing import json_text
from core.errors import BadStudentFile
from core.records.student_copies import CopiedItem, CopiedTable, StudentCopy

MOST_BYTES = 2 * 2**30
"""Of all files together, unpacked: a year with all recordings kept is some 500 MB."""
MOST_FILES = 100_000

ITEM = TypeAdapter(CopiedItem)


def read_student_file(content: bytes) -> StudentCopy:
    """The copy of a student that a file holds. Raises `BadStudentFile`, which says what is wrong with which file in it."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as package:
            return _read(package)
    except DAMAGE as error:
        raise BadStudentFile("This is no export of a student: it is no zip that can be read.") from error


def _read(package: zipfile.ZipFile) -> StudentCopy:
    members = package.infolist()
    if len(members) > MOST_FILES or sum(member.file_size for member in members) > MOST_BYTES:
        raise BadStudentFile("The file is larger than an export of a student can be.")
    if MANIFEST not in package.namelist():
        raise BadStudentFile(f"This is no export of a student: it holds no {MANIFEST}.")
    manifest = _manifest(package.read(MANIFEST))
    lines = {line.name: line for line in manifest.files}
    tables: list[CopiedTable] = []
    items: tuple[CopiedItem, ...] = ()
    for line in manifest.files:
        if not line.table:
            _content(package, line)
        elif line.table == ITEMS:
            items = _items(_rows(package, line, lines), line)
        else:
            tables.append(CopiedTable(line.table, {}, tuple(_rows(package, line, lines)), line.comes_back))
    return StudentCopy(manifest.student_id, manifest.schema_revision, tuple(tables), items, {}, manifest.scope)


def _items(rows: list[dict[str, Any]], line: FileLine) -> tuple[CopiedItem, ...]:
    try:
        return tuple(ITEM.validate_python(row) for row in rows)
    except ValidationError as error:
        raise BadStudentFile(f"{line.name} cannot be read.") from error


def _manifest(content: bytes) -> Manifest:
    try:
        raw = json.loads(content)
        if not isinstance(raw, dict) or raw.get("format") != FORMAT:
            raise BadStudentFile(f"This is no export of a student: {MANIFEST} is of another kind.")
        if raw.get("format_version") != FORMAT_VERSION:
            raise BadStudentFile(
                f"The file has format version {raw.get('format_version')!r}; this version of Wenlu reads {FORMAT_VERSION}."
            )
        return Manifest.model_validate_json(content)
    except (ValidationError, ValueError, RecursionError) as error:
        raise BadStudentFile(f"{MANIFEST} cannot be read.") from error


def _content(package: zipfile.ZipFile, line: FileLine) -> bytes:
    """A file that is as it was written. Raises `BadStudentFile` for one that is not, or not there."""
    try:
        content = package.read(line.name)
    except KeyError as error:
        raise BadStudentFile(f"{line.name} is missing in the file.") from error
    except DAMAGE as error:
        raise BadStudentFile(f"{line.name} is damaged.") from error
    if hashlib.sha256(content).hexdigest() != line.sha256:
        raise BadStudentFile(f"{line.name} is not as it was written: its SHA-256 is another than {MANIFEST} says.")
    return content


def _rows(package: zipfile.ZipFile, line: FileLine, lines: Mapping[str, FileLine]) -> list[dict[str, Any]]:
    def sound(name: str) -> bytes:
        return _content(package, lines[name])

    try:
        rows = [json.loads(text) for text in _content(package, line).decode().split("\n") if text]
        if len(rows) != line.rows:
            raise BadStudentFile(f"{line.name} holds {len(rows)} rows; {MANIFEST} says {line.rows}.")
        return [{name: _value(row[name], encoding, sound) for name, encoding in line.columns.items()} for row in rows]
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise BadStudentFile(f"{line.name} cannot be read.") from error


def _value(value: Any, encoding: Encoding, sound: Callable[[str], bytes]) -> Any:
    if value is None or encoding == "plain":
        return value
    if encoding == "time":
        return datetime.fromisoformat(value)
    if encoding == "base64":
        return base64.b64decode(value, validate=True)
    if encoding == "file":
        return sound(value)
    return json_text(value, encoding)
