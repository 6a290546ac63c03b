"""A review in the order in which a teacher speaks: the band, what is done well, two errors to learn from, the others, then the text."""

from __future__ import annotations

from functools import partial

import streamlit as st

from core.api.essay_reviews import EssayOverride
from core.api.essays import EssayReport, EssayView
from core.api.marking import ReturnedEssay
from core.errors import NotFound
from pages.parts.essays.band import draw_band
from pages.parts.essays.compare import Correction, corrected_text, draw_compared, draw_corrected
from pages.parts.essays.doubts import doubts_text
from pages.parts.essays.drafts import draw_drafts
from pages.parts.essays.engine import draw_engine
from pages.parts.essays.exercise import draw_exercise
from pages.parts.essays.feedback import draw_errors, draw_strengths
from pages.parts.essays.file import draw_delete, draw_downloads
from pages.parts.essays.found import found_text
from pages.parts.essays.history import day_of, title_text
from pages.parts.essays.marked import draw_marked, draw_search
from pages.parts.essays.scores import draw_scores
from pages.parts.essays.state import ESSAY, close_essay, put_on_desk
from pages.parts.essays.teacher import draw_override, giver_text, rubric_text
from pages.parts.essays.verdicts import Verdicts, verdicts_of, with_accepted
from pages.parts.essays.words import calibration_text, checks_text, error_counts, errors_text
from pages.parts.figures import number
from pages.parts.i18n import _, language
from pages.parts.marking.returned import corrections_of, draw_returned_marks, draw_teachers_word
from pages.parts.names import level_name
from pages.parts.shown_text import escaped, escaped_lines
from pages.parts.texts.reading import catalogue_of
from pages.parts.visitor import Visitor

FIND = "essay_find_yourself"


def asked_essay() -> str | None:
    """The id of the review in the address."""
    return st.query_params.get(ESSAY) or None


def draw_asked(who: Visitor, evaluation_id: str) -> None:
    """Draw the review of the address, or say that there is none."""
    st.button(_("All essays"), icon=":material/arrow_back:", type="tertiary", key="essay_back", on_click=close_essay)
    student_id = who.student_id if who.account.role == "student" else None
    # Asked before the report is read: what is completed in between is then read complete.
    waits = who.core.essays.progress(evaluation_id, who.caller) is not None
    try:
        view = who.core.essays.essay(evaluation_id, who.caller, student_id=student_id)
    except NotFound:
        st.warning(_("This review does not exist (any more)."), icon=":material/search_off:")
        return
    draw_review(who, view, waits=waits)


def draw_review(who: Visitor, view: EssayView, *, waits: bool) -> None:
    """Draw a whole review, from the title to the downloads; `waits` while a language model is still reading."""
    report = view.report
    own = who.account.student_id == view.student_id
    verdicts = verdicts_of(who, view.evaluation_id)
    st.title(escaped(title_text(report.essay_title)), anchor=False)
    _draw_head(view)
    draw_engine(who, view, waits=waits)
    _draw_findings(report)
    find = own and st.toggle(_("Find it yourself"), key=FIND, help=_("Hides the corrections: you look for them."))
    if find:
        draw_search(view, catalogue_of(who))
        return
    override = who.core.essay_reviews.override_of(view.evaluation_id, who.caller)
    returned = who.core.marking.returned_review(view.student_id, view.evaluation_id, who.caller)
    if returned is not None:
        draw_teachers_word(who, returned)
    _draw_score(report, override, is_marked=returned is not None)
    draw_strengths(report, who.core.tables.points)
    draw_errors(who, view, verdicts, returned)
    st.caption(escaped(found_text(report, who.core.essays.found, who.core.administration)))
    draw_exercise(who, view)
    st.subheader(_("The text"), anchor=False)
    _draw_tabs(who, view, verdicts, returned)
    with st.container(horizontal=True, vertical_alignment="center"):
        if own:
            _draw_next_draft(report, verdicts)
        draw_downloads(
            who, view if returned is None else as_returned(view, returned), override, is_returned=returned is not None
        )
        if own:
            draw_delete(who, view)
    if who.account.role != "student":
        draw_override(who, view, override)


