"""The ports of the core over an isolated reader: sound, questions, Word. Answers are checked as if a stranger had sent
them."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import structlog
from pydantic import ValidationError

from core.backends.isolated.framing import Message
from core.backends.isolated.reader import IsolatedReader
from core.backends.isolated.tasks import IMPORTED_QUESTION
from core.errors import BadParameter, FieldFault, TooLarge, Unavailable, WenluError
from core.questions.formats.draft import IMPORT_DEFAULTS, ImportDefaults, ImportedQuestion
from core.questions.formats.problems import UnreadableFile
from core.questions.formats.registry import FormatName
from core.questions.formats.uploads import MOST_QUESTIONS, within_size_limit
from core.speech.model import SAMPLE_RATE, Recording
from core.speech.refusals import BrokenSound, NoSoundTrack, NotASound, TooLong
from core.speech.wire import LONGEST_SECONDS
from core.wire import Bilingual

ERRORS: Mapping[str, type[WenluError]] = {
    error.__name__: error
    for error in (BadParameter, BrokenSound, NoSoundTrack, NotASound, TooLarge, TooLong, UnreadableFile)
}
"""Errors that a reader may report about a file."""
MOST_SAMPLES = round((LONGEST_SECONDS + 1) * SAMPLE_RATE)
MOST_WORD_BYTES = 8 * 2**20
MOST_TEXT = 4_000
NOT_READ = Bilingual(zh="文件无法读取。", en="The file cannot be read.")
log = structlog.get_logger()


class IsolatedFiles:
    """`core.speech.ports.SoundReader`, and `core.api.questions.FileReader` for questions and Word documents."""

    def __init__(self, reader: IsolatedReader) -> None:
        self._reader = reader

    def start(self) -> None:
        """Have the process ready that forks the readers. Where it cannot be had now, the next file tries again."""
        try:
            self._reader.start()
        except Unavailable as error:
            log.error("file_readers_not_started", fault=str(error))

    def decode(self, raw: bytes, *, name: str) -> Recording:  # noqa: ARG002 - the name of a file proves nothing
        """See `core.speech.ports.SoundReader`."""
        answer = _checked(self._reader.read("sound", raw))
        if answer is None:
            raise BrokenSound("cannot be decoded")
        try:
            return _recording(answer)
        except (KeyError, TypeError, ValueError) as error:
            raise BrokenSound("cannot be decoded") from error

    def questions(
        self, file: bytes, name: FormatName, *, defaults: ImportDefaults = IMPORT_DEFAULTS
    ) -> list[ImportedQuestion]:
        """See `core.questions.formats.registry.QuestionReader`."""
        within_size_limit(file)
        options = {"format": name, "topic": defaults.topic, "level": defaults.level}
        answer = _checked(self._reader.read("questions", file, **options))
        if answer is None:
            raise UnreadableFile(NOT_READ.en, zh=NOT_READ.zh)
        try:
            return [
                IMPORTED_QUESTION.validate_json(line) for line in answer.content.split(b"\n", MOST_QUESTIONS) if line
            ]
        except ValidationError as error:
            raise UnreadableFile(NOT_READ.en, zh=NOT_READ.zh) from error

    def word_text(self, file: bytes) -> str | None:
        """The plain text of a .docx, a line for each paragraph; None for anything else. Raises `TooLarge`."""
        within_size_limit(file)
        answer = _checked(self._reader.read("word", file))
        if answer is None or answer.fields.get("word") is not True or len(answer.content) > MOST_WORD_BYTES:
            return None
        return answer.content.decode("utf-8", "replace")


def _checked(answer: Message) -> Message | None:
    """The answer where the file was read, None where a parser broke off with a fault of its own. Raises the error of `ERRORS` that it names."""
    match answer.fields.get("is"):
        case "read":
            return answer
        case "error":
            raise _error(answer.fields)
    log.error("file_reader_fault", fault=str(answer.fields.get("fault", answer.fields.get("is")))[:MOST_TEXT])
    return None


def _error(fields: Mapping[str, object]) -> WenluError:
    kind = ERRORS.get(str(fields.get("error")), BadParameter)
    message, zh, en = (str(fields.get(name, ""))[:MOST_TEXT] for name in ("message", "zh", "en"))
    faults = fields.get("faults")
    pairs = [pair for pair in faults if isinstance(pair, list) and len(pair) == 2] if isinstance(faults, list) else []
    error = kind.__new__(kind)
    WenluError.__init__(
        error,
        message,
        remedy=Bilingual(zh=zh, en=en),
        faults=tuple(FieldFault(str(field), str(fault)) for field, fault in pairs),
    )
    return error


def _recording(answer: Message) -> Recording:
    """Raises `KeyError`, `TypeError`, `ValueError`."""
    fields = answer.fields
    samples = np.frombuffer(answer.content, dtype=np.float32)
    if not 0 < len(samples) <= MOST_SAMPLES or not np.isfinite(samples).all():
        raise ValueError(f"{len(samples)} samples")
    return Recording(
        np.clip(samples, -1, 1, dtype=np.float32),
        int(fields["rate"]),
        int(fields["channels"]),
        bool(fields["truncated"]),
    )
