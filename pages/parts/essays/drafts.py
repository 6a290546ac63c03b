"""The drafts of one essay: scores, what changed from one to the next, which errors are mended and which are new."""

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
from pages.parts.essays.words import change_said, counts_of, error_names, errors_said, range_said
from pages.parts.i18n import _, ngettext
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor

MOST = 12


@dataclass(frozen=True)
class Change:
    """From one draft to the next."""

    mended: tuple[EditShown, ...]
    """Errors of the earlier one that are gone: something else stands in their place."""
    passed: tuple[EditShown, ...]
    """Errors of the earlier one that stand there as before and are not marked any more: the writer has called them right, or the review was
    less strict."""
    same: tuple[EditShown, ...]
    """Errors of the later one that the earlier one had as well."""
    new: tuple[EditShown, ...]
    before: tuple[Piece, ...]
    after: tuple[Piece, ...]


def drafts_of(who: Visitor, view: EssayView) -> list[EssayView]:
    """Drafts of the same essay, oldest first: of one act, and those under the same title on other days."""
    found = {each.evaluation_id: each for each in who.core.essays.drafts(view.student_id, view.act, who.caller)}
    found[view.evaluation_id] = view
    title = view.report.essay_title.strip()
    if title:
        lines = who.core.essays.history(view.student_id, who.caller)
        for line in [each for each in lines if each.title.strip() == title][:MOST]:
            if line.evaluation_id not in found:
                found[line.evaluation_id] = who.core.essays.essay(
                    line.evaluation_id, who.caller, student_id=view.student_id
                )
    return sorted(found.values(), key=lambda each: each.evaluated_at)


def draw_drafts(who: Visitor, view: EssayView) -> None:
    """Nothing to compare before there are two."""
    drafts = drafts_of(who, view)
    if len(drafts) < 2:
        st.markdown(
            _("This is the only draft so far. Write the next one under the same title; here you see what it changed.")
        )
        return
    st.plotly_chart(
        scores_figure(drafts),
        config={"displayModeBar": False},
        alt=_("Scores of the drafts; the same numbers stand in the list."),
        key=f"essay_scores_{view.evaluation_id}",
    )
    st.markdown("\n".join(f"{place}. {draft_said(each)}" for place, each in enumerate(drafts, 1)))
    place = next(at for at, each in enumerate(drafts) if each.evaluation_id == view.evaluation_id)
    later = max(1, place)
    chosen = st.select_slider(
        _("What changed in draft"),
        options=list(range(2, len(drafts) + 1)),
        value=later + 1,
        key=f"essay_draft_{view.evaluation_id}",
    ) if len(drafts) > 2 else 2  # fmt: skip
    _draw_change(drafts[chosen - 2], drafts[chosen - 1], chosen)


def draft_said(view: EssayView) -> str:
    """`20 Nov 2026 · 84 (72–96) · 3 errors`."""
    report = view.report
    score = range_said(report.overall_score, report.score_range)
    return f"{day_of(view.evaluated_at)} · **{score}** · {errors_said(counts_of(report))}"


def _draw_change(before: EssayView, after: EssayView, number: int) -> None:
    change = changed(before.report, after.report)
    parts = [
        ngettext("{count} error mended", "{count} errors mended", len(change.mended)),
        ngettext("{count} still there", "{count} still there", len(change.same)),
        ngettext("{count} new", "{count} new", len(change.new)),
    ]
    if change.passed:
        parts.append(ngettext("{count} no longer marked", "{count} no longer marked", len(change.passed)))
    st.markdown(f"**{' · '.join(parts)}**")
    for name, icon, edits in (
        (_("Mended"), ":material/check:", change.mended),
        (_("Still there"), ":material/hourglass_empty:", change.same),
        (_("New"), ":material/error:", change.new),
        (_("No longer marked, though unchanged"), ":material/do_not_disturb_on:", change.passed),
    ):
        if edits:
            listed = "; ".join(_edit_said(each) for each in edits)
            st.markdown(f"{icon} {_('{name}: {value}').format(name=name, value=listed)}")
    draw_beside(
        (_("Draft {number}").format(number=number - 1), change.before),
        (_("Draft {number}").format(number=number), change.after),
    )


def _edit_said(edit: EditShown) -> str:
    return f"{escaped(change_said(edit))} ({error_names()[edit.type]})"


def changed(before: EssayReport, after: EssayReport) -> Change:
    """What became of the text and of its errors.

    An error is the same where its place in the earlier draft lies, unchanged, at the place of an equal error in the later one.
    """
    old, new = before.essay_content, after.essay_content
    codes = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    moved = {
        at: to + at - start
        for kind, start, end, to, _end in codes
        if kind == "equal"
        for at in range(start, end + 1)
    }  # fmt: skip
    there = {(edit.start, edit.original, edit.type) for edit in after.edits}
    kept = {
        (moved[edit.start], edit.original, edit.type)
        for edit in before.edits
        if edit.start in moved and (moved[edit.start], edit.original, edit.type) in there
    }
    gone = [edit for edit in before.edits if (moved.get(edit.start, -1), edit.original, edit.type) not in kept]
    alike = [(start, end) for kind, start, end, _to, _end in codes if kind == "equal"]
    return Change(
        tuple(edit for edit in gone if not _stands(edit, alike)),
        tuple(edit for edit in gone if _stands(edit, alike)),
        tuple(edit for edit in after.edits if (edit.start, edit.original, edit.type) in kept),
        tuple(edit for edit in after.edits if (edit.start, edit.original, edit.type) not in kept),
        tuple((old[start:end], "" if kind == "equal" else OLD) for kind, start, end, _to, _end in codes),
        tuple((new[to:end], "" if kind == "equal" else NEW) for kind, _start, _stop, to, end in codes),
    )  # fmt: skip


def _stands(edit: EditShown, alike: Sequence[tuple[int, int]]) -> bool:
    """Whether nothing was changed at the place of an error; where something was missing, on both sides of it."""
    inside = 1 if edit.start == edit.end else 0
    return any(start + inside <= edit.start and edit.end + inside <= end for start, end in alike)


def scores_figure(drafts: Sequence[EssayView]) -> Any:
    """A point for each draft with its range."""
    import plotly.graph_objects as go

    scores = [each.report.overall_score for each in drafts]
    spans = [each.report.score_range for each in drafts]
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
        customdata=[[day_of(each.evaluated_at)] for each in drafts],
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
