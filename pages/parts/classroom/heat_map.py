"""The heat map: a row a student, a column a point; the same as a table and as a file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from unicodedata import east_asian_width

import streamlit as st

from core.knowledge.wire import ClassMap, ClassPoint, ClassStudent
from pages.parts.figures import csv_bytes, number
from pages.parts.i18n import _, language
from pages.parts.look import AXIS, scheme
from pages.parts.map.choice import ALL
from pages.parts.map.words import COLORS, GLYPHS, STATUSES, shortened, status_names

CODES = STATUSES[::-1]
"""Statuses in the order of the numbers of `ClassStudent.statuses`."""
EMPTY = "rgba(138,145,157,0.16)"
ROW_PX, HEAD_PX = 15, 36
LEAST_PX = 200
LABEL_LINE_PX = 14
"""One line over the columns: of a point's number and name, a line each, only the number."""
NAME_PX, WIDE_PX, NARROW_PX = 11, 11, 6.6
"""Size of the names beside the rows; about how wide a Chinese and a Latin character of it is."""


@st.fragment
def draw_heat(view: ClassMap, level: int) -> None:
    """Picture, table, file; a look at the table reruns this part alone."""
    st.subheader(_("Students and points"))
    _draw_key()
    # The table of 40 x 853 cells is made when it is looked at, not before the picture.
    chart, table = st.tabs([_("Chart"), _("Table")], on_change="rerun", key="class_map_tabs")
    students = by_progress(view.students)
    with chart, st.container(key="class_map_heat"):
        st.echarts_chart(
            heat_spec(view.points, students, all_levels=level == ALL),
            height=max(LEAST_PX, HEAD_PX + ROW_PX * len(students)),
            alt=_("Status of every student on every point; the table says the same in words."),
            key=f"class_heat_{level}",
        )
    if table.open:
        table.dataframe(table_rows(view.points, students), hide_index=True, height=360, key=f"class_table_{level}")
        table.caption(_("★ exceeded · ● met · ◐ not met yet · ○ not started; with the share of right answers."))
    st.download_button(
        _("Download as CSV"),
        lambda: class_csv(view),
        file_name="wenlu-class-map.csv",
        mime="text/csv",
        icon=":material/download:",
        type="tertiary",
        key="class_map_csv",
    )


def _draw_key() -> None:
    names = status_names()
    parts = [
        f'<span style="white-space:nowrap"><span aria-hidden="true" style="display:inline-block;width:12px;height:12px;'
        f'border-radius:2px;background:{COLORS[status]};opacity:{0.3 if status == "not_started" else 1}"></span> '
        f"{GLYPHS[status]} {names[status]}</span>"
        for status in STATUSES
    ]
    st.html(f'<div style="display:flex;flex-wrap:wrap;gap:4px 24px;font-size:15px">{"".join(parts)}</div>')


def by_progress(students: Sequence[ClassStudent]) -> list[ClassStudent]:
    """Those who have met most first."""
    return sorted(students, key=lambda student: (-sum(code >= 2 for code in student.statuses), student.name))


def heat_spec(points: Sequence[ClassPoint], students: Sequence[ClassStudent], *, all_levels: bool) -> dict[str, Any]:
    """Flat cells, one series a status, so that the text over a cell can say the status in words; cells not started stay
    empty. Drawn with ECharts: of 40 x 853 cells the picture is there in half the time that Plotly takes."""
    names = status_names()
    columns = [f"{point.point_id}\n{shortened(point.name)}" for point in points]
    rows = [in_one_language(name) for name in unique_names(students)]
    # Cells name their row and column: by place, the text over a cell would show bare numbers.
    cells: dict[int, list[list[Any]]] = {code: [] for code in range(len(CODES))}
    for row, student in zip(rows, students, strict=True):
        for column, code in zip(columns, student.statuses, strict=True):
            cells[code].append([column, row, code])
    begun = [code for code, status in enumerate(CODES) if status != "not_started"]
    return {
        "animation": False,
        "tooltip": {"formatter": "{@student}<br>{@point}<br>{a}", "confine": True},
        "grid": {
            "left": _names_px(rows),
            "right": 24,
            "top": 2 * LABEL_LINE_PX,
            "bottom": 8,
            "containLabel": False,
            "outerBoundsMode": "none",
        },
        **_axes(columns, rows, _columns(points, all_levels=all_levels)),
        "visualMap": {
            "show": False,
            "type": "piecewise",
            "dimension": 2,
            "pieces": [{"value": code, "color": COLORS[CODES[code]]} for code in begun],
        },
        "series": [
            {
                "type": "heatmap",
                "name": f"{GLYPHS[CODES[code]]} {names[CODES[code]]}",
                "dimensions": ["point", "student", "status"],
                "data": cells[code],
                "progressive": 0,
                "emphasis": {"disabled": True},
            }
            for code in begun
        ],
    }


