"""The list of earlier reviews, newest first."""

from __future__ import annotations

from datetime import datetime

import streamlit as st

from core.api.essays import EssaySummary
from pages.parts.dates import day_name
from pages.parts.essays.state import open_essay
from pages.parts.essays.words import checks_text, errors_text, range_text
from pages.parts.i18n import _
from pages.parts.map.words import level_short, shortened
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor

AT_ONCE = 8
LONGEST_TITLE = 24


def draw_history(who: Visitor, student_id: str) -> None:
    """Draw the list, or say what would fill it."""
    st.subheader(_("Reviews so far"), anchor=False)
    summaries = who.core.essays.history(student_id, who.caller)
    if not summaries:
        st.markdown(_("This student has had no essay reviewed yet."))
        return
    with st.container(border=True):
        for line in summaries if st.session_state.get("essay_all") else summaries[:AT_ONCE]:
            _draw_line(line)
    if len(summaries) > AT_ONCE:
        st.toggle(_("Show all {count}").format(count=len(summaries)), key="essay_all")


def _draw_line(line: EssaySummary) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button(
            escaped(shortened(title_text(line.title), LONGEST_TITLE)),
            type="tertiary",
            icon=":material/rate_review:",
            key=f"essay_past_{line.evaluation_id}",
            on_click=open_essay,
            args=(line.evaluation_id,),
        )
        st.markdown(f":small[{line_text(line)}]", width="content")


def title_text(title: str) -> str:
    """The title of an essay, or words for an essay without one."""
    return title or _("Without a title")


def line_text(line: EssaySummary) -> str:
    """`84 (72–96) · 3 errors · 20 Nov 2026 · level 3`."""
    figures = line.figures
    parts = [f"**{range_text(figures.overall_score, figures.score_range)}**", errors_text(figures.errors)]
    if figures.checks:
        parts.append(checks_text(figures.checks))
    parts += [day_of(line.evaluated_at), _("level {level}").format(level=level_short(int(line.hsk_level)))]
    return " · ".join(parts)


def day_of(evaluated_at: str) -> str:
    """The day of a review."""
    return day_name(datetime.fromisoformat(evaluated_at))
