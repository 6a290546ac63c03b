"""Everything a plan can recommend that is not an item of the bank: lessons written, lessons composed, things to hear."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from functools import cached_property
from types import MappingProxyType

from core.plan.lessons.composed import dialogue_lines, dialogue_slides, passage_slides, point_slides
from core.tables import Tables
from core.tables.content.lessons import Lesson, MediaKind, Slide, lesson_seconds, slides_seconds
from core.tables.content.texts import Dialogue, Passage, Sentence, Theme
from core.tables.points import GrammarPoint
from core.tables.resources import Resource, ResourceKind
from core.wire import Bilingual, Skill

__all__ = ["Resource", "ResourceCatalogue", "ResourceKind"]

SENTENCES_A_POINT = 6
LONGEST_TITLE = 18
"""Characters of a dialogue's first line that stand for its title."""
WRITTEN, READ = ("句子的类型", "句群"), ("短语", "固定格式", "语素")
"""Categories of points whose lesson counts as writing and as reading. The lessons of all others count as speaking: each has two
slides to be said."""


class ResourceCatalogue:
    """All resources, found on first use, in a fixed order: written lessons, lessons of points, dialogues and passages."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    @cached_property
    def all(self) -> tuple[Resource, ...]:
        """Every resource."""
        return (*self._lessons(), *self._point_lessons(), *self._heard())

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
        if resource_id in self._points:
            return self._composed(self._points[resource_id])
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
    def _points(self) -> dict[str, GrammarPoint]:
        """Points with all the sentences that a lesson is composed of."""
        return {
            point_resource_id(point): point
            for point in self._tables.points.grammar
            if len(self._sentences.get(point.id, ())) == SENTENCES_A_POINT
        }

    @cached_property
    def _texts(self) -> dict[str, Dialogue | Passage]:
        content = self._tables.content
        texts: list[Dialogue | Passage] = [*content.dialogues, *content.passages]
        return {f"audio_{text.id}": text for text in texts}

    @cached_property
    def _sentences(self) -> dict[str, list[Sentence]]:
        """Six sentences of each point, easiest and shortest first, those that are its examples last."""
        by_point: dict[str, list[Sentence]] = defaultdict(list)
        shown = {example.zh for page in self._tables.point_pages.values() for example in page.examples}
        for sentence in self._tables.content.sentences:
            if sentence.point and sentence.cloze:
                by_point[sentence.point].append(sentence)
        return {
            point: sorted(rows, key=lambda row: (row.text in shown, row.level, len(row.text), row.id))[
                :SENTENCES_A_POINT
            ]
            for point, rows in by_point.items()
        }

    def _lessons(self) -> Iterator[Resource]:
        for resource_id, lesson in self._written.items():
            yield Resource(
                resource_id, lesson.kind, "lesson", lesson.title, lesson.goal, lesson.level, lesson.skill, lesson.theme,
                lesson.points, lesson_seconds(lesson),
            )  # fmt: skip

    def _point_lessons(self) -> Iterator[Resource]:
        for resource_id, point in self._points.items():
            row = self._tables.points.by_id[point.id]
            goal = Bilingual(
                zh="听得懂、认得出、用得上这个语法点。", en="You can follow, recognise and use this point."
            )
            yield Resource(
                resource_id, "video", "point_lesson", self._tables.points.short_name(row.id), goal, point.level,
                point_skill(point), self._theme(point), (point.id,), slides_seconds(self._composed(point), point.level),
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

    def _composed(self, point: GrammarPoint) -> tuple[Slide, ...]:
        return point_slides(point, self._tables.point_pages[point.id], self._sentences[point.id], self._theme(point))

    def _theme(self, point: GrammarPoint) -> Theme:
        """The theme that most of the point's sentences have."""
        return Counter(sentence.theme for sentence in self._sentences[point.id]).most_common(1)[0][0]


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
