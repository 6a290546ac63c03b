"""What the map shows: level, month, search and filters; which point is chosen (its id stands in the address)."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import streamlit as st

from core.knowledge.wire import KnowledgeMap, KnowledgePointState
from core.tables.points import KnowledgePoint, Points
from pages.parts.dates import month_name, months_back
from pages.parts.i18n import _, language
from pages.parts.map.words import GLYPHS, READY_GLYPH, STATUSES, level_short, status_names
from pages.parts.points.list import IGNORED_MARKS
from pages.parts.visitor import Visitor

ALL = 0
"""Stands for all levels, where a level is expected."""
LEVELS = (1, 2, 3, 4, 5, 6, 7, ALL)
READY = "ready"
MONTHS = 12
LEVEL_KEY, MONTH_KEY, SEARCH_KEY = "map_level", "map_month", "map_search"
CENTRE, LAST_CLICKED = "map_centre", "map_clicked"
"""Session state: the point that the graph is centred on; the last one clicked in the graph."""


@dataclass(frozen=True)
class Filter:
    """The words that are searched for, and the statuses and the category to show; empty and None let every point through."""

    words: tuple[str, ...]
    statuses: frozenset[str]
    category: str | None

    def fits(self, row: KnowledgePoint, status: str, *, ready: bool) -> bool:
        """Whether a point passes; the others step back."""
        status_fits = not self.statuses or status in self.statuses or (ready and READY in self.statuses)
        return (
            status_fits
            and self.category in (None, row.group)
            and all(word in searchable_text(row) for word in self.words)
        )


def searchable_text(row: KnowledgePoint) -> str:
    """The text in which a search looks."""
    return f"{row.id} {row.short.zh} {row.short.en} {row.name} {row.name_en} {row.category}".translate(
        IGNORED_MARKS
    ).lower()


def search_words(search: str) -> tuple[str, ...]:
    """The words of a search, normalised for comparison.

    >>> search_words(" “把”  ＡＢ ")
    ('把', 'ab')
    """
    return tuple(unicodedata.normalize("NFKC", search).translate(IGNORED_MARKS).lower().split())


def chosen_point(rows: Mapping[str, KnowledgePoint]) -> str | None:
    """The point in the address."""
    chosen = st.query_params.get("point", "")
    return chosen if chosen in rows else None


def choose(row: KnowledgePoint, *, from_graph: bool = False) -> None:
    """Show the details of a point. Unless it was clicked in the graph, the graph is centred on it, on another level if need be."""
    st.query_params["point"] = row.id
    if from_graph:
        st.session_state[LAST_CLICKED] = row.id
        return
    st.session_state[CENTRE] = row.id
    if st.session_state.get(LEVEL_KEY) not in (ALL, row.level):
        st.session_state[LEVEL_KEY] = row.level


def _draw_level(current: int, rows: Mapping[str, KnowledgePoint]) -> int:
    """The level to show; at first that of the point in the address, otherwise the student's own."""
    if LEVEL_KEY not in st.session_state:
        linked_id = chosen_point(rows)
        st.session_state[LEVEL_KEY] = rows[linked_id].level if linked_id else current
    chosen = st.segmented_control(
        _("Level"), LEVELS, format_func=_level_text, key=LEVEL_KEY, on_change=_forget_centre, required=True
    )
    return int(chosen if chosen is not None else current)


def _level_text(level: int) -> str:
    return _("All") if level == ALL else level_short(level)


def _forget_centre() -> None:
    st.session_state.pop(CENTRE, None)


def draw_choices(current: int, table: Points) -> tuple[int, Filter]:
    """The choices in one line: level, search box, and behind a button status and category."""
    level_column, search_column, filter_column = st.columns([5, 4, 2], vertical_alignment="bottom")
    with level_column:
        level = _draw_level(current, table.by_id)
    return level, _draw_filter(search_column, filter_column, table)


def _draw_filter(search_column: Any, filter_column: Any, table: Points) -> Filter:
    search_text = search_column.text_input(
        _("Search"), placeholder=_("A word, a point's number or part of its title"), key=SEARCH_KEY
    )
    names = {status: f"{GLYPHS[status]} {name}" for status, name in status_names().items()}
    names[READY] = f"{READY_GLYPH} {_('Ready to learn')}"
    with filter_column.popover(_("Filter"), icon=":material/filter_list:", width="stretch"):
        statuses = st.pills(
            _("Status"), (*STATUSES, READY), selection_mode="multi", format_func=names.__getitem__, key="map_statuses"
        )
        category = st.selectbox(
            _("Category"),
            list(dict.fromkeys(row.group for row in table.rows)),
            index=None,
            format_func=lambda group: table.category_text([group], language()),
            placeholder=_("All categories"),
            key="map_category",
        )
    return Filter(search_words(search_text), frozenset(statuses), category)


def draw_month(who: Visitor) -> str | None:
    """A past month `YYYY-MM`, or None for the map of today."""
    months = months_back(who.core.clock.now(), MONTHS)[::-1]
    chosen = st.select_slider(
        _("As it stood at the end of"),
        months,
        value=months[-1],
        format_func=lambda month: _("today") if month == months[-1] else month_name(month),
        key=MONTH_KEY,
    )
    return None if chosen == months[-1] else chosen


def statuses_of(who: Visitor, view: KnowledgeMap, month: str | None) -> dict[str, str]:
    """The status of every point today, or at the end of a past month."""
    if month is None:
        return {state.point_id: state.shown for state in view.knowledge_points}
    cached = st.session_state.get("map_history")
    stamp = (view.student_id, view.updated_at)
    if cached is None or cached[0] != stamp:
        history = who.core.knowledge.history(view.student_id, who.caller, months=MONTHS)
        cached = (stamp, {state.month: dict(state.statuses) for state in history})
        st.session_state["map_history"] = cached
    past = cached[1].get(month, {})
    return {state.point_id: past.get(state.point_id, "not_started") for state in view.knowledge_points}


def states_by_id(view: KnowledgeMap) -> dict[str, KnowledgePointState]:
    """The states by point."""
    return {state.point_id: state for state in view.knowledge_points}
