"""The drafts of one student for one assignment, side by side."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher

import streamlit as st

from core.api.marking import DeskEssay, DraftShown
from pages.parts.dates import day_name
from pages.parts.essays.compare import NEW, OLD, Piece, draw_beside
from pages.parts.i18n import _
from pages.parts.marking.words import grade_text
from pages.parts.shown_text import escaped_lines


def draw_earlier_drafts(essay: DeskEssay) -> None:
    """What changed since an earlier draft, where there is one, and what its comment had asked for."""
    current = next((draft for draft in essay.drafts if draft.writing_id == essay.writing_id), None)
    earlier = [draft for draft in essay.drafts if draft.number < essay.number]
    if current is None or not earlier:
        return
    st.subheader(_("Beside the earlier draft"), anchor=False)
    chosen = earlier[-1]
    if len(earlier) > 1:
        number = st.segmented_control(
            _("Compare with draft"),
            [draft.number for draft in earlier],
            default=chosen.number,
            required=True,
            key=f"marking_draft_{essay.writing_id}",
        )
        chosen = next(draft for draft in earlier if draft.number == (number or chosen.number))
    draw_drafts_beside(chosen, current)


def draw_drafts_beside(before: DraftShown, after: DraftShown) -> None:
    """Two drafts with what went and what came; over them grade and comment of the earlier one."""
    if before.returned_at is not None:
        st.caption(
            f"{_('draft {number}').format(number=before.number)} · {day_name(before.returned_at)} · {grade_text(before.grade)}"
        )
        if before.comment:
            st.markdown(f":material/chat_bubble: {escaped_lines(before.comment)}")
    old, new = changed_pieces(before.text, after.text)
    draw_beside(
        (_("Draft {number}").format(number=before.number), old), (_("Draft {number}").format(number=after.number), new)
    )


def changed_pieces(before: str, after: str) -> tuple[Sequence[Piece], Sequence[Piece]]:
    """Both texts cut where they differ, each piece with the style of what went or came."""
    opcodes = SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
    old = [(before[start:end], "" if kind == "equal" else OLD) for kind, start, end, _to, _stop in opcodes]
    new = [(after[to:stop], "" if kind == "equal" else NEW) for kind, _start, _end, to, stop in opcodes]
    return old, new
