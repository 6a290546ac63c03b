"""All assignments with something to mark."""

from __future__ import annotations

import streamlit as st

from core.api.assignments import AssignmentView
from core.api.marking import Queue
from pages.parts.addresses import page_named
from pages.parts.assignments.words import due_text
from pages.parts.i18n import _
from pages.parts.marking.data import waiting_text
from pages.parts.marking.desk import open_queue
from pages.parts.names import one_language
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor


def draw_queues(who: Visitor) -> None:
    """One line for each assignment, those with something that waits first."""
    st.title(_("Marking"), anchor=False)
    queues = sorted(who.core.marking.queues(who.caller), key=lambda queue: not queue.waiting)
    if not queues:
        st.info(
            _("Nothing to mark yet. Assign an essay; what your students hand in waits for you here."),
            icon=":material/inbox:",
        )
        st.page_link(page_named("assignments"), label=_("To the assignments"), icon=":material/assignment:")
        return
    waiting = sum(len(queue.waiting) for queue in queues)
    st.markdown(waiting_text(waiting) if waiting else _("Everything that was handed in is returned."))
    for index, queue in enumerate(queues):
        _draw_queue(who, queue, first=index == 0 and bool(queue.waiting))


def _draw_queue(who: Visitor, queue: Queue, *, first: bool) -> None:
    assignment = queue.assignment
    with st.container(border=True):
        text, button_column = st.columns([4, 1], vertical_alignment="center")
        text.markdown(
            f":material/ink_pen: **{escaped(assignment.title)}**  \n:small[{class_text(assignment)}{due_text(assignment.due_at, who.core.clock.now())} · {counts_text(queue)}]"
        )
        button_column.button(
            _("Mark") if queue.waiting else _("Look again"),
            type="primary" if first else "secondary",
            icon=":material/edit_note:" if queue.waiting else ":material/visibility:",
            key=f"marking_open_{assignment.assignment_id}",
            width="stretch",
            on_click=open_queue,
            args=(assignment.assignment_id,),
        )


def class_text(assignment: AssignmentView) -> str:
    """The class that it was given to, with the point that parts it from what follows; empty for the whole school."""
    return f"{escaped(one_language(assignment.class_name))} · " if assignment.class_name else ""


def counts_text(queue: Queue) -> str:
    """`40 handed in · 34 to mark · 2 asked for a second draft`."""
    parts = [_("{count} handed in").format(count=len(queue.entries))]
    if queue.waiting:
        parts.append(_("{count} to mark").format(count=len(queue.waiting)))
    if asked := sum(entry.second_draft for entry in queue.entries):
        parts.append(_("{count} to write a second draft").format(count=asked))
    return " · ".join(parts)
