"""The switch of classes at the top of the side bar: what a teacher's pages show, kept in the account."""

from __future__ import annotations

import streamlit as st

from core.api.classes import SchoolClass
from pages.parts.i18n import _
from pages.parts.names import one_language
from pages.parts.visitor import Visitor

KEY = "class_chosen"
ALL = ""


def draw_switch(who: Visitor) -> None:
    """A box with the person's classes, where there is something to choose; those that are over stand last."""
    classes = {each.class_id: each for each in who.scope.classes}
    if len(classes) < 2 and not (who.account.role == "admin" and any(not each.everyone for each in classes.values())):
        return
    chosen = ALL if who.scope.chosen is None else who.scope.chosen.class_id
    options = [ALL, *(each.class_id for each in classes.values() if who.account.role == "teacher" or not each.everyone)]
    # The account says what is chosen, also where another page or another browser chose it.
    st.session_state[KEY] = chosen if chosen in options else ALL
    everyone = _("Whole school") if who.account.role == "admin" else _("All my classes")
    st.selectbox(
        _("Class"),
        options,
        format_func=lambda class_id: everyone if class_id == ALL else _name(classes[class_id]),
        key=KEY,
        on_change=lambda: who.core.access.people.choose_class(who.account, st.session_state[KEY]),
        label_visibility="collapsed",
    )


def _name(school_class: SchoolClass) -> str:
    name = one_language(school_class.name)
    return name if school_class.archived_at is None else _("{name} (over)").format(name=name)
