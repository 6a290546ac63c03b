"""The catalogue of lessons: filters, and a card for each lesson with a button that opens it."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import streamlit as st

from core.api.assignments import LessonWork
from core.tables.content.themes import ThemeRow
from core.tables.points import KnowledgePoint
from core.tables.resources import Resource, ResourceKind
from core.wire import SKILLS, Skill
from pages.parts.addresses import page_named
from pages.parts.assignments.gift import Gift, draw_give_button
from pages.parts.i18n import _, language, ngettext
from pages.parts.lessons.words import KIND_ICONS, KINDS, facts_text, kind_names, title_text
from pages.parts.map.words import level_short
from pages.parts.names import skill_names
from pages.parts.shown_text import escaped

CARDS_AT_ONCE = 12
SHOWN_CARDS = "lessons_shown"


@dataclass(frozen=True)
class LessonFilter:
    """What is searched for; an empty field lets every lesson through."""

    search: str
    levels: Sequence[int]
    skills: Sequence[Skill]
    kinds: Sequence[ResourceKind]
    theme: str | None

    def fits(self, resource: Resource) -> bool:
        """Whether a resource passes; every word of the search must stand in its id, title, goal or points."""
        return (
            (not self.levels or resource.level in self.levels)
            and (not self.skills or resource.skill in self.skills)
            and (not self.kinds or resource.kind in self.kinds)
            and self.theme in (None, resource.theme)
            and all(word in searchable_text(resource) for word in normalised(self.search).split())
        )


def normalised(text: str) -> str:
    """The text in lower case, with full-width characters as half-width ones (NFKC)."""
    return unicodedata.normalize("NFKC", text).lower()


def searchable_text(resource: Resource) -> str:
    """The text in which a search looks: id, titles, goals and points of a resource."""
    titles = (resource.title.zh, resource.title.en, resource.goal.zh, resource.goal.en)
    return normalised(" ".join((resource.resource_id, *titles, *resource.points)))


def draw_lesson_filters(themes: Sequence[ThemeRow]) -> LessonFilter:
    """The fields of the filter: search, level, skill, kind, theme. After a change the list begins with its first cards."""
    search = st.text_input(
        _("Search"),
        placeholder=_("A word of the title, or a point's number"),
        key="lessons_search",
        on_change=_show_first_cards,
    )
    levels = st.pills(
        _("Level"), list(range(1, 8)), selection_mode="multi", format_func=level_short, key="lessons_levels", on_change=_show_first_cards
    )  # fmt: skip
    skills = st.pills(
        _("Skill"), SKILLS, selection_mode="multi", format_func=skill_names().__getitem__, key="lessons_skills", on_change=_show_first_cards
    )  # fmt: skip
    left, right = st.columns(2)
    offered = [kind for kind in KINDS if kind != "link"]
    kind = left.selectbox(
        _("Kind of lesson"), offered, index=None, format_func=kind_names().__getitem__, placeholder=_("All kinds of lessons"), key="lessons_kind", on_change=_show_first_cards
    )  # fmt: skip
    names = {row.id: row.name.get(language()) for row in themes}
    theme = right.selectbox(
        _("Theme"), list(names), index=None, format_func=lambda key: names[key], placeholder=_("All themes"), key="lessons_theme", on_change=_show_first_cards
    )  # fmt: skip
    return LessonFilter(search, list(levels), list(skills), [kind] if kind else [], theme)


def _show_first_cards() -> None:
    st.session_state[SHOWN_CARDS] = CARDS_AT_ONCE


def draw_lessons(resources: Sequence[Resource], points: Mapping[str, KnowledgePoint], *, gives: bool = False) -> None:
    """One card for each resource, a dozen at first. `gives`: with a button that gives it to students."""
    st.caption(ngettext("{count} lesson", "{count} lessons", len(resources)))
    if not resources:
        st.info(_("No lessons match. Remove a filter or search for another word."), icon=":material/search_off:")
        return
    shown = st.session_state.setdefault(SHOWN_CARDS, CARDS_AT_ONCE)
    for resource in resources[:shown]:
        _draw_card(resource, points, gives=gives)
    if len(resources) > shown and st.button(_("Show more"), icon=":material/expand_more:", key="lessons_more"):
        st.session_state[SHOWN_CARDS] = shown + CARDS_AT_ONCE
        st.rerun()


def _draw_card(resource: Resource, points: Mapping[str, KnowledgePoint], *, gives: bool) -> None:
    with st.container(border=True):
        text_column, button_column = st.columns([4, 1], vertical_alignment="center")
        title = escaped(title_text(resource))
        text_column.markdown(f"{KIND_ICONS[resource.kind]} **{title}**  \n{escaped(resource.goal.get(language()))}")
        text_column.caption(" · ".join((facts_text(resource), *_point_texts(resource, points))))
        if button_column.button(
            _("Open"), key=f"open_{resource.resource_id}", width="stretch", icon=":material/play_arrow:"
        ):
            st.switch_page(page_named("lesson"), query_params={"resource": resource.resource_id})
        if gives:
            with button_column:
                draw_give_button(lesson_gift(resource), f"lesson_give_{resource.resource_id}", width="stretch")


def lesson_gift(resource: Resource) -> Gift:
    """The lesson as it is given to students."""
    return Gift(
        title=title_text(resource),
        work=LessonWork(lesson_id=resource.resource_id),
        preview=f"{resource.title.zh}\n{resource.goal.zh}",
    )


def _point_texts(resource: Resource, points: Mapping[str, KnowledgePoint]) -> list[str]:
    """The points of a resource with their names; for the lesson on one point its number alone, for the title has its name."""
    if resource.kind == "point_lesson":
        return [escaped(point) for point in resource.points]
    rows = [points[point] for point in resource.points if point in points]
    return [escaped(f"{row.id} {row.short.get(language())}") for row in rows]
