"""Pictures of lessons: what there is to see, in words and numbers; the player draws it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import ConfigDict, Field, model_validator

from core.wire import Closed

Word = Annotated[str, Field(min_length=1)]


class Scene(Closed):
    """Things of a place or moment; `icons` are names of Material Symbols."""

    kind: Literal["scene"] = "scene"
    icons: tuple[Annotated[str, Field(pattern=r"^[a-z0-9_]+$")], ...] = Field(min_length=1, max_length=4)
    caption: str = Field(default="", max_length=40)


class Mark(Closed):
    """A moment on a line of time, `at` 0-10."""

    at: float = Field(ge=0, le=10)
    text: Word


class Timeline(Closed):
    """Moments in a row, and something that lasts from one to another."""

    kind: Literal["timeline"] = "timeline"
    marks: tuple[Mark, ...] = Field(min_length=1, max_length=5)
    span: tuple[float, float] | None = None
    label: str = ""


class Amount(Closed):
    """One of two that are compared."""

    text: Word
    value: float = Field(ge=0)


class Compare(Closed):
    """Two amounts as bars."""

    kind: Literal["compare"] = "compare"
    left: Amount
    right: Amount
    unit: str = ""


class Part(Closed):
    """A block of a pattern; `key` marks what is to be learnt."""

    text: Word
    key: bool = False


class Pattern(Closed):
    """How a sentence is built; `names` says what stands for each block, "" for nothing."""

    kind: Literal["pattern"] = "pattern"
    parts: tuple[Part, ...] = Field(min_length=1, max_length=10)
    names: tuple[str, ...] = ()

    @model_validator(mode="after")
    def _one_name_a_part(self) -> Pattern:
        if self.names and len(self.names) != len(self.parts):
            raise ValueError("names and parts are not equally many")
        return self


class Route(Closed):
    """From one place to another."""

    model_config = ConfigDict(populate_by_name=True)

    kind: Literal["route"] = "route"
    start: Word = Field(alias="from")
    to: Word
    word: Word
    icon: str = Field(default="", pattern=r"^[a-z0-9_]*$")


class Place(Closed):
    """Where a thing is; `thing` and `of` are names of Material Symbols."""

    kind: Literal["place"] = "place"
    thing: str = Field(pattern=r"^[a-z0-9_]+$")
    where: Literal["on", "under", "in", "beside", "front", "behind", "between", "above"]
    of: str = Field(pattern=r"^[a-z0-9_]+$")
    caption: str = ""


class Cause(Closed):
    """One thing leads to another; `mark` is the word that says so."""

    model_config = ConfigDict(populate_by_name=True)

    kind: Literal["cause"] = "cause"
    start: Word = Field(alias="from")
    to: Word
    mark: Word


class Scale(Closed):
    """Steps of more and more; `at` is the one meant, from 0."""

    kind: Literal["scale"] = "scale"
    steps: tuple[Word, ...] = Field(min_length=2, max_length=6)
    at: int = Field(ge=0)

    @model_validator(mode="after")
    def _at_is_a_step(self) -> Scale:
        if self.at >= len(self.steps):
            raise ValueError("at is none of the steps")
        return self


class Tones(Closed):
    """Syllables with their tones; `spoken` where they are said otherwise."""

    kind: Literal["tones"] = "tones"
    syllables: tuple[Word, ...] = Field(min_length=1, max_length=8)
    spoken: tuple[str, ...] = ()


class Build(Closed):
    """A sentence that is built up: step by step the blocks of its pattern, a step for each line that is said."""

    kind: Literal["build"] = "build"
    steps: tuple[Pattern, ...] = Field(min_length=2, max_length=6)


class Contrast(Closed):
    """Two lines side by side with the piece in which they differ, "" where one has nothing there."""

    kind: Literal["contrast"] = "contrast"
    marks: tuple[str, str]


class Trap(Closed):
    """A mistake that learners make, with the piece that is wrong in it; the line beside it is right."""

    kind: Literal["trap"] = "trap"
    wrong: Word
    mark: Word

    @model_validator(mode="after")
    def _mark_is_in_it(self) -> Trap:
        if self.mark not in self.wrong:
            raise ValueError("the mark does not stand in the sentence")
        return self


class Grid(Closed):
    """A small table."""

    kind: Literal["table"] = "table"
    rows: tuple[tuple[str, ...], ...] = Field(min_length=2, max_length=6)
    caption: str = ""

    @model_validator(mode="after")
    def _rows_are_equally_long(self) -> Grid:
        if len({len(row) for row in self.rows}) != 1:
            raise ValueError("rows are not equally long")
        return self


class Character(Closed):
    """A character and what it is made of."""

    kind: Literal["character"] = "character"
    char: str = Field(min_length=1, max_length=2)
    parts: tuple[Word, ...] = Field(min_length=1, max_length=5)
    caption: str = ""


Picture = Annotated[
    Scene
    | Timeline
    | Compare
    | Pattern
    | Build
    | Contrast
    | Trap
    | Route
    | Place
    | Cause
    | Scale
    | Tones
    | Grid
    | Character,
    Field(discriminator="kind"),
]
