"""The heat map: a row for each student, a column for each point; a cell opens to its answers; the same as a table and as a file."""

from __future__ import annotations

import json
from collections.abc import Hashable, Iterator, Sequence
from threading import Lock
from typing import Any
from unicodedata import east_asian_width

import streamlit as st

from core.knowledge.wire import ClassMap, ClassPoint, ClassStudent
from pages.parts.classroom.cell import choose_cell, draw_cell
from pages.parts.classroom.map_choice import draw_first_step, which_level
from pages.parts.classroom.names import unique_names
from pages.parts.figures import csv_bytes, number
from pages.parts.i18n import _, language
from pages.parts.look import AXIS, scheme
from pages.parts.map.choice import ALL
from pages.parts.map.words import COLORS, GLYPHS, STATUSES, legend_names, shortened, status_names
from pages.parts.names import student_label
from pages.parts.visitor import Visitor

STATUS_OF_CODE = ("not_started", "learning", "mastered", "exceeded", "begun")
MET_CODES = (2, 3)
"""Statuses by their code, the number that stands for them in `ClassStudent.statuses`."""
CELL_COLORS = {**COLORS, "begun": "rgba(118,144,181,0.45)"}
"""A point that is just begun steps back behind those of which something is known."""
EMPTY = "rgba(138,145,157,0.16)"
CHOSEN_EDGE = "#B93A2B"
SELECTED = "class_heat_selected"
"""Session state: the cells that the chart reports as chosen, to tell which was clicked last."""
MOST_SPECS = 20
"""Charts kept as text; one of 60 students x 853 points takes 2 MB."""
ROW_PX, HEAD_PX = 15, 36
LEAST_HEIGHT_PX = 200
LABEL_LINE_PX = 14
"""Height of one line of a column's label: of its two lines, number and name, only the number is shown."""
NAME_FONT_PX, WIDE_CHARACTER_PX, NARROW_CHARACTER_PX = 11, 11, 6.6
"""Font size of the names beside the rows; about how wide a Chinese and a Latin character of that size is."""


@st.fragment
def draw_heat_map(who: Visitor) -> ClassMap | None:
    """The choice of a level, tabs with the chart and the table, the cell that was chosen, and the file; another level, the table or a cell
    reruns this part alone, which reads the class again. Gives the map back where the whole page runs, None while nobody has answered."""
    level = which_level()
    view = who.core.knowledge.class_map(who.caller, level=level or None)
    if not any(student.answers for student in view.students):
        draw_first_step()
        return None
    st.subheader(_("Students and points"))
    _draw_legend()
    # The table of 40 x 853 cells is made when it is looked at, not before the picture.
    chart, table = st.tabs([_("Chart"), _("Table")], on_change="rerun", key="class_map_tabs")
    students = by_progress(view.students)
    key = f"class_heat_{level}"
    with chart, st.container(key="class_map_heat"):
        st.echarts_chart(
            _specs.of(view.points, students, all_levels=level == ALL),
            height=max(LEAST_HEIGHT_PX, HEAD_PX + ROW_PX * len(students)),
            alt=_("Status of every student on every point; the table says the same in words."),
            key=key,
            on_select=lambda: _open_clicked(key, view.points, students),
        )
    if table.open:
        table.dataframe(table_rows(view.points, students), hide_index=True, height=360, key=f"class_table_{level}")
        table.caption(
            _("★ exceeded · ● met · ◐ not met yet · ◔ just begun · ○ not started; with the share of right answers.")
        )
    draw_cell(who, view, students)
    st.download_button(
        _("Download as CSV"),
        lambda: class_csv(view),
        file_name="wenlu-class-map.csv",
        mime="text/csv",
        icon=":material/download:",
        type="tertiary",
        key="class_map_csv",
    )
    return view


