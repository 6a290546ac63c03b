"""A student's assignments: what is to be done, how to begin, what was done. The address holds the one that is open."""

from __future__ import annotations

from datetime import date

import streamlit as st

from core.api.assignments import ItemsBody, LinkBody, MyAssignment, TextBody, assignment_id_of
from core.errors import WenluError
from pages.parts.addresses import page_named
from pages.parts.aloud.text import draw_chinese
from pages.parts.assignments.words import ICONS, amount_said, due_said, state_said
from pages.parts.dates import day_in_shanghai
from pages.parts.evidence import draw_evidence
from pages.parts.i18n import _, language, ngettext
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor

FAULT = "my_assignments_fault"
OPENED = "my_assignments_opened"
"""Session state: when each text was opened, to know how long it was read."""
LONGEST_SECONDS = 7_200
PINYIN_KEY = "my_assignments_pinyin"


def draw_mine(who: Visitor) -> None:
    """The open one, or all of them."""
    mine = who.core.assignments.of_student(who.student_id, who.caller)
    today = day_in_shanghai(who.core.clock.now())
    assignment_id = assignment_id_of(st.query_params.get("resource", ""))
    chosen = next((each for each in mine if each.assignment.assignment_id == assignment_id), None)
    if chosen is not None:
        _draw_one(who, chosen, today)
        return
    st.title(_("Assignments"))
    if assignment_id is not None:
        st.warning(_("This assignment does not exist (any more)."), icon=":material/search_off:")
    _draw_all(mine, today)


def _draw_all(mine: list[MyAssignment], today: date) -> None:
    open_ones = [each for each in mine if each.open]
    if not mine:
        st.info(_("Your teacher has not given you anything yet. Your plan has enough to do."), icon=":material/inbox:")
        st.page_link(page_named("plan"), label=_("To the plan"), icon=":material/calendar_view_week:")
        return
    st.markdown(
        ngettext("{count} assignment is to be done.", "{count} assignments are to be done.", len(open_ones))
        if open_ones
        else _("Everything that your teacher gave is done.")
    )
    for place, each in enumerate(open_ones):
        _draw_card(each, today, first=place == 0)
    rest = [each for each in mine if not each.open]
    if rest:
        st.subheader(_("Before"))
        for each in rest:
            _draw_card(each, today, first=False)


def _draw_card(each: MyAssignment, today: date, *, first: bool) -> None:
    """`first`: the one to do next, with the primary action of the page."""
    given = each.assignment
    with st.container(border=True):
        words, button = st.columns([5, 1], vertical_alignment="center")
        said = [due_said(given.due, today), amount_said(given)]
        state = state_said(each.state, due=given.due, today=today)
        words.markdown(
            f"{ICONS[given.kind]} **{escaped(given.title)}**  \n:small[{' · '.join(said)}]  \n:small[{state}]"
        )
        button.button(
            _("Open") if each.state.at else _("Begin") if each.state.state == "not_begun" else _("Go on"),
            type="primary" if first else "secondary",
            width="stretch",
            key=f"my_assignments_{given.assignment_id}",
            on_click=_open,
            args=(given.resource_id,),
        )


def _open(resource_id: str) -> None:
    st.query_params["resource"] = resource_id


def _close() -> None:
    st.query_params.pop("resource", None)


def _draw_one(who: Visitor, each: MyAssignment, today: date) -> None:
    given = each.assignment
    if given.kind == "essay":
        st.switch_page(page_named("writing"), query_params={"resource": given.resource_id})
    st.button(
        _("All assignments"), icon=":material/arrow_back:", type="tertiary", key="my_assignments_all", on_click=_close
    )
    st.title(escaped(given.title))
    said = [due_said(given.due, today), amount_said(given), *([escaped(given.by)] if given.by else [])]
    st.caption(" · ".join(said))
    if fault := st.session_state.pop(FAULT, None):
        st.error(escaped(fault), icon=":material/error:")
    if isinstance(given.body, ItemsBody):
        _draw_items(who, each, given.body)
    elif isinstance(given.body, TextBody):
        _draw_text(who, each, given.body)
    elif isinstance(given.body, LinkBody):
        _draw_link(who, each, given.body)


def _draw_items(who: Visitor, each: MyAssignment, body: ItemsBody) -> None:
    left = [item_id for item_id in body.item_ids if item_id not in each.state.answered]
    if left:
        st.markdown(
            ngettext("{count} exercise is left.", "{count} exercises are left.", len(left))
            + " "
            + _("The first answer to each counts for your teacher.")
        )
        if st.button(_("Start"), type="primary", icon=":material/play_arrow:", key="my_assignments_start"):
            _start(who, left)
        return
    st.success(state_said(each.state, due=each.assignment.due, today=each.assignment.due), icon=":material/check:")
    draw_evidence(who, who.student_id, each.state.sources, name=each.assignment.assignment_id)


def _start(who: Visitor, item_ids: list[str]) -> None:
    try:
        view = who.core.practice.review(who.student_id, item_ids, who.caller)
    except WenluError as error:
        st.error(escaped(error.remedy(language())), icon=":material/error:")
        return
    st.switch_page(page_named("practice"), query_params={"session": view.session_id})


def _draw_text(who: Visitor, each: MyAssignment, body: TextBody) -> None:
    opened: dict[str, float] = st.session_state.setdefault(OPENED, {})
    opened.setdefault(each.assignment.assignment_id, who.core.clock.now().timestamp())
    pinyin = st.toggle(_("Pinyin"), key=PINYIN_KEY, persist_state="session")
    with st.container(border=True):
        draw_chinese(body.text, who.core.reader.syllables if pinyin else None, size_px=26)
    _draw_finish(who, each, _("I have read it"))


def _draw_link(who: Visitor, each: MyAssignment, body: LinkBody) -> None:
    st.markdown(_("It opens on another site, in a new window. Come back here when you are done."))
    st.link_button(_("Open the link"), body.url, icon=":material/open_in_new:")
    st.caption(escaped(body.url))
    opened: dict[str, float] = st.session_state.setdefault(OPENED, {})
    opened.setdefault(each.assignment.assignment_id, who.core.clock.now().timestamp())
    _draw_finish(who, each, _("I have worked through it"))


def _draw_finish(who: Visitor, each: MyAssignment, label: str) -> None:
    if each.state.at is not None:
        st.success(state_said(each.state, due=each.assignment.due, today=each.assignment.due), icon=":material/check:")
        return
    st.button(
        label,
        type="primary",
        icon=":material/check:",
        key="my_assignments_finish",
        on_click=_finish,
        args=(who, each),
    )


def _finish(who: Visitor, each: MyAssignment) -> None:
    opened = st.session_state.get(OPENED, {}).get(each.assignment.assignment_id)
    seconds = who.core.clock.now().timestamp() - opened if opened else each.assignment.body.seconds
    resource_id = each.assignment.resource_id
    try:
        who.core.plan.finish(who.student_id, resource_id, min(LONGEST_SECONDS, int(seconds)), who.caller)
    except WenluError as error:
        st.session_state[FAULT] = error.remedy(language())