def _axes(columns: list[str], rows: list[str], column_labels: dict[str, Any]) -> dict[str, Any]:
    """Points along the top, students down the side."""
    return {
        "xAxis": {
            "type": "category",
            "position": "top",
            "data": columns,
            "splitLine": {"show": False},
            **column_labels,
        },
        "yAxis": {
            "type": "category",
            "data": rows,
            "inverse": True,
            "axisLabel": {"interval": 0, "fontSize": NAME_PX, "color": AXIS[scheme()]},
            "splitLine": {"show": True, "lineStyle": {"color": EMPTY, "width": 0.5}},
        },
    }


def _names_px(names: Sequence[str]) -> int:
    """How much room the longest name takes beside the picture."""
    wide = [sum(WIDE_PX if east_asian_width(char) in "WF" else NARROW_PX for char in name) for name in names]
    return round(max(wide, default=0)) + NAME_PX


def _columns(points: Sequence[ClassPoint], *, all_levels: bool) -> dict[str, Any]:
    """What stands over the columns: one name a level, or a few points' numbers; more would overlap on a phone."""
    if all_levels:
        firsts = {point.level: place for place, point in reversed(list(enumerate(points)))}
        places = [firsts[level] for level in sorted(firsts)]
    else:
        places = list(range(0, len(points), max(1, len(points) // 5)))
    return {
        "axisLabel": {
            "customValues": places,
            "hideOverlap": True,
            "color": AXIS[scheme()],
            "showMinLabel": True,
            "fontSize": NAME_PX,
            "lineOverflow": "truncate",
            "height": LABEL_LINE_PX,
        },
        "axisTick": {"customValues": places},
    }


def table_rows(points: Sequence[ClassPoint], students: Sequence[ClassStudent]) -> Any:
    """Points down, students across: each cell a shape with the share of right answers."""
    import pandas as pd

    columns = {
        _("Number"): [point.point_id for point in points],
        _("Knowledge point"): [point.name for point in points],
    }
    for name, student in zip(unique_names(students), students, strict=True):
        columns[name] = [
            GLYPHS[CODES[code]] if share is None else f"{GLYPHS[CODES[code]]} {number(100 * share)} %"
            for code, share in zip(student.statuses, student.accuracies, strict=True)
        ]
    return pd.DataFrame(columns)


def in_one_language(name: str) -> str:
    """Of a name given in both languages, as those of the demo are, the half that the reader reads."""
    halves = name.split(" · ")
    return shortened(halves[0 if language() == "zh" else -1], 14)


def unique_names(students: Sequence[ClassStudent]) -> list[str]:
    """The names; with the id behind those that several bear."""
    names = [student.name for student in students]
    return [
        name if names.count(name) == 1 else f"{name} ({student.student_id})"
        for name, student in zip(names, students, strict=True)
    ]


def class_csv(view: ClassMap) -> bytes:
    """A line a student and point with a record: status, share of right answers, estimate."""
    head = ("student_id", "name", "last_at", "point_id", "point", "level", "status", "accuracy", "mastery")
    return csv_bytes(
        head,
        [
            (
                student.student_id, student.name, student.last_at or "", point.point_id, point.name, point.level,
                CODES[code], "" if share is None else share, "" if mastery is None else mastery,
            )
            for student in view.students
            for point, code, share, mastery in zip(
                view.points, student.statuses, student.accuracies, student.mastery, strict=True
            )
        ],
    )  # fmt: skip
