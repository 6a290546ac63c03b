"""Reviews so far: a line each, newest first."""

from __future__ import annotations

from datetime import datetime

import streamlit as st

from core.api.essays import EssaySummary
from pages.parts.dates import day_name
from pages.parts.essays.state import open_essay
from pages.parts.essays.words import checks_said, errors_said, range_said
from pages.parts.i18n import _
from pages.parts.map.words import level_short, shortened
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor

AT_ONCE = 8
LONGEST_TITLE = 24


def draw_history(who: Visitor, student_id: str) -> None:
    """The list, or what would fill it."""
    st.subheader(_("Reviews so far"), anchor=False)
    past = who.core.essays.history(student_id, who.caller)
    if not past:
        own = who.account.role == "student"
        st.markdown(
            _("No reviews yet. Write your first essay above; its review appears here.")
            if own
            else _("This student has had no essay reviewed yet.")
        )
        return
    with st.container(border=True):
        for line in past if st.session_state.get("essay_all") else past[:AT_ONCE]:
            _draw_line(line)
    if len(past) > AT_ONCE:
        st.toggle(_("Show all {count}").format(count=len(past)), key="essay_all")


def _draw_line(line: EssaySummary) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button(
            escaped(shortened(title_said(line.title), LONGEST_TITLE)),
            type="tertiary",
            icon=":material/rate_review:",
            key=f"essay_past_{line.evaluation_id}",
            on_click=open_essay,
            args=(line.evaluation_id,),
        )
        st.markdown(f":small[{line_said(line)}]", width="content")


def title_said(title: str) -> str:
    """An essay need not have one."""
    return title or _("Without a title")


def line_said(line: EssaySummary) -> str:
    """`84 (72–96) · 3 errors · 20 Nov 2026 · level 3`."""
    figures = line.figures
    parts = [f"**{range_said(figures.overall_score, figures.score_range)}**", errors_said(figures.errors)]
    if figures.checks:
        parts.append(checks_said(figures.checks))
    parts += [day_of(line.evaluated_at), _("level {level}").format(level=level_short(int(line.hsk_level)))]
    return " · ".join(parts)


def day_of(moment: str) -> str:
    """The day of a review."""
    return day_name(datetime.fromisoformat(moment))