def _draw_head(view: EssayView) -> None:
    report = view.report
    parts = [errors_text(error_counts(report))]
    if report.checks:
        parts.append(checks_text(len(report.checks)))
    if report.doubts:
        parts.append(doubts_text(len(report.doubts)))
    parts += [
        level_name(int(report.hsk_level)),
        _("{count} characters").format(count=report.characters),
        day_of(view.evaluated_at),
    ]
    st.caption(" · ".join(parts))


def _draw_findings(report: EssayReport) -> None:
    """Draw the reasons for which the text is not scored like an essay; they come before all numbers."""
    for finding in report.findings:
        said = escaped(finding.reason.get(language()))
        if finding.severity == "refusal":
            st.error(_("Not scored like an essay: {reason}").format(reason=said), icon=":material/block:")
        else:
            st.warning(_("Scored with caution: {reason}").format(reason=said), icon=":material/warning:")


def _draw_score(report: EssayReport, override: EssayOverride | None, *, is_marked: bool) -> None:
    """`is_marked`: a teacher has returned the text, so that there are two who judged it."""
    low, high = report.score_range
    with st.container(border=True):
        if override is not None:
            _draw_override(override)
        draw_band(report)
        label = _("Score of the machine") if override is not None or is_marked else _("Score")
        st.markdown(
            _("{name}: {value}").format(name=label, value=f"**{number(report.overall_score)}** / 100 · ")
            + (_("80 % range {low}–{high}") if report.calibrated else _("range {low}–{high}")).format(
                low=f"{low:.0f}", high=f"{high:.0f}"
            )
        )
        st.caption(calibration_text(report))


def _draw_override(override: EssayOverride) -> None:
    said = _("{name}: {value}").format(name=_("The teacher’s score"), value=f"{number(override.score)} / 100")
    st.markdown(f"#### :material/school: {said}  \n:small[{escaped(giver_text(override))}]")
    if override.rubric:
        st.markdown(rubric_text(override))
    if override.note:
        st.markdown(f":material/chat_bubble: {escaped_lines(override.note)}")


def _draw_tabs(who: Visitor, view: EssayView, verdicts: Verdicts, returned: ReturnedEssay | None) -> None:
    report = view.report
    marked, corrected, compare, drafts, scores = st.tabs(
        [_("Marked"), _("With these corrections"), _("Compare"), _("Drafts"), _("Scores")]
    )
    with marked:
        if returned is not None:
            draw_returned_marks(who, returned)
        else:
            draw_marked(who, view, verdicts)
    corrections = (
        [Correction(edit.start, edit.end, edit.original, edit.replacement) for edit in report.edits]
        if returned is None
        else corrections_of(returned)
    )
    with corrected:
        draw_corrected(report.essay_content, corrections)
    with compare:
        draw_compared(report.essay_content, corrections)
    with drafts:
        draw_drafts(who, view)
    with scores:
        draw_scores(report, catalogue_of(who))


def as_returned(view: EssayView, returned: ReturnedEssay) -> EssayView:
    """The review with the corrected version that the teacher's marking leaves: what the tab shows is what the files give."""
    corrected = corrected_text(view.report.essay_content, corrections_of(returned))
    return view.model_copy(update={"report": view.report.model_copy(update={"corrected_version": corrected})})


def _draw_next_draft(report: EssayReport, verdicts: Verdicts) -> None:
    st.button(
        _("Write the next draft"),
        type="primary",
        icon=":material/edit:",
        key="essay_next_draft",
        on_click=partial(_next_draft, report, verdicts),
    )


def _next_draft(report: EssayReport, verdicts: Verdicts) -> None:
    put_on_desk(with_accepted(report, verdicts), report.essay_title, report.hsk_level)
    close_essay()
