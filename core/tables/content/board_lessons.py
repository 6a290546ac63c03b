"""Lessons on the board: one for each grammar point and one for each unit of the road, all built from the same few scenes.

A small moment in which the point is needed, the sentence built up piece by piece, a pair that differs in it alone, the mistake that learners
make, three quick questions in between, something to say and to write, and what to take home.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from pydantic import Field, model_validator

from core.tables.content.lessons import Line
from core.tables.content.pictures import Build, Contrast, Part, Pattern, Scene, Trap, Word
from core.tables.content.texts import Theme
from core.tables.points import PointId
from core.tables.reading import jsonl_rows, must_be_unique
from core.wire import Bilingual, Closed

KEY = "*"
"""Stands before the piece of a sentence that is to be learnt."""


class Said(Closed):
    """A Chinese sentence with its English."""

    zh: Word
    en: Word

    @property
    def line(self) -> Line:
        """To be said by the narrator."""
        return Line(zh=self.zh, en=self.en)


class Setting(Closed):
    """Where the moment takes place; `icons` are names of Material Symbols."""

    icons: tuple[Annotated[str, Field(pattern=r"^[a-z0-9_]+$")], ...] = Field(min_length=1, max_length=3)
    caption: str = Field(max_length=10)

    @property
    def picture(self) -> Scene:
        """To be drawn."""
        return Scene(icons=self.icons, caption=self.caption)


class Step(Said):
    """A sentence on the way to the whole pattern; its `parts` joined make `zh` but for the marks."""

    parts: tuple[Word, ...] = Field(min_length=1, max_length=8)


class Building(Closed):
    """A sentence that grows. `names` say what stands for each part of the last step, "" for nothing."""

    names: tuple[str, ...] = ()
    steps: tuple[Step, ...] = Field(min_length=3, max_length=5)

    @model_validator(mode="after")
    def _has_a_key_and_names_that_fit(self) -> Building:
        if not any(part.startswith(KEY) for step in self.steps for part in step.parts):
            raise ValueError("no part is marked as what is to be learnt")
        if any(KEY in part[1:] for step in self.steps for part in step.parts):
            raise ValueError("the mark of what is to be learnt stands inside a part")
        if self.names and len(self.names) != len(self.steps[-1].parts):
            raise ValueError("names and parts of the last step are not equally many")
        return self

    @property
    def picture(self) -> Build:
        """The steps, the last with its names."""
        steps = [_pattern(step) for step in self.steps]
        steps[-1] = steps[-1].model_copy(update={"names": self.names})
        return Build(steps=tuple(steps))


def _pattern(step: Step) -> Pattern:
    return Pattern(parts=tuple(Part(text=part.removeprefix(KEY), key=part.startswith(KEY)) for part in step.parts))


class Side(Said):
    """One of two right sentences; `mark` is the piece in which it differs, "" where it has nothing there."""

    mark: str

    @model_validator(mode="after")
    def _mark_is_in_it(self) -> Side:
        if self.mark not in self.zh:
            raise ValueError("the mark does not stand in the sentence")
        return self


class Difference(Closed):
    """Two right sentences that differ in the point alone, and what the difference means."""

    left: Side
    right: Side
    why: Bilingual

    @property
    def picture(self) -> Contrast:
        """What differs in each."""
        return Contrast(marks=(self.left.mark, self.right.mark))


class Mistake(Closed):
    """What learners say instead, `mark` being wrong in it, and what is right."""

    wrong: Word
    mark: Word
    right: Said
    why: Bilingual

    @property
    def picture(self) -> Trap:
        """The mistake."""
        return Trap(wrong=self.wrong, mark=self.mark)


class QuickQuestion(Closed):
    """Asked on the board; `key` is the place of the right option, from 0."""

    ask: Bilingual
    options: tuple[Word, Word, Word]
    key: int = Field(ge=0, le=2)
    why: Bilingual

    @model_validator(mode="after")
    def _options_differ(self) -> QuickQuestion:
        if len(set(self.options)) != len(self.options):
            raise ValueError("options are the same")
        return self


class ToWrite(Said):
    """A small task that needs the point, and a model answer."""

    ask: Bilingual


class BoardLesson(Closed):
    """The lesson of a grammar point, or of a unit of the road."""

    point: PointId | None = None
    unit: str | None = Field(default=None, pattern=r"^u[1-7]-[0-9]{2}$")
    theme: Theme
    goal: Bilingual
    scene: Setting
    meet: tuple[Line, ...] = Field(min_length=2, max_length=6)
    """The moment in which the point is needed."""
    look: Bilingual
    """What to notice in it."""
    build: Building
    rule: Bilingual
    contrast: Difference
    trap: Mistake
    checks: tuple[QuickQuestion, QuickQuestion, QuickQuestion]
    """On the moment, on the form, on the contrast or the mistake."""
    say: tuple[Said, Said]
    write: ToWrite
    summary: Bilingual

    @model_validator(mode="after")
    def _is_about_one_thing(self) -> BoardLesson:
        if (self.point is None) == (self.unit is None):
            raise ValueError("a lesson is on a point or on a unit")
        return self


def board_lessons(paths: Sequence[Path]) -> list[BoardLesson]:
    """The lessons of some files in their order. Raises `CorruptTable` on the first bad row."""
    lessons: list[BoardLesson] = []
    for path in paths:
        rows = jsonl_rows(path, BoardLesson)
        must_be_unique(path, "point or unit", [row.point or str(row.unit) for row in rows], first_line=1)
        lessons += rows
    return lessons
