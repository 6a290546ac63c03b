"""The list of classes, those of this year first, and the form that makes one."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.access.wire import ClassLine
from core.errors import WenluError
from pages.parts.addresses import page_named
from pages.parts.classes.words import facts, students_name
from pages.parts.i18n import _, language, ngettext
from pages.parts.names import one_language
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor

NAME = "class_new_name"
FAULT = "class_fault"


def draw_list(who: Visitor, lines: Sequence[ClassLine]) -> None:
    """One sentence, the form, a card for each class; those that are over are folded."""
    current = [line for line in lines if line.archived_at is None]
    over = [line for line in lines if line.archived_at is not None]
    st.markdown(_first_sentence(current))
    _draw_form(who)
    for line in current:
        _draw_card(line)
    if over:
        with st.expander(
            ngettext("{count} class that is over", "{count} classes that are over", len(over)),
            icon=":material/inventory_2:",
        ):
            for line in over:
                _draw_card(line)


def _first_sentence(current: Sequence[ClassLine]) -> str:
    if not current:
        return _("You have no class yet. Name one, then put students into it.")
    if [line.everyone for line in current] == [True]:
        return _(
            "All students are in one class. Make classes of your own to give work and look at maps class by class."
        )
    return _(
        "Open a class to put students into it or take them out. The switch in the side bar says which class pages show."
    )


def _draw_form(who: Visitor) -> None:
    if fault := st.session_state.pop(FAULT, None):
        st.error(escaped(fault), icon=":material/error:")
    with st.form("class_new", border=False), st.container(horizontal=True, vertical_alignment="bottom"):
        st.text_input(_("New class"), placeholder=_("Such as Level 2, Tuesday"), max_chars=60, key=NAME)
        st.form_submit_button(_("Make class"), icon=":material/add:", type="primary", on_click=lambda: _make(who))


def _make(who: Visitor) -> None:
    try:
        made = who.core.classes.make(st.session_state[NAME], who.caller, by=who.account.account_id)
    except WenluError as error:
        st.session_state[FAULT] = error.remedy(language())
        return
    st.session_state[NAME] = ""
    st.query_params["class"] = made.class_id


def _draw_card(line: ClassLine) -> None:
    with (
        st.container(border=True),
        st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"),
    ):
        with st.container(width="stretch", gap=None):
            st.markdown(f"**{escaped(one_language(line.name))}** · {students_name(line.students)}")
            st.caption(" · ".join(map(escaped, facts(line))))
        st.page_link(
            page_named("classes"),
            label=_("Open"),
            icon=":material/arrow_forward:",
            query_params={"class": line.class_id},
        )
