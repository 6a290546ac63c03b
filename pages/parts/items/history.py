"""What happened to an item, newest first; the newest change can be undone."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import streamlit as st

from core.api.questions import HistoryEntry
from pages.parts.dates import day_name
from pages.parts.i18n import _, language
from pages.parts.items.change import undo_one
from pages.parts.items.words import state_names
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor


def draw_history(who: Visitor, history: Sequence[HistoryEntry]) -> None:
    """One line for each change."""
    st.markdown(f"**{_('History')}**")
    if not history:
        st.caption(_("Nothing was changed: it is as the bank has it."))
    for change in history:
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(change_line(change), width="stretch")
            if change.can_be_undone:
                st.button(
                    _("Undo"),
                    type="tertiary",
                    key=f"item_undo_{change.change_id}",
                    on_click=undo_one,
                    args=(who, change.change_id),
                )


def change_line(change: HistoryEntry) -> str:
    """What was done, by whom, when, why."""
    sentence = act_said(change)
    by = _("a rule") if change.rule else change.by or _("somebody whose account is gone")
    day = day_name(datetime.fromisoformat(change.at))
    reason = escaped(change.reason.get(language()))
    return f"{sentence}  \n:small[:gray[{escaped(by)} · {day}]]" + (f"  \n:small[{reason}]" if reason else "")


def act_said(change: HistoryEntry) -> str:
    """`Written`, `Approved`, `Taken back: Approved again`."""
    state = state_names()[change.state]
    if change.act == "saved":
        return _("Written: {state}").format(state=state)
    if change.act == "replaced":
        return _("A newer version took its place")
    if change.act == "undone":
        return _("A change was taken back: {state}").format(state=state)
    return state
