"""Which class the page of people shows."""

from __future__ import annotations

import streamlit as st

from pages.parts.i18n import _
from pages.parts.names import one_language
from pages.parts.visitor import Visitor

SHOWN = "people_class_shown"


def chosen_class(who: Visitor) -> str | None:
    """Id of the class to show: the one chosen here, at first the one that all pages show; None where a person has none."""
    names = {each.class_id: one_language(each.name) for each in who.scope.classes if each.archived_at is None}
    if not names:
        return None
    chosen = who.scope.chosen
    # What was shown last stays, also when an import has made a class that would stand before it.
    shown = st.session_state.get(SHOWN, "" if chosen is None else chosen.class_id)
    ids = list(names)
    class_id = shown if shown in names else ids[0]
    if len(ids) > 1:
        class_id = st.selectbox(
            _("Class"), ids, index=ids.index(class_id), format_func=names.__getitem__, key="people_class"
        )
    st.session_state[SHOWN] = class_id
    return class_id
