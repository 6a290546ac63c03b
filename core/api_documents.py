"""The facade's way to Word: files of other programs in, documents out. Nothing is kept."""

from __future__ import annotations

from core.documents import Document


def word_text(file: bytes) -> str | None:
    """The plain text of a .docx, a line for each paragraph; None for anything else."""
    from core.backends.word_documents import NoWordDocument, plain_text

    try:
        return plain_text(file)
    except NoWordDocument:
        return None


def word(document: Document) -> bytes:
    """A document as .docx."""
    from core.backends.word_documents import word_file

    return word_file(document)
