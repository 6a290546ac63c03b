"""Appeals of students ("My answer was right"): the question, the answer, the comment; the teacher upholds or declines each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

import streamlit as st

from core.answers.wire import AppealView
from core.api.rulings import AnswerScope, RulingView
from core.errors import WenluError
from pages.parts.classroom.answered_item import draw_item
from pages.parts.classroom.rulings import choose_scope, draw_preview, draw_undo
from pages.parts.dates import day_name
from pages.parts.i18n import _, language, ngettext
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
                _draw_outcome(who, appeal)
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
    """The buttons to uphold or decline; then how far it reaches and who changes, and a button to confirm."""
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
    scope = choose_scope(appeal.appeal_id) if upheld else None
    may_confirm = scope is None or _draw_reach(who, appeal, scope)
    reply = st.text_area(
        _("Reply to the student (optional)"), key=f"reply_{appeal.appeal_id}", max_chars=LONGEST_REPLY, height=68
    )
    st.markdown(":material/info: " + consequence_text(upheld=upheld, scope=scope))
    with st.container(horizontal=True):
        label = _("Yes, the student is right") if upheld else _("Yes, keep the marking")
        if scope == "retire":
            label = _("Yes, take the question out")
        if st.button(label, type="primary", key=f"confirm_{appeal.appeal_id}", disabled=not may_confirm):
            _settle(who, appeal, scope=scope, reply=reply.strip())
        st.button(_("Back"), key=f"back_{appeal.appeal_id}", on_click=_choose, args=(None, False))


def _draw_reach(who: Visitor, appeal: AppealView, scope: AnswerScope) -> bool:
    """Who would change; False where the answer cannot be accepted from everyone, with the reason."""
    try:
        preview = who.core.rulings.preview(appeal.appeal_id, scope, who.caller, by=who.account.account_id)
    except WenluError as error:
        st.warning(escaped(error.remedy(language())), icon=":material/error:")
        return False
    draw_preview(preview, appeal.item)
    return True


def consequence_text(*, upheld: bool, scope: AnswerScope | None = None) -> str:
    """What the decision leads to; shown before the teacher confirms it."""
    if not upheld:
        return _("The mark stays as it is. The student reads your reply. This cannot be undone.")
    if scope == "accept":
        return _(
            "The answer counts as right for all of them, in every class of the school, and is accepted from now on. Who asked reads your "
            "reply; the others read on their first page that you accepted the answer. You can undo it below."
        )
    if scope == "retire":
        return _(
            "No answer to the question counts any more, right or wrong, in any class of the school, and nobody is asked it again. In homework "
            "it counts as right. All are told on their first page. You can undo it below."
        )
    return _(
        "The answer counts as right in the student's report from now on, and an entry in the student's favour is "
        "added to the evidence log. The student reads your reply. You can undo it among the settled ones."
    )


def _choose(appeal: AppealView | None, upheld: bool) -> None:
    st.session_state[CHOSEN_OUTCOME] = None if appeal is None else (appeal.appeal_id, upheld)


def _settle(who: Visitor, appeal: AppealView, *, scope: AnswerScope | None, reply: str) -> None:
    """Uphold the appeal as far as the scope reaches; without one decline it."""
    st.session_state.pop(CHOSEN_OUTCOME, None)
    if scope is None:
        if who.core.answers.settle_appeal(appeal.appeal_id, who.caller, upheld=False, reply=reply):
            st.toast(_("Settled: the marking stays."), icon=":material/check:")
            st.rerun()
    elif ruling := who.core.rulings.give(appeal.appeal_id, scope, who.caller, by=who.account.account_id, reply=reply):
        st.toast(settled_text(ruling), icon=":material/check:")
        st.rerun()
    st.toast(_("Someone else settled this in the meantime."), icon=":material/info:")
    st.rerun()


def settled_text(ruling: RulingView) -> str:
    """What was done, with how many it changed: answers given since the preview are among them."""
    if ruling.scope == "answer":
        return _("Settled: the student was right.")
    changed = ngettext("{count} answer was re-marked.", "{count} answers were re-marked.", ruling.answers)
    return _("Settled for everybody: {changed}").format(changed=changed)


def _draw_outcome(who: Visitor, appeal: AppealView) -> None:
    if appeal.status != "upheld":
        st.badge(_("Marking kept"), icon=":material/close:", color="gray")
    elif appeal.scope == "retire":
        st.badge(_("Question taken out"), icon=":material/check:", color="green")
    else:
        st.badge(_("Student was right"), icon=":material/check:", color="green")
    if appeal.reply:
        st.markdown(f":material/reply: {escaped_lines(appeal.reply)}")
    if appeal.scope == "answer":
        draw_undo(who, appeal.ruling_id, 1)
    elif appeal.scope is not None:
        st.caption(_("Part of a ruling for the whole school, in the list below."))
