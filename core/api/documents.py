"""The facade's way to Word: documents out. (Files of other programs come in through `Core.word_text`, within limits.)"""

from __future__ import annotations

from core.records.printed import Document


def word(document: Document) -> bytes:
    """A document as .docx."""
    from core.backends.word_documents import word_file

    return word_file(document)
