"""How the six abilities are spread over the class: a dot for each student, and the median of ten students or more."""

from __future__ import annotations

from typing import Any

import streamlit as st

from core.portrait.wire import ClassPortraits
from pages.parts.figures import csv_bytes, number
from pages.parts.i18n import _, ngettext
from pages.parts.look import AXIS, scheme
from pages.parts.names import student_label
from pages.parts.portrait.view import SIX_KEYS, six_names
from pages.parts.visitor import Visitor

LEAST_FOR_MEDIAN = 10
DOT_COLOR = "#4F7FC4"
MEDIAN_COLOR = "#D2604F"
SPREAD = 0.32
"""Dots of one row lie within this distance of its middle, so that equal values do not cover each other."""
HEIGHT_PX, LABEL_PX, DOT_PX, STROKE_PX = 340, 12, 8, (3, 30)


@st.fragment
def draw_portraits(who: Visitor) -> None:
    """Chart, table and file; a sentence where nothing is known yet. Opening the table reruns this part alone."""
    st.subheader(_("Portraits of the class"))
    view = who.core.portrait.of_class(who.caller)
    known = {key: [six[key] for *_who, six in view.students if six.get(key) is not None] for key in SIX_KEYS}
    if not any(known.values()):
        st.caption(_("Nothing is known yet: a placement or a round of practice starts a student's portrait."))
        return
    # The table comes when it is looked at: a browser loads a megabyte of scripts for it.
    chart, table = st.tabs([_("Chart"), _("Table")], on_change="rerun", key="class_portraits_tabs")
    with chart:
        st.echarts_chart(
            spread_spec(view, AXIS[scheme()]),
            height=HEIGHT_PX,
            alt=_("Scores of the students in each of the six areas; the table holds the same numbers."),
            key="class_portraits",
        )
    names = six_names()
    if table.open:
        table.dataframe(
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


def spread_spec(view: ClassPortraits, axis_color: str) -> dict[str, Any]:
    """The chart as an ECharts option: in each of six rows a dot for each student and a stroke at the median.

    The rows are named by an axis of categories, which is drawn, and dots lie on one of numbers, which is not: a dot beside the middle of its
    row has no category.
    """
    names = six_names()
    dots, strokes = [], []
    for row, key in enumerate(SIX_KEYS):
        known = [
            (student_label(name, each), value)
            for _id, each, name, six in view.students
            if (value := six.get(key)) is not None
        ]
        for index, (name, value) in enumerate(known):
            dots.append([value, row + SPREAD * (((index * 7) % 11) / 5 - 1), name, number(value)])
        median = view.medians.get(key)
        if median is not None and len(known) >= LEAST_FOR_MEDIAN:
            strokes.append([median, row, _("Median"), number(median)])
    text = {"color": axis_color, "fontSize": LABEL_PX}
    rows = len(SIX_KEYS)
    return {
        "animation": False,
        "tooltip": {"formatter": "{b}: {@shown}", "confine": True},
        "grid": {"left": 8, "right": 16, "top": 8, "bottom": 28, "containLabel": True},
        "xAxis": {
            "type": "value",
            "min": 0,
            "max": 100,
            "name": _("Score of 100"),
            "nameLocation": "middle",
            "nameGap": 28,
            "nameTextStyle": text,
            "axisLabel": text,
            "axisLine": {"onZero": False},
        },
        "yAxis": [
            {
                "type": "category",
                "data": [names[key] for key in SIX_KEYS],
                "inverse": True,
                "axisLabel": {**text, "interval": 0},
                "axisTick": {"show": False},
                "axisLine": {"show": False},
                "splitLine": {"show": False},
            },
            {"type": "value", "min": -0.5, "max": rows - 0.5, "inverse": True, "show": False},
        ],
        "series": [
            _series(dots, {"symbolSize": DOT_PX, "itemStyle": {"color": DOT_COLOR, "opacity": 0.75}}),
            _series(strokes, {"symbol": "rect", "symbolSize": STROKE_PX, "itemStyle": {"color": MEDIAN_COLOR}, "z": 3}),
        ],
    }


def _series(points: list[list[Any]], look: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "scatter",
        "yAxisIndex": 1,
        "dimensions": ["score", "row", "name", "shown"],
        "encode": {"x": 0, "y": 1, "itemName": 2},
        "data": points,
        **look,
    }


def portraits_csv(view: ClassPortraits) -> bytes:
    """A CSV with a line for each student and the six scores, empty where nothing is known."""
    return csv_bytes(
        ("student_id", "number", "name", *SIX_KEYS),
        [
            (student_id, number_of_school, name, *("" if six.get(key) is None else six[key] for key in SIX_KEYS))
            for student_id, number_of_school, name, six in view.students
        ],
    )
