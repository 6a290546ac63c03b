"""Mini-lessons that the app plays itself: slides with pictures, spoken lines and questions; and titles of essays."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pydantic import Field, model_validator

from core.tables.content.pictures import Picture, Word
from core.tables.content.texts import Theme
from core.tables.points import PointId
from core.tables.reading import csv_rows, jsonl_rows, must_be_unique
from core.wire import Bilingual, Closed, Skill

MediaKind = Literal["video", "audio"]
SlideActivity = Literal["show", "listen", "say", "read", "check", "write", "hear"]
"""What the learner does on a slide: show (heard and read), listen (heard without text, then with it), say (repeat aloud), read (silently, then
heard), check (a quick question), write; hear (without any text) stands only in lessons that are composed."""


class Line(Closed):
    """One utterance; `who` is "" or a short name tag. `en` is empty only in composed lessons, where the whole is translated."""

    who: str = Field(default="", max_length=4)
    zh: Word
    en: str = ""


class Slide(Closed):
    """One page of a lesson."""

    do: SlideActivity
    picture: Picture | None = None
    lines: tuple[Line, ...] = ()
    note: Bilingual | None = None
    ask: Bilingual | None = None
    options: tuple[Word, ...] = ()
    key: int | None = Field(default=None, ge=0, le=2)
    why: Bilingual | None = None
    slow: bool = False
    """Spoken slowly whatever the learner has chosen; only in composed lessons."""

    @model_validator(mode="after")
    def _has_what_it_asks_for(self) -> Slide:
        if self.do == "check":
            if self.ask is None or self.key is None or self.why is None or len(set(self.options)) != 3:
                raise ValueError("a check needs ask, three different options, key and why")
        elif self.options or self.key is not None or self.why is not None:
            raise ValueError("options, key and why belong to a check")
        if self.do == "write" and (self.ask is None or not self.lines):
            raise ValueError("writing needs ask and a model answer")
        if self.do not in ("check", "write") and not (self.lines or self.note):
            raise ValueError("a slide needs lines or a note")
        return self


class Lesson(Closed):
    """A written mini-lesson: one thing, from a picture to a model to use."""

    id: str = Field(pattern=r"^n[1-7]-[0-9]{2}$")
    kind: MediaKind
    level: int = Field(ge=1, le=7)
    skill: Skill
    theme: Theme
    points: tuple[PointId, ...] = Field(max_length=3)
    title: Bilingual
    goal: Bilingual
    slides: tuple[Slide, ...] = Field(min_length=9, max_length=12)

    @model_validator(mode="after")
    def _is_a_written_lesson(self) -> Lesson:
        if self.id[1] != str(self.level):
            raise ValueError("the id names another level")
        if any(slide.do == "hear" or slide.slow for slide in self.slides):
            raise ValueError("hear and slow stand only in composed lessons")
        if not all(line.en for slide in self.slides for line in slide.lines):
            raise ValueError("a line of a written lesson has its English")
        return self


class ThreeHints(Closed):
    """Hints in both languages."""

    zh: tuple[Word, Word, Word]
    en: tuple[Word, Word, Word]


class EssayTitle(Closed):
    """Something to write: what, to whom and why, how long, with hints and useful words."""

    id: str = Field(pattern=r"^e[1-7]-[0-9]{2}$")
    level: int = Field(ge=1, le=7)
    theme: Theme
    points: tuple[PointId, ...] = Field(max_length=2)
    title: Bilingual
    task: Bilingual
    characters: tuple[int, int]
    """Least and most Chinese characters."""
    hints: ThreeHints
    words: tuple[Word, ...] = Field(min_length=4, max_length=6)

    @model_validator(mode="after")
    def _is_of_its_level(self) -> EssayTitle:
        if self.id[1] != str(self.level):
            raise ValueError("the id names another level")
        if not 0 < self.characters[0] < self.characters[1]:
            raise ValueError("characters are least and most")
        return self


@dataclass(frozen=True)
class Pacing:
    """Durations of the parts of a slide. The player keeps to them, with a voice or without, so that the length shown for a lesson is true.

    All durations in seconds. The speeds of speech and the time for an answer are set for learners, by trial: half of
    a native's rate (some 4.5 syllables a second) at level 1, nearly the whole at the band 7-9.
    """

    characters_a_second: tuple[float, ...] = (2.2, 2.5, 2.8, 3.1, 3.4, 3.7, 4.0)
    """Spoken, by level 1-7; silent reading of Chinese goes by the same."""
    words_a_second: float = 3.5
    """Of a note in the interface's language: 210 words a minute, a little under the 238 of Brysbaert (2019)."""
    picture: float = 1.5
    """To look at a picture before the first line."""
    pause: float = 0.9
    """After each line."""
    answer: float = 15.0
    """A quick question: reading it, choosing, reading why."""
    repeat: float = 1.4
    """Times the length of a line, to say it again."""
    breath: float = 1.0
    """Before one repeats."""
    written_character: float = 5.0
    """To think of and write one character."""
    slow: float = 0.7
    """Share of the usual speed when spoken slowly."""

    def spoken(self, characters: int, level: int, *, slow: bool = False) -> float:
        """Seconds in which a voice says so many characters."""
        return characters / (self.characters_a_second[level - 1] * (self.slow if slow else 1))


