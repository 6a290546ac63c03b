"""A learning resource to watch or to hear: the row that the catalogue makes and that plan and pages share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from core.tables.content.lessons import MediaKind
from core.tables.content.texts import Theme
from core.wire import Bilingual, Skill

ResourceKind = Literal["lesson", "unit_lesson", "point_lesson", "dialogue", "link"]


@dataclass(frozen=True, slots=True)
class Resource:
    """Something to watch or to hear, with what it is about and how long it takes."""

    resource_id: str
    resource_type: MediaKind
    kind: ResourceKind
    title: Bilingual
    goal: Bilingual
    level: int
    """1-7, 7 for the band 7-9."""
    skill: Skill
    theme: Theme
    points: tuple[str, ...]
    seconds: int

    @property
    def minutes(self) -> float:
        """With one decimal."""
        return round(self.seconds / 60, 1)
