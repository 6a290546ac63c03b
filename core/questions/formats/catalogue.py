"""The formats by name, for a page that offers them and for the command line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, Protocol

from core.questions.formats import gift, moodle_xml, qti, table
from core.questions.formats.draft import UNSAID, Imported, Unsaid, item_of
from core.records.items import Item
from core.wire import Language

FormatName = Literal["gift", "moodle_xml", "qti", "csv"]


@dataclass(frozen=True)
class Format:
    """A format that is both written and read. (`anki` and `paper` are written only, and want more than the items.)"""

    said: str
    """What it is called, in any language."""
    ending: str
    media_type: str
    written: Callable[..., str | bytes]
    """(items, *, language)"""
    read: Callable[..., list[Imported]]
    """(file, *, unsaid)"""

    def file(self, items: Sequence[Item], *, language: Language) -> bytes:
        """The file's bytes."""
        made = self.written(items, language=language)
        return made.encode() if isinstance(made, str) else made


FORMATS: dict[FormatName, Format] = {
    "gift": Format("Moodle GIFT", "gift.txt", "text/plain; charset=utf-8", gift.written, gift.read),
    "moodle_xml": Format("Moodle XML", "xml", "application/xml", moodle_xml.written, moodle_xml.read),
    "qti": Format("QTI 2.1", "zip", "application/zip", qti.written, qti.read),
    "csv": Format("CSV", "csv", "text/csv; charset=utf-8", table.written, table.read),
}
ANKI_ENDING, ANKI_MEDIA_TYPE = "apkg", "application/octet-stream"


class QuestionReader(Protocol):
    """Reads a file that somebody sent."""

    def questions(self, file: bytes, name: FormatName, *, unsaid: Unsaid = UNSAID) -> list[Imported]:
        """Every question of the file with the item that it makes. Raises `UnreadableFile`, `TooLarge`, `CostlyFile`."""
        ...


def read_questions(file: bytes, name: FormatName, *, unsaid: Unsaid = UNSAID) -> list[Imported]:
    """Read here, in this process. Making the items is part of it: for a choice its id may have to be searched for."""
    found = FORMATS[name].read(file, unsaid=unsaid)
    return [each if each.draft is None else replace(each, item=item_of(each.draft)) for each in found]
