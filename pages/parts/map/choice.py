"""What the map shows: level, month and filters; which point is chosen (its id stands in the address)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import streamlit as st

from core.knowledge.wire import KnowledgeMap, KnowledgePointState
from core.tables.points import KnowledgePoint
from pages.parts.dates import month_name, months_back
from pages.parts.i18n import _, language
from pages.parts.map.words import GLYPHS, READY_GLYPH, STATUSES, level_short, status_names
from pages.parts.visitor import Visitor

ALL = 0
"""Stands for all levels, where a level is expected."""
LEVELS = (1, 2, 3, 4, 5, 6, 7, ALL)
READY = "ready"
MONTHS = 12
LEVEL_KEY, MONTH_KEY = "map_level", "map_month"
FLIGHT = "map_flight"
"""Session state: how often something other than the map itself has chosen a point, and which: the map flies there. What is clicked on the
map is not in it, so that a click sends the map nothing anew."""


@dataclass(frozen=True)
class Filter:
    """The statuses and the category to show; empty and None let every point through."""

    statuses: frozenset[str]
    category: str | None

    def fits(self, row: KnowledgePoint, status: str, *, ready: bool) -> bool:
        """Whether a point passes; the others step back."""
        status_fits = not self.statuses or status in self.statuses or (ready and READY in self.statuses)
        return status_fits and self.category in (None, row.group)


def chosen_point(rows: Mapping[str, KnowledgePoint]) -> str | None:
    """The point in the address."""
    chosen = st.query_params.get("point", "")
    return chosen if chosen in rows else None


def choose(row: KnowledgePoint, *, from_map: bool = False) -> None:
    """Show the details of a point. Unless it was clicked on the map, the map flies to it, on another level if need be."""
    st.query_params["point"] = row.id
    if from_map:
        return
    st.session_state[FLIGHT] = (flight()[0] + 1, row.id)
    st.session_state[LEVEL_KEY] = row.level


def leave_point() -> None:
    """Choose no point any more."""
    st.query_params.pop("point", None)
    st.session_state[FLIGHT] = (flight()[0] + 1, None)


def flight() -> tuple[int, str | None]:
    """How often the map was to fly, and where to; at first to the point in the address."""
    flown: tuple[int, str | None] = st.session_state.setdefault(FLIGHT, (0, st.query_params.get("point")))
    return flown


def _keep_chosen() -> None:
    """Another level is drawn with the point chosen last, wherever it was clicked."""
    st.session_state[FLIGHT] = (flight()[0], st.query_params.get("point"))


def draw_level(current: int, rows: Mapping[str, KnowledgePoint]) -> int:
    """The level to show; at first that of the point in the address, otherwise the student's own."""
    if LEVEL_KEY not in st.session_state:
        linked_id = chosen_point(rows)
        st.session_state[LEVEL_KEY] = rows[linked_id].level if linked_id else current
    chosen = st.segmented_control(
        _("Level"),
        LEVELS,
        format_func=_level_text,
        key=LEVEL_KEY,
        required=True,
        label_visibility="collapsed",
        on_change=_keep_chosen,
    )
    return int(chosen if chosen is not None else current)


def _level_text(level: int) -> str:
    return _("All") if level == ALL else level_short(level)


def draw_filter(who: Visitor) -> tuple[Filter, str | None]:
    """Behind a button the statuses, the category and the month to show. Returns the filter and the month, None for today."""
    table = who.core.tables.points
    names = {status: f"{GLYPHS[status]} {name}" for status, name in status_names().items()}
    names[READY] = f"{READY_GLYPH} {_('Ready to learn')}"
    with st.popover(_("Filter"), icon=":material/filter_list:", width="stretch"):
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
        month = _draw_month(who)
    return Filter(frozenset(statuses), category), month


def _draw_month(who: Visitor) -> str | None:
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
