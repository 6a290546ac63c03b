"""Time, chance and paper, as the core sees them."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol

from core.records.printed import Document


class Clock(Protocol):
    """Time as the core sees it."""

    def now(self) -> datetime:
        """The present, timezone-aware, in UTC."""
        ...


class Identifiers(Protocol):
    """Chance that ends in an identifier."""

    def new(self, prefix: str) -> str:
        """A fresh identifier `<prefix>_<hex>`, unguessable."""
        ...


class Printer(Protocol):
    """Documents as files."""

    def ready(self) -> bool:
        """Whether there is a font for Chinese; without one `pdf` raises `NoFont`."""
        ...

    def pdf(self, document: Document) -> bytes:
        """A PDF with its fonts embedded and its text extractable. Raises `NoFont`."""
        ...
