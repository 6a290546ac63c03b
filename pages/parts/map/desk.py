"""The desk of the map: choices, graph, details, list. A click reruns this fragment alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st

from core.knowledge.wire import KnowledgeMap, KnowledgePointState
from core.tables.points import KnowledgePoint, Points
from pages.parts.components import asset
from pages.parts.dates import month_name
from pages.parts.i18n import _
from pages.parts.map.choice import (
    ALL,
    CENTRE,
    LAST_CLICKED,
    Filter,
    choose,
    chosen_point,
    draw_choices,
    draw_month,
    states_by_id,
    statuses_of,
)  # fmt: skip
from pages.parts.map.detail import draw_detail
from pages.parts.map.graph import Graph, ShownPoint, alt_text, graph_of, selected_point
from pages.parts.map.list import draw_file, draw_list
from pages.parts.map.words import estimate_text, right_text, status_names, whole_points_first
from pages.parts.visitor import Visitor

GRAPH_HEIGHT_PX = 560


@st.fragment
def map_desk(who: Visitor, view: KnowledgeMap, current_level: int) -> None:
    """Choices, graph, details and list of the points of one student."""
    table = who.core.tables.points
    st.html(f"<style>{asset('map/map.css')}</style>")
    level, point_filter = draw_choices(current_level, table)
    body = st.container(key="map_body")
    with body:
        graph_column, detail_column = st.columns([3, 2], gap="medium")
        list_container = st.container(key="map_list")
    with graph_column:
        st.toggle(_("Show the graph"), key="map_show")
        graph_container = st.container(key="map_graph")
        chart_container = graph_container.container()
        with graph_container:
            month = draw_month(who)
    shown = shown_points(view, statuses_of(who, view, month), table, past=month is not None)
    level_points = [point for point in shown if level in (ALL, point.row.level)]
    matches = [
        point
        for point in (shown if point_filter.words else level_points)
        if point_filter.fits(point.row, point.status, ready=point.ready)
    ]
    with chart_container:
        _draw_graph(table, level_points, matches, level, month)
    with detail_column:
        draw_detail(who, view.student_id, chosen_point(table.by_id), table.by_id, ready_first(view, table))
    with list_container:
        _draw_table(who, view, matches, level, month, point_filter)


def shown_points(view: KnowledgeMap, statuses: Mapping[str, str], table: Points, *, past: bool) -> list[ShownPoint]:
    """All points of the map with their status today or in the past month chosen; which are ready is known for today only."""
    names = status_names()
    return [
        ShownPoint(
            table.by_id[state.point_id],
            statuses[state.point_id],
            state.ready and not past,
            names[statuses[state.point_id]] if past else _hover_text(state, names),
        )
        for state in view.knowledge_points
        if state.point_id in table.by_id
    ]


def ready_first(view: KnowledgeMap, table: Points) -> list[str]:
    """Ids of the points that can be learnt now, in the order of the path; official points before their parts."""
    ready = {state.point_id for state in view.knowledge_points if state.ready}
    return whole_points_first([point_id for point_id in view.learning_path.hsk_path if point_id in ready], table.by_id)


def _hover_text(state: KnowledgePointState, names: Mapping[str, str]) -> str:
    text = f"{names[state.shown]} · {right_text(state)}"
    if state.total_attempts:
        text += f" · {estimate_text(state)}"
    return f"{text} · {_('Ready to learn')}" if state.ready else text


def _draw_table(
    who: Visitor, view: KnowledgeMap, matches: Sequence[ShownPoint], level: int, month: str | None, point_filter: Filter
) -> None:
    if month is not None:
        st.info(
            _("Statuses as they were at the end of {month}; the details are today's.").format(month=month_name(month))
        )
    # Each choice has a table of its own, so that a row number is never read as a row of the table before.
    key = f"map_table_{level}_{month}_{'_'.join(point_filter.words)}_{len(matches)}"
    draw_list(matches, states_by_id(view), who.core.tables.points, past=month is not None, key=key)
    draw_file(who, view)


def _draw_graph(
    table: Points, level_points: Sequence[ShownPoint], matches: Sequence[ShownPoint], level: int, month: str | None
) -> None:
    """The picture of the level; points that do not pass the filter step back."""
    matching_ids = {point.row.id for point in matches}
    chosen, centre = chosen_point(table.by_id), st.session_state.get(CENTRE)
    graph = graph_of(
        level_points,
        table,
        faded={point.row.id for point in level_points if point.row.id not in matching_ids},
        framed=chosen if chosen == centre else None,
        centre=centre,
        all_levels=level == ALL,
    )
    key = f"map_chart_{level}_{month}"
    st.echarts_chart(
        graph.spec,
        height=GRAPH_HEIGHT_PX,
        on_select=lambda: _open_clicked(key, graph, table.by_id),
        key=key,
        alt=_("Graph of the points. {counts}").format(counts=alt_text(level_points)),
    )


def _open_clicked(key: str, graph: Graph, rows: Mapping[str, KnowledgePoint]) -> None:
    """Open the point clicked. A second click on it removes the chart's own selection but still means that point."""
    point_id = selected_point(graph.ids, st.session_state[key]["selection"]) or st.session_state.get(LAST_CLICKED)
    if point_id is not None and point_id in rows:
        choose(rows[point_id], from_graph=True)
