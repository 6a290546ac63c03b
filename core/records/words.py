"""Words that a student has put by, as they are kept."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True)
class OwnWord:
    """A word with what was said of it where it was found."""

    organisation_id: str
    student_id: str
    word: str
    """In simplified characters, as the word list writes it where it has it: the target of evidence on it."""
    pinyin: str
    meaning: str
    level: int | None
    """1-7 (7 for the band 7-9); None where the list does not hold it."""
    sentence: str
    """In which it was found."""
    added_at: datetime
