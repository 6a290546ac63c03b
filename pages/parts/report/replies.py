"""What the teacher answered to "my answer was right"."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.answers.wire import AppealView
from core.wire import Language
from pages.parts.evidence import answer_text, question_line
from pages.parts.i18n import _, language
from pages.parts.shown_text import escaped, escaped_lines

MOST_SHOWN = 3


def draw_replies(appeals: Sequence[AppealView]) -> None:
    """The latest settled appeals of the student; nothing where there are none."""
    settled = [appeal for appeal in appeals if appeal.status != "open"][:MOST_SHOWN]
    if not settled:
        return
    st.subheader(_("Your teacher answered"))
    for appeal in settled:
        with st.container(border=True):
            st.markdown(_reply(appeal, language()))


def _reply(appeal: AppealView, chosen: Language) -> str:
    verdict = (
        _(":material/check: Your answer counts as right.")
        if appeal.status == "upheld"
        else _(":material/remove: The marking stays as it was.")
    )
    given = _("Given: {answer}").format(answer=escaped(answer_text(appeal.item, appeal.given)))
    lines = [f"**{verdict}**", f"{escaped(question_line(appeal.item, chosen))} · {given}", escaped_lines(appeal.reply)]
    return "  \n".join(line for line in lines if line)
