"""Appeals of students ("My answer was right"): the question, the answer, the comment; the teacher upholds or declines each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

import streamlit as st

from core.answers.wire import AppealView
from pages.parts.classroom.answered_item import draw_item
from pages.parts.dates import day_name
from pages.parts.i18n import _, language
from pages.parts.names import level_name, topic_names, type_names
from pages.parts.shown_text import escaped, escaped_lines
from pages.parts.visitor import Visitor

MOST_SHOWN = 10
LONGEST_REPLY = 500
CHOSEN_OUTCOME = "appeal_being_settled"
"""Session state: (appeal id, upheld), between the choice of the teacher and its confirmation."""


def draw_appeals(who: Visitor, appeals: Sequence[AppealView], names: Mapping[str, str]) -> None:
    """Two tabs: the appeals that wait, the longest waiting first, and those that are settled, the newest first."""
    st.subheader(_("Questions from students"))
    waiting = [appeal for appeal in reversed(appeals) if appeal.status == "open"]
    settled = [appeal for appeal in appeals if appeal.status != "open"]
    waiting_tab, settled_tab = st.tabs(
        [_("Waiting ({count})").format(count=len(waiting)), _("Settled ({count})").format(count=len(settled))]
    )
    with waiting_tab:
        _draw_list(who, waiting, names, _("Nothing waits. When a student objects to a mark, the question comes here."))
    with settled_tab:
        _draw_list(who, settled, names, _("Nothing was settled yet."))


def _draw_list(who: Visitor, appeals: Sequence[AppealView], names: Mapping[str, str], nothing: str) -> None:
    if not appeals:
        st.markdown(nothing)
    for appeal in appeals[:MOST_SHOWN]:
        with st.container(border=True):
            _draw_appeal(appeal, names)
            if appeal.status == "open":
                _draw_decision(who, appeal)
            else:
                _draw_outcome(appeal)
    if len(appeals) > MOST_SHOWN:
        st.caption(_("{shown} of {count} are shown.").format(shown=MOST_SHOWN, count=len(appeals)))


def _draw_appeal(appeal: AppealView, names: Mapping[str, str]) -> None:
    """Everything that the teacher needs to decide."""
    item = appeal.item
    day = day_name(datetime.fromisoformat(appeal.created_at))
    st.markdown(f"**{escaped(names.get(appeal.student_id, appeal.student_id))}** · {day}")
    st.caption(f"{topic_names()[item.topic]} · {type_names()[item.type]} · {level_name(item.standard_level)}")
    draw_item(item, appeal.given)
    if appeal.comment:
        st.markdown(f":material/chat_bubble: {escaped_lines(appeal.comment)}")
    with st.expander(_("How the right answer was explained"), type="compact"):
        st.markdown(escaped_lines(item.explanation.get(language())))


def _draw_decision(who: Visitor, appeal: AppealView) -> None:
    """The buttons to uphold or decline; then what it leads to, and a button to confirm: evidence cannot be taken back."""
    chosen = st.session_state.get(CHOSEN_OUTCOME)
    if chosen is None or chosen[0] != appeal.appeal_id:
        with st.container(horizontal=True):
            for upheld, label, icon in (
                (True, _("The student is right"), ":material/check:"),
                (False, _("Keep the marking"), ":material/close:"),
            ):
                st.button(label, icon=icon, key=f"{upheld}_{appeal.appeal_id}", on_click=_choose, args=(appeal, upheld))
        return
    upheld = chosen[1]
    reply = st.text_area(
        _("Reply to the student (optional)"), key=f"reply_{appeal.appeal_id}", max_chars=LONGEST_REPLY, height=68
    )
    st.markdown(":material/info: " + consequence_text(upheld=upheld))
    with st.container(horizontal=True):
        label = _("Yes, the student is right") if upheld else _("Yes, keep the marking")
        if st.button(label, type="primary", key=f"confirm_{appeal.appeal_id}"):
            _settle(who, appeal, upheld=upheld, reply=reply)
        st.button(_("Back"), key=f"back_{appeal.appeal_id}", on_click=_choose, args=(None, False))


def consequence_text(*, upheld: bool) -> str:
    """What the decision leads to; shown before the teacher confirms it."""
    if upheld:
        return _(
            "The answer counts as right in the student's report from now on, and an entry in the student's favour is "
            "added to the evidence log. The student reads your reply. This cannot be undone."
        )
    return _("The mark stays as it is. The student reads your reply. This cannot be undone.")


def _choose(appeal: AppealView | None, upheld: bool) -> None:
    st.session_state[CHOSEN_OUTCOME] = None if appeal is None else (appeal.appeal_id, upheld)


def _settle(who: Visitor, appeal: AppealView, *, upheld: bool, reply: str) -> None:
    st.session_state.pop(CHOSEN_OUTCOME, None)
    if who.core.answers.settle_appeal(appeal.appeal_id, who.caller, upheld=upheld, reply=reply.strip()):
        st.toast(
            _("Settled: the student was right.") if upheld else _("Settled: the marking stays."),
            icon=":material/check:",
        )
    else:
        st.toast(_("Someone else settled this in the meantime."), icon=":material/info:")
    st.rerun()


def _draw_outcome(appeal: AppealView) -> None:
    if appeal.status == "upheld":
        st.badge(_("Student was right"), icon=":material/check:", color="green")
    else:
        st.badge(_("Marking kept"), icon=":material/close:", color="gray")
    if appeal.reply:
        st.markdown(f":material/reply: {escaped_lines(appeal.reply)}")
