"""Clock, identifiers and printer, as the core sees them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from core.records.printed import Document


class Clock(Protocol):
    """The time."""

    def now(self) -> datetime:
        """The present, timezone-aware, in UTC."""
        ...


class Identifiers(Protocol):
    """A source of random identifiers."""

    def new(self, prefix: str) -> str:
        """A fresh identifier `<prefix>_<hex>`, unguessable."""
        ...


class Printer(Protocol):
    """Prints documents to files."""

    def ready(self) -> bool:
        """Whether there is a font for Chinese; without one `pdf` raises `NoFont`."""
        ...

    def pdf(self, document: Document) -> bytes:
        """A PDF with its fonts embedded and its text extractable. Raises `NoFont`."""
        ...

    def pdf_of_all(self, documents: Sequence[Document]) -> bytes:
        """Several documents as one PDF, each beginning on a page of its own. Raises `NoFont`."""
        ...
