"""The two documents called HSK 3.0, never mixed: every level names the one it comes from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from core.wire import STANDARD

Standard = Literal["GF 0025-2021", "HSK syllabus 2025"]
GRADING_STANDARD: Standard = "GF 0025-2021"
SYLLABUS: Standard = "HSK syllabus 2025"
"""The examination syllabus published in November 2025 and in force since July 2026."""

assert GRADING_STANDARD == STANDARD


@dataclass(frozen=True)
class StandardLevel:
    """A level 1-7 (7 = the band 7-9) with the document it comes from; None where that document has no such entry."""

    standard: Standard
    level: int | None

    def __str__(self) -> str:
        """`GF 0025-2021: 7-9`."""
        shown = "—" if self.level is None else "7-9" if self.level == 7 else str(self.level)
        return f"{self.standard}: {shown}"
