"""Everything a plan can recommend that is not an item of the bank: lessons, and things to hear."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache
from types import MappingProxyType

from core.plan.lessons.boards import board_slides
from core.plan.lessons.composed import dialogue_lines, dialogue_slides, passage_slides
from core.tables import TABLE_SETS_KEPT, Tables
from core.tables.content.board_lessons import BoardLesson
from core.tables.content.lessons import Lesson, MediaKind, Slide, lesson_seconds, slides_seconds
from core.tables.content.texts import Dialogue, Passage
from core.tables.points import GrammarPoint
from core.tables.resources import Resource, ResourceKind
from core.wire import Bilingual, Skill

__all__ = ["Resource", "ResourceCatalogue", "ResourceKind"]

LONGEST_TITLE = 18
"""Characters of a dialogue's first line that stand for its title."""
WRITTEN, READ = ("句子的类型", "句群"), ("短语", "固定格式", "语素")
"""Categories of points whose lesson counts as writing and as reading. The lessons of all others count as speaking: each has two
slides to be said."""


class ResourceCatalogue:
    """All resources, found on first use, in a fixed order: lessons, those of units, those of points, dialogues and passages."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    @cached_property
    def all(self) -> tuple[Resource, ...]:
        """Every resource."""
        return (*self._lessons(), *self._unit_lessons(), *self._point_lessons(), *self._heard())

    @cached_property
    def by_id(self) -> Mapping[str, Resource]:
        """Resources by id."""
        return MappingProxyType({resource.resource_id: resource for resource in self.all})

    def about(self, point_id: str) -> tuple[Resource, ...]:
        """What teaches or uses a grammar point: written lessons first."""
        return self._about.get(point_id, ())

    def of(
        self, level: int, skill: Skill | None = None, resource_type: MediaKind | None = None
    ) -> tuple[Resource, ...]:
        """The resources of a level, of one skill and one type where named."""
        return tuple(
            resource
            for resource in self._of_level.get(level, ())
            if skill in (None, resource.skill) and resource_type in (None, resource.resource_type)
        )

    def slides_of(self, resource_id: str) -> tuple[Slide, ...]:
        """What the player shows. Raises `KeyError` for an id that is none."""
        if resource_id in self._written:
            return self._written[resource_id].slides
        if resource_id in self._boards:
            return board_slides(self._boards[resource_id])
        text = self._texts[resource_id]
        return dialogue_slides(text) if isinstance(text, Dialogue) else passage_slides(text)

    @cached_property
    def _about(self) -> dict[str, tuple[Resource, ...]]:
        by_point: dict[str, list[Resource]] = defaultdict(list)
        for resource in self.all:
            for point in resource.points:
                by_point[point].append(resource)
        return {point: tuple(resources) for point, resources in by_point.items()}

    @cached_property
    def _of_level(self) -> dict[int, tuple[Resource, ...]]:
        by_level: dict[int, list[Resource]] = defaultdict(list)
        for resource in self.all:
            by_level[resource.level].append(resource)
        return {level: tuple(resources) for level, resources in by_level.items()}

    @cached_property
    def _written(self) -> dict[str, Lesson]:
        return {f"lesson_{lesson.id}": lesson for lesson in self._tables.lessons}

    @cached_property
    def _boards(self) -> dict[str, BoardLesson]:
        """Lessons on the board by resource id."""
        grammar = self._tables.points.grammar_by_id
        return {
            unit_resource_id(lesson.unit) if lesson.unit else point_resource_id(grammar[str(lesson.point)]): lesson
            for lesson in self._tables.board_lessons
        }

    @cached_property
    def _texts(self) -> dict[str, Dialogue | Passage]:
        content = self._tables.content
        texts: list[Dialogue | Passage] = [*content.dialogues, *content.passages]
        return {f"audio_{text.id}": text for text in texts}

    def _lessons(self) -> Iterator[Resource]:
        for resource_id, lesson in self._written.items():
            yield Resource(
                resource_id, lesson.kind, "lesson", lesson.title, lesson.goal, lesson.level, lesson.skill, lesson.theme,
                lesson.points, lesson_seconds(lesson),
            )  # fmt: skip

    def _unit_lessons(self) -> Iterator[Resource]:
        units = {unit.id: unit for unit in self._tables.units} if self._boards else {}
        for resource_id, lesson in self._boards.items():
            unit = units.get(lesson.unit or "")
            if unit is None:
                continue
            yield Resource(
                resource_id, "video", "unit_lesson", unit.title, lesson.goal, unit.level, "speaking", lesson.theme, (),
                slides_seconds(board_slides(lesson), unit.level),
            )  # fmt: skip

    def _point_lessons(self) -> Iterator[Resource]:
        for resource_id, lesson in self._boards.items():
            if lesson.point is None:
                continue
            point = self._tables.points.grammar_by_id[lesson.point]
            yield Resource(
                resource_id, "video", "point_lesson", self._tables.points.short_name(point.id), lesson.goal, point.level,
                point_skill(point), lesson.theme, (point.id,), slides_seconds(board_slides(lesson), point.level),
            )  # fmt: skip

    def _heard(self) -> Iterator[Resource]:
        for resource_id, text in self._texts.items():
            heard = isinstance(text, Dialogue)
            slides = dialogue_slides(text) if isinstance(text, Dialogue) else passage_slides(text)
            title = (
                dialogue_title(text) if isinstance(text, Dialogue) else Bilingual(zh=text.title_zh, en=text.title_en)
            )
            yield Resource(
                resource_id, "audio", "dialogue", title, HEARD_GOAL if heard else READ_GOAL, text.level,
                "listening" if heard else "reading", text.theme, tuple(text.points), slides_seconds(slides, text.level),
            )  # fmt: skip


@lru_cache(TABLE_SETS_KEPT)
def resources_of(tables: Tables) -> ResourceCatalogue:
    """The catalogue of tables: one for all who plan with them."""
    return ResourceCatalogue(tables)


HEARD_GOAL = Bilingual(zh="不看文字，能听懂谁在说什么。", en="You can follow who says what without the text.")
READ_GOAL = Bilingual(
    zh="听一遍、读一遍，能说出主要内容。", en="You can hear and read it once and say what it is about."
)


def point_resource_id(point: GrammarPoint) -> str:
    """An id that can stand in an address: level and number of the point, as in 【七—九044】.

    >>> point_resource_id(GrammarPoint.model_construct(id="【七—九044】", level=7))
    'point_7-044'
    """
    number = re.search(r"[0-9]+", point.id)
    assert number is not None
    return f"point_{point.level}-{number[0]}"


def unit_resource_id(unit_id: str) -> str:
    """The lesson of a unit.

    >>> unit_resource_id("u1-03")
    'unit_1-03'
    """
    return f"unit_{unit_id.removeprefix('u')}"


def point_skill(point: GrammarPoint) -> Skill:
    """Which skill the lesson of a point counts as, by the point's category."""
    head = point.category[0]
    return "writing" if head in WRITTEN else "reading" if head in READ else "speaking"


def dialogue_title(dialogue: Dialogue) -> Bilingual:
    """How it begins, for the settings of dialogues are much alike."""
    line = dialogue_lines(dialogue)[0]
    zh = re.split("(?<=[。？！])", line.zh)[0].rstrip("。")
    en = re.split(r"(?<=[.?!]) ", line.en or dialogue.setting_en)[0].rstrip(".")
    return Bilingual(zh=zh if len(zh) <= LONGEST_TITLE else f"{zh[: LONGEST_TITLE - 1]}…", en=en)
