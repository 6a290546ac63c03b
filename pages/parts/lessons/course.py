"""The lessons of a level as a course: unit by unit or point by point, with what was played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

import streamlit as st

from core.tables.resources import Resource
from core.wire import Bilingual
from pages.parts.addresses import page_named
from pages.parts.i18n import _, language, ngettext
from pages.parts.lessons.words import KIND_ICONS, CourseView, title_text
from pages.parts.level import draw_level_choice
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor

LEVEL = "lessons_level"
DONE_ICON = ":material/check_circle:"


@dataclass(frozen=True)
class Chapter:
    """Some lessons under one heading."""

    key: str
    title: str
    goal: str
    resources: Sequence[Resource]

    def done(self, played: Mapping[str, date]) -> int:
        """How many were played to their end."""
        return sum(resource.resource_id in played for resource in self.resources)


def draw_course(who: Visitor, view: CourseView) -> None:
    """Draw the chapters of a level; the first that is not done stands open. A teacher sees them without what was played."""
    level = draw_level_choice(who, LEVEL)
    played = who.core.plan.played(who.student_id, who.caller) if who.account.role == "student" else None
    chapters = _units(who, level) if view == "units" else _points(who, level)
    lessons = [resource for chapter in chapters for resource in chapter.resources]
    if played is not None:
        done = sum(chapter.done(played) for chapter in chapters)
        st.progress(
            done / len(lessons),
            text=_("{done} of {count} lessons of this level played").format(done=done, count=len(lessons)),
        )
    begun = next((chapter.key for chapter in chapters if chapter.done(played or {}) < len(chapter.resources)), None)
    for chapter in chapters:
        _draw_chapter(chapter, played, is_open=chapter.key == begun)


def _draw_chapter(chapter: Chapter, played: Mapping[str, date] | None, *, is_open: bool) -> None:
    """A chapter with its count, and how much of it was played; `played` None: of nobody."""
    count, done = len(chapter.resources), chapter.done(played or {})
    counted = ngettext("{count} lesson", "{count} lessons", count) if played is None else f"{done} / {count}"
    shown = st.expander(
        f"**{escaped(chapter.title)}** · {counted}",
        expanded=is_open,
        icon=DONE_ICON if done == count else None,
        key=f"lessons_chapter_{chapter.key}",
        on_change="rerun",
    )
    if not shown.open:
        return
    with shown:
        if chapter.goal:
            st.caption(escaped(chapter.goal))
        for resource in chapter.resources:
            _draw_row(resource, (played or {}).get(resource.resource_id))


def _draw_row(resource: Resource, played: date | None) -> None:
    # The name of a point has its Chinese in it in either language. It stands last: a long title is cut at its end on a narrow screen.
    title = resource.title.get(language()) if resource.kind == "point_lesson" else title_text(resource)
    facts = [_("{minutes} min").format(minutes=f"{resource.minutes:g}")]
    if played is not None:
        facts.append(_("played on {day}").format(day=played.isoformat()))
    st.page_link(
        page_named("lesson"),
        label=" · ".join((*facts, escaped(title))),
        icon=KIND_ICONS[resource.kind] if played is None else DONE_ICON,
        query_params={"resource": resource.resource_id},
    )


def _units(who: Visitor, level: int) -> list[Chapter]:
    """A chapter for each unit: its own lesson, its dialogue, the lessons of its points."""
    resources = who.core.plan.resources
    lesson_of = {resource.points[0]: resource for resource in resources.of(level) if resource.kind == "point_lesson"}
    units = [unit for unit in who.core.tables.units if unit.level == level]
    return [
        Chapter(
            unit.id,
            f"{place} {title_text(resources.by_id[unit.lesson])}",
            _goal(unit.goal),
            [
                resources.by_id[unit.lesson],
                *(lesson_of[point] for point in unit.points),
                resources.by_id[unit.dialogue],
            ],
        )
        for place, unit in enumerate(units, start=1)
    ]


def _goal(goal: Bilingual) -> str:
    return f"{goal.zh}。" if language() == "zh" else _("You can {goal}.").format(goal=goal.en)


def _points(who: Visitor, level: int) -> list[Chapter]:
    """A chapter for each category of the standard."""
    table = who.core.tables.points
    chapters: dict[tuple[str, ...], list[Resource]] = {}
    for resource in who.core.plan.resources.of(level):
        if resource.kind == "point_lesson":
            chapters.setdefault(tuple(table.grammar_by_id[resource.points[0]].category), []).append(resource)
    return [
        Chapter(f"c{place}", table.category_text(category, language()), "", lessons)
        for place, (category, lessons) in enumerate(chapters.items(), start=1)
    ]
