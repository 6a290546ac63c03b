"""The points that went best and worst, each opened down to its answers; what the teacher said to objections."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import streamlit as st

from core.answers.wire import AppealView, PointRecord, Report
from pages.parts.dates import day_name
from pages.parts.evidence import answer_text, draw_evidence
from pages.parts.i18n import _
from pages.parts.names import level_name
from pages.parts.shown_text import escaped, escaped_lines
from pages.parts.visitor import Visitor


def draw_points(who: Visitor, report: Report) -> None:
    """Two lists beside each other."""
    st.subheader(_("Grammar points"))
    best, poor = st.columns(2)
    with best:
        st.markdown(":material/check: " + _("**Went best**"))
        _draw_list(who, report.student_id, report.strongest, _("No point was answered right at least twice yet."))
    with poor:
        st.markdown(":material/flag: " + _("**To work on**"))
        _draw_list(who, report.student_id, report.weakest, _("No point went wrong often enough to be named."))


def _draw_list(who: Visitor, student_id: str, records: Sequence[PointRecord], nothing: str) -> None:
    if not records:
        st.caption(nothing)
    for record in records:
        with st.container(border=True):
            share = _("{right} of {count} right").format(right=record.correct, count=record.n)
            st.markdown(
                f"{escaped(record.point_id)} {escaped(record.name)}  \n"
                f":small[:gray[{level_name(record.level)} · {share}]]"
            )
            draw_evidence(who, student_id, record.evidence, name=record.point_id)


def draw_objections(who: Visitor, student_id: str) -> None:
    """Each "my answer was right" of the student, with what became of it."""
    appeals = who.core.answers.appeals(who.caller, student_id=student_id)
    if not appeals:
        return
    st.subheader(_("Questions to the teacher"))
    for appeal in appeals:
        with st.container(border=True):
            _draw_objection(appeal)


def _draw_objection(appeal: AppealView) -> None:
    icon, state, color = {
        "open": (":material/hourglass_empty:", _("Waiting for the teacher"), "gray"),
        "upheld": (":material/check:", _("The teacher agreed; it counts as right"), "green"),
        "declined": (":material/close:", _("The teacher looked at it; the mark stays"), "gray"),
    }[appeal.status]
    if appeal.scope == "retire":
        icon, state, color = ":material/check:", _("The teacher agreed; the question counts for nobody"), "green"
    st.badge(state, icon=icon, color=color)  # type: ignore[arg-type]
    asked = " ".join((appeal.item.stem or appeal.item.full_text).replace("____", "＿＿").split())
    day = day_name(datetime.fromisoformat(appeal.created_at))
    given = _("Given: {answer}").format(answer=escaped(answer_text(appeal.item, appeal.given)))
    st.markdown(f"{escaped(asked)}  \n:small[:gray[{day} · {given}]]")
    if appeal.reply:
        st.markdown(f":material/reply: {escaped_lines(appeal.reply)}")
