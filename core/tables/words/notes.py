"""What the lists say beside English: of words a meaning in Chinese, a sentence, partners and what is mixed up with them; of characters what they are made of."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

from pydantic import Field, model_validator

from core.tables.reading import csv_rows, must_be_unique
from core.tables.words.lists import Forms
from core.wire import Closed


class WordNote(Closed):
    """Of one entry of the word list. A field is empty where there is nothing to say."""

    id: str
    """Of the word."""
    zh: str = Field(default="", max_length=24)
    """Its meaning in simpler words, senses divided by ；; from level 4 on."""
    example: str = Field(default="", max_length=40)
    """A sentence with it, in the words of its level."""
    example_en: str = ""
    partners: Forms = ()
    """What it goes together with."""
    near: Forms = ()
    """Words that learners mix up with it."""

    @model_validator(mode="after")
    def _example_has_its_english(self) -> WordNote:
        if bool(self.example) != bool(self.example_en):
            raise ValueError("a sentence and its English stand together")
        return self


class CharacterNote(Closed):
    """What a character is made of, and what the parts do."""

    character: str = Field(min_length=1, max_length=1)
    parts: Forms = ()
    """From top to bottom and left to right; empty where it is not divided."""
    zh: str = Field(min_length=1, max_length=40)
    en: str = Field(min_length=1, max_length=180)


class CharacterNotes:
    """Notes by character."""

    def __init__(self, path: Path) -> None:
        self.rows = csv_rows(path, CharacterNote) if path.exists() else []
        must_be_unique(path, "character", [row.character for row in self.rows], first_line=2)

    @cached_property
    def by_character(self) -> dict[str, CharacterNote]:
        """The rows by their characters."""
        return {row.character: row for row in self.rows}


class WordNotes:
    """Notes by word."""

    def __init__(self, path: Path) -> None:
        self.rows = csv_rows(path, WordNote) if path.exists() else []
        must_be_unique(path, "id", [row.id for row in self.rows], first_line=2)

    @cached_property
    def by_id(self) -> dict[str, WordNote]:
        """Notes by the id of the word."""
        return {row.id: row for row in self.rows}
