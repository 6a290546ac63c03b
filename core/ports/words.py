"""What students' own words need of the store. Each method is one transaction named for its intent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from core.records.words import OwnWord


class OwnWordStore(Protocol):
    """The words that students have put by."""

    def add_own_word(self, word: OwnWord) -> bool:
        """Keep a word; the student is created if new. False, and nothing changed, where the student has it already."""
        ...

    def remove_own_word(self, organisation_id: str, student_id: str, word: str) -> bool:
        """Remove a word; False when the student has none of that form."""
        ...

    def own_words(self, organisation_id: str, student_ids: Sequence[str]) -> dict[str, list[OwnWord]]:
        """The words of those of the students who have any, by student id, the last added first."""
        ...
