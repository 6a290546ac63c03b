"""What is done with a file in the process that reads it, and how that is said to the process that asked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from io import BytesIO
from typing import Any
from zipfile import ZipFile

from pydantic import TypeAdapter

from core.backends.isolated.framing import Message
from core.backends.sound import SoundDecoder
from core.backends.word_documents import NoWordDocument, plain_text
from core.errors import WenluError
from core.questions.formats.draft import ImportDefaults, ImportedQuestion
from core.questions.formats.registry import read_questions

IMPORTED_QUESTION = TypeAdapter(ImportedQuestion)
LONGEST_SAID = 2_000
"""Characters of an error's texts: the longest of the tree has some 200, with a name out of the file."""
SOUND_BEGINNING = (
    b"RIFF\x2c\x00\x00\x00WAVEfmt \x10\x00\x00\x00\x01\x00\x01\x00\x80\x3e\x00\x00\x00\x7d\x00\x00\x02\x00\x10\x00data"
)
"""Of a wav of 16 kHz, one channel, 16 bits."""

Task = Callable[[Mapping[str, Any], bytes], Message]


def answer(asked: Message) -> Message:
    """The answer to one file. What goes wrong is said in it; `MemoryError` alone is raised."""
    try:
        return TASKS[asked.said["task"]](asked.said, asked.content)
    except MemoryError:
        raise
    except WenluError as error:
        return Message(_error_said(error))
    except Exception as error:
        return Message({"is": "fault", "fault": f"{type(error).__name__}: {error}"[:LONGEST_SAID]})


def _error_said(error: WenluError) -> dict[str, Any]:
    return {
        "is": "error",
        "error": type(error).__name__,
        "message": str(error)[:LONGEST_SAID],
        "zh": error.remedy("zh")[:LONGEST_SAID],
        "en": error.remedy("en")[:LONGEST_SAID],
        "faults": [[fault.field[:LONGEST_SAID], fault.message[:LONGEST_SAID]] for fault in error.faults[:1]],
    }


def _sound(_: Mapping[str, Any], file: bytes) -> Message:
    """Samples as float32 in this machine's order of bytes."""
    found = SoundDecoder().decode(file, name="")
    said = {"rate": found.original_rate, "channels": found.original_channels, "truncated": found.truncated}
    return Message({"is": "read", **said}, found.samples.tobytes())


def _questions(asked: Mapping[str, Any], file: bytes) -> Message:
    """The questions with the items that they make, each a line: reading all of them at once would keep other threads from running."""
    found = read_questions(file, asked["format"], defaults=ImportDefaults(asked["topic"], asked["level"]))
    return Message({"is": "read"}, b"\n".join(map(IMPORTED_QUESTION.dump_json, found)))


def _word(_: Mapping[str, Any], file: bytes) -> Message:
    """The text of a Word document."""
    try:
        return Message({"is": "read", "word": True}, plain_text(file).encode())
    except NoWordDocument:
        return Message({"is": "read", "word": False})


TASKS: dict[str, Task] = {"sound": _sound, "questions": _questions, "word": _word}


def warm(names: Iterable[str]) -> None:
    """Read one small file of each kind, so that what a reader loads late is there before the first fork."""
    for name in names:
        for said, file in _SAMPLES[name]():
            answer(Message({"task": name, **said}, file))


def _sounds() -> list[tuple[dict[str, Any], bytes]]:
    return [({}, SOUND_BEGINNING + (3_200).to_bytes(4, "little") + bytes(3_200)), ({}, b"\xff\xf1" + bytes(64))]


def _question_files() -> list[tuple[dict[str, Any], bytes]]:
    out = BytesIO()
    with ZipFile(out, "w") as package:
        package.writestr("imsmanifest.xml", "<manifest/>")
    chosen = {
        "gift": "一{=一 ~<b>二</b>}\n".encode(),
        "moodle_xml": b"<quiz/>",
        "qti": out.getvalue(),
        "csv": "type,key,stem\n填空,一,____\n".encode("gb18030"),
    }
    return [({"format": name, "topic": "grammar", "level": 1}, file) for name, file in chosen.items()]


def _word_files() -> list[tuple[dict[str, Any], bytes]]:
    return [({}, b"PK")]


_SAMPLES: dict[str, Callable[[], list[tuple[dict[str, Any], bytes]]]] = {
    "sound": _sounds,
    "questions": _question_files,
    "word": _word_files,
}
