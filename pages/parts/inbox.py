"""Appeals ("my answer was right"): what was asked, what was answered, what the student says; uphold or decline."""

from __future__ import annotations

import json
from collections.abc import Sequence

import streamlit as st

from core.answers.wire import AppealView
from pages.parts.evidence import escaped, given_text
from pages.parts.i18n import _, language, ngettext
from pages.parts.names import level_name, topic_names, type_names
from pages.parts.visitor import Visitor

MOST_SETTLED = 20


def draw_inbox(who: Visitor, appeals: Sequence[AppealView]) -> None:
    """Open appeals first, settled ones below."""
    waiting = [appeal for appeal in appeals if appeal.status == "open"]
    st.title(_("Class"))
    if waiting:
        st.markdown(
            ngettext("{count} answer waits for your look.", "{count} answers wait for your look.", len(waiting))
        )
    else:
        st.markdown(_('Nothing waits for you. When a student says "my answer was right", it appears here.'))
    for appeal in waiting:
        _draw_open(who, appeal)
    settled = [appeal for appeal in appeals if appeal.status != "open"][:MOST_SETTLED]
    if settled:
        with st.expander(_("Settled ({count})").format(count=len(settled))):
            for appeal in settled:
                state = _("upheld") if appeal.status == "upheld" else _("declined")
                st.markdown(
                    f"**{state}** · {escaped(appeal.student_id)} · {escaped(given_text(appeal.item, appeal.given))}"
                )
                if appeal.reply:
                    st.caption(escaped(appeal.reply))


def _draw_open(who: Visitor, appeal: AppealView) -> None:
    item = appeal.item
    with st.container(border=True):
        st.caption(
            f"{escaped(appeal.student_id)} · {appeal.created_at[:10]} · {topic_names()[item.topic]} · "
            f"{type_names()[item.type]} · {level_name(item.standard_level)}"
        )
        st.markdown(escaped(item.question.get(language())).replace("\n", "  \n"))
        options = " · ".join(f"{option.id} {option.text}" for option in [*item.left, *item.options])
        if options:
            st.markdown(escaped(options))
        if item.audio and item.audio.text:
            st.markdown(_("Heard: {text}").format(text=escaped(item.audio.text).replace("\n", " / ")))
        given, right = st.columns(2)
        given.caption(_("The student's answer"))
        given.markdown(escaped(given_text(item, appeal.given)))
        right.caption(_("Right answer"))
        right.markdown(escaped(given_text(item, json.dumps(item.key))))
        if appeal.comment:
            st.markdown(f":material/chat_bubble: {escaped(appeal.comment)}")
        _draw_decision(who, appeal)


def _draw_decision(who: Visitor, appeal: AppealView) -> None:
    """Two steps, so that a slip settles nothing: choose, then confirm."""
    chosen = st.segmented_control(
        _("Your decision"),
        ["upheld", "declined"],
        format_func=lambda each: _("Uphold: the answer was right") if each == "upheld" else _("Decline"),
        key=f"decide_{appeal.appeal_id}",
    )
    if chosen is None:
        return
    reply = st.text_area(_("Reply to the student"), key=f"reply_{appeal.appeal_id}", max_chars=500)
    st.caption(
        _("Upholding adds evidence in the student's favour; the first marking stays on record.")
        if chosen == "upheld"
        else _("The marking stays as it is; the student reads your reply.")
    )
    if st.button(_("Confirm"), type="primary", key=f"confirm_{appeal.appeal_id}"):
        who.core.settle_appeal(appeal.appeal_id, who.caller, upheld=chosen == "upheld", reply=reply)
        st.toast(_("Kept."), icon=":material/check:")
        st.rerun()
