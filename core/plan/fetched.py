"""What a plan names, fetched by its id: a sentence to read aloud, an essay title, a lesson, a teacher's link."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from pydantic import Field

from core.plan.assignments.progress import resource_id_of
from core.plan.assignments.wire import AloudBody, EssayBody, LinkBody, TextBody
from core.plan.day.reasons import level_label
from core.plan.day.timetable import length_of
from core.plan.ids import ESSAY
from core.plan.lessons.links import link_resource
from core.records.plan import Assignment, ResourceType
from core.tables.content.lessons import EssayTitle, Slide, SlideActivity
from core.tables.content.texts import Sentence
from core.tables.resources import Resource, ResourceKind
from core.wire import (
    BANDS,
    STANDARD,
    BandLevel,
    Bilingual,
    Closed,
    Identifier,
    Language,
    Skill,
    is_none,
)  # fmt: skip


class QuestionPath(Closed):
    question_id: Identifier


class ResourcePath(Closed):
    resource_id: Identifier


class PlannedText(Closed):
    """A sentence to read aloud, the title of an essay to write, or a text that a teacher gave to read."""

    id: str
    kind: Literal["say", "essay", "text"] = Field(
        description="say: a sentence to read aloud, or what a teacher gave to read aloud, one text a line; "
        "essay: a title to write about; text: a text to read, given by a teacher"
    )
    level: BandLevel
    text: str
    skill_type: Skill
    # extras
    standard: str = Field(default=STANDARD, description="The standard of standard_level")
    standard_level: int = Field(ge=1, le=7, description="7 stands for the band 7-9")
    translation: str = Field(description="Of the text, in English; empty where a teacher wrote it")
    task: str | None = Field(default=None, exclude_if=is_none, description="What to write, of a title")
    characters: tuple[int, int] | None = Field(
        default=None, exclude_if=is_none, description="Least and most Chinese characters, of a title"
    )
    points: list[str] = Field(description="Grammar points in it")


class SlideLine(Closed):
    """Something that is said or read."""

    who: str = Field(description="Empty where nobody is named")
    zh: str
    en: str = Field(description="Empty where the whole is translated elsewhere")


class LessonSlide(Closed):
    """One page of a lesson; of a check the three options with the index of the right one."""

    do: SlideActivity
    lines: list[SlideLine]
    note: str | None = Field(default=None, exclude_if=is_none)
    ask: str | None = Field(default=None, exclude_if=is_none)
    options: list[str] = Field(default_factory=list)
    key: int | None = Field(default=None, exclude_if=is_none, description="Of the right option, from 0")
    why: str | None = Field(default=None, exclude_if=is_none)


class FetchedResource(Closed):
    """Something to watch or to hear, as a plan recommends it."""

    resource_id: str
    resource_type: ResourceType
    title: str
    difficulty: str = Field(description="HSK1 to HSK6, HSK7-9")
    skill_type: Skill
    duration: int = Field(description="Minutes")
    # extras
    kind: ResourceKind
    standard: str = STANDARD
    standard_level: int = Field(ge=1, le=7, description="7 stands for the band 7-9")
    goal: str = Field(description="What one can do afterwards; may be empty")
    seconds: int
    points: list[str] = Field(description="Grammar points that it is about")
    slides: list[LessonSlide] = Field(description="What the player shows, without its drawings; none of a link")
    url: str | None = Field(default=None, exclude_if=is_none, description="Of a teacher's link")


def sentence_view(task_id: str, sentence: Sentence) -> PlannedText:
    """A sentence to read aloud."""
    return PlannedText(
        id=task_id,
        kind="say",
        level=band_level(sentence.level),
        text=sentence.text,
        skill_type="speaking",
        standard_level=sentence.level,
        translation=sentence.en,
        points=[sentence.point] if sentence.point else [],
    )


def title_view(title: EssayTitle, language: Language) -> PlannedText:
    """An essay title with its task in the language of the explanations."""
    return PlannedText(
        id=f"{ESSAY}{title.id}",
        kind="essay",
        level=band_level(title.level),
        text=title.title.zh,
        skill_type="writing",
        standard_level=title.level,
        translation=title.title.en,
        task=title.task.get(language),
        characters=title.characters,
        points=list(title.points),
    )


def given_text_view(
    row: Assignment, body: EssayBody | TextBody | AloudBody, title: EssayTitle | None, language: Language
) -> PlannedText:
    """What a teacher gave to write, to read or to read aloud. `title`: that of the table which an essay is about."""
    given = PlannedText(
        id=resource_id_of(row.assignment_id),
        kind="text",
        level=band_level(body.level),
        text=row.title,
        skill_type=body.skill,
        standard_level=body.level,
        translation="",
        points=[],
    )
    if isinstance(body, TextBody):
        return given.model_copy(update={"text": body.text})
    if isinstance(body, AloudBody):
        return given.model_copy(update={"kind": "say", "text": "\n".join(text.text for text in body.texts)})
    task = Bilingual(zh=body.task_zh, en=body.task_en).get(language)
    essay = given.model_copy(update={"kind": "essay", "task": task, "characters": body.characters})
    if title is None:
        return essay
    named = {"text": title.title.zh, "translation": title.title.en, "points": list(title.points)}
    return essay.model_copy(update=named)


def given_link(row: Assignment, body: LinkBody) -> Resource:
    """The link of an assignment as it was given: it may be gone from the organisation's links since."""
    return link_resource(
        resource_id_of(row.assignment_id),
        row.title,
        level=body.level,
        skill=body.skill,
        points=body.points,
        seconds=body.seconds,
    )


def resource_view(
    resource: Resource, slides: Sequence[Slide], language: Language, *, url: str | None = None
) -> FetchedResource:
    """A lesson or something to hear with its slides, or a link with its address, in the language of the explanations."""
    return FetchedResource(
        resource_id=resource.resource_id,
        resource_type=resource.resource_type,
        title=resource.title.get(language),
        difficulty=level_label(resource.level),
        skill_type=resource.skill,
        duration=length_of(resource.minutes),
        kind=resource.kind,
        standard_level=resource.level,
        goal=resource.goal.get(language),
        seconds=resource.seconds,
        points=list(resource.points),
        slides=[_slide(slide, language) for slide in slides],
        url=url,
    )


def band_level(level: int) -> BandLevel:
    """The contract's band of a level of the standard.

    >>> band_level(3), band_level(7)
    ('beginner', 'advanced')
    """
    return next(band for band, (low, high) in BANDS.items() if low <= level <= high)


def _slide(slide: Slide, language: Language) -> LessonSlide:
    return LessonSlide(
        do=slide.do,
        lines=[SlideLine(who=line.who, zh=line.zh, en=line.en) for line in slide.lines],
        note=None if slide.note is None else slide.note.get(language),
        ask=None if slide.ask is None else slide.ask.get(language),
        options=list(slide.options),
        key=slide.key,
        why=None if slide.why is None else slide.why.get(language),
    )
