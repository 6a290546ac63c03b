"""The contests of values: the value before and after, and how far it moved."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.portrait.wire import ContestView
from pages.parts.addresses import page_named
from pages.parts.dates import day_name
from pages.parts.figures import number
from pages.parts.i18n import _
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor

MOST_SHOWN = 6


def draw_contests(who: Visitor, contests: Sequence[ContestView]) -> None:
    """The newest contests of numbers and points; nothing where there are none."""
    if not contests:
        return
    st.subheader(_("Contested values"))
    for contest in contests[:MOST_SHOWN]:
        with st.container(border=True, horizontal=True, vertical_alignment="center"):
            st.markdown(
                f"**{escaped(contest.name)}**  \n:small[:gray[{day_name(contest.created_at)}]] · {_result_text(contest)}"
            )
            is_student = who.account.role == "student"
            if contest.open and is_student and st.button(_("Go on"), key=f"contest_{contest.contest_id}"):
                st.switch_page(page_named("practice"), query_params={"session": contest.session_id})


def _result_text(contest: ContestView) -> str:
    if contest.open:
        return _("open: answer its three exercises")
    scale = 100.0 if contest.target_kind == "point" else 1.0
    before, after = (_score_text(value, scale) for value in (contest.before, contest.after))
    if contest.moved is None:
        return _("{before} before, {after} after").format(before=before, after=after)
    moved = f"{contest.moved * scale:+.1f}".removesuffix(".0").replace("-", "−")
    return _("{before} before, {after} after: moved by {moved}").format(before=before, after=after, moved=moved)


def _score_text(value: float | None, scale: float) -> str:
    return _("unknown") if value is None else number(value * scale)
