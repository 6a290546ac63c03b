"""What was given: who did what at a glance, each assignment with its way back, everything as a file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

import streamlit as st

from core.api.assignments import AssignmentView, Progress
from pages.parts.assignments.detail import draw_detail, open_cell
from pages.parts.assignments.done import attempt, remember
from pages.parts.assignments.views import NEW, go_to
from pages.parts.assignments.words import ICONS, amount_said, due_said, state_said
from pages.parts.dates import day_in_shanghai, short_day
from pages.parts.figures import csv_bytes
from pages.parts.i18n import _, ngettext
from pages.parts.map.words import joined, shortened
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor

AT_ONCE = 8
"""Assignments beside each other in the table, the newest; the file has all."""
LONGEST_HEAD = 14
ROW_PX = 35
MOST_ROWS = 15
HEAD = (
    "assignment_id", "title", "kind", "given_on", "due", "student_id", "name", "state", "finished", "parts",
    "right_percent", "done_at",
)  # fmt: skip


def draw_given(who: Visitor) -> None:
    """The sentence, the table, the list."""
    progress = who.core.assignments.class_progress(who.caller, most=AT_ONCE)
    today = day_in_shanghai(who.core.clock.now())
    if not progress:
        _draw_nothing()
        return
    names = {line.student_id: line.name for line in who.core.answers.class_lines(who.caller)}
    st.markdown(situation(progress, today))
    _draw_table(progress, names, today)
    draw_detail(who, progress, names, today)
    st.subheader(_("What you gave"))
    for each in progress:
        _draw_assignment(who, each, today)
    _draw_file(who, names)


def _draw_nothing() -> None:
    st.info(
        _("Nothing is given yet. Give your class exercises, a text, an essay or a link: it comes into each plan."),
        icon=":material/assignment:",
    )
    st.button(
        _("Give something"), type="primary", icon=":material/add:", key="assignments_first", on_click=go_to, args=(NEW,)
    )


def situation(progress: Sequence[Progress], today: date) -> str:
    """What is open, and what to look at."""
    running = [each for each in progress if each.assignment.due >= today]
    waiting = sum(each.count("not_begun", "begun") for each in progress if each.assignment.due < today)
    said = [ngettext("{count} assignment is running.", "{count} assignments are running.", len(running))]
    if waiting:
        said.append(ngettext("{count} piece of work is overdue.", "{count} pieces of work are overdue.", waiting))
    return joined([*said, _("Click a cell to see the answers or the text.")])


# -- the table ------------------------------------------------------------------------------------------------


def _draw_table(progress: Sequence[Progress], names: Mapping[str, str], today: date) -> None:
    """A row a student, a column an assignment; a click on a cell opens it below."""
    ids = sorted(
        {state.student_id for each in progress for state in each.students}, key=lambda each: names.get(each, each)
    )
    heads = column_heads(progress)
    event = st.dataframe(
        table_rows(progress, ids, names, heads, today),
        hide_index=True,
        height=ROW_PX * (min(len(ids), MOST_ROWS) + 1) + 2,
        on_select="rerun",
        selection_mode="single-cell",
        key=f"assignments_table_{'_'.join(heads)}",
        column_config={_("Student"): st.column_config.TextColumn(pinned=True, width=120)},
        alt=_("Students and assignments: not begun, begun, done in time, done late"),
    )
    selection: Any = event["selection"]
    places = {head: each.assignment.assignment_id for head, each in zip(heads, progress, strict=True)}
    for row, column in selection["cells"][:1]:
        if row < len(ids) and column in places:
            open_cell(places[column], ids[row])


def column_heads(progress: Sequence[Progress]) -> list[str]:
    """Title and last day; equal ones are told apart by a number."""
    heads: list[str] = []
    for each in progress:
        head = f"{shortened(each.assignment.title, LONGEST_HEAD)} · {short_day(each.assignment.due)}"
        same = sum(known == head or known.startswith(f"{head} (") for known in heads)
        heads.append(f"{head} ({same + 1})" if same else head)
    return heads


def table_rows(
    progress: Sequence[Progress],
    student_ids: Sequence[str],
    names: Mapping[str, str],
    heads: Sequence[str],
    today: date,
) -> list[dict[str, str]]:
    """The states in words; an empty cell where it was not for the student."""
    rows = []
    for student_id in student_ids:
        row = {_("Student"): names.get(student_id, student_id)}
        for head, each in zip(heads, progress, strict=True):
            state = next((state for state in each.students if state.student_id == student_id), None)
            row[head] = "" if state is None else state_said(state, due=each.assignment.due, today=today)
        rows.append(row)
    return rows


# -- the list -------------------------------------------------------------------------------------------------


def _draw_assignment(who: Visitor, each: Progress, today: date) -> None:
    given = each.assignment
    with st.container(border=True):
        words, button = st.columns([5, 1], vertical_alignment="center")
        said = [
            due_said(given.due, today),
            amount_said(given),
            *([escaped(given.by)] if another(who, given.by) else []),
        ]
        words.markdown(
            f"{ICONS[given.kind]} **{escaped(given.title)}**  \n:small[{' · '.join(said)}]  \n{counts_said(each)}"
        )
        button.button(
            _("Withdraw"),
            icon=":material/undo:",
            type="tertiary",
            key=f"assignments_back_{given.assignment_id}",
            on_click=_withdraw,
            args=(who, given),
        )


def another(who: Visitor, name: str) -> bool:
    """Whether it is another teacher's, whose name is worth saying."""
    return name not in ("", who.account.display_name)


def counts_said(each: Progress) -> str:
    """`3 of 12 did it, 1 of them late · 2 have begun`."""
    done, late, begun = each.count("done", "late"), each.count("late"), each.count("begun")
    said = _("{done} of {count} did it").format(done=done, count=len(each.students))
    if late:
        said += ", " + ngettext("{count} of them late", "{count} of them late", late)
    return said + (" · " + ngettext("{count} has begun", "{count} have begun", begun) if begun else "")


def _withdraw(who: Visitor, given: AssignmentView) -> None:
    def act() -> None:
        who.core.assignments.withdraw(given.assignment_id, who.caller, by=who.account.account_id)
        said = _("“{title}” is taken back. What students did of it is kept.").format(title=escaped(given.title))
        remember(said, "withdrawn", given.assignment_id)

    attempt(act)


# -- the file -------------------------------------------------------------------------------------------------


def _draw_file(who: Visitor, names: Mapping[str, str]) -> None:
    st.download_button(
        _("Download as CSV"),
        lambda: progress_csv(who.core.assignments.class_progress(who.caller), names),
        file_name="wenlu-assignments.csv",
        mime="text/csv",
        icon=":material/download:",
        type="tertiary",
        on_click="ignore",
    )


def progress_csv(progress: Sequence[Progress], names: Mapping[str, str]) -> bytes:
    """A line for each student of each assignment."""
    return csv_bytes(
        HEAD,
        [
            (
                each.assignment.assignment_id,
                each.assignment.title,
                each.assignment.kind,
                day_in_shanghai(each.assignment.made_at).isoformat(),
                each.assignment.due.isoformat(),
                state.student_id,
                names.get(state.student_id, state.student_id),
                state.state,
                state.finished,
                state.parts,
                "" if state.score is None else round(state.score, 1),
                "" if state.at is None else state.at.isoformat(),
            )
            for each in progress
            for state in each.students
        ],
    )
