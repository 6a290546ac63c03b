"""A review as staff read it, in the order in which a teacher speaks: the band, what is done well, two errors to learn from, the others, then
the text; and the parts of it that a student's desk shows too."""

from __future__ import annotations

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
from pages.parts.essays.feedback import draw_errors, draw_strengths
from pages.parts.essays.file import draw_downloads
from pages.parts.essays.found import found_text
from pages.parts.essays.history import day_of, title_text
from pages.parts.essays.marked import draw_marked
from pages.parts.essays.scores import draw_scores
from pages.parts.essays.state import ESSAY, close_essay
from pages.parts.essays.teacher import draw_override, giver_text, rubric_text
from pages.parts.essays.verdicts import Verdicts, verdicts_of
from pages.parts.essays.words import calibration_text, checks_text, error_counts, errors_text
from pages.parts.figures import number
from pages.parts.i18n import _, explanation_language
from pages.parts.marking.returned import corrections_of, draw_returned_marks, draw_teachers_word
from pages.parts.names import level_name
from pages.parts.shown_text import escaped, escaped_lines
from pages.parts.texts.reading import catalogue_of
from pages.parts.visitor import Visitor


def asked_essay() -> str | None:
    """The id of the review in the address."""
    return st.query_params.get(ESSAY) or None


def draw_asked(who: Visitor, evaluation_id: str) -> None:
    """Draw the review of the address, or say that there is none."""
    st.button(_("All essays"), icon=":material/arrow_back:", type="tertiary", key="essay_back", on_click=close_essay)
    # Asked before the report is read: what is completed in between is then read complete.
    waits = who.core.essays.progress(evaluation_id, who.caller) is not None
    try:
        view = who.core.essays.essay(evaluation_id, who.caller)
    except NotFound:
        st.warning(_("This review does not exist (any more)."), icon=":material/search_off:")
        return
    draw_review(who, view, waits=waits)


def draw_review(who: Visitor, view: EssayView, *, waits: bool) -> None:
    """Draw a whole review, from the title to the downloads; `waits` while a language model is still reading."""
    report = view.report
    verdicts = verdicts_of(who, view.evaluation_id)
    st.title(escaped(title_text(report.essay_title)), anchor=False)
    draw_head(view)
    draw_engine(who, view, waits=waits)
    draw_findings(report)
    override = who.core.essay_reviews.override_of(view.evaluation_id, who.caller)
    returned = who.core.marking.returned_review(view.student_id, view.evaluation_id, who.caller)
    if returned is not None:
        draw_teachers_word(who, returned)
    draw_score(report, override, is_marked=returned is not None)
    draw_strengths(report, who.core.tables.points)
    draw_errors(who, view, verdicts, returned)
    st.caption(escaped(found_text(report, who.core.essays.found, who.core.administration)))
    st.subheader(_("The text"), anchor=False)
    _draw_tabs(who, view, verdicts, returned)
    with st.container(horizontal=True, vertical_alignment="center"):
        draw_downloads(
            who, view if returned is None else as_returned(view, returned), override, is_returned=returned is not None
        )
    draw_override(who, view, override)


def draw_head(view: EssayView) -> None:
    """What was found, in numbers, and of what."""
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


def draw_findings(report: EssayReport) -> None:
    """Draw the reasons for which the text is not scored like an essay; they come before all numbers."""
    for finding in report.findings:
        said = escaped(finding.reason.get(explanation_language()))
        if finding.severity == "refusal":
            st.error(_("Not scored like an essay: {reason}").format(reason=said), icon=":material/block:")
        else:
            st.warning(_("Scored with caution: {reason}").format(reason=said), icon=":material/warning:")


def draw_score(report: EssayReport, override: EssayOverride | None, *, is_marked: bool) -> None:
    """The band, the score and what it rests on. `is_marked`: a teacher has returned the text, so that there are two who judged it."""
    low, high = report.score_range
    with st.container(border=True):
        if override is not None:
            draw_teachers_score(override)
        draw_band(report)
        label = _("Score of the machine") if override is not None or is_marked else _("Score")
        st.markdown(
            _("{name}: {value}").format(name=label, value=f"**{number(report.overall_score)}** / 100 · ")
            + (_("80 % range {low}–{high}") if report.calibrated else _("range {low}–{high}")).format(
                low=f"{low:.0f}", high=f"{high:.0f}"
            )
        )
        st.caption(calibration_text(report))


def draw_teachers_score(override: EssayOverride) -> None:
    """A teacher's own score, with its parts and note."""
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
    corrections = standing_corrections(report, returned)
    with corrected:
        draw_corrected(report.essay_content, corrections)
    with compare:
        draw_compared(report.essay_content, corrections)
    with drafts:
        draw_drafts(who, view)
    with scores:
        draw_scores(report, catalogue_of(who))


def standing_corrections(report: EssayReport, returned: ReturnedEssay | None) -> list[Correction]:
    """What the corrected version changes: the marks of the engine, of a returned text those that the teacher's marking leaves."""
    if returned is not None:
        return corrections_of(returned)
    return [Correction(edit.start, edit.end, edit.original, edit.replacement) for edit in report.edits]


def as_returned(view: EssayView, returned: ReturnedEssay) -> EssayView:
    """The review with the corrected version that the teacher's marking leaves: what the tab shows is what the files give."""
    corrected = corrected_text(view.report.essay_content, corrections_of(returned))
    return view.model_copy(update={"report": view.report.model_copy(update={"corrected_version": corrected})})
