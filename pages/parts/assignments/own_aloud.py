"""Homework read aloud: one text after the other, each as on the page Speaking, until all are read well enough."""

from __future__ import annotations

import streamlit as st

from core.api.assignments import AloudBody, MyAssignment
from core.api.speaking import is_reading
from core.speech.wire import SpeechReport
from pages.parts.assignments.words import state_text
from pages.parts.i18n import _
from pages.parts.speaking.desk import DeskText, draw_reading
from pages.parts.visitor import Visitor

PLACE = "my_assignments_text"


def draw_aloud(who: Visitor, own: MyAssignment, body: AloudBody) -> None:
    """What is asked for, the text in turn, the ways to the others."""
    count = len(body.texts)
    if own.state.at is not None:
        st.success(state_text(own.state, kind="aloud", now=who.core.clock.now()), icon=":material/check:")
    else:
        asked = (
            _("Each reading must reach {score} points; you may try as often as you like.").format(
                score=body.least_score
            )
            if body.least_score
            else _("Read each text aloud once; the best of your readings counts.")
        )
        st.markdown(asked)
    key = f"{PLACE}_{own.assignment.assignment_id}"
    index = min(count - 1, int(st.session_state.get(key, min(own.state.finished, count - 1))))
    if count > 1:
        text = _("Text {place} of {count} · {done} done").format(place=index + 1, count=count, done=own.state.finished)
        st.progress(own.state.finished / count, text=text)
    chosen = body.texts[index]
    reading = draw_reading(who, DeskText(f"asg_{chosen.key}", chosen.text, chosen.level), whole=False)
    if reading is not None and reading.report is not None:
        _draw_verdict(reading.report, body.least_score)
    if count > 1:
        with st.container(horizontal=True):
            for step, label, icon in (
                (-1, _("Previous text"), ":material/chevron_left:"),
                (1, _("Next text"), ":material/chevron_right:"),
            ):
                st.button(
                    label,
                    icon=icon,
                    key=f"{PLACE}_{step}",
                    disabled=not 0 <= index + step < count,
                    on_click=_go,
                    args=(key, index + step),
                )


def _draw_verdict(report: SpeechReport, least_score: int) -> None:
    """Whether the reading counts, and what would."""
    if not is_reading(report):
        st.info(_("Too little of the text was heard to count as read. Say it again."), icon=":material/replay:")
    elif not is_reading(report, least_score=least_score):
        st.info(
            _("{score} points: {least} are asked for. Listen to what is marked, then read it again.").format(
                score=round(report.total_score), least=least_score
            ),
            icon=":material/replay:",
        )
    else:
        st.success(_("This reading counts."), icon=":material/check:")


def _go(key: str, index: int) -> None:
    st.session_state[key] = index
