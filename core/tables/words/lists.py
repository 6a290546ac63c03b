"""The word and character lists of GF 0025-2021 (11,092 words, 3,000 characters)."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Annotated

from pydantic import BeforeValidator, Field

from core.tables.reading import csv_rows, must_be_unique
from core.wire import Closed

WORDS = 11_092
CHARACTERS = 3_000

Forms = Annotated[tuple[str, ...], BeforeValidator(lambda text: tuple(text.split("|")) if text else ())]


class Word(Closed):
    """One entry of the word list. A headword with variants (爸爸|爸) has several forms, each with its pinyin."""

    id: str
    forms: Forms = Field(min_length=1)
    traditional: Forms
    pinyin: Forms
    pos: Forms = Field(min_length=1)
    """Parts of speech, the first one the usual: N V Adj Adv Pron Num M Prep Conj Aux Intj Prefix Suffix Phonetic,
    and P for a listed phrase."""
    level: int = Field(ge=1, le=7)
    """1-6, and 7 for the band 7-9."""
    gloss: str = ""
    """English for learners, senses divided by ';'."""
    also: Forms = ()
    """Further right readings of the first form (shuí, xuésheng)."""

    @property
    def text(self) -> str:
        """The first form."""
        return self.forms[0]


def own_gloss(word: Word) -> str:
    """The English gloss in the list itself."""
    return word.gloss


def no_definition(_form: str) -> str:
    """What is known of a word on no list without a dictionary: nothing."""
    return ""


def bare(pinyin: str) -> str:
    """Pinyin in lower case without spaces, the same for two spellings of one reading.

    >>> bare("Běijīng Shì")
    'běijīngshì'
    """
    return pinyin.lower().replace(" ", "")


class Character(Closed):
    """One character of the list: the level for reading it, and the one for writing it by hand (None: not asked)."""

    character: str = Field(min_length=1, max_length=1)
    level: int = Field(ge=1, le=7)
    writing_level: Annotated[int | None, BeforeValidator(lambda text: text or None)] = None
    traditional: str


class WordList:
    """The words by id, by form and by level."""

    def __init__(self, path: Path) -> None:
        self.rows = csv_rows(path, Word)
        must_be_unique(path, "id", [row.id for row in self.rows], first_line=2)

    @cached_property
    def by_form(self) -> dict[str, tuple[Word, ...]]:
        """Every written form with the entries that have it, easiest first."""
        entries: dict[str, list[Word]] = {}
        for row in self.rows:
            for form in row.forms:
                entries.setdefault(form, []).append(row)
        return {form: tuple(sorted(rows, key=lambda row: row.level)) for form, rows in entries.items()}

    @cached_property
    def readings(self) -> dict[str, frozenset[str]]:
        """Every written form with all its readings, in lower case without spaces."""
        readings_of: dict[str, set[str]] = {}
        for row in self.rows:
            for form, pinyin in [*zip(row.forms, row.pinyin, strict=False), *((row.text, also) for also in row.also)]:
                readings_of.setdefault(form, set()).add(bare(pinyin))
        return {form: frozenset(readings) for form, readings in readings_of.items()}

    @cached_property
    def levels(self) -> dict[str, int]:
        """Every written form with its lowest level."""
        return {form: rows[0].level for form, rows in self.by_form.items()}


class CharacterList:
    """The characters in the order of the list."""

    def __init__(self, path: Path) -> None:
        self.rows = csv_rows(path, Character)
        must_be_unique(path, "character", [row.character for row in self.rows], first_line=2)

    @cached_property
    def by_character(self) -> dict[str, Character]:
        """The rows by their characters."""
        return {row.character: row for row in self.rows}

    @cached_property
    def traditional(self) -> dict[str, str]:
        """Characters whose traditional form is another one, with that."""
        return {row.character: row.traditional for row in self.rows if row.traditional != row.character}