def _open_clicked(key: str, points: Sequence[ClassPoint], students: Sequence[ClassStudent]) -> None:
    """Open the cell that was clicked last. Every status is a series of its own, and each keeps the cell chosen in it before."""
    selection: Any = st.session_state[key]["selection"]
    now = {
        (int(group["series_index"]), int(index))
        for group in selection.get("selected", [])
        for index in group.get("data_indices", [])
    }
    before: set[tuple[int, int]] = st.session_state.get(SELECTED, set())
    st.session_state[SELECTED] = now
    clicked = now - before
    if len(clicked) == 1:
        ((series, index),) = clicked
        cells = list(cells_of(begun_codes()[series], points, students))
        if index < len(cells):
            choose_cell(*cells[index])


def begun_codes() -> list[int]:
    """Codes of the statuses that are drawn, in the order of the series."""
    return [code for code, status in enumerate(STATUS_OF_CODE) if status != "not_started"]


def cells_of(wanted: int, points: Sequence[ClassPoint], students: Sequence[ClassStudent]) -> Iterator[tuple[str, str]]:
    """(student id, point id) of the cells of a status, in the order in which the chart has them."""
    for student in students:
        for point, code in zip(points, student.statuses, strict=True):
            if code == wanted:
                yield student.student_id, point.point_id


def _draw_legend() -> None:
    names = legend_names()
    parts = [
        f'<span style="white-space:nowrap"><span aria-hidden="true" style="display:inline-block;width:12px;height:12px;'
        f'border-radius:2px;background:{CELL_COLORS[status]};opacity:{0.3 if status == "not_started" else 1}"></span> '
        f"{GLYPHS[status]} {names[status]}</span>"
        for status in STATUSES
    ]
    st.html(f'<div style="display:flex;flex-wrap:wrap;gap:4px 24px;font-size:15px">{"".join(parts)}</div>')


def by_progress(students: Sequence[ClassStudent]) -> list[ClassStudent]:
    """The students, those who have met the most points first."""
    return sorted(students, key=lambda student: (-sum(code in MET_CODES for code in student.statuses), student.name))


def heat_spec(points: Sequence[ClassPoint], students: Sequence[ClassStudent], *, all_levels: bool) -> dict[str, Any]:
    """The chart as an ECharts option: one series for each status, so that the tooltip of a cell can name the status in words;
    cells not started stay empty. ECharts draws 40 x 853 cells in half the time that Plotly takes."""
    names = status_names()
    columns = [f"{point.point_id}\n{shortened(point.name)}" for point in points]
    rows = unique_names(students)
    # Cells name their row and column: given indices, the tooltip of a cell would show bare numbers.
    cells: dict[int, list[list[Any]]] = {code: [] for code in range(len(STATUS_OF_CODE))}
    for row, student in zip(rows, students, strict=True):
        for column, code in zip(columns, student.statuses, strict=True):
            cells[code].append([column, row, code, len(cells[code])])
    begun = begun_codes()
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
        **_axes(columns, rows, _column_labels(points, all_levels=all_levels)),
        "visualMap": {
            "show": False,
            "type": "piecewise",
            "dimension": 2,
            "pieces": [{"value": code, "color": CELL_COLORS[STATUS_OF_CODE[code]]} for code in begun],
        },
        "series": [
            {
                "type": "heatmap",
                "name": f"{GLYPHS[STATUS_OF_CODE[code]]} {names[STATUS_OF_CODE[code]]}",
                "dimensions": ["point", "student", "status", "cell"],
                # By their names ECharts selects cells together; without one of its own a cell is called as its column.
                "encode": {"x": 0, "y": 1, "value": 2, "itemName": 3},
                "data": cells[code],
                "progressive": 0,
                "selectedMode": "single",
                "select": {"itemStyle": {"borderColor": CHOSEN_EDGE, "borderWidth": 2}},
                "emphasis": {"disabled": True},
            }
            for code in begun
        ],
    }


