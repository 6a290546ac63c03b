"""The desk of the map: choices, the map, beside it what comes next or the details of a point, and the table. A click reruns this fragment alone."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import streamlit as st

from core.knowledge.wire import KnowledgeMap, KnowledgePointState
from core.tables.points import KnowledgePoint, Points
from pages.parts.atlas.components import atlas, point_search
from pages.parts.atlas.search import search_data
from pages.parts.atlas.sheet import ShownPoint, all_levels_data, level_data
from pages.parts.components import asset
from pages.parts.dates import month_name
from pages.parts.i18n import _
from pages.parts.map.choice import (
    ALL,
    LEVEL_KEY,
    LEVELS,
    choose,
    chosen_point,
    draw_filter,
    draw_level,
    flight,
    states_by_id,
    statuses_of,
)  # fmt: skip
from pages.parts.map.detail import draw_detail
from pages.parts.map.list import draw_file, draw_list
from pages.parts.map.next import draw_next
from pages.parts.map.words import draw_legend, estimate_text, right_text, status_names
from pages.parts.visitor import Visitor

SEARCH_KEY, MAP_KEY = "map_search", "map_sheet"


@st.fragment
def map_desk(who: Visitor, view: KnowledgeMap, current_level: int) -> None:
    """Choices, map, next points or details, and table of the points of one student."""
    table = who.core.tables.points
    st.html(f"<style>{asset('map/map.css')}</style>")
    level_column, search_column, filter_column = st.columns([5, 4, 2], vertical_alignment="center")
    with level_column:
        level = draw_level(current_level, table.by_id)
    with filter_column:
        point_filter, month = draw_filter(who)
    shown = shown_points(view, statuses_of(who, view, month), table, past=month is not None)
    level_points = [point for point in shown if level in (ALL, point.row.level)]
    matches = [point for point in level_points if point_filter.fits(point.row, point.status, ready=point.ready)]
    if month is not None:
        st.info(
            _("Statuses as they were at the end of {month}; the details are today's.").format(month=month_name(month))
        )
    matching_ids = {point.row.id for point in matches}
    faded = {point.row.id for point in level_points if point.row.id not in matching_ids}
    _map_and_side(who, view, _map_data(who, level_points, level, faded), level)
    _draw_table(who, view, matches, past=month is not None)
    with search_column:  # last: in a new process the pinyin of all names takes seconds, for which the map does not wait
        point_search()(data=search_data(who), key=SEARCH_KEY, on_point_change=lambda: _open_searched(table.by_id))


@st.fragment
def _map_and_side(who: Visitor, view: KnowledgeMap, data: dict[str, Any], level: int) -> None:
    """The map, beside it the details of the chosen point or what comes next. A click on the map reruns nothing else."""
    rows = who.core.tables.points.by_id
    if st.session_state[LEVEL_KEY] != level:
        st.rerun()  # a point of another level was chosen in the list or in the details
    count, target = flight()
    with st.container(key="map_body"):
        map_column, side_column = st.columns([7, 4], gap="medium")
    with side_column:  # first: it is what a click asks for, and the map has not changed
        point_id = chosen_point(rows)
        if point_id is None:
            draw_next(view, rows, own=who.account.role == "student")
        else:
            draw_detail(who, view.student_id, point_id, rows)
    with map_column, st.container(key="map_atlas"):
        atlas()(
            data={**data, "chosen": target, "flight": count},
            key=MAP_KEY,
            on_point_change=lambda: _open_clicked(rows),
            on_level_change=_open_level,
        )
        draw_legend(view)


def shown_points(view: KnowledgeMap, statuses: Mapping[str, str], table: Points, *, past: bool) -> list[ShownPoint]:
    """All points of the map with their status today or in the past month chosen; which are ready is known for today only."""
    names = status_names()
    return [
        ShownPoint(
            table.by_id[state.point_id],
            statuses[state.point_id],
            state.ready and not past,
            names[statuses[state.point_id]] if past else _told(state, names),
        )
        for state in view.knowledge_points
        if state.point_id in table.by_id
    ]


def _told(state: KnowledgePointState, names: Mapping[str, str]) -> str:
    text = f"{names[state.shown]} · {right_text(state)}"
    if state.total_attempts:
        text += f" · {estimate_text(state)}"
    return f"{text} · {_('Ready to learn')}" if state.ready else text


def _map_data(who: Visitor, level_points: Sequence[ShownPoint], level: int, faded: Collection[str]) -> dict[str, Any]:
    if level == ALL:
        return all_levels_data(level_points, faded=faded)
    sheets = who.core.knowledge.sheets(level)
    return level_data(level_points, who.core.tables.points, sheets, level=level, faded=faded)


def _open_clicked(rows: Mapping[str, KnowledgePoint]) -> None:
    if (row := rows.get(str(st.session_state[MAP_KEY]["point"]))) is not None:
        choose(row, from_map=True)


def _open_level() -> None:
    if (level := st.session_state[MAP_KEY]["level"]) in LEVELS:
        st.session_state[LEVEL_KEY] = level


def _open_searched(rows: Mapping[str, KnowledgePoint]) -> None:
    if (row := rows.get(str(st.session_state[SEARCH_KEY]["point"]))) is not None:
        choose(row)


def _draw_table(who: Visitor, view: KnowledgeMap, matches: Sequence[ShownPoint], *, past: bool) -> None:
    """The same points as a table, folded away under the map."""
    with st.expander(_("The same as a table"), icon=":material/table_rows:", key="map_list"):
        # Each choice of points has a table of its own, so that a row number is never read as a row of the table before.
        key = f"map_table_{past}_{hash(tuple(point.row.id for point in matches))}"
        draw_list(matches, states_by_id(view), who.core.tables.points, past=past, key=key)
        draw_file(who, view)
