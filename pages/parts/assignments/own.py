"""A student's own assignments: what is to be done, how to begin, what was done. The address holds the one that is shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

import streamlit as st

from core.api.assignments import (
    AloudBody,
    ItemsBody,
    LessonBody,
    LinkBody,
    MyAssignment,
    TextBody,
    assignment_id_of,
)
from core.api.marking import OwnReturn
from core.errors import WenluError
from pages.parts.addresses import page_named
from pages.parts.assignments.own_aloud import draw_aloud
from pages.parts.assignments.round import draw_round
from pages.parts.assignments.words import ICONS, amount_text, due_text, standing_names, state_text, work_text
from pages.parts.i18n import _, language, ngettext
from pages.parts.marking.words import grade_text
from pages.parts.ruby import draw_learning_text, pinyin_switch
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor

FAULT = "my_assignments_fault"
OPENED_AT = "my_assignments_opened"
"""Session state: when each text or link was opened (seconds since the epoch), to know how long it was read."""
LONGEST_SECONDS = 7_200
PINYIN_KEY = "my_assignments_pinyin"


def draw_own_assignments(who: Visitor) -> None:
    """The assignment that the address names, or the list of all."""
    assignments = who.core.assignments.of_student(who.student_id, who.caller)
    now = who.core.clock.now()
    assignment_id = assignment_id_of(st.query_params.get("resource", ""))
    chosen = next(
        (assignment for assignment in assignments if assignment.assignment.assignment_id == assignment_id), None
    )
    if chosen is not None:
        _draw_assignment(who, chosen, now)
        return
    st.title(_("Assignments"))
    if assignment_id is not None:
        st.warning(_("This assignment does not exist (any more)."), icon=":material/search_off:")
    _draw_all(assignments, newest_returns(who), now)


def newest_returns(who: Visitor) -> dict[str, OwnReturn]:
    """What the student handed in last for each essay assignment, by resource id, with what came back."""
    newest_last = reversed(who.core.marking.of_student(who.student_id, who.caller))
    return {line.resource_id: line for line in newest_last}


def _draw_all(assignments: list[MyAssignment], returns: Mapping[str, OwnReturn], now: datetime) -> None:
    open_assignments = [own for own in assignments if own.open]
    if not assignments:
        st.info(_("Your teacher has not given you anything yet. Your plan has enough to do."), icon=":material/inbox:")
        st.page_link(page_named("plan"), label=_("To the plan"), icon=":material/calendar_view_week:")
        return
    st.markdown(situation_text(assignments))
    for index, assignment in enumerate(open_assignments):
        _draw_card(assignment, returns, now, first=index == 0)
    finished = [own for own in assignments if own not in open_assignments]
    if finished:
        st.subheader(_("Earlier assignments"))
        for assignment in finished:
            _draw_card(assignment, returns, now, first=False)


def situation_text(assignments: Sequence[MyAssignment]) -> str:
    """How many assignments are to be done; where none is, whether all were done."""
    open_count = sum(own.open for own in assignments)
    closed = sum(own.standing == "closed" for own in assignments)
    if open_count:
        return ngettext("{count} assignment is to be done.", "{count} assignments are to be done.", open_count)
    if not closed:
        return _("Everything that your teacher gave is done.")
    return ngettext(
        "Nothing is left that can be done. {count} assignment was not done in its time and is closed.",
        "Nothing is left that can be done. {count} assignments were not done in their time and are closed.",
        closed,
    )


def _draw_card(own: MyAssignment, returns: Mapping[str, OwnReturn], now: datetime, *, first: bool) -> None:
    """One assignment in the list. `first`: it is the one to do next, and its button is the primary action of the page."""
    assignment = own.assignment
    with st.container(border=True):
        text, button_column = st.columns([5, 1], vertical_alignment="center")
        facts = [due_text(own.state.due_at, now), amount_text(assignment)]
        state = state_text(own.state, kind=assignment.kind, now=now)
        line = returns.get(assignment.resource_id)
        if line is not None and line.returned_at is not None:
            state = f"{work_text(own.state, kind=assignment.kind)} · {return_text(line)}"
        text.markdown(
            f"{ICONS[assignment.kind]} **{escaped(assignment.title)}**  \n:small[{' · '.join(facts)}]  \n:small[{state}]"
        )
        button_column.button(
            button_text(own),
            type="primary" if first else "secondary",
            width="stretch",
            key=f"my_assignments_{assignment.assignment_id}",
            on_click=_show,
            args=(assignment.resource_id,),
        )


def button_text(own: MyAssignment) -> str:
    """What the button of an assignment does next."""
    if not own.open:
        return _("Open")
    return _("Begin") if own.state.state == "not_begun" else _("Go on")


def return_text(line: OwnReturn) -> str:
    """`returned · 84 of 100 · a second draft is asked for`."""
    parts = [_("returned by your teacher"), *([grade_text(line.grade)] if line.grade is not None else [])]
    if line.second_draft:
        parts.append(standing_names()["again"])
    return f":green[:material/assignment_return: {' · '.join(parts)}]"


def _show(resource_id: str) -> None:
    st.query_params["resource"] = resource_id


def _show_all() -> None:
    st.query_params.pop("resource", None)


def _draw_assignment(who: Visitor, own: MyAssignment, now: datetime) -> None:
    assignment = own.assignment
    if assignment.kind == "essay":
        st.switch_page(page_named("writing"), query_params={"resource": assignment.resource_id})
    st.button(
        _("All assignments"),
        icon=":material/arrow_back:",
        type="tertiary",
        key="my_assignments_all",
        on_click=_show_all,
    )
    st.title(escaped(assignment.title))
    facts = [
        due_text(own.state.due_at, now),
        amount_text(assignment),
        *([escaped(assignment.by)] if assignment.by else []),
    ]
    st.caption(" · ".join(facts))
    if fault := st.session_state.pop(FAULT, None):
        st.error(escaped(fault), icon=":material/error:")
    if own.state.at is None and not own.open:
        st.info(
            _("The time for late work is over. You can ask your teacher for more time."), icon=":material/lock_clock:"
        )
        return
    if isinstance(assignment.body, ItemsBody):
        _draw_items(who, own, assignment.body)
    elif isinstance(assignment.body, TextBody):
        _draw_text(who, own, assignment.body)
    elif isinstance(assignment.body, LinkBody):
        _draw_link(who, own, assignment.body)
    elif isinstance(assignment.body, AloudBody):
        draw_aloud(who, own, assignment.body)
    elif isinstance(assignment.body, LessonBody):
        _draw_lesson(who, own, assignment.body)


def _draw_items(who: Visitor, own: MyAssignment, body: ItemsBody) -> None:
    remaining = [item_id for item_id in body.item_ids if item_id not in own.state.answered]
    if remaining:
        st.markdown(
            ngettext("{count} exercise is left.", "{count} exercises are left.", len(remaining))
            + " "
            + _("Your teacher sees your first answer to each one.")
        )
        if st.button(_("Start"), type="primary", icon=":material/play_arrow:", key="my_assignments_start"):
            _start(who, own)
        return
    draw_round(who, own.assignment.assignment_id, who.student_id, own.state)


def _start(who: Visitor, own: MyAssignment) -> None:
    try:
        view = who.core.assignments.start(who.student_id, own.assignment.assignment_id, who.caller)
    except WenluError as error:
        st.error(escaped(error.remedy(language())), icon=":material/error:")
        return
    st.switch_page(page_named("practice"), query_params={"session": view.session_id})


def _draw_text(who: Visitor, own: MyAssignment, body: TextBody) -> None:
    opened_at: dict[str, float] = st.session_state.setdefault(OPENED_AT, {})
    opened_at.setdefault(own.assignment.assignment_id, who.core.clock.now().timestamp())
    pinyin = pinyin_switch(PINYIN_KEY)
    with st.container(border=True):
        draw_learning_text(who.core, body.text, pinyin=pinyin, size_px=26)
    _draw_finish(who, own, _("I have read it"))


def _draw_link(who: Visitor, own: MyAssignment, body: LinkBody) -> None:
    st.markdown(_("It opens on another site, in a new window. Come back here when you are done."))
    st.link_button(_("Open the link"), body.url, icon=":material/open_in_new:")
    st.caption(escaped(body.url))
    opened_at: dict[str, float] = st.session_state.setdefault(OPENED_AT, {})
    opened_at.setdefault(own.assignment.assignment_id, who.core.clock.now().timestamp())
    _draw_finish(who, own, _("I have worked through it"))


def _draw_lesson(who: Visitor, own: MyAssignment, body: LessonBody) -> None:
    st.markdown(_("Play the lesson to its end: then it is done."))
    if own.state.at is not None:
        st.success(state_text(own.state, kind="lesson", now=who.core.clock.now()), icon=":material/check:")
    st.page_link(
        page_named("lesson"),
        label=_("Open the lesson"),
        icon=":material/play_circle:",
        query_params={"resource": body.lesson_id},
    )


def _draw_finish(who: Visitor, own: MyAssignment, label: str) -> None:
    if own.state.at is not None:
        st.success(state_text(own.state, kind=own.assignment.kind, now=who.core.clock.now()), icon=":material/check:")
        return
    st.button(
        label,
        type="primary",
        icon=":material/check:",
        key="my_assignments_finish",
        on_click=_finish,
        args=(who, own),
    )


def _finish(who: Visitor, own: MyAssignment) -> None:
    opened_at = st.session_state.get(OPENED_AT, {}).get(own.assignment.assignment_id)
    seconds = who.core.clock.now().timestamp() - opened_at if opened_at else own.assignment.body.seconds
    resource_id = own.assignment.resource_id
    try:
        who.core.plan.finish(who.student_id, resource_id, min(LONGEST_SECONDS, int(seconds)), who.caller)
    except WenluError as error:
        st.session_state[FAULT] = error.remedy(language())