PACING = Pacing()
TIMES_PLAYED: dict[SlideActivity, int] = {"listen": 2, "read": 2}
"""Listening: without text, then with it. Reading: silently, then heard. Everything else is heard once."""


def spoken_characters(text: str) -> int:
    """Number of characters that take time to say: letters, digits and Chinese characters, no marks.

    >>> spoken_characters("你好，小林！")
    4
    """
    return sum(character.isalnum() for character in text)


def slide_seconds(slide: Slide, level: int, pacing: Pacing = PACING) -> float:
    """How long a slide takes when it plays by itself."""
    line_seconds = [pacing.spoken(spoken_characters(line.zh), level, slow=slide.slow) for line in slide.lines]
    seconds = TIMES_PLAYED.get(slide.do, 1) * sum(seconds_of_line + pacing.pause for seconds_of_line in line_seconds)
    seconds += pacing.picture if slide.picture else 0
    seconds += len(slide.note.en.split()) / pacing.words_a_second if slide.note else 0
    if slide.do == "say":
        seconds += sum(pacing.repeat * seconds_of_line + pacing.breath for seconds_of_line in line_seconds)
    elif slide.do == "check":
        seconds += pacing.answer
    elif slide.do == "write":
        seconds += pacing.written_character * sum(spoken_characters(line.zh) for line in slide.lines)
    return seconds


def slides_seconds(slides: Sequence[Slide], level: int) -> int:
    """How long some slides take in all, rounded up to whole seconds."""
    return math.ceil(sum(slide_seconds(slide, level) for slide in slides))


def lesson_seconds(lesson: Lesson) -> int:
    """How long a lesson takes; computed, never written."""
    return slides_seconds(lesson.slides, lesson.level)


def lessons(folder: Path) -> list[Lesson]:
    """The lessons of all levels in the order of the files. Raises `CorruptTable` on the first bad row."""
    all_rows = []
    for path in sorted(folder.glob("lessons-*.jsonl")):
        rows = jsonl_rows(path, Lesson)
        must_be_unique(path, "id", [row.id for row in rows], first_line=1)
        all_rows += rows
    return all_rows


class DemoEssay(Closed):
    """An essay as a learner might hand it in, errors included."""

    title_id: str = Field(pattern=r"^e[1-7]-[0-9]{2}$")
    text: str = Field(min_length=10)


def demo_essays(path: Path) -> list[DemoEssay]:
    """In the order of the file. Raises `CorruptTable` on the first bad row."""
    return csv_rows(path, DemoEssay)


def essay_titles(path: Path) -> list[EssayTitle]:
    """In the order of the file. Raises `CorruptTable` on the first bad row."""
    rows = jsonl_rows(path, EssayTitle)
    must_be_unique(path, "id", [row.id for row in rows], first_line=1)
    return rows
