"""The frames in which essays are reviewed: what a language model is told, and in which order feedback comes."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Literal

from pydantic import Field, ValidationError

from core.errors import CorruptTable
from core.wire import Bilingual, Closed

Framework = Literal["RASNC", "RACAPE"]
FeedbackPart = Literal["word", "sentence", "discourse", "marks", "explanation", "suggestion"]


class Element(Closed):
    """One letter of a frame."""

    name: str = Field(min_length=1)
    zh: str = Field(min_length=1)
    """What a language model is told."""
    feedback: tuple[FeedbackPart, ...] = ()
    """Parts of the report that come in its place."""


class Prompt(Closed):
    """A frame with its elements in order."""

    framework: Framework
    title_zh: str = Field(min_length=1)
    title_en: str = Field(min_length=1)
    element: tuple[Element, ...] = Field(min_length=2)

    @property
    def title(self) -> Bilingual:
        """As pages call it."""
        return Bilingual(zh=self.title_zh, en=self.title_en)

    @property
    def order(self) -> tuple[FeedbackPart, ...]:
        """The parts of the report as the frame orders them."""
        return tuple(part for element in self.element for part in element.feedback)


def essay_prompts(folder: Path) -> dict[str, Prompt]:
    """By name of the frame. Raises `CorruptTable` on a file that is not what it should be."""
    found = {}
    for path in sorted(folder.glob("*.toml")):
        text = path.read_text(encoding="utf-8")
        try:
            entry = {"framework": path.stem, **tomllib.loads(text)}
            found[path.stem] = Prompt.model_validate(entry, strict=False)
        except tomllib.TOMLDecodeError as error:
            raise CorruptTable(path.name, 1, "prompt", str(error), "it is no TOML") from error
        except ValidationError as error:
            first = error.errors()[0]
            field = ".".join(map(str, first["loc"])) or "prompt"
            raise CorruptTable(path.name, 1, field, first["input"], first["msg"]) from error
    return found
