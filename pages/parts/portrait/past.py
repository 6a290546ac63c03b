"""A student's own past: the six scores at the end of each month, and now."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

import streamlit as st

from core.portrait.wire import PortraitPoint, SixKey
from pages.parts.dates import month_name, short_day
from pages.parts.figures import number
from pages.parts.i18n import _
from pages.parts.portrait.view import LANGUAGE_SKILLS, SIX_KEYS, six_names
from pages.parts.visitor import Visitor

MARKS: dict[SixKey, tuple[str, str]] = {
    "listen": ("circle", "solid"),
    "speak": ("square", "dash"),
    "read": ("diamond", "solid"),
    "write": ("triangle-up", "dash"),
    "classroom": ("x", "dot"),
    "community": ("star", "dot"),
}
"""Marker and dash of each line, all different, so that colour is not needed."""


def draw_past(who: Visitor, student_id: str) -> None:
    """The chart and the table by month; nobody else is shown for comparison."""
    points = who.core.portrait.past(student_id, who.caller)
    known = [key for key in SIX_KEYS if any(getattr(point, key) is not None for point in points)]
    st.subheader(_("Month by month"))
    if sum(any(getattr(point, key) is not None for key in SIX_KEYS) for point in points) < 2:
        st.caption(_("A line begins with the second month in which something is known."))
        return
    chart, table = st.tabs([_("Chart"), _("Table")])
    with chart:
        chosen = st.pills(
            _("Lines"),
            known,
            selection_mode="multi",
            default=[key for key in known if key in LANGUAGE_SKILLS] or known,
            format_func=six_names().__getitem__,
            key="portrait_lines",
        )
        st.plotly_chart(
            past_figure(points, list(chosen) or known),
            config={"displayModeBar": False},
            alt=_("Scores by month; the same numbers stand in the table."),
            key="portrait_past",
        )
    table.dataframe(past_rows(points, known), hide_index=True)
    st.caption(_("Each point holds only what was known at that time. Months without data stay empty."))


def past_figure(points: Sequence[PortraitPoint], keys: Sequence[SixKey]) -> Any:
    """A Plotly figure with a line for each chosen ability; a month without a number breaks the line."""
    import plotly.graph_objects as go

    figure = go.Figure()
    for key in keys:
        symbol, dash = MARKS[key]
        figure.add_scatter(
            x=[point.day for point in points],
            y=[getattr(point, key) for point in points],
            mode="lines+markers",
            connectgaps=False,
            name=six_names()[key],
            line={"width": 2, "dash": dash},
            marker={"size": 8, "symbol": symbol},
            hovertemplate="%{x|%Y-%m-%d}: %{y:.1f}<extra>" + six_names()[key] + "</extra>",
        )
    figure.update_yaxes(range=[0, 102], tickvals=[0, 20, 60, 85, 100], title_text=_("Score of 100"))
    figure.update_xaxes(tickformat="%y-%m", nticks=8, showgrid=False)
    figure.update_layout(height=320, margin={"l": 8, "r": 8, "t": 16, "b": 8}, legend={"orientation": "h", "y": -0.2})
    return figure


def past_rows(points: Sequence[PortraitPoint], keys: Sequence[SixKey]) -> list[dict[str, Any]]:
    """One row a month, the newest first."""
    rows = []
    for index, point in enumerate(reversed(points)):
        time = short_day(date.fromisoformat(point.day)) if index == 0 else month_name(point.day[:7])
        row: dict[str, Any] = {_("Time"): time}
        for key in keys:
            value = getattr(point, key)
            row[six_names()[key]] = None if value is None else float(number(value))
        rows.append(row)
    return rows
