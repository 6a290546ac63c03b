"""What the teacher answered to "my answer was right", and what a ruling on somebody else's question changed for the student."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.answers.wire import AcceptedAnswer, AppealView
from core.api.essay_reviews import DismissedEdit
from core.records.items import Item
from core.wire import Language
from pages.parts.addresses import page_named
from pages.parts.essays.history import title_text
from pages.parts.essays.inbox import quote
from pages.parts.essays.state import ESSAY
from pages.parts.evidence import answer_text, question_line
from pages.parts.i18n import _, language
from pages.parts.shown_text import escaped, escaped_lines

MOST_SHOWN = 3


def draw_replies(
    appeals: Sequence[AppealView], accepted: Sequence[AcceptedAnswer] = (), marks: Sequence[DismissedEdit] = ()
) -> None:
    """The latest settled appeals of the student, the latest answers and marks that rulings changed; nothing where there are none."""
    settled = [appeal for appeal in appeals if appeal.status != "open"][:MOST_SHOWN]
    if not settled and not accepted and not marks:
        return
    st.subheader(_("Your teacher answered"))
    for appeal in settled:
        with st.container(border=True):
            st.markdown(_reply(appeal, language()))
    for answer in accepted[:MOST_SHOWN]:
        with st.container(border=True):
            st.markdown(_told(answer, language()))
    for mark in marks[:MOST_SHOWN]:
        with st.container(border=True):
            _draw_mark(mark)


def _reply(appeal: AppealView, chosen: Language) -> str:
    if appeal.status == "declined":
        verdict = _(":material/remove: The marking stays as it was.")
    elif appeal.scope == "retire":
        verdict = _(":material/check: Your teacher took this question out. It counts for nobody.")
    else:
        verdict = _(":material/check: Your answer counts as right.")
    return _lines(verdict, appeal.item, appeal.given, chosen, appeal.reply)


def _told(answer: AcceptedAnswer, chosen: Language) -> str:
    """What a ruling made of an answer to which the student did not object."""
    verdict = (
        _(":material/check: Your teacher accepted this answer. It counts as right.")
        if answer.outcome == "right"
        else _(":material/remove: Your teacher took this question out. It counts for nobody.")
    )
    return _lines(verdict, answer.item, answer.given, chosen, "")


def _lines(verdict: str, item: Item, given_json: str, chosen: Language, reply: str) -> str:
    given = _("Given: {answer}").format(answer=escaped(answer_text(item, given_json)))
    lines = [f"**{verdict}**", f"{escaped(question_line(item, chosen))} · {given}", escaped_lines(reply)]
    return "  \n".join(line for line in lines if line)


def _draw_mark(mark: DismissedEdit) -> None:
    verdict = _(":material/check: Your teacher says that this is right. The mark no longer counts.")
    st.markdown(f"**{verdict}**  \n{escaped(title_text(mark.title))}")
    st.html(quote(mark))
    st.page_link(
        page_named("writing"),
        label=_("Open the essay"),
        icon=":material/rate_review:",
        query_params={ESSAY: mark.evaluation_id},
    )
