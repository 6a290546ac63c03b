"""The catalogue of lessons: filters, cards, a way into each."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import streamlit as st

from core.tables.content.themes import ThemeRow
from core.tables.points import KnowledgePoint
from core.tables.resources import Resource, ResourceKind
from core.wire import SKILLS, Skill
from pages.parts.addresses import page_named
from pages.parts.i18n import _, language, ngettext
from pages.parts.lessons.words import KIND_ICONS, KINDS, kind_names, said_short, title_said
from pages.parts.map.words import level_short, shortened
from pages.parts.names import skill_names
from pages.parts.shown_text import escaped

CARDS_AT_ONCE = 12
SHOWN = "lessons_shown"
LONGEST_POINT = 24


@dataclass(frozen=True)
class Wanted:
    """What is looked for; empty means any."""

    search: str
    levels: Sequence[int]
    skills: Sequence[Skill]
    kinds: Sequence[ResourceKind]
    theme: str | None

    def fits(self, resource: Resource) -> bool:
        """Whether a resource is among it; every word of the search must stand in title, goal or points."""
        return (
            (not self.levels or resource.level in self.levels)
            and (not self.skills or resource.skill in self.skills)
            and (not self.kinds or resource.kind in self.kinds)
            and self.theme in (None, resource.theme)
            and all(word in searched(resource) for word in normal(self.search).split())
        )


def normal(text: str) -> str:
    """Lower case, full-width and half-width the same."""
    return unicodedata.normalize("NFKC", text).lower()


def searched(resource: Resource) -> str:
    """All words under which a resource is found."""
    titles = (resource.title.zh, resource.title.en, resource.goal.zh, resource.goal.en)
    return normal(" ".join((resource.resource_id, *titles, *resource.points)))


def draw_lesson_filters(themes: Sequence[ThemeRow]) -> Wanted:
    """Search, level, skill, kind, theme. A change begins the list anew."""
    search = st.text_input(
        _("Search"),
        placeholder=_("A word of the title, or a point's number"),
        key="lessons_search",
        on_change=_from_the_top,
    )
    levels = st.pills(
        _("Level"), list(range(1, 8)), selection_mode="multi", format_func=level_short, key="lessons_levels", on_change=_from_the_top
    )  # fmt: skip
    skills = st.pills(
        _("Skill"), SKILLS, selection_mode="multi", format_func=skill_names().__getitem__, key="lessons_skills", on_change=_from_the_top
    )  # fmt: skip
    left, right = st.columns(2)
    offered = [kind for kind in KINDS if kind != "link"]
    kind = left.selectbox(
        _("Kind of lesson"), offered, index=None, format_func=kind_names().__getitem__, placeholder=_("All kinds of lessons"), key="lessons_kind", on_change=_from_the_top
    )  # fmt: skip
    names = {row.id: row.name.get(language()) for row in themes}
    theme = right.selectbox(
        _("Theme"), list(names), index=None, format_func=lambda key: names[key], placeholder=_("All themes"), key="lessons_theme", on_change=_from_the_top
    )  # fmt: skip
    return Wanted(search, list(levels), list(skills), [kind] if kind else [], theme)


def _from_the_top() -> None:
    st.session_state[SHOWN] = CARDS_AT_ONCE


def draw_lessons(found: Sequence[Resource], points: Mapping[str, KnowledgePoint]) -> None:
    """One card a resource, a dozen at first."""
    st.caption(ngettext("{count} lesson", "{count} lessons", len(found)))
    if not found:
        st.info(_("No lesson fits. Take away a filter or search for another word."), icon=":material/search_off:")
        return
    shown = st.session_state.setdefault(SHOWN, CARDS_AT_ONCE)
    for resource in found[:shown]:
        _draw_card(resource, points)
    if len(found) > shown and st.button(_("Show more"), icon=":material/expand_more:", key="lessons_more"):
        st.session_state[SHOWN] = shown + CARDS_AT_ONCE
        st.rerun()


def _draw_card(resource: Resource, points: Mapping[str, KnowledgePoint]) -> None:
    with st.container(border=True):
        text, button = st.columns([4, 1], vertical_alignment="center")
        title = escaped(title_said(resource))
        text.markdown(f"{KIND_ICONS[resource.kind]} **{title}**  \n{escaped(resource.goal.get(language()))}")
        text.caption(" · ".join((said_short(resource), *_points_said(resource, points))))
        if button.button(_("Open"), key=f"open_{resource.resource_id}", width="stretch", icon=":material/play_arrow:"):
            st.switch_page(page_named("lesson"), query_params={"resource": resource.resource_id})


def _points_said(resource: Resource, points: Mapping[str, KnowledgePoint]) -> list[str]:
    """The points of a resource; the title of a point's own lesson says its point already."""
    if resource.kind == "point_lesson":
        return [escaped(point) for point in resource.points]
    named = [points[point] for point in resource.points if point in points]
    return [escaped(f"{row.id} {shortened(row.name_in(language()), LONGEST_POINT)}") for row in named]
