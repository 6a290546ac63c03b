"""The contests of values of points, and how far each moved its value."""

from __future__ import annotations

import streamlit as st

from core.portrait.wire import ContestView
from pages.parts.addresses import page_named
from pages.parts.dates import day_name
from pages.parts.figures import number
from pages.parts.i18n import _
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor

MOST_SHOWN = 5


def draw_contests(who: Visitor) -> None:
    """The contests of points, newest first: open ones with a link to go on, settled ones with how far they moved the value."""
    contests = [
        contest
        for contest in who.core.contests.of_student(who.student_id, who.caller)
        if contest.target_kind == "point"
    ]
    if not contests:
        return
    st.subheader(_("Contested values"))
    for contest in contests[:MOST_SHOWN]:
        with st.container(border=True):
            st.markdown(f"{escaped(contest.target)} {escaped(contest.name)}  \n:small[{contest_text(contest)}]")
            if contest.open:
                st.page_link(
                    page_named("practice"),
                    label=_("Go on with the three exercises"),
                    icon=":material/resume:",
                    query_params={"session": contest.session_id},
                )


def contest_text(contest: ContestView) -> str:
    """`20 Nov 2026: from 42 % to 58 % (+16)`."""
    day = day_name(contest.created_at)
    if contest.open or contest.after is None:
        return _("{day}: three exercises decide; they are not all answered yet").format(day=day)
    after = number(100 * contest.after)
    if contest.before is None or contest.moved is None:
        return _("{day}: nothing was known before; now {after} %").format(day=day, after=after)
    before, moved = number(100 * contest.before), f"{100 * contest.moved:+.1f}".removesuffix(".0")
    return _("{day}: from {before} % to {after} % ({moved})").format(day=day, before=before, after=after, moved=moved)
