"""A student's readings on the report, for the student and the teacher: chosen from a list, shown in full."""

from __future__ import annotations

import streamlit as st

from core.api.speech import ReadingSummary
from pages.parts.i18n import _
from pages.parts.map.words import shortened
from pages.parts.speaking.desk import sound_of
from pages.parts.speaking.past import day_read
from pages.parts.speaking.result import draw_result
from pages.parts.speaking.words import total_text
from pages.parts.visitor import Visitor

LONGEST = 20


def draw_readings(who: Visitor, student_id: str) -> None:
    """The list of readings and the one that is chosen; nothing where nothing was read."""
    summaries = {summary.evaluation_id: summary for summary in who.core.speech.history(student_id, who.caller)}
    if not summaries:
        return
    st.subheader(_("Read aloud"), anchor=False)
    chosen = st.selectbox(
        _("Readings so far"),
        list(summaries),
        index=None,
        format_func=lambda evaluation_id: _label(summaries[evaluation_id]),
        placeholder=_("Choose a reading to see and hear it"),
        key=f"readings_of_{student_id}",
    )
    if chosen is None:
        return
    view = who.core.speech.report(chosen, who.caller, student_id=student_id)
    draw_result(who, view.report, sound=sound_of(who, view), student_id=student_id, key=f"of_student_{chosen}")


def _label(summary: ReadingSummary) -> str:
    return f"{shortened(summary.text, LONGEST)} · {total_text(summary.scores)} · {day_read(summary)}"
