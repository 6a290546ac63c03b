"""Models of the word at hand and of a student's own words, for the pages."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from core.tables.points import PointId
from core.wire import WITHOUT_NUL, Bilingual, Closed

LONGEST_LOOKED_AT = 200
"""Characters of a text around the word that is looked up."""
LONGEST_WORD = 30
LONGEST_MEANING = 600

WordKind = Literal["listed", "name", "number", "unlisted"]
"""Of the list of 11,092 words, a name, a number, or none of these."""


class WordPart(Closed):
    """A listed word or a character out of which a word is made that no list holds."""

    text: str
    start: int = Field(description="Offset in the text that was looked at, code points")
    pinyin: str
    meaning: str
    level: int | None = Field(description="1-7 (7 for the band 7-9); None where the list does not hold it")


class WordCharacter(Closed):
    """One character of the word, as it is read in it."""

    character: str
    traditional: str = Field(description="Empty where it is the same")
    pinyin: str
    meaning: str
    level: int | None
    writing_level: int | None = Field(description="From which level it is written by hand; None where it never is")
    components: list[str] = Field(default_factory=list, description="What it is made of; empty where it is not divided")
    made: Bilingual | None = Field(default=None, description="What its components do, or what it showed once")


class WordExample(Closed):
    """A sentence of the project's own content with the word in it."""

    text: str
    translation: str
    level: int
    start: int
    end: int = Field(description="Offsets of the word in `text`, code points, end excluded")


class WordPoint(Closed):
    """A grammar point that the word takes part in, here in the text."""

    id: PointId
    level: int
    name: Bilingual


class WordEntry(Closed):
    """A word in its context."""

    word: str = Field(description="As the list has it, in simplified characters")
    written: str = Field(description="As the text has it")
    start: int
    end: int = Field(description="Offsets of the word in the text that was looked at, code points, end excluded")
    kind: WordKind
    traditional: str = Field(description="Empty where it is the same")
    pinyin: str = Field(description="The dictionary reading here")
    spoken: str = Field(description="As it is said here, where tones change; else empty")
    meaning: str = Field(description="English, senses divided by ';'; empty where nobody has glossed it")
    meaning_zh: str = Field(
        default="", description="The same in simpler Chinese words; empty below level 4 and for words of no list"
    )
    partners: list[str] = Field(default_factory=list, description="What the word goes together with")
    near: list[str] = Field(default_factory=list, description="Words that are mixed up with it")
    from_dictionary: bool = Field(description="Whether the meaning is from CC-CEDICT and not from the word list")
    level: int | None
    parts: list[WordPart] = Field(description="Empty for a word of the list, a name and a number")
    characters: list[WordCharacter]
    example: WordExample | None
    points: list[WordPoint]
    sentence: str = Field(description="The sentence in which it stands")
    recording: str | None = Field(description="Path of a recording on this server")


class NewWord(Closed):
    """A word that a student puts by."""

    word: Annotated[str, StringConstraints(min_length=1, max_length=LONGEST_WORD, pattern=r"^[^\s\x00-\x1f]+$")]
    pinyin: Annotated[str, StringConstraints(max_length=200, pattern=WITHOUT_NUL)]
    meaning: Annotated[str, StringConstraints(max_length=LONGEST_MEANING, pattern=WITHOUT_NUL)]
    level: int | None = Field(default=None, ge=1, le=7)
    sentence: Annotated[str, StringConstraints(max_length=LONGEST_LOOKED_AT, pattern=WITHOUT_NUL)] = ""


class DeckWord(Closed):
    """A word that a student has put by, and how it stands in their memory."""

    word: str
    pinyin: str
    meaning: str
    level: int | None
    sentence: str
    added_at: datetime
    last_at: datetime | None = Field(description="The latest answer on it; None before the first")
    due_at: datetime | None = Field(description="When it should be asked again; None before the first answer")
    recording: str | None

    def is_due(self, now: datetime) -> bool:
        """Whether it should be asked by now: a word that was never asked is due."""
        return self.due_at is None or self.due_at <= now
