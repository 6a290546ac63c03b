"""What is done with a file in the process that reads it, and how the result is sent to the process that asked."""

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
LONGEST_MESSAGE = 2_000
"""Most characters of an error's texts: the longest of the tree has some 200, with a name out of the file."""
SOUND_BEGINNING = (
    b"RIFF\x2c\x00\x00\x00WAVEfmt \x10\x00\x00\x00\x01\x00\x01\x00\x80\x3e\x00\x00\x00\x7d\x00\x00\x02\x00\x10\x00data"
)
"""Of a wav of 16 kHz, one channel, 16 bits."""

Task = Callable[[Mapping[str, Any], bytes], Message]


def answer(request: Message) -> Message:
    """The answer to one file. It reports what went wrong; `MemoryError` alone is raised."""
    try:
        return TASKS[request.fields["task"]](request.fields, request.content)
    except MemoryError:
        raise
    except WenluError as error:
        return Message(_error_fields(error))
    except Exception as error:
        return Message({"is": "fault", "fault": f"{type(error).__name__}: {error}"[:LONGEST_MESSAGE]})


def _error_fields(error: WenluError) -> dict[str, Any]:
    return {
        "is": "error",
        "error": type(error).__name__,
        "message": str(error)[:LONGEST_MESSAGE],
        "zh": error.remedy("zh")[:LONGEST_MESSAGE],
        "en": error.remedy("en")[:LONGEST_MESSAGE],
        "faults": [[fault.field[:LONGEST_MESSAGE], fault.message[:LONGEST_MESSAGE]] for fault in error.faults[:1]],
    }


def _sound(_: Mapping[str, Any], file: bytes) -> Message:
    """Samples as float32 in this machine's order of bytes."""
    recording = SoundDecoder().decode(file, name="")
    fields = {
        "rate": recording.original_rate,
        "channels": recording.original_channels,
        "truncated": recording.truncated,
    }
    return Message({"is": "read", **fields}, recording.samples.tobytes())


def _questions(options: Mapping[str, Any], file: bytes) -> Message:
    """The questions with the items that they make, each a line: reading all of them at once would keep other threads from running."""
    questions = read_questions(file, options["format"], defaults=ImportDefaults(options["topic"], options["level"]))
    return Message({"is": "read"}, b"\n".join(map(IMPORTED_QUESTION.dump_json, questions)))


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
        for fields, file in _SAMPLES[name]():
            answer(Message({"task": name, **fields}, file))


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
