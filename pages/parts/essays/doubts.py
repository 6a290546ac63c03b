"""Clauses in which something is off and of which no correction is known: drawn below the marked text, each to be meant or asked about."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

import streamlit as st

from core.api.essay_reviews import LONGEST_NOTE, EditVerdict, Verdict
from core.api.essays import DoubtShown, EssayReport, EssayView
from core.errors import WenluError
from core.records.printed import Block, Heading, Paragraph, Table
from pages.parts.brand import KAI
from pages.parts.essays.verdicts import EditName, Verdicts
from pages.parts.essays.words import confidence_text
from pages.parts.i18n import _, explanation_language, language, ngettext
from pages.parts.shown_text import escaped, escaped_html
from pages.parts.visitor import Visitor

MOST_OF_TEN = 9
"""No probability is told as ten of ten."""


def draw_doubts(who: Visitor, view: EssayView, verdicts: Verdicts) -> None:
    """Draw the section; nothing where no clause is doubted."""
    report = view.report
    if not report.doubts:
        return
    st.subheader(_("Something may be off here"), anchor=False)
    st.caption(
        _(
            "In the text these clauses have a dotted line and a number. What should stand there is not known: they cost nothing, and the "
            "corrected version leaves them as they are."
        )
    )
    for number, doubt in enumerate(report.doubts, 1):
        with st.container(border=True):
            _draw_doubt(who, view, doubt, verdicts.get(doubt_name(report, doubt)), number)


def doubt_name(report: EssayReport, doubt: DoubtShown) -> EditName:
    """The name of a doubt among the verdicts."""
    return doubt.start, doubt.end, clause_of(report, doubt)


def clause_of(report: EssayReport, doubt: DoubtShown) -> str:
    """The clause that is doubted."""
    return report.essay_content[doubt.start : doubt.end]


def doubts_data(report: EssayReport, verdicts: Verdicts) -> list[dict[str, Any]]:
    """The doubts as the marked text shows them, by position; a clause that is settled as right has no line any more."""
    return [
        {
            "start": doubt.start,
            "end": doubt.end,
            "number": number,
            "said": doubt.explanation.get(explanation_language()),
        }
        for number, doubt in enumerate(report.doubts, 1)
        if not is_right(verdicts.get(doubt_name(report, doubt)))
    ]


def is_right(verdict: EditVerdict | None) -> bool:
    """Whether the writer has called the clause meant, or a teacher has called it right."""
    return verdict is not None and (verdict.verdict == "meant" or verdict.settled == "upheld")


def doubts_text(count: int) -> str:
    """`2 clauses in which something is off`."""
    return ngettext("{count} clause in which something is off", "{count} clauses in which something is off", count)


def sureness_text(doubt: DoubtShown) -> str:
    """How often clauses called so are off, in words."""
    of_ten = min(MOST_OF_TEN, round(doubt.probability * 10))
    return " · ".join(
        (
            confidence_text(doubt.probability, check=False),
            _("of ten clauses marked like this about {count} are off").format(count=of_ten),
        )
    )


def doubt_blocks(report: EssayReport) -> Iterable[Block]:
    """The section of a printed review; none where no clause is doubted."""
    if not report.doubts:
        return
    yield Heading(_("Something may be off here"))
    yield Paragraph(_("What should stand there is not known; these clauses cost nothing."), "quiet")
    rows = tuple(
        (clause_of(report, doubt), doubt.explanation.get(explanation_language()), sureness_text(doubt))
        for doubt in report.doubts
    )
    yield Table((_("Clause"), _("Why"), _("How sure")), rows, column_widths=(5, 6, 4))


# -- one clause ----------------------------------------------------------------------------------------------


def _draw_doubt(who: Visitor, view: EssayView, doubt: DoubtShown, verdict: EditVerdict | None, number: int) -> None:
    st.html(
        f'<div style="display:flex;gap:10px;align-items:baseline"><span style="font-size:15px">{number}</span>'
        f"{quoted_clause(clause_of(view.report, doubt))}</div>"
    )
    st.markdown(escaped(doubt.explanation.get(explanation_language())))
    st.caption(sureness_text(doubt))
    is_own = who.account.student_id == view.student_id
    if verdict is not None:
        st.markdown(f":material/info: {escaped(verdict_text(verdict, is_own=is_own))}")
    if is_own and (verdict is None or not verdict.settled):
        _draw_choice(who, view, doubt, verdict)


def quoted_clause(clause: str) -> str:
    """A doubted clause in HTML, with the line that it has in the text."""
    return (
        f'<span lang="zh-CN" style="font:24px/1.7 {KAI};overflow-wrap:anywhere;text-decoration:underline dotted 2px;'
        f'text-underline-offset:7px">{escaped_html(clause)}</span>'
    )


def verdict_text(verdict: EditVerdict, *, is_own: bool) -> str:
    """What the writer said of a clause, or what a teacher said to it."""
    if verdict.settled:
        words = (
            _("The teacher says: this clause is right.")
            if verdict.settled == "upheld"
            else _("The teacher says: something is off here.")
        )
        return f"{words} {verdict.teacher_note}".strip()
    if verdict.verdict == "meant":
        return (
            _("You meant it so. This clause is not called off again.")
            if is_own
            else _("The student means it as it stands.")
        )
    if is_own:
        return _("You have asked for help. Your teacher finds the question in the class overview.")
    return f"{_('The student asks for help with this clause.')} {verdict.note}".strip()


def _draw_choice(who: Visitor, view: EssayView, doubt: DoubtShown, verdict: EditVerdict | None) -> None:
    key = f"{view.evaluation_id}_{doubt.start}"
    give: Callable[..., None] = partial(_give, who, view, doubt_name(view.report, doubt))
    if verdict is not None and verdict.verdict == "asked":
        note_key = f"doubt_note_{key}"
        st.text_area(
            _("What do you want to say here? (optional, for your teacher)"),
            value=verdict.note,
            key=note_key,
            max_chars=LONGEST_NOTE,
            height=68,
            on_change=lambda: give("asked", str(st.session_state[note_key])),
        )
        if verdict.note:
            st.caption(_("Kept. Your teacher sees it."))
    with st.container(horizontal=True):
        if verdict is not None:
            st.button(_("Undo"), icon=":material/undo:", key=f"doubt_undo_{key}", on_click=give, args=(None,))
            return
        st.button(_("I meant it so"), icon=":material/check:", key=f"doubt_meant_{key}", on_click=give, args=("meant",))
        st.button(_("Ask for help"), icon=":material/help:", key=f"doubt_ask_{key}", on_click=give, args=("asked",))


def _give(who: Visitor, view: EssayView, name: EditName, verdict: Verdict | None, note: str = "") -> None:
    start, end, clause = name
    try:
        who.core.essay_reviews.give_verdict(
            view.student_id,
            view.evaluation_id,
            start=start,
            end=end,
            replacement=clause,
            verdict=verdict,
            note=note[:LONGEST_NOTE],
            caller=who.caller,
        )
    except WenluError as error:
        st.toast(escaped(error.remedy(language())), icon=":material/error:")
