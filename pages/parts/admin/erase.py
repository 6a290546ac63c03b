"""Erasing everything kept about a student; the administrator has to type the id, for it cannot be undone."""

from __future__ import annotations

import streamlit as st

from pages.parts.i18n import _, ngettext
from pages.parts.names import student_label
from pages.parts.people.words import erasing_text
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor


def draw_erase(who: Visitor) -> None:
    """A box to choose the student, a field to type the id, the button that erases."""
    st.subheader(_("Erase a student"))
    names = {
        line.student_id: student_label(line.name, line.number) for line in who.core.answers.class_lines(who.caller)
    }
    if message := st.session_state.pop("erased", None):
        st.success(escaped(message), icon=":material/check:")
    with st.expander(_("Remove everything kept about one student"), icon=":material/delete:"):
        student_id = st.selectbox(
            _("Student"),
            list(names),
            index=None,
            format_func=names.__getitem__,
            placeholder=_("Choose a student"),
            key="erase_student",
        )
        if student_id is not None:
            _draw_confirmation(who, student_id)


def _draw_confirmation(who: Visitor, student_id: str) -> None:
    st.markdown(erasing_text())
    typed = st.text_input(_("To confirm, type the id: {id}").format(id=escaped(student_id)), key="erase_typed")
    if st.button(_("Erase"), type="primary", disabled=typed.strip() != student_id, key="erase_now"):
        removed = sum(who.core.administration.erase_student(student_id, who.caller).values())
        st.session_state["erased"] = ngettext("{count} row was removed.", "{count} rows were removed.", removed)
        st.rerun()
