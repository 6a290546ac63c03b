"""A form with a file, as `multipart/form-data`."""

from __future__ import annotations

import mimetypes
import os
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

File = str | os.PathLike[str] | bytes | BinaryIO
"""A recording: the path of a file, its bytes, or an open binary file, which is read to its end."""
UNNAMED = "recording"
"""The name of a file that has none: the service asks for one."""


@dataclass(frozen=True)
class Upload:
    """A file that is ready to be sent, as often as it must be."""

    content: bytes
    filename: str


def upload(file: File, filename: str | None = None) -> Upload:
    """Read a file. `filename` overrides the name that it has. Raises `OSError` for a path that cannot be read."""
    if isinstance(file, bytes):
        return Upload(file, filename or UNNAMED)
    if isinstance(file, (str, os.PathLike)):
        return Upload(Path(file).read_bytes(), filename or Path(file).name)
    named = getattr(file, "name", None)
    return Upload(file.read(), filename or (Path(named).name if isinstance(named, str) else UNNAMED))


def encoded(parts: Mapping[str, str | Upload]) -> tuple[bytes, str]:
    """The body of a form and its content type."""
    boundary = f"wenlu-{uuid.uuid4().hex}"
    body = b"".join(
        b"--" + boundary.encode() + b"\r\n" + _head(name, part) + b"\r\n\r\n" + _content(part) + b"\r\n"
        for name, part in parts.items()
    )
    return body + f"--{boundary}--\r\n".encode(), f"multipart/form-data; boundary={boundary}"


def _head(name: str, part: str | Upload) -> bytes:
    head = f'Content-Disposition: form-data; name="{_quoted(name)}"'
    if isinstance(part, Upload):
        media_type = mimetypes.guess_type(part.filename)[0] or "application/octet-stream"
        head += f'; filename="{_quoted(part.filename)}"\r\nContent-Type: {media_type}'
    return head.encode()


def _content(part: str | Upload) -> bytes:
    return part.content if isinstance(part, Upload) else part.encode()


def _quoted(name: str) -> str:
    """A name within quotation marks, as browsers write one.

    >>> _quoted('a "b".wav')
    'a %22b%22.wav'
    """
    return name.replace('"', "%22").replace("\r", "%0D").replace("\n", "%0A")
