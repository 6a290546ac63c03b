"""Units of the road: what somebody can do after each, and what leads there, in the order in which they are learnt."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from pydantic import Field, model_validator

from core.tables.content.texts import Theme
from core.tables.points import PointId
from core.tables.reading import jsonl_rows, must_be_unique
from core.wire import Bilingual, Closed

ResourceId = Annotated[
    str, Field(pattern=r"^(unit_[1-7]-[0-9]{2}|lesson_n[1-7]-[0-9]{2}|point_[1-7]-[0-9]+|audio_[dp][0-9]+)$")
]
Word = Annotated[str, Field(min_length=1)]


class Unit(Closed):
    """One stretch of the road: a can-do goal, the grammar points and words behind it, and the materials of its steps."""

    id: str = Field(pattern=r"^u[1-7]-[0-9]{2}$")
    level: int = Field(ge=1, le=7)
    """Of the standard; 7 stands for the band 7-9."""
    title: Bilingual
    goal: Bilingual
    """What one can do after the unit: in Chinese a clause with 能, in English a phrase that completes "You can ..."."""
    theme: Theme
    icon: str = Field(pattern=r"^[a-z0-9_]+$")
    """Name of a Material Symbol."""
    points: tuple[PointId, ...] = Field(min_length=2, max_length=12)
    """Grammar points that are new here, in the order in which they are learnt."""
    words: tuple[Word, ...] = Field(min_length=8, max_length=12)
    """Words of the list that the goal takes."""
    lesson: ResourceId
    dialogue: ResourceId
    """Something to hear."""
    say: tuple[str, ...] = Field(min_length=4, max_length=4)
    """Ids of sentences to say."""
    essay: str = Field(pattern=r"^e[1-7]-[0-9]{2}$")
    """Id of the title to write on."""

    @model_validator(mode="after")
    def _is_of_its_level(self) -> Unit:
        if self.id[1] != str(self.level):
            raise ValueError("the id names another level")
        if not self.dialogue.startswith("audio_") or self.lesson.startswith("audio_"):
            raise ValueError("the lesson is watched and the dialogue heard")
        return self


def units(path: Path) -> list[Unit]:
    """In the order of the road. Raises `CorruptTable` on the first bad row."""
    rows = jsonl_rows(path, Unit)
    must_be_unique(path, "id", [row.id for row in rows], first_line=1)
    return rows
