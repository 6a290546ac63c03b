"""The right half of the desk: the review of a draft, what changed since and from the draft before, what the teacher wrote."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.api.essay_reviews import EssayOverride
from core.api.essays import EssayView
from core.api.marking import ReturnedEssay
from pages.parts.essays.band import band_text
from pages.parts.essays.compare import draw_compared, draw_corrected
from pages.parts.essays.drafts import Change, change_words, changed, draw_comparison, unchanged_places
from pages.parts.essays.engine import draw_engine
from pages.parts.essays.exercise import draw_exercise
from pages.parts.essays.feedback import draw_errors, draw_strengths
from pages.parts.essays.file import draw_delete, draw_downloads
from pages.parts.essays.found import found_text
from pages.parts.essays.history import day_of
from pages.parts.essays.marked import draw_marked, draw_search
from pages.parts.essays.result import (
    as_returned,
    draw_findings,
    draw_head,
    draw_score,
    draw_teachers_score,
    standing_corrections,
)
from pages.parts.essays.scores import draw_scores
from pages.parts.essays.verdicts import Verdicts, accepted_in, verdicts_of, with_accepted
from pages.parts.i18n import _, ngettext
from pages.parts.marking.returned import draw_returned_marks, draw_teachers_word
from pages.parts.shown_text import escaped
from pages.parts.texts.reading import catalogue_of
from pages.parts.visitor import Visitor
from pages.parts.writing.essays import OwnEssay
from pages.parts.writing.sheet import Sheet, put_text
from pages.parts.writing.state import DRAFT_PANE, REVIEW_PANE, open_essay

FIND = "essay_find_yourself"


def draw_before_review(who: Visitor, sheet: Sheet, returned: ReturnedEssay | None) -> None:
    """What stands beside a text that has not been reviewed: what the teacher wrote of it or asked for, else hints."""
    if returned is not None:
        draw_teachers_word(who, returned)
        draw_returned_marks(who, returned)
        return
    with st.container(border=True):
        st.markdown(f":material/rate_review: **{_('The review of your draft appears here.')}**")
        st.markdown(
            _("It marks what is wrong and says why. Then change your text beside the marks and have it reviewed again.")
        )
    if sheet.task.hints:
        st.markdown(f":material/lightbulb: **{_('Hints')}**")
        st.markdown("\n".join(f"{number}. {escaped(hint)}" for number, hint in enumerate(sheet.task.hints, 1)))


def draw_essay_review(
    who: Visitor,
    essay: OwnEssay,
    view: EssayView,
    sheet: Sheet,
    *,
    returned: ReturnedEssay | None,
    asked: ReturnedEssay | None,
    waits: bool,
) -> None:
    """Draw a review of the essay. `returned`: the text as the teacher returned it; `asked`: the text before it, of which the teacher asked for
    another draft; `waits` while a language model is still reading."""
    report = view.report
    verdicts = verdicts_of(who, view.evaluation_id)
    if (word := returned or asked) is not None:
        draw_teachers_word(who, word)
    if returned is not None and returned.text != report.essay_content:
        returned = None  # an earlier draft is shown, not what was handed in
    drafts = _drafts(who, essay, view)
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
        _draw_choice(drafts, view)
        find = st.toggle(_("Find it yourself"), key=FIND, help=_("Hides the corrections: you look for them."))
    draw_head(view)
    if waits:
        draw_engine(who, view, waits=True)
    draw_findings(report)
    override = who.core.essay_reviews.override_of(view.evaluation_id, who.caller)
    if override is not None:
        draw_teachers_score(override)
    if band := band_text(report):
        st.markdown(f"**{escaped(band)}**")
    _draw_progress(who, drafts, view, sheet, verdicts)
    if find:
        draw_search(view, catalogue_of(who))
        return
    _draw_tabs(who, drafts, view, sheet, verdicts, returned, override)
    if not waits:
        draw_engine(who, view, waits=False)
    st.caption(escaped(found_text(report, who.core.essays.found, who.core.administration)))
    draw_exercise(who, view)
    _draw_files(who, view, returned, override)


def _drafts(who: Visitor, essay: OwnEssay, view: EssayView) -> list[EssayView]:
    """The reviewed drafts of the essay, the oldest first."""
    return [
        view
        if review.evaluation_id == view.evaluation_id
        else who.core.essays.essay(review.evaluation_id, who.caller, student_id=who.student_id)
        for review in essay.reviews
    ]


def _place(drafts: Sequence[EssayView], view: EssayView) -> int:
    return next(index for index, draft in enumerate(drafts) if draft.evaluation_id == view.evaluation_id)


def _draw_choice(drafts: Sequence[EssayView], view: EssayView) -> None:
    """Which draft the review is of; another can be chosen."""
    place = _place(drafts, view)
    names = [
        _("Review of draft {number}").format(number=number) + f" · {day_of(draft.evaluated_at)}"
        for number, draft in enumerate(drafts, 1)
    ]
    if len(drafts) == 1:
        st.markdown(f"**{names[0]}**", width="content")
        return
    key = f"desk_draft_{view.evaluation_id}"
    st.selectbox(
        _("Draft"),
        range(len(drafts)),
        index=place,
        format_func=names.__getitem__,
        key=key,
        label_visibility="collapsed",
        width=260,
        on_change=lambda: open_essay(drafts[st.session_state[key]].evaluation_id, REVIEW_PANE),
    )


# -- what changed --------------------------------------------------------------------------------------------


def _draw_progress(
    who: Visitor, drafts: Sequence[EssayView], view: EssayView, sheet: Sheet, verdicts: Verdicts
) -> None:
    """What this draft mended of the one before, and what the student has changed since it was reviewed."""
    if (change := _change(drafts, view)) is not None:
        since = _("Since draft {number}").format(number=_place(drafts, view))
        st.markdown(f":material/difference: {since}: **{change_words(change)}**")
    is_open = sheet.stored is None or sheet.stored.handed_in_at is None
    is_last = view.evaluation_id == drafts[-1].evaluation_id
    is_changed = is_last and sheet.text != view.report.essay_content
    if not is_open and not is_changed:
        return
    places = unchanged_places(view.report, sheet.text)
    if is_changed and (text := since_text(view, len(places))):
        st.markdown(f":material/edit: {text}")
    if is_open and (accepted := accepted_in(view.report, verdicts, places)):
        st.button(
            ngettext(
                "Put {count} accepted correction into the draft",
                "Put {count} accepted corrections into the draft",
                len(accepted),
            ),
            icon=":material/playlist_add_check:",
            key="desk_put_accepted",
            on_click=_put,
            args=(who, sheet, with_accepted(sheet.text, accepted), view),
        )


def _change(drafts: Sequence[EssayView], view: EssayView) -> Change | None:
    """How the draft differs from the one before it; None for the first."""
    place = _place(drafts, view)
    return changed(drafts[place - 1].report, view.report) if place else None


def since_text(view: EssayView, unchanged: int) -> str:
    """How many of the marked places the writer has changed since the review; "" where nothing was marked. What is changed is not mended by that."""
    marked = len(view.report.edits) + len(view.report.checks)
    if not marked:
        return ""
    return _("Since this review you have changed {count} of {of} marked places. Have it reviewed again to see what is mended.").format(
        count=marked - unchanged, of=marked
    )  # fmt: skip


def _put(who: Visitor, sheet: Sheet, text: str, view: EssayView) -> None:
    put_text(who, sheet, text, title=view.report.essay_title)


# -- the review ----------------------------------------------------------------------------------------------


def _draw_tabs(
    who: Visitor,
    drafts: Sequence[EssayView],
    view: EssayView,
    sheet: Sheet,
    verdicts: Verdicts,
    returned: ReturnedEssay | None,
    override: EssayOverride | None,
) -> None:
    report = view.report
    marks, lessons, changes, corrected, scores = st.tabs(
        [_("Marked"), _("To learn from"), _("Drafts"), _("Corrected"), _("Scores")]
    )
    with marks:
        if returned is not None:
            draw_returned_marks(who, returned)
        else:
            draw_marked(who, view, verdicts)
    with lessons:
        draw_score(report, None, is_marked=override is not None or returned is not None)
        draw_strengths(report, who.core.tables.points)
        draw_errors(who, view, verdicts, returned)
    with changes:
        _draw_drafts(who, drafts, view, sheet)
    with corrected:
        corrections = standing_corrections(report, returned)
        draw_corrected(report.essay_content, corrections)
        with st.expander(_("Compare"), icon=":material/compare:", type="compact"):
            draw_compared(report.essay_content, corrections)
    with scores:
        draw_scores(report, catalogue_of(who), beside=True)


def _draw_drafts(who: Visitor, drafts: Sequence[EssayView], view: EssayView, sheet: Sheet) -> None:
    if len(drafts) > 1:
        draw_comparison(drafts, view)
    else:
        st.markdown(
            _("This is the first draft. Change your text and have it reviewed again; here you see what it changed.")
        )
    is_open = sheet.stored is None or sheet.stored.handed_in_at is None
    if is_open and sheet.text != view.report.essay_content:
        st.button(
            _("Go back to the text of this draft"),
            icon=":material/history:",
            key="desk_take_back",
            help=_("It replaces what stands in the draft now; “Undo” takes that back."),
            on_click=_take_back,
            args=(who, sheet, view),
        )


def _take_back(who: Visitor, sheet: Sheet, view: EssayView) -> None:
    _put(who, sheet, view.report.essay_content, view)
    open_essay(view.evaluation_id, DRAFT_PANE)


def _draw_files(who: Visitor, view: EssayView, returned: ReturnedEssay | None, override: EssayOverride | None) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        draw_downloads(
            who, view if returned is None else as_returned(view, returned), override, is_returned=returned is not None
        )
        draw_delete(who, view)