class Specs:
    """The charts drawn last, as JSON text by all that they show: a click on a cell runs this part again and changes nothing of its chart.
    Safe to share between threads."""

    def __init__(self) -> None:
        self._kept: dict[Hashable, str] = {}
        self._lock = Lock()

    def of(self, points: Sequence[ClassPoint], students: Sequence[ClassStudent], *, all_levels: bool) -> str:
        """`heat_spec` of the same."""
        rows = tuple((student.student_id, student.name, bytes(student.statuses)) for student in students)
        columns = tuple((point.point_id, point.name, point.level) for point in points)
        shown = (language(), scheme(), all_levels, columns, rows)
        with self._lock:
            kept = self._kept.get(shown)
        if kept is not None:
            return kept
        made = json.dumps(heat_spec(points, students, all_levels=all_levels), ensure_ascii=False)
        with self._lock:
            self._kept[shown] = made
            while len(self._kept) > MOST_SPECS:
                del self._kept[next(iter(self._kept))]
        return made


_specs = Specs()


def _axes(columns: list[str], rows: list[str], column_labels: dict[str, Any]) -> dict[str, Any]:
    """The axes: points along the top, students down the side."""
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
            "axisLabel": {"interval": 0, "fontSize": NAME_FONT_PX, "color": AXIS[scheme()]},
            "splitLine": {"show": True, "lineStyle": {"color": EMPTY, "width": 0.5}},
        },
    }


def _names_px(names: Sequence[str]) -> int:
    """Width in pixels that the longest name takes beside the chart."""
    widths = [
        sum(WIDE_CHARACTER_PX if east_asian_width(char) in "WF" else NARROW_CHARACTER_PX for char in name)
        for name in names
    ]
    return round(max(widths, default=0)) + NAME_FONT_PX


def _column_labels(points: Sequence[ClassPoint], *, all_levels: bool) -> dict[str, Any]:
    """Labels over the columns: one for each level, or the numbers of about five points; more would overlap on a phone."""
    if all_levels:
        first_index = {point.level: index for index, point in reversed(list(enumerate(points)))}
        indices = [first_index[level] for level in sorted(first_index)]
    else:
        indices = list(range(0, len(points), max(1, len(points) // 5)))
    return {
        "axisLabel": {
            "customValues": indices,
            "hideOverlap": True,
            "color": AXIS[scheme()],
            "showMinLabel": True,
            "fontSize": NAME_FONT_PX,
            "lineOverflow": "truncate",
            "height": LABEL_LINE_PX,
        },
        "axisTick": {"customValues": indices},
    }


def table_rows(points: Sequence[ClassPoint], students: Sequence[ClassStudent]) -> Any:
    """A table with a row for each point and a column for each student; a cell has a shape and the share of right answers."""
    import pandas as pd

    columns = {
        _("Number"): [point.point_id for point in points],
        _("Knowledge point"): [point.name for point in points],
    }
    for student in students:
        columns[student_label(student.name, student.number)] = [
            GLYPHS[STATUS_OF_CODE[code]] if share is None else f"{GLYPHS[STATUS_OF_CODE[code]]} {number(100 * share)} %"
            for code, share in zip(student.statuses, student.accuracies, strict=True)
        ]
    return pd.DataFrame(columns)


def class_csv(view: ClassMap) -> bytes:
    """A CSV with a line for each student and point: status, share of right answers, estimate of mastery."""
    head = ("student_id", "number", "name", "last_at", "point_id", "point", "level", "status", "accuracy", "mastery")
    return csv_bytes(
        head,
        [
            (
                student.student_id, student.number, student.name, student.last_at or "", point.point_id, point.name, point.level,
                STATUS_OF_CODE[code], "" if share is None else share, "" if mastery is None else mastery,
            )
            for student in view.students
            for point, code, share, mastery in zip(
                view.points, student.statuses, student.accuracies, student.mastery, strict=True
            )
        ],
    )  # fmt: skip
