"""Writes a copy of a student as a zip of readable files."""

from __future__ import annotations

import base64
import hashlib
import io
import json
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any

from core.access.student_files.manifest import FORMAT_VERSION, Encoding, FileLine, Manifest
from core.access.student_files.scope import LEFT_OUT
from core.access.student_files.words import ITEMS, MANIFEST, READ_ME, file_of, read_me
from core.records.student_copies import ColumnKind, CopiedItem, CopiedTable, CopyScope, StudentCopy

JSON_STYLES: Mapping[Encoding, tuple[str, str]] = {"json": (",", ":"), "spaced-json": (", ", ": ")}
SOUNDS = "sounds"
EXTENSIONS = {"audio/wav": "wav", "audio/x-wav": "wav", "audio/mpeg": "mp3", "audio/ogg": "ogg", "audio/webm": "webm"}
ITEM_COLUMNS: Mapping[str, ColumnKind] = {
    "item_id": "text", "body": "text", "first_issued_at": "time", "own": "boolean", "answered": "boolean",
}  # fmt: skip


def student_file(copy: StudentCopy, *, scope: CopyScope, at: datetime, product_version: str) -> bytes:
    """The zip: README.txt, one JSON Lines file for each table with rows, sounds, manifest.json."""
    tables = [*(table for table in copy.tables if table.rows), *_items_table(copy.items)]
    counts = {table.name: len(table.rows) for table in tables}
    files: list[FileLine] = []
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as package:

        def add(name: str, content: bytes, *, compression: int = zipfile.ZIP_DEFLATED, **more: Any) -> None:
            package.writestr(name, content, compression)
            files.append(FileLine(name=name, sha256=hashlib.sha256(content).hexdigest(), **more))

        add(READ_ME, read_me(counts, LEFT_OUT if scope == "own" else ()).encode())
        for table in tables:
            encodings = _encodings(table)
            lines = []
            for number, row in enumerate(table.rows, start=1):
                written, sounds = _written(row, encodings, f"{SOUNDS}/{table.name}-{number}")
                for name, content in sounds:
                    add(name, content, compression=zipfile.ZIP_STORED)  # hardly smaller otherwise, and slow
                lines.append(json.dumps(written, ensure_ascii=False))
            content = "".join(f"{line}\n" for line in lines).encode()
            more: dict[str, Any] = {
                "rows": len(lines),
                "table": table.name,
                "columns": encodings,
                "comes_back": table.comes_back,
            }
            add(file_of(table.name), content, **more)
        manifest = Manifest(
            format="wenlu-student",
            format_version=FORMAT_VERSION,
            schema_revision=copy.revision,
            product_version=product_version,
            made_at=at.isoformat(),
            scope=scope,
            student_id=copy.student_id,
            counts=counts,
            files=files,
        )
        package.writestr(MANIFEST, json.dumps(manifest.model_dump(), ensure_ascii=False, indent=1))
    return target.getvalue()


def _items_table(items: Sequence[CopiedItem]) -> Iterator[CopiedTable]:
    if items:
        yield CopiedTable(ITEMS, ITEM_COLUMNS, tuple(asdict(item) for item in items), comes_back=True)


def _encodings(table: CopiedTable) -> dict[str, Encoding]:
    return {name: _encoding(table, name, kind) for name, kind in table.columns.items()}


def _encoding(table: CopiedTable, name: str, kind: ColumnKind) -> Encoding:
    if kind == "time":
        return "time"
    if kind == "bytes":
        return "file" if "media_type" in table.columns else "base64"
    if kind != "text":
        return "plain"
    texts = [row[name] for row in table.rows if row[name] is not None]
    if not texts or not all(text[:1] in ("{", "[") for text in texts):
        return "plain"
    return next((style for style in JSON_STYLES if all(_is_written_so(text, style) for text in texts)), "plain")


def _is_written_so(text: str, style: Encoding) -> bool:
    """Whether the text comes out again, to the character, where its record is written in this style."""
    try:
        return json_text(json.loads(text), style) == text
    except ValueError:
        return False


def json_text(value: Any, style: Encoding) -> str:
    """A record as the text that stands in the database."""
    return json.dumps(value, ensure_ascii=False, separators=JSON_STYLES[style])


def _written(
    row: Mapping[str, Any], encodings: Mapping[str, Encoding], sound_name: str
) -> tuple[dict[str, Any], list[tuple[str, bytes]]]:
    """A row as its record, with the files that go with it."""
    written, sounds = dict(row), []
    for name, encoding in encodings.items():
        value = row[name]
        if value is None or encoding == "plain":
            continue
        if encoding == "time":
            written[name] = value.isoformat()
        elif encoding == "base64":
            written[name] = base64.b64encode(value).decode()
        elif encoding == "file":
            written[name] = f"{sound_name}.{EXTENSIONS.get(row['media_type'].partition(';')[0], 'bin')}"
            sounds.append((written[name], value))
        else:
            written[name] = json.loads(value)
    return written, sounds
