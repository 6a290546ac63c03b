"""The end of a round: the result, skill by skill and point by point, and what to do next."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.answers.wire import PointRecord, PracticeSummary, PracticeView
from core.wire import TOPICS, QuestionType, Topic
from pages.parts.addresses import page_named
from pages.parts.bars import draw_bar
from pages.parts.i18n import _, ngettext
from pages.parts.names import level_name, minutes_name, topic_names
from pages.parts.plan.begin import FROM_PARAMETER
from pages.parts.practice.start import redo, start_round
from pages.parts.road.back import ROAD, UNIT_PARAMETER, open_unit, unit_to_return_to
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor

PAGES_TO_RETURN_TO = ("plan", "today", ROAD)
"""Pages from which a round may have been begun, and to which a button leads back."""


def draw_summary(who: Visitor, view: PracticeView) -> None:
    """A sentence, the buttons to go on, then numbers, skills, points and advice."""
    summary = who.core.practice.summary(who.student_id, view.session_id, who.caller)
    totals = summary.summary
    st.title(_("{right} of {count} right").format(right=totals.correct_count, count=totals.total_questions))
    st.markdown(_sentence(summary))
    if summary.again:
        st.markdown(
            _("Once more, cards like those that went wrong: {right} of {count} right.").format(
                right=summary.again_right, count=summary.again
            )
        )
    _draw_buttons(who, view, summary)
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
    went_well = [point for point in summary.points if point.correct == point.n]
    to_work_on = [point for point in summary.points if point.correct < point.n]
    left, right = st.columns(2)
    with left:
        _draw_points(
            _("Went well"), ":material/check:", went_well, _("No grammar point was answered right throughout.")
        )
    with right:
        _draw_points(_("To work on"), ":material/flag:", to_work_on, _("No grammar point went wrong."))
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


def _draw_buttons(who: Visitor, view: PracticeView, summary: PracticeSummary) -> None:
    """The buttons, of which one is primary: redo what went wrong, otherwise back to the plan, otherwise another round."""
    wrong_item_ids, from_page = summary.wrong_item_ids, st.query_params.get(FROM_PARAMETER)
    with st.container(horizontal=True):
        if wrong_item_ids:
            st.button(
                _("Redo the wrong ones"),
                type="primary",
                on_click=_redo,
                args=(who, wrong_item_ids, from_page),
                key="redo",
            )
        if from_page in PAGES_TO_RETURN_TO and st.button(
            _back_labels()[from_page], type="secondary" if wrong_item_ids else "primary", key="to_plan"
        ):
            _go_back(from_page)
        st.button(
            _("Another round"),
            type="secondary" if wrong_item_ids or from_page in PAGES_TO_RETURN_TO else "primary",
            on_click=start_round,
            args=(who, *_topics_and_types(view), sum(card.twin_of is None for card in view.cards)),
            key="another_round",
        )


def _back_labels() -> dict[str, str]:
    return {"plan": _("Back to the plan"), "today": _("Back to today"), ROAD: _("Back to the unit")}


def _go_back(from_page: str) -> None:
    unit_id = unit_to_return_to()
    if unit_id is not None:
        open_unit(unit_id)
    st.switch_page(page_named(from_page))


def _redo(who: Visitor, item_ids: list[str], from_page: str | None) -> None:
    """Redo the items, and keep the page to lead back to."""
    unit_id = unit_to_return_to()
    redo(who, item_ids)
    if from_page in PAGES_TO_RETURN_TO:
        st.query_params[FROM_PARAMETER] = from_page
    if unit_id is not None:
        st.query_params[UNIT_PARAMETER] = unit_id


def _topics_and_types(view: PracticeView) -> tuple[list[Topic], list[QuestionType]]:
    """The topics and the types of question of this round, for another of the same sort."""
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
