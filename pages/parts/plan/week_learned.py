"""What was really learned in the last seven days: true sentences, each of which opens to what it rests on."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.answers.wire import EvidenceView, KeptWord, MendedError, WeekLearned
from pages.parts.addresses import page_named
from pages.parts.essays.state import ESSAY
from pages.parts.evidence import draw_evidence, evidence_line
from pages.parts.i18n import _, ngettext
from pages.parts.preferences import preferences
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor

KEPT = "week_learned_kept"
"""Session state: the week last shown, and what it was read from."""
MOST_NAMED = 6
MOST_OPENED = 20
"""Words whose answers are shown, the ones kept the longest."""


def draw_week_of_today(who: Visitor) -> None:
    """The week on Today, unless the student has switched it off."""
    if preferences().week:
        draw_week(who, who.student_id)


def draw_week(who: Visitor, student_id: str) -> None:
    """Words that were kept, points that were met, essay errors that did not return; where there is nothing, what is true of that."""
    week = _week_of(who, student_id)
    st.subheader(_("Learned in the last seven days"), anchor=False)
    if not (week.words or week.points or week.mended):
        st.markdown(nothing_text(week, own=who.account.role == "student"))
        return
    with st.container(border=True, key="week_learned"):
        if week.words:
            _draw_words(who, student_id, week.words)
        if week.points:
            _draw_points(who, week)
        if week.mended:
            _draw_mended(who, week.mended, student_id)


def _week_of(who: Visitor, student_id: str) -> WeekLearned:
    """The week, read again only when something has come to it: the page is run at every click."""
    stamp = who.core.answers.week_stamp(student_id, who.caller)
    kept: tuple[object, WeekLearned] | None = st.session_state.get(KEPT)
    if kept is None or kept[0] != stamp:
        kept = stamp, who.core.answers.week(student_id, who.caller)
        st.session_state[KEPT] = kept
    return kept[1]


def nothing_text(week: WeekLearned, *, own: bool) -> str:
    """What can be said of a week without anything to show, with no blame in it."""
    if not week.answers:
        return (
            _("No answers in these seven days. Everything from before is kept, and the next round goes on from there.")
            if own
            else _("No answers in these seven days.")
        )
    answers = ngettext("{count} answer", "{count} answers", week.answers)
    return _("{answers} so far. What is still known after a week shows only after a week.").format(answers=answers)


def words_text(words: Sequence[KeptWord]) -> str:
    """`**12 words** still known after a week or more: 朋友, 学校 and others.`"""
    count = ngettext("**{count} word** still known after a week or more", "**{count} words** still known after a week or more", len(words))  # fmt: skip
    return f"{count}: {_names([word.word for word in words])}"


def _names(names: Sequence[str]) -> str:
    listed = _(", ").join(map(escaped, names[:MOST_NAMED]))
    return listed if len(names) <= MOST_NAMED else _("{names} and others").format(names=listed)


def _draw_words(who: Visitor, student_id: str, words: Sequence[KeptWord]) -> None:
    st.markdown(f":material/psychology: {words_text(words)}")
    opened = st.expander(
        _("The answers under this ({count})").format(count=2 * len(words)),
        icon=":material/fact_check:", key=f"week_words_{student_id}", type="compact", on_change="rerun",
    )  # fmt: skip
    if not opened.open:
        return
    shown = words[:MOST_OPENED]
    sources = [source for word in shown for source in word.evidence]
    answers: dict[str, EvidenceView] = {
        answer.source: answer
        for answer in who.core.answers.evidence(student_id, list(dict.fromkeys(sources)), who.caller)
    }
    with opened:
        st.caption(
            _("Right, then no question about the word for seven days or more, then right again, and not wrong since.")
        )
        for word in shown:
            days = ngettext("{count} day between", "{count} days between", word.days)
            lines = "  \n".join(evidence_line(answers[source]) for source in word.evidence)
            st.markdown(f"**{escaped(word.word)}** · {days}  \n{lines}")
        if len(words) > MOST_OPENED:
            st.caption(_("The {count} kept the longest are shown.").format(count=MOST_OPENED))


def _draw_points(who: Visitor, week: WeekLearned) -> None:
    count = ngettext("**{count} point** newly met", "**{count} points** newly met", len(week.points))
    st.markdown(f":material/check_circle: {count}: {_names([change.name for change in week.points])}")
    sources = list(dict.fromkeys(source for change in week.points for source in change.evidence))
    draw_evidence(who, week.student_id, sources, name="week_points")


def _draw_mended(who: Visitor, mended: Sequence[MendedError], student_id: str) -> None:
    count = ngettext("**{count} essay error** that did not return", "**{count} essay errors** that did not return", len(mended))  # fmt: skip
    st.markdown(f":material/ink_pen: {count}: {_names([error.name for error in mended])}")
    opened = st.expander(
        _("The essays under this"), icon=":material/fact_check:", key=f"week_essays_{student_id}", type="compact", on_change="rerun",
    )  # fmt: skip
    if not opened.open:
        return
    with opened:
        st.caption(_("Wrong in an earlier essay, used without an error in a new one, and wrong nowhere in these days."))
        for error in mended:
            st.markdown(f"**{escaped(error.name)}**")
            with st.container(horizontal=True):
                for name, evaluation in zip(
                    (_("The essay with the error"), _("The one without")), error.essays, strict=True
                ):
                    if not evaluation:
                        continue
                    query = {ESSAY: evaluation} | ({} if who.account.role == "student" else {"student": student_id})
                    st.page_link(page_named("essay_review"), label=name, query_params=query)
