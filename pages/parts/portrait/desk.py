"""The portrait on one screen; its numbers, its past and its evidence lie behind tabs."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.portrait.wire import ContestView, Portrait
from pages.parts.i18n import _
from pages.parts.level import draw_level
from pages.parts.portrait.contests import draw_contests
from pages.parts.portrait.effort import draw_effort
from pages.parts.portrait.file import draw_files
from pages.parts.portrait.labels import draw_labels
from pages.parts.portrait.next import draw_next, draw_sentences
from pages.parts.portrait.past import draw_past
from pages.parts.portrait.radar import draw_radar, draw_table, medians_for
from pages.parts.portrait.tree import NODE_PARAMETER
from pages.parts.portrait.view import six_of
from pages.parts.portrait.why import draw_tree_with_why
from pages.parts.visitor import Visitor

LOOK = """<style>
.stMainBlockContainer:has(.st-key-portrait_glance) { padding: 24px 40px 40px; }
.stMainBlockContainer:has(.st-key-portrait_glance) h1 { padding: 0; font-size: 32px; }
.st-key-portrait_glance h5 { font-size: 21px; font-weight: 500; line-height: 1.5; padding: 4px 0; }
@media (max-width: 640px) {
  .stMainBlockContainer:has(.st-key-portrait_glance) { padding: 56px 16px 32px; }
  .st-key-portrait_glance h5 { font-size: 18px; }
}
</style>"""
"""The first tab holds in a window of 1280 by 720."""


def draw_portrait(who: Visitor, student_id: str, view: Portrait, contests: Sequence[ContestView]) -> None:
    """Radar, two sentences and one action first; then, each behind its tab, the numbers, the past, all indicators, contests and the file.

    An indicator in the address opens its tab.
    """
    six = six_of(view)
    st.html(LOOK)
    names = [_("At a glance"), _("The numbers"), _("Over time"), _("All 85 indicators"), _("Contest and keep")]
    opened = names[3] if NODE_PARAMETER in st.query_params else names[0]
    glance, numbers, past, indicators, more = st.tabs(names, default=opened)
    with glance, st.container(key="portrait_glance"):
        drawing, words = st.columns([3, 2], gap="large", vertical_alignment="center")
        with words:
            draw_sentences(six)
            draw_next(who, six)
            medians = medians_for(who)
        with drawing:
            draw_radar(six, medians)
    with numbers:
        draw_level(who, student_id, who.core.knowledge.level(student_id, who.caller))
        draw_table(six, medians)
        draw_labels(view)
        draw_effort(view, six)
    with past:
        draw_past(who, student_id)
    with indicators:
        draw_tree_with_why(who, student_id, view)
    with more:
        draw_contests(who, contests)
        draw_files(who, student_id)
