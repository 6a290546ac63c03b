"""The progress of a class: who did what at a glance, each assignment with a button to withdraw it, everything as a file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

import streamlit as st

from core.api.assignments import AssignmentView, Progress, is_over
from pages.parts.addresses import page_named
from pages.parts.assignments.detail import draw_detail, open_cell
from pages.parts.assignments.last_action import attempt, remember
from pages.parts.assignments.views import NEW, go_to
from pages.parts.assignments.window import STUDENT_PX, draw_window
from pages.parts.assignments.words import ICONS, amount_text, due_text, state_text
from pages.parts.dates import day_in_shanghai, short_day
from pages.parts.figures import csv_bytes
from pages.parts.i18n import _, ngettext
from pages.parts.map.words import joined, shortened
from pages.parts.names import one_language, student_label
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor

SHOWN_ASSIGNMENTS = 8
"""Assignments side by side in the table; the file has all."""
PREFIX = "assignments_shown_"
LONGEST_TITLE = 14
ROW_PX = 35
MOST_ROWS = 15
HEAD = (
    "assignment_id", "title", "kind", "given_on", "due", "student_id", "name", "state", "finished", "parts",
    "right_percent", "done_at",
)  # fmt: skip


def draw_class_progress(who: Visitor) -> None:
    """One sentence, the table of states, the list of assignments."""
    views = who.core.assignments.current(who.caller)
    now = who.core.clock.now()
    if not views:
        _draw_nothing()
        return
    names = {
        line.student_id: student_label(line.name, line.number) for line in who.core.answers.class_lines(who.caller)
    }
    current = {view.assignment_id for view in views if takes_work(view, now)}
    situation = st.container()
    shown = {view.assignment_id for view in draw_window(views, SHOWN_ASSIGNMENTS, PREFIX)}
    read = who.core.assignments.class_progress(who.caller, only=sorted(current | shown))
    situation.markdown(situation_text([line for line in read if line.assignment.assignment_id in current], now))
    progress = [line for line in read if line.assignment.assignment_id in shown]
    waiting = {queue.assignment.assignment_id: len(queue.waiting) for queue in who.core.marking.queues(who.caller)}
    if total := sum(waiting.values()):
        label = ngettext("Mark {count} essay that waits", "Mark {count} essays that wait", total)
        st.page_link(page_named("marking"), label=label, icon=":material/grading:")
    if progress:
        _draw_table(progress, names, now)
        draw_detail(who, progress, names, now)
        st.subheader(_("Assigned so far"))
    for assignment_progress in progress:
        _draw_assignment(who, assignment_progress, now, waiting.get(assignment_progress.assignment.assignment_id))
    _draw_file(who, names)


def takes_work(assignment: AssignmentView, now: datetime) -> bool:
    """Whether work on it is still accepted from somebody."""
    last_due = max([assignment.due_at, *assignment.extensions.values()])
    return not is_over(last_due + (assignment.late_until - assignment.due_at), now)


def _draw_nothing() -> None:
    st.info(
        _(
            "Nothing has been assigned yet. Assign exercises, a text, an essay or a link to your class: it appears in each student's plan."
        ),
        icon=":material/assignment:",
    )
    st.button(
        _("New assignment"), type="primary", icon=":material/add:", key="assignments_first", on_click=go_to, args=(NEW,)
    )


def situation_text(progress: Sequence[Progress], now: datetime) -> str:
    """How many assignments are running and how much work is overdue, and what to do next. `progress`: of those that take work."""
    running = [line for line in progress if not is_over(line.assignment.due_at, now)]
    overdue = sum(state.standing(now) == "overdue" for line in progress for state in line.students)
    sentences = [ngettext("{count} assignment is running.", "{count} assignments are running.", len(running))]
    if overdue:
        sentences.append(ngettext("{count} piece of work is overdue.", "{count} pieces of work are overdue.", overdue))
    return joined([*sentences, _("Click a cell to see the answers or the text.")])


# -- the table ------------------------------------------------------------------------------------------------


def _draw_table(progress: Sequence[Progress], names: Mapping[str, str], now: datetime) -> None:
    """One row for each student, one column for each assignment; a click on a cell opens it below."""
    ids = sorted(
        {state.student_id for line in progress for state in line.students}, key=lambda key: names.get(key, key)
    )
    heads = column_heads(line.assignment for line in progress)
    event = st.dataframe(
        table_rows(progress, ids, names, heads, now),
        hide_index=True,
        height=ROW_PX * (min(len(ids), MOST_ROWS) + 1) + 2,
        on_select="rerun",
        selection_mode="single-cell",
        key=f"assignments_table_{'_'.join(heads)}",
        column_config={_("Student"): st.column_config.TextColumn(pinned=True, width=STUDENT_PX)},
        alt=_("Students and assignments: not begun, begun, done in time, done late"),
    )
    selection: Any = event["selection"]
    by_head = {head: line.assignment.assignment_id for head, line in zip(heads, progress, strict=True)}
    for row, column in selection["cells"][:1]:
        if row < len(ids) and column in by_head:
            open_cell(by_head[column], ids[row])


def column_heads(assignments: Iterable[AssignmentView]) -> list[str]:
    """Title and last day of each assignment; equal heads are told apart by a number."""
    heads: list[str] = []
    for assignment in assignments:
        head = f"{shortened(assignment.title, LONGEST_TITLE)} · {short_day(assignment.due)}"
        earlier = sum(earlier_head == head or earlier_head.startswith(f"{head} (") for earlier_head in heads)
        heads.append(f"{head} ({earlier + 1})" if earlier else head)
    return heads


def table_rows(
    progress: Sequence[Progress],
    student_ids: Sequence[str],
    names: Mapping[str, str],
    heads: Sequence[str],
    now: datetime,
) -> list[dict[str, str]]:
    """The states in words; a cell is empty where the assignment was not for the student."""
    rows = []
    for student_id in student_ids:
        row = {_("Student"): names.get(student_id, student_id)}
        for head, line in zip(heads, progress, strict=True):
            state = next((state for state in line.students if state.student_id == student_id), None)
            row[head] = "" if state is None else state_text(state, kind=line.assignment.kind, now=now)
        rows.append(row)
    return rows


# -- the list -------------------------------------------------------------------------------------------------


def _draw_assignment(who: Visitor, progress: Progress, now: datetime, waiting: int | None) -> None:
    """`waiting`: how many essays wait to be marked; None where none was handed in."""
    assignment = progress.assignment
    with st.container(border=True):
        text, button_column = st.columns([4, 1], vertical_alignment="center")
        facts = [
            due_text(assignment.due_at, now),
            amount_text(assignment),
            *([escaped(one_language(assignment.class_name))] if assignment.class_name else []),
            *([escaped(assignment.by)] if is_another_teacher(who, assignment.by) else []),
        ]
        text.markdown(
            f"{ICONS[assignment.kind]} **{escaped(assignment.title)}**  \n:small[{' · '.join(facts)}]  \n{counts_text(progress)}"
        )
        if waiting is not None:
            button_column.page_link(
                page_named("marking"),
                label=_("Mark ({count})").format(count=waiting) if waiting else _("Marked essays"),
                icon=":material/grading:",
                query_params={"assignment": assignment.assignment_id},
            )
        if may_withdraw(who, assignment):
            button_column.button(
                _("Withdraw"),
                icon=":material/undo:",
                type="tertiary",
                key=f"assignments_back_{assignment.assignment_id}",
                on_click=_withdraw,
                args=(who, assignment),
            )


def is_another_teacher(who: Visitor, name: str) -> bool:
    """Whether the name is that of another teacher than the visitor; then it is shown."""
    return name not in ("", who.account.display_name)


def may_withdraw(who: Visitor, assignment: AssignmentView) -> bool:
    """Whether the visitor may take the assignment back: who gave it, and administrators."""
    return who.account.role == "admin" or who.account.account_id == assignment.made_by


def counts_text(progress: Progress) -> str:
    """`3 of 12 did it, 1 of them late · 2 have begun`."""
    done, late, begun = progress.count("done", "late"), progress.count("late"), progress.count("begun")
    text = _("Done by {done} of {count}").format(done=done, count=len(progress.students))
    if late:
        text += ", " + ngettext("{count} of them late", "{count} of them late", late)
    return text + (" · " + ngettext("{count} has begun", "{count} have begun", begun) if begun else "")


def _withdraw(who: Visitor, assignment: AssignmentView) -> None:
    def withdraw() -> None:
        who.core.assignments.withdraw(assignment.assignment_id, who.caller, by=who.account.account_id)
        sentence = _("“{title}” has been withdrawn. What students did for it is kept.").format(
            title=escaped(assignment.title)
        )
        remember(sentence, "withdrawn", assignment.assignment_id)

    attempt(withdraw)


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
    """A CSV with one line for each student of each assignment."""
    return csv_bytes(
        HEAD,
        [
            (
                line.assignment.assignment_id,
                line.assignment.title,
                line.assignment.kind,
                day_in_shanghai(line.assignment.made_at).isoformat(),
                line.assignment.due_at.isoformat(),
                state.student_id,
                names.get(state.student_id, state.student_id),
                state.state,
                state.finished,
                state.parts,
                "" if state.score is None else round(state.score, 1),
                "" if state.at is None else state.at.isoformat(),
            )
            for line in progress
            for state in line.students
        ],
    )
