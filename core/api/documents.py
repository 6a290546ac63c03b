"""Printing documents, and reading the text of uploaded ones."""

from __future__ import annotations

from collections.abc import Sequence

from core.access.arguments import bounded
from core.access.queues import Queues, visitor
from core.api.questions import FileReader
from core.ports.system import Printer
from core.records.access import Caller
from core.records.printed import Document


def word(document: Document) -> bytes:
    """A document as .docx."""
    from core.backends.word_documents import word_file

    return word_file(document)


def spreadsheet(title: str, head: Sequence[str], rows: Sequence[Sequence[str | float | int | None]]) -> bytes:
    """A table as .xlsx."""
    from core.backends.spreadsheets import spreadsheet as workbook

    return workbook(title, head, rows)


@bounded
class Documents:
    """Printing documents, and reading the text of uploaded ones."""

    def __init__(
        self,
        *,
        printer: Printer,
        files: FileReader,
        queues: Queues,
    ) -> None:
        self._printer = printer
        self._files = files
        self._queues = queues

    def pdf(self, document: Document, caller: Caller | None = None) -> bytes:
        """A document as PDF; nothing of it is stored. Raises `NoFont`, `Busy`."""
        with self._queues.costly.turn(visitor(caller)):
            return self._printer.pdf(document)

    def pdf_of_all(self, documents: Sequence[Document], caller: Caller | None = None) -> bytes:
        """Several documents as one PDF; nothing of it is stored. Raises `NoFont`, `Busy`."""
        with self._queues.costly.turn(visitor(caller)):
            return self._printer.pdf_of_all(documents)

    def word_text(self, file: bytes) -> str | None:
        """The plain text of an uploaded .docx; None for anything else. Raises `TooLarge`, `CostlyFile`, `Busy`."""
        return self._files.word_text(file)
