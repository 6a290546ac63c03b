"""The parts of an upload to POST {speech_url}/uploadfile, checked before the recording is opened."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from unicodedata import category

from pydantic import TypeAdapter, ValidationError

from core.errors import BadParameter, FieldFault, MissingParameter
from core.speech.wire import LONGEST_TEXT
from core.wire import Identifier

CHINESE = "[\u3400-\u4dbf\u4e00-\u9fff]"
SURROGATE = "[\ud800-\udfff]"
"""Half a character: some encodings can write it, UTF-8 cannot."""
LONGEST_NAME = 255
"""Characters of a file's name, as file systems have it."""
STUDENT_ID: TypeAdapter[str] = TypeAdapter(Identifier)
MEDIA_TYPES = (
    (0, b"RIFF", "audio/wav"),
    (0, b"fLaC", "audio/flac"),
    (0, b"OggS", "audio/ogg"),
    (0, b"ID3", "audio/mpeg"),
    (0, b"\xff\xfb", "audio/mpeg"),
    (0, b"\xff\xf3", "audio/mpeg"),
    (0, b"\xff\xf2", "audio/mpeg"),
    (4, b"ftyp", "audio/mp4"),
    (0, b"\x1a\x45\xdf\xa3", "audio/webm"),
)
"""Offset, magic bytes and media type of the kinds of sound file."""


@dataclass(frozen=True)
class SpeechUpload:
    """A recording with the text that was read aloud."""

    raw: bytes
    filename: str
    text: str
    student_id: str | None = None
    """The student for whom the result is stored; None where it is not stored."""


def checked(raw: bytes | None, *, filename: str, text: str | None, student_id: str | None = None) -> SpeechUpload:
    """The parts as an upload. Raises `MissingParameter`, `BadParameter`, each naming every part at fault."""
    missing = [FieldFault(name, "Field required") for name, part in (("file", raw), ("text", text)) if part is None]
    faults = [*missing, *_text_faults(text), *_student_faults(student_id)]
    if raw is not None and not raw:
        faults.append(FieldFault("file", "is empty"))
    if faults:
        messages = "; ".join(f"{fault.field}: {fault.message}" for fault in faults)
        error = MissingParameter if missing else BadParameter
        raise error(f"Parameter validation failed: {messages}", faults=tuple(faults))
    assert raw is not None
    assert text is not None
    return SpeechUpload(raw, plain_name(filename), text, student_id)


def check_text(text: str) -> None:
    """Raises `BadParameter` for a text that cannot be read aloud: empty, too long, without a Chinese character."""
    checked(b"-", filename="", text=text)


def _text_faults(text: str | None) -> Iterator[FieldFault]:
    if text is None:
        return
    if not 1 <= len(text) <= LONGEST_TEXT:
        yield FieldFault("text", f"has {len(text)} characters; 1 to {LONGEST_TEXT} are allowed")
    elif not re.search(CHINESE, text):
        yield FieldFault("text", "has no Chinese character")
    elif re.search(SURROGATE, text):
        yield FieldFault("text", "is not readable in its encoding")


def _student_faults(student_id: str | None) -> Iterator[FieldFault]:
    if student_id is None:
        return
    try:
        STUDENT_ID.validate_python(student_id)
    except ValidationError as error:
        yield FieldFault("student_id", str(error.errors()[0]["msg"]))


def plain_name(filename: str) -> str:
    """The last part of a path, without control characters.

    >>> plain_name("C:\\\\sound\\\\我的\\x00录音.wav"), plain_name("../a.mp3"), plain_name("")
    ('我的录音.wav', 'a.mp3', '')
    """
    last = re.split(r"[/\\]", filename)[-1]
    return "".join(character for character in last if category(character)[0] != "C")[:LONGEST_NAME]


def media_type(raw: bytes) -> str:
    """The media type of a sound file, by its first bytes and not by its name.

    >>> media_type(b"RIFF...."), media_type(b"text")
    ('audio/wav', 'application/octet-stream')
    """
    for offset, magic, media in MEDIA_TYPES:
        if raw[offset : offset + len(magic)] == magic:
            return media
    return "application/octet-stream"
