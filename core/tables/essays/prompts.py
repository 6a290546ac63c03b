"""The frameworks in which essays are reviewed: what a language model is told, and the order of the feedback."""

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
    """One letter of a framework's name."""

    name: str = Field(min_length=1)
    zh: str = Field(min_length=1)
    """What a language model is told."""
    feedback: tuple[FeedbackPart, ...] = ()
    """The parts of the report that this element stands for."""


class Prompt(Closed):
    """A framework with its elements in order."""

    framework: Framework
    title_zh: str = Field(min_length=1)
    title_en: str = Field(min_length=1)
    element: tuple[Element, ...] = Field(min_length=2)

    @property
    def title(self) -> Bilingual:
        """The name that pages show."""
        return Bilingual(zh=self.title_zh, en=self.title_en)

    @property
    def order(self) -> tuple[FeedbackPart, ...]:
        """The parts of the report in the order of the framework."""
        return tuple(part for element in self.element for part in element.feedback)


def essay_prompts(folder: Path) -> dict[str, Prompt]:
    """The prompts by the name of their framework. Raises `CorruptTable` on the first bad file."""
    prompts = {}
    for path in sorted(folder.glob("*.toml")):
        text = path.read_text(encoding="utf-8")
        try:
            entry = {"framework": path.stem, **tomllib.loads(text)}
            prompts[path.stem] = Prompt.model_validate(entry, strict=False)
        except tomllib.TOMLDecodeError as error:
            raise CorruptTable(path.name, 1, "prompt", str(error), "it is no TOML") from error
        except ValidationError as error:
            first = error.errors()[0]
            field = ".".join(map(str, first["loc"])) or "prompt"
            raise CorruptTable(path.name, 1, field, first["input"], first["msg"]) from error
    return prompts
