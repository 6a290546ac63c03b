"""Which class the page of people shows."""

from __future__ import annotations

import streamlit as st

from pages.parts.i18n import _
from pages.parts.visitor import Visitor


def chosen_class(who: Visitor) -> str | None:
    """Id of the class to show: the one chosen here, at first the one that all pages show; None where a person has none."""
    names = {each.class_id: each.name for each in who.scope.classes if each.archived_at is None}
    if not names:
        return None
    if len(names) == 1:
        return next(iter(names))
    chosen = who.scope.chosen
    ids = list(names)
    first = ids.index(chosen.class_id) if chosen is not None and chosen.class_id in names else 0
    return st.selectbox(_("Class"), ids, index=first, format_func=names.__getitem__, key="people_class")
