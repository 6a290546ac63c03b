"""The gradebook: students and assignments of all kinds, with what each student has to show, and the same as a file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date

import streamlit as st

from core.api.documents import spreadsheet, word
from core.api.marking import Gradebook, GradebookCell
from core.errors import NoFont
from core.records.printed import Document, Paragraph, Table
from pages.parts.assignments.class_progress import column_heads
from pages.parts.assignments.views import NEW, go_to
from pages.parts.assignments.window import STUDENT_PX, draw_window
from pages.parts.assignments.words import kind_names, standing_names, state_names
from pages.parts.dates import day_in_shanghai, day_name, short_day
from pages.parts.figures import csv_bytes, number
from pages.parts.i18n import _, language, writing_in
from pages.parts.names import one_language, student_label
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor

SHOWN_ASSIGNMENTS = 12
"""Assignments side by side in the table; the files have all."""
ON_PAPER = 6
"""Assignments side by side on a page of paper."""
ROW_PX, MOST_ROWS = 35, 16
WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
EXCEL = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def draw_gradebook(who: Visitor) -> None:
    """The table, what its cells mean, and the files."""
    views = who.core.assignments.current(who.caller)
    if not views:
        st.info(
            _("The gradebook fills with the first assignment: its grades, scores and late work stand here."),
            icon=":material/table_view:",
        )
        st.button(
            _("New assignment"),
            type="primary",
            icon=":material/add:",
            key="gradebook_first",
            on_click=go_to,
            args=(NEW,),
        )
        return
    st.markdown(
        _("Grades of essays, and the share of right answers of exercises, of 100; the mean counts each of them once.")
    )
    shown = [view.assignment_id for view in draw_window(views, SHOWN_ASSIGNMENTS, "gradebook_shown_")]
    book = who.core.marking.gradebook(who.caller, only=shown)
    heads = heads_of(book)
    mean_head = _("Mean") if len(shown) == len(views) else _("Mean of those shown")
    st.dataframe(
        [
            {
                _("Student"): student_label(line.name, line.number),
                **{head: cell_text(cell) for head, cell in zip(heads, line.cells, strict=True)},
                mean_head: mean_text(line.mean),
            }
            for line in book.lines
        ],
        hide_index=True,
        height=ROW_PX * (min(len(book.lines), MOST_ROWS) + 1) + 2,
        column_config={_("Student"): st.column_config.TextColumn(pinned=True, width=STUDENT_PX)},
        key="gradebook_table",
        alt=_("Students and assignments with grades, scores and states"),
    )
    _draw_files(who, day_in_shanghai(who.core.clock.now()))


def heads_of(book: Gradebook) -> list[str]:
    """Title and last day of each assignment, each of them once."""
    return column_heads(book.assignments)


def cell_text(cell: GradebookCell | None) -> str:
    """`84 · late`, `late · a second draft is asked for`, `in time`, `overdue`; empty where the assignment was not for the student."""
    if cell is None:
        return ""
    parts = [number(cell.value)] if cell.value is not None else []
    standing = standing_names()[cell.standing]
    if cell.state == "late":
        parts.append(_("late"))
    if standing:
        parts.append(standing)
    elif cell.returned and cell.value is None:
        parts.append(_("returned"))
    elif not parts:
        parts.append(state_names()[cell.state])
    return " · ".join(parts)


def mean_text(mean: float | None) -> str:
    """The mean with one decimal at most; a dash where there is nothing to average."""
    return "–" if mean is None else number(mean)


# -- files ---------------------------------------------------------------------------------------------------


def _draw_files(who: Visitor, today: date) -> None:
    """Files of all assignments, made when they are asked for; in the language of now, for outside a run of the page it is not known."""
    caller, chosen, title = who.caller, language(), _("Gradebook")
    name = f"wenlu-gradebook-{today.isoformat()}"

    def made(write: Callable[[Gradebook], bytes]) -> Callable[[], bytes]:
        def make() -> bytes:
            with writing_in(chosen):
                return write(who.core.marking.gradebook(caller))

        return make

    def pdf(book: Gradebook) -> bytes:
        return who.core.documents.pdf(gradebook_document(book, today), caller)

    with st.container(horizontal=True):
        _file(
            _("Download as CSV"), made(lambda book: csv_bytes(*table_of(book))), f"{name}.csv", "text/csv", "download"
        )
        excel = made(lambda book: spreadsheet(title, *table_of(book)))
        _file(_("Download as Excel"), excel, f"{name}.xlsx", EXCEL, "table_view")
        document = made(lambda book: word(gradebook_document(book, today)))
        _file(_("Download as Word"), document, f"{name}.docx", WORD, "description")
        if who.core.printer.ready():
            _file(_("Download as PDF"), made(pdf), f"{name}.pdf", "application/pdf", "picture_as_pdf")
    if not who.core.printer.ready():
        st.caption(escaped(NoFont().remedy(language())))


def _file(label: str, made: Callable[[], bytes], name: str, mime: str, icon: str) -> None:
    st.download_button(
        label, made, file_name=name, mime=mime, icon=f":material/{icon}:", type="tertiary", on_click="ignore"
    )


def table_of(book: Gradebook) -> tuple[list[str], list[list[str | float | None]]]:
    """The gradebook as a table: for each assignment its value, its state and whether it was late; the mean at the end."""
    head = [_("Student"), _("Number")]
    for title in heads_of(book):
        head += [title, f"{title} · {_('State')}"]
    rows: list[list[str | float | None]] = []
    for line in book.lines:
        row: list[str | float | None] = [one_language(line.name), line.number]
        for cell in line.cells:
            row += [rounded(cell.value if cell else None), "" if cell is None else state_of(cell)]
        rows.append([*row, rounded(line.mean)])
    return [*head, _("Mean")], rows


def rounded(value: float | None) -> float | None:
    """To one decimal."""
    return None if value is None else round(value, 1)


def state_of(cell: GradebookCell) -> str:
    """`done late, graded`, `not begun, overdue`."""
    parts = [state_names()[cell.state]]
    if cell.returned:
        parts.append(_("returned"))
    if standing := standing_names()[cell.standing]:
        parts.append(standing)
    return _(", ").join(parts)


def gradebook_document(book: Gradebook, today: date) -> Document:
    """The gradebook on paper: as many assignments side by side as a page holds, then the next."""
    blocks: list[Paragraph | Table] = [
        Paragraph(
            _(
                "Grades of essays, and the share of right answers of exercises, of 100; the mean counts each of them once."
            ),
            "quiet",
        )
    ]
    heads = heads_of(book)
    for start in range(0, len(heads), ON_PAPER):
        stop = min(start + ON_PAPER, len(heads))
        is_last = stop == len(heads)
        blocks.append(_paper_table(book, heads, start, stop, with_mean=is_last))
    names = kind_names()
    listed = "; ".join(f"{each.title} ({names[each.kind]}, {short_day(each.due)})" for each in book.assignments)
    blocks.append(Paragraph(listed, "quiet"))
    return Document(
        title=_("Gradebook"),
        language=language(),
        subtitle=day_name(today),
        blocks=tuple(blocks),
        footer=_("Wenlu · gradebook"),
    )


def _paper_table(book: Gradebook, heads: Sequence[str], start: int, stop: int, *, with_mean: bool) -> Table:
    rows = tuple(
        (
            student_label(line.name, line.number),
            *(cell_text(cell) for cell in line.cells[start:stop]),
            *([mean_text(line.mean)] if with_mean else []),
        )
        for line in book.lines
    )
    head = (_("Student"), *heads[start:stop], *([_("Mean")] if with_mean else []))
    return Table(head, rows, column_widths=(2.5, *(2 for _column in head[1:])))
