"""The formats by name, for a page that offers them and for the command line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, Protocol

from core.questions.formats.draft import IMPORT_DEFAULTS, ImportDefaults, ImportedQuestion, item_of
from core.questions.formats.gift.reading import read_gift
from core.questions.formats.gift.writing import gift_text
from core.questions.formats.moodle_xml.reading import read_moodle_xml
from core.questions.formats.moodle_xml.writing import moodle_xml_file
from core.questions.formats.qti.reading import read_qti
from core.questions.formats.qti.writing import qti_package
from core.questions.formats.table import csv_file, read_csv
from core.records.items import Item
from core.wire import Language

FormatName = Literal["gift", "moodle_xml", "qti", "csv"]


@dataclass(frozen=True)
class Format:
    """A format that is both written and read. (`anki` and `paper` are written only, and want more than the items.)"""

    name: str
    """Its name, in any language."""
    ending: str
    media_type: str
    write: Callable[..., str | bytes]
    """(items, *, language)"""
    read: Callable[..., list[ImportedQuestion]]
    """(file, *, unsaid)"""

    def file(self, items: Sequence[Item], *, language: Language) -> bytes:
        """The file's bytes."""
        content = self.write(items, language=language)
        return content.encode() if isinstance(content, str) else content


FORMATS: dict[FormatName, Format] = {
    "gift": Format("Moodle GIFT", "gift.txt", "text/plain; charset=utf-8", gift_text, read_gift),
    "moodle_xml": Format("Moodle XML", "xml", "application/xml", moodle_xml_file, read_moodle_xml),
    "qti": Format("QTI 2.1", "zip", "application/zip", qti_package, read_qti),
    "csv": Format("CSV", "csv", "text/csv; charset=utf-8", csv_file, read_csv),
}
ANKI_ENDING, ANKI_MEDIA_TYPE = "apkg", "application/octet-stream"


class QuestionReader(Protocol):
    """Reads a file that somebody sent."""

    def questions(
        self, file: bytes, name: FormatName, *, defaults: ImportDefaults = IMPORT_DEFAULTS
    ) -> list[ImportedQuestion]:
        """Every question of the file with the item that it makes. Raises `UnreadableFile`, `TooLarge`, `CostlyFile`."""
        ...


def read_questions(
    file: bytes, name: FormatName, *, defaults: ImportDefaults = IMPORT_DEFAULTS
) -> list[ImportedQuestion]:
    """The questions of a file, read in this process. Making the items is part of it: for a choice its id may have to be searched for."""
    questions = FORMATS[name].read(file, defaults=defaults)
    return [
        question if question.draft is None else replace(question, item=item_of(question.draft))
        for question in questions
    ]
