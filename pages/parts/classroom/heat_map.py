"""The heat map: a row for each student, a column for each point; a cell opens to its answers; the same as a table and as a file."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import streamlit as st

from core.knowledge.wire import ClassMap, ClassPoint, ClassStudent
from pages.parts.classroom.cell import POINT, STUDENT, choose_cell, draw_cell
from pages.parts.classroom.map_choice import draw_first_step, which_level
from pages.parts.classroom.names import unique_names
from pages.parts.components import Component, component_from
from pages.parts.figures import csv_bytes, number
from pages.parts.i18n import _
from pages.parts.look import AXIS, scheme
from pages.parts.map.choice import ALL
from pages.parts.map.words import COLORS, GLYPHS, STATUSES, legend_names, status_names
from pages.parts.names import student_label
from pages.parts.visitor import Visitor

STATUS_OF_CODE = ("not_started", "learning", "mastered", "exceeded", "begun")
MET_CODES = (2, 3)
"""Statuses by their code, the number that stands for them in `ClassStudent.statuses`."""
CELL_COLORS = {**COLORS, "begun": "rgba(118,144,181,0.45)"}
"""A point that is just begun steps back behind those of which something is known."""
EMPTY = "rgba(138,145,157,0.16)"
CHOSEN_EDGE = "#B93A2B"


@cache
def heat_map() -> Component:
    """The picture. Streamlit's charts tell a click .15 s late and take half a second of the browser to draw the cells."""
    return component_from("class_heat", scripts=("shell/dom.js", "classroom/heat.js"), styles=("classroom/heat.css",))


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
        heat_map()(
            key=key,
            data=heat_data(
                view.points,
                students,
                all_levels=level == ALL,
                chosen=(st.session_state.get(STUDENT), st.session_state.get(POINT)),
            ),
            on_cell_change=lambda: _open_clicked(key),
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


def _open_clicked(key: str) -> None:
    """Open the cell that was clicked. What is no cell of the class is passed over by the boxes that show it."""
    cell = st.session_state[key]["cell"]
    choose_cell(str(cell["student"]), str(cell["point"]))


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


def heat_data(
    points: Sequence[ClassPoint],
    students: Sequence[ClassStudent],
    *,
    all_levels: bool,
    chosen: tuple[str | None, str | None] = (None, None),
) -> dict[str, Any]:
    """What the picture shows (`heat.js`): names, points, a digit for each cell; `chosen`: student and point of the cell that is open."""
    names = status_names()
    rows = {student.student_id: index for index, student in enumerate(students)}
    columns = {point.point_id: index for index, point in enumerate(points)}
    student_id, point_id = chosen
    return {
        "rows": unique_names(students),
        "students": list(rows),
        "columns": [[point.point_id, point.name] for point in points],
        "codes": ["".join(map(str, student.statuses)) for student in students],
        "statuses": [f"{GLYPHS[status]} {names[status]}" for status in STATUS_OF_CODE],
        "colors": [None if status == "not_started" else CELL_COLORS[status] for status in STATUS_OF_CODE],
        "labels": _column_labels(points, all_levels=all_levels),
        "chosen": [rows[student_id], columns[point_id]] if student_id in rows and point_id in columns else None,
        "axis": AXIS[scheme()],
        "line": EMPTY,
        "edge": CHOSEN_EDGE,
        "below": _("the answers stand below the picture"),
        "alt": _(
            "Status of every student on every point; arrow keys move, Enter opens. The table says the same in words."
        ),
    }


def _column_labels(points: Sequence[ClassPoint], *, all_levels: bool) -> list[tuple[int, str]]:
    """Labels over the columns: one for each level, or the numbers of about five points; more would overlap on a phone."""
    if all_levels:
        first_index = {point.level: index for index, point in reversed(list(enumerate(points)))}
        indices = [first_index[level] for level in sorted(first_index)]
    else:
        indices = list(range(0, len(points), max(1, len(points) // 5)))
    return [(index, points[index].point_id) for index in indices]


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
