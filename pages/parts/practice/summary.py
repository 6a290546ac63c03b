"""The end of a round: what it says, point by point, and what to do next."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.answers.wire import PointRecord, PracticeSummary, PracticeView
from core.wire import TOPICS, QuestionType, Topic
from pages.parts.addresses import page_named
from pages.parts.bars import draw_bar
from pages.parts.i18n import _, ngettext
from pages.parts.names import level_name, minutes_name, topic_names
from pages.parts.plan.begin import FROM
from pages.parts.practice.start import redo, start_round
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor

PAGES_TO_RETURN_TO = ("plan", "today")
"""Pages that a round can have come from."""


def draw_summary(who: Visitor, view: PracticeView) -> None:
    """Sentence first, then numbers, skills, points, the way on."""
    summary = who.core.practice.summary(who.student_id, view.session_id, who.caller)
    totals = summary.summary
    st.title(_("{right} of {count} right").format(right=totals.correct_count, count=totals.total_questions))
    st.markdown(_sentence(summary))
    _draw_way_on(who, view, summary)
    columns = st.columns(3)
    columns[0].metric(
        _("Score"),
        _("{score} / 100").format(score=f"{totals.score:.1f}".removesuffix(".0")),
        border=True,
        height="stretch",
    )
    columns[1].metric(_("Time"), minutes_name(totals.time_spent), border=True, height="stretch")
    columns[2].metric(_("Answered"), f"{round(100 * totals.completion_rate)} %", border=True, height="stretch")
    _draw_skills(summary)
    gained = [point for point in summary.points if point.correct == point.n]
    lost = [point for point in summary.points if point.correct < point.n]
    left, right = st.columns(2)
    with left:
        _draw_points(_("Went well"), ":material/check:", gained, _("No grammar point was answered right throughout."))
    with right:
        _draw_points(_("To work on"), ":material/flag:", lost, _("No grammar point went wrong."))
    _draw_advice(summary)


def _sentence(summary: PracticeSummary) -> str:
    wrong = len(summary.wrong_item_ids)
    if not wrong:
        return _("Everything was right. A new round brings new cards.")
    return ngettext(
        "One card went wrong. Redo it now, while the reason is fresh.",
        "{count} cards went wrong. Redo them now, while the reasons are fresh.",
        wrong,
    )


def _draw_way_on(who: Visitor, view: PracticeView, summary: PracticeSummary) -> None:
    """One primary step: redo what went wrong, else on with the plan that the round came from, else another round."""
    wrong, back = summary.wrong_item_ids, st.query_params.get(FROM)
    with st.container(horizontal=True):
        if wrong:
            st.button(_("Redo the wrong ones"), type="primary", on_click=_redo, args=(who, wrong, back), key="redo")
        if back in PAGES_TO_RETURN_TO:
            label = _("Back to the plan") if back == "plan" else _("Back to today")
            if st.button(label, type="secondary" if wrong else "primary", key="to_plan"):
                st.switch_page(page_named(back))
        st.button(
            _("Another round"),
            type="secondary" if wrong or back in PAGES_TO_RETURN_TO else "primary",
            on_click=start_round,
            args=(who, *_topics_and_types(view), len(view.cards)),
            key="another_round",
        )


def _redo(who: Visitor, wrong: list[str], back: str | None) -> None:
    """The same way back after the cards that went wrong."""
    redo(who, wrong)
    if back in PAGES_TO_RETURN_TO:
        st.query_params[FROM] = back


def _topics_and_types(view: PracticeView) -> tuple[list[Topic], list[QuestionType]]:
    """Skills and ways of this round, to have more of the same."""
    topics = list(dict.fromkeys(card.item.topic for card in view.cards))
    types = list(dict.fromkeys(card.item.type for card in view.cards))
    return topics, types


def _draw_skills(summary: PracticeSummary) -> None:
    st.subheader(_("By skill"))
    for topic in TOPICS:
        skill = getattr(summary.skills, topic)
        if skill.n:
            count = ngettext("{count} answer", "{count} answers", skill.n)
            draw_bar(topic_names()[topic], skill.score, count)


def _draw_points(title: str, icon: str, points: Sequence[PointRecord], nothing: str) -> None:
    with st.container(border=True):
        st.markdown(f"{icon} **{title}**")
        for point in points:
            st.markdown(
                f"{escaped(point.point_id)} {escaped(point.name)}  \n:small[:gray[{level_name(point.level)} · {point.correct}/{point.n}]]"
            )
        if not points:
            st.caption(nothing)


def _draw_advice(summary: PracticeSummary) -> None:
    advice = [item for item in summary.analysis.recommendations if item.type != "redo"]
    if advice:
        st.subheader(_("What to do next"))
        for item in advice:
            st.markdown(f":material/arrow_forward: {escaped(item.content)}")
