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
    CLICKED,
    Filter,
    by_id,
    choose,
    chosen_point,
    draw_choices,
    draw_month,
    statuses_of,
)  # fmt: skip
from pages.parts.map.detail import draw_detail
from pages.parts.map.graph import Graph, Shown, alt_of, graph_of, point_at
from pages.parts.map.list import draw_file, draw_list
from pages.parts.map.words import estimate_said, right_said, status_names, whole_points_first
from pages.parts.visitor import Visitor

GRAPH_HEIGHT_PX = 560


@st.fragment
def map_desk(who: Visitor, view: KnowledgeMap, current_level: int) -> None:
    """Everything about the points of one student."""
    table = who.core.tables.points
    st.html(f"<style>{asset('map/map.css')}</style>")
    level, asked = draw_choices(current_level, table.by_id)
    body = st.container(key="map_body")
    with body:
        left, right = st.columns([3, 2], gap="medium")
        listed = st.container(key="map_list")
    with left:
        st.toggle(_("Show the graph"), key="map_show")
        picture = st.container(key="map_graph")
        drawing = picture.container()
        with picture:
            month = draw_month(who)
    shown = shown_points(view, statuses_of(who, view, month), table, past=month is not None)
    inside = [each for each in shown if level in (ALL, each.row.level)]
    found = [each for each in (shown if asked.words else inside) if asked.fits(each.row, each.status, ready=each.ready)]
    with drawing:
        _draw_graph(table, inside, found, level, month)
    with right:
        draw_detail(who, view.student_id, chosen_point(table.by_id), table.by_id, ready_first(view, table))
    with listed:
        _draw_table(who, view, found, level, month, asked)


def shown_points(view: KnowledgeMap, statuses: Mapping[str, str], table: Points, *, past: bool) -> list[Shown]:
    """All points of the map with their status at the time looked at; what could be learnt is known of today only."""
    names = status_names()
    return [
        Shown(
            table.by_id[state.point_id],
            statuses[state.point_id],
            state.ready and not past,
            names[statuses[state.point_id]] if past else _hover(state, names),
        )
        for state in view.knowledge_points
        if state.point_id in table.by_id
    ]


def ready_first(view: KnowledgeMap, table: Points) -> list[str]:
    """What can be learnt now, in the order of the path; official points before their parts."""
    ready = {state.point_id for state in view.knowledge_points if state.ready}
    return whole_points_first([each for each in view.learning_path.hsk_path if each in ready], table.by_id)


def _hover(state: KnowledgePointState, names: Mapping[str, str]) -> str:
    said = f"{names[state.status]} · {right_said(state)}"
    if state.total_attempts:
        said += f" · {estimate_said(state)}"
    return f"{said} · {_('Ready to learn')}" if state.ready else said


def _draw_table(
    who: Visitor, view: KnowledgeMap, found: Sequence[Shown], level: int, month: str | None, asked: Filter
) -> None:
    if month is not None:
        st.info(
            _("Statuses as they were at the end of {month}; the details are today's.").format(month=month_name(month))
        )
    # Another choice is another table, so that a row number never means a point of the table before.
    key = f"map_table_{level}_{month}_{'_'.join(asked.words)}_{len(found)}"
    draw_list(found, by_id(view), past=month is not None, key=key)
    draw_file(who, view)


def _draw_graph(table: Points, inside: Sequence[Shown], found: Sequence[Shown], level: int, month: str | None) -> None:
    """The picture of the level; what the filters leave out steps back."""
    kept = {each.row.id for each in found}
    chosen, centre = chosen_point(table.by_id), st.session_state.get(CENTRE)
    graph = graph_of(
        inside,
        table,
        faded={each.row.id for each in inside if each.row.id not in kept},
        framed=chosen if chosen == centre else None,
        centre=centre,
        all_levels=level == ALL,
    )
    key = f"map_chart_{level}_{month}"
    st.echarts_chart(
        graph.spec,
        height=GRAPH_HEIGHT_PX,
        on_select=lambda: _clicked(key, graph, table.by_id),
        key=key,
        alt=_("Graph of the points. {counts}").format(counts=alt_of(inside)),
    )


def _clicked(key: str, graph: Graph, rows: Mapping[str, KnowledgePoint]) -> None:
    """Open the point clicked; a second click on it takes the chart's own mark away and still means that point."""
    point_id = point_at(graph.ids, st.session_state[key]["selection"]) or st.session_state.get(CLICKED)
    if point_id is not None and point_id in rows:
        choose(rows[point_id], from_graph=True)
