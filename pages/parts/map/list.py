"""The map as a table that can be sorted, chosen from and downloaded: the same points and figures as the picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st

from core.knowledge.wire import KnowledgeMap, KnowledgePointState
from core.tables.points import KnowledgePoint, Points
from pages.parts.atlas.sheet import ShownPoint
from pages.parts.figures import csv_bytes, number
from pages.parts.i18n import _, language
from pages.parts.map.choice import choose
from pages.parts.map.words import READY_GLYPH, estimate_text, full_name, level_short, points_name, status_text
from pages.parts.visitor import Visitor

HEIGHT_PX = 320
NAME_PX = 300
"""Width of the column of names: some list two dozen words, and the figures beside them must stay visible."""
HEAD = (
    "point_id", "name", "level", "category", "status", "shown", "ready", "total_attempts", "correct_count", "accuracy", "mastery",
    "band_low", "band_high", "n", "enough", "last_at",
)  # fmt: skip


def draw_list(
    points: Sequence[ShownPoint],
    states: Mapping[str, KnowledgePointState],
    table: Points,
    *,
    past: bool,
    key: str,
) -> None:
    """One row for each point; choosing a row opens its details."""
    st.caption(points_name(len(points)))
    if not points:
        st.info(_("No points match. Remove a filter or search for another word."), icon=":material/search_off:")
        return
    st.dataframe(
        [_row(point, states[point.row.id], table, past=past) for point in points],
        hide_index=True,
        height=min(HEIGHT_PX, 36 * (len(points) + 1)),
        on_select=lambda: _open_selected(points, key),
        selection_mode="single-row",
        key=key,
        column_config={
            _("Knowledge point"): st.column_config.TextColumn(width=NAME_PX),
            _("Number"): st.column_config.TextColumn(width="small"),
            _("Level"): st.column_config.TextColumn(width="small"),
        },
    )


def _open_selected(points: Sequence[ShownPoint], key: str) -> None:
    selected_rows = st.session_state[key]["selection"]["rows"]
    if selected_rows and selected_rows[0] < len(points):
        choose(points[selected_rows[0]].row)


def _row(point: ShownPoint, state: KnowledgePointState, table: Points, *, past: bool) -> dict[str, object]:
    row: dict[str, object] = {
        _("Status"): status_text(point.status) + (f" {READY_GLYPH}" if point.ready else ""),
        _("Knowledge point"): full_name(point.row),
        _("Number"): point.row.id,
        _("Level"): level_short(point.row.level),
    }
    if not past:
        enough = state.enough
        row[_("Right answers")] = f"{state.correct_count}/{state.total_attempts}" if state.total_attempts else "–"
        row[_("Estimate")] = f"{number(100 * state.mastery)} %" if enough else estimate_text(state)
        row[_("80 % range")] = f"{100 * state.band[0]:.0f}–{100 * state.band[1]:.0f} %" if enough else "–"
    row[_("Category")] = table.category_text(point.row.category.split("/"), language())
    return row


def draw_file(who: Visitor, view: KnowledgeMap) -> None:
    """All points of the map as a file."""
    st.download_button(
        _("Download as CSV"),
        lambda: map_csv(view, who.core.tables.points.by_id),
        file_name=f"wenlu-map-{view.student_id}.csv",
        mime="text/csv",
        icon=":material/download:",
        type="tertiary",
        key="map_csv",
    )


def map_csv(view: KnowledgeMap, rows: Mapping[str, KnowledgePoint]) -> bytes:
    """A CSV with a line for each point and every figure of the map."""
    return csv_bytes(
        HEAD,
        [
            (
                state.point_id, rows[state.point_id].name, state.level, state.category, state.status, state.shown, int(state.ready),
                state.total_attempts, state.correct_count, state.accuracy, state.mastery, *state.band, state.n,
                int(state.enough), state.last_at or "",
            )
            for state in view.knowledge_points
        ],
    )  # fmt: skip
