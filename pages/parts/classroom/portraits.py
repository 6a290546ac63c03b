"""How the six abilities are spread over the class: a dot for each student, and the median of ten students or more."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from core.portrait.wire import ClassPortraits
from pages.parts.figures import csv_bytes, number
from pages.parts.i18n import _, ngettext
from pages.parts.names import student_label
from pages.parts.portrait.view import SIX_KEYS, six_names
from pages.parts.visitor import Visitor

LEAST_FOR_MEDIAN = 10
DOT_COLOR = "#4F7FC4"
MEDIAN_COLOR = "#D2604F"
SPREAD = 0.32
"""Dots of one row lie within this distance of its middle, so that equal values do not cover each other."""


def draw_portraits(who: Visitor) -> None:
    """Chart, table and file; a sentence where nothing is known yet."""
    st.subheader(_("Portraits of the class"))
    view = who.core.portrait.of_class(who.caller)
    known = {key: [six[key] for *_who, six in view.students if six.get(key) is not None] for key in SIX_KEYS}
    if not any(known.values()):
        st.caption(_("Nothing is known yet: a placement or a round of practice starts a student's portrait."))
        return
    chart, table = st.tabs([_("Chart"), _("Table")])
    with chart:
        st.plotly_chart(
            spread_figure(view),
            config={"displayModeBar": False},
            alt=_("Scores of the students in each of the six areas; the table holds the same numbers."),
            key="class_portraits",
        )
    names = six_names()
    with table:
        st.dataframe(
            [
                {
                    _("Student"): student_label(name, number_of_school),
                    **{names[key]: _cell(six.get(key)) for key in SIX_KEYS},
                }
                for _id, number_of_school, name, six in view.students
            ],
            hide_index=True,
            key="class_portraits_table",
        )
    st.caption(" · ".join(f"{names[key]}: {median_text(len(known[key]), view.medians.get(key))}" for key in SIX_KEYS))
    st.download_button(
        _("Download as CSV"),
        lambda: portraits_csv(view),
        file_name="wenlu-class-portraits.csv",
        mime="text/csv",
        icon=":material/download:",
        type="tertiary",
        key="class_portraits_csv",
    )


def _cell(value: float | None) -> str:
    return "–" if value is None else number(value)


def median_text(n: int, median: float | None) -> str:
    """`median 62, 31 students`; of fewer than ten students without the median."""
    students = ngettext("{count} student", "{count} students", n)
    if median is None or n < LEAST_FOR_MEDIAN:
        return students
    return _("median {median}, {students}").format(median=number(median), students=students)


def spread_figure(view: ClassPortraits) -> Any:
    """A Plotly figure: in each of six rows a dot for each student and a stroke at the median."""
    import plotly.graph_objects as go

    names = six_names()
    figure = go.Figure()
    for row, key in enumerate(SIX_KEYS):
        dots = [
            (student_label(name, each), six[key]) for _id, each, name, six in view.students if six.get(key) is not None
        ]
        offsets = [SPREAD * (((index * 7) % 11) / 5 - 1) for index in range(len(dots))]
        figure.add_scatter(
            x=[value for _name, value in dots],
            y=[row + offset for offset in offsets],
            customdata=[name for name, _value in dots],
            mode="markers",
            marker={"size": 8, "color": DOT_COLOR, "opacity": 0.75},
            hovertemplate="%{customdata}: %{x:.1f}<extra></extra>",
            showlegend=False,
        )
        _add_median(figure, row, view.medians, key, len(dots))
    figure.update_yaxes(
        tickvals=list(range(len(SIX_KEYS))), ticktext=[names[key] for key in SIX_KEYS], autorange="reversed", showgrid=False,
        zeroline=False, fixedrange=True,
    )  # fmt: skip
    figure.update_xaxes(range=[0, 100], title_text=_("Score of 100"), fixedrange=True)
    figure.update_layout(height=340, margin={"l": 8, "r": 8, "t": 8, "b": 8})
    return figure


def _add_median(figure: Any, row: int, medians: Mapping[str, float | None], key: str, n: int) -> None:
    median = medians.get(key)
    if median is None or n < LEAST_FOR_MEDIAN:
        return
    figure.add_scatter(
        x=[median, median],
        y=[row - SPREAD, row + SPREAD],
        mode="lines",
        line={"color": MEDIAN_COLOR, "width": 3},
        name=_("Median"),
        hovertemplate=f"{_('Median')}: {number(median)}<extra></extra>",
        showlegend=False,
    )


def portraits_csv(view: ClassPortraits) -> bytes:
    """A CSV with a line for each student and the six scores, empty where nothing is known."""
    return csv_bytes(
        ("student_id", "number", "name", *SIX_KEYS),
        [
            (student_id, number_of_school, name, *("" if six.get(key) is None else six[key] for key in SIX_KEYS))
            for student_id, number_of_school, name, six in view.students
        ],
    )
