"""The drafts of one essay: scores, what changed from one to the next, which errors were corrected and which are new."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any

import streamlit as st

from core.api.essays import EssayReport, EssayView
from core.essays.wire import EditShown
from pages.parts.essays.compare import NEW, OLD, Piece, draw_beside
from pages.parts.essays.history import day_of
from pages.parts.essays.verdicts import edit_name
from pages.parts.essays.words import change_text, error_counts, error_names, errors_text, range_text
from pages.parts.i18n import _, ngettext
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor

MOST_DRAFTS = 12


@dataclass(frozen=True)
class Change:
    """What changed from one draft to the next."""

    mended: tuple[EditShown, ...]
    """Errors of the earlier draft that are gone: other text stands in their place."""
    passed: tuple[EditShown, ...]
    """Errors of the earlier draft whose text is unchanged but no longer marked: the writer dismissed them, or the review was less strict."""
    same: tuple[EditShown, ...]
    """Errors of the later draft that the earlier one had too."""
    new: tuple[EditShown, ...]
    before: tuple[Piece, ...]
    after: tuple[Piece, ...]


def drafts_of(who: Visitor, view: EssayView) -> list[EssayView]:
    """The drafts of the same essay, oldest first: those of one act of writing, and those with the same title on other days."""
    by_id = {draft.evaluation_id: draft for draft in who.core.essays.drafts(view.student_id, view.act, who.caller)}
    by_id[view.evaluation_id] = view
    title = view.report.essay_title.strip()
    if title:
        lines = who.core.essays.history(view.student_id, who.caller)
        for line in [line for line in lines if line.title.strip() == title][:MOST_DRAFTS]:
            if line.evaluation_id not in by_id:
                by_id[line.evaluation_id] = who.core.essays.essay(
                    line.evaluation_id, who.caller, student_id=view.student_id
                )
    return sorted(by_id.values(), key=lambda draft: draft.evaluated_at)


def draw_drafts(who: Visitor, view: EssayView) -> None:
    """Draw the comparison of the drafts that belong to a review, or say that there is only one."""
    drafts = drafts_of(who, view)
    if len(drafts) < 2:
        st.markdown(_("This is the only draft so far; once there is another one, what it changed stands here."))
        return
    draw_comparison(drafts, view)


def draw_comparison(drafts: Sequence[EssayView], view: EssayView) -> None:
    """Draw the scores of at least two drafts, oldest first, and what changed up to `view`, which is one of them."""
    st.plotly_chart(
        scores_figure(drafts),
        config={"displayModeBar": False},
        alt=_("Scores of the drafts; the same numbers stand in the list."),
        key=f"essay_scores_{view.evaluation_id}",
    )
    st.markdown("\n".join(f"{place}. {draft_text(draft)}" for place, draft in enumerate(drafts, 1)))
    place = next(index for index, draft in enumerate(drafts) if draft.evaluation_id == view.evaluation_id)
    later = max(1, place)
    chosen = st.select_slider(
        _("What changed in draft"),
        options=list(range(2, len(drafts) + 1)),
        value=later + 1,
        key=f"essay_draft_{view.evaluation_id}",
    ) if len(drafts) > 2 else 2  # fmt: skip
    _draw_change(drafts[chosen - 2], drafts[chosen - 1], chosen)


def draft_text(view: EssayView) -> str:
    """`20 Nov 2026 · 84 (72–96) · 3 errors`."""
    report = view.report
    score = range_text(report.overall_score, report.score_range)
    return f"{day_of(view.evaluated_at)} · **{score}** · {errors_text(error_counts(report))}"


def change_words(change: Change) -> str:
    """`2 errors mended · 1 still there · 1 new`."""
    parts = [
        ngettext("{count} error mended", "{count} errors mended", len(change.mended)),
        ngettext("{count} still there", "{count} still there", len(change.same)),
        ngettext("{count} new", "{count} new", len(change.new)),
    ]
    if change.passed:
        parts.append(ngettext("{count} no longer marked", "{count} no longer marked", len(change.passed)))
    return " · ".join(parts)


def _draw_change(before: EssayView, after: EssayView, number: int) -> None:
    change = changed(before.report, after.report)
    st.markdown(f"**{change_words(change)}**")
    for name, icon, edits in (
        (_("Mended"), ":material/check:", change.mended),
        (_("Still there"), ":material/hourglass_empty:", change.same),
        (_("New"), ":material/error:", change.new),
        (_("No longer marked, though unchanged"), ":material/do_not_disturb_on:", change.passed),
    ):
        if edits:
            edit_texts = "; ".join(_edit_text(edit) for edit in edits)
            st.markdown(f"{icon} {_('{name}: {value}').format(name=name, value=edit_texts)}")
    draw_beside(
        (_("Draft {number}").format(number=number - 1), change.before),
        (_("Draft {number}").format(number=number), change.after),
    )


def _edit_text(edit: EditShown) -> str:
    return f"{escaped(change_text(edit))} ({error_names()[edit.type]})"


def changed(before: EssayReport, after: EssayReport) -> Change:
    """How the text and its errors changed.

    An error is the same where its text is unchanged and an equal error is marked there in the later draft.
    """
    old, new = before.essay_content, after.essay_content
    opcodes = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    new_offset_of = {
        index: to + index - start
        for kind, start, end, to, _end in opcodes
        if kind == "equal"
        for index in range(start, end + 1)
    }  # fmt: skip
    later_errors = {(edit.start, edit.original, edit.type) for edit in after.edits}
    same_errors = {
        (new_offset_of[edit.start], edit.original, edit.type)
        for edit in before.edits
        if edit.start in new_offset_of and (new_offset_of[edit.start], edit.original, edit.type) in later_errors
    }
    missing = [
        edit
        for edit in before.edits
        if (new_offset_of.get(edit.start, -1), edit.original, edit.type) not in same_errors
    ]
    return Change(
        tuple(edit for edit in missing if _offset_in_later(edit, opcodes) is None),
        tuple(edit for edit in missing if _offset_in_later(edit, opcodes) is not None),
        tuple(edit for edit in after.edits if (edit.start, edit.original, edit.type) in same_errors),
        tuple(edit for edit in after.edits if (edit.start, edit.original, edit.type) not in same_errors),
        tuple((old[start:end], "" if kind == "equal" else OLD) for kind, start, end, _to, _end in opcodes),
        tuple((new[to:end], "" if kind == "equal" else NEW) for kind, _start, _stop, to, end in opcodes),
    )  # fmt: skip


def unchanged_places(report: EssayReport, text: str) -> dict[tuple[int, int, str], int]:
    """The errors and places to check of a report that stand in a later text as they were, by their names, each with its offset there."""
    opcodes = SequenceMatcher(None, report.essay_content, text, autojunk=False).get_opcodes()
    offsets = {edit_name(edit): _offset_in_later(edit, opcodes) for edit in (*report.edits, *report.checks)}
    return {name: offset for name, offset in offsets.items() if offset is not None}


def _offset_in_later(edit: EditShown, opcodes: Sequence[tuple[str, int, int, int, int]]) -> int | None:
    """Where the text of an error stands in the later text; None where it was changed, or where something was missing, the text on either side."""
    inside = 1 if edit.start == edit.end else 0
    for kind, start, end, to, _end in opcodes:
        if kind == "equal" and start + inside <= edit.start and edit.end + inside <= end:
            return to + edit.start - start
    return None


def scores_figure(drafts: Sequence[EssayView]) -> Any:
    """A chart with a point for the score of each draft and its range."""
    import plotly.graph_objects as go

    scores = [draft.report.overall_score for draft in drafts]
    spans = [draft.report.score_range for draft in drafts]
    figure = go.Figure()
    figure.add_scatter(
        x=list(range(1, len(drafts) + 1)),
        y=scores,
        error_y={
            "type": "data",
            "symmetric": False,
            "array": [span[1] - score for score, span in zip(scores, spans, strict=True)],
            "arrayminus": [score - span[0] for score, span in zip(scores, spans, strict=True)],
        },
        customdata=[[day_of(draft.evaluated_at)] for draft in drafts],
        mode="lines+markers",
        line={"width": 2},
        marker={"size": 9},
        hovertemplate="%{y:.1f}<br>%{customdata[0]}<extra></extra>",
    )
    figure.update_yaxes(range=[0, 102], tickvals=[0, 50, 100], title_text=_("Score of 100"))
    figure.update_xaxes(
        title_text=_("Number of the draft"), showgrid=False, tick0=1, dtick=1, range=[0.5, len(drafts) + 0.5]
    )
    figure.update_layout(height=200, margin={"l": 8, "r": 8, "t": 8, "b": 8}, showlegend=False)
    return figure
