"""A near twin of an error, over the review: a question of the same grammar point, else the writer's own sentence to put right."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from core.api.essay_reviews import corrected_sentence, rewritten, sentence_of
from core.api.essays import EssayReport, EssayView
from core.errors import WenluError
from core.essays.wire import EditShown
from pages.parts.components import exercise_card
from pages.parts.essays.compare import draw_beside
from pages.parts.essays.verdicts import EditName, edit_name
from pages.parts.essays.words import error_names
from pages.parts.i18n import _, explanation_language, language
from pages.parts.practice.card_data import own_exercise_data
from pages.parts.practice.desk import keep_answer, keep_appeal
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor

EXERCISE = "essay_exercise"
"""Session state: the exercise that is open."""
CARD, REWRITE = "essay_exercise_card", "essay_rewrite"
ERROR = "practice_error"
LONGEST_ANSWER = 600


@dataclass(frozen=True)
class Exercise:
    """An exercise that was opened."""

    evaluation_id: str
    edit: EditName
    session_id: str | None
    """The round with the one question; None where the writer's own sentence is the exercise."""


def open_exercise(who: Visitor, evaluation_id: str, edit: EditShown) -> None:
    """Open the exercise of an error: a question of its grammar point that the student has not seen lately, else the sentence itself."""
    session_id = None
    if edit.point in who.core.tables.points.by_id:
        try:
            view = who.core.practice.near_twin(who.student_id, edit.point, edit.replacement, who.caller)
        except WenluError as error:
            st.session_state[ERROR] = error.remedy(language())
            return
        session_id = view.session_id if view is not None else None
    st.session_state[EXERCISE] = Exercise(evaluation_id, edit_name(edit), session_id)


def draw_exercise(who: Visitor, view: EssayView) -> None:
    """Draw the exercise that was opened for an error of this review, if there is one."""
    if EXERCISE not in st.session_state and (error := st.session_state.pop(ERROR, None)):
        st.error(escaped(error), icon=":material/error:")
    exercise = st.session_state.get(EXERCISE)
    if not isinstance(exercise, Exercise) or exercise.evaluation_id != view.evaluation_id:
        return
    report = view.report
    edit = _edit_named(report, exercise.edit)
    if edit is None:
        close_exercise(who)
        return
    title = _("A question like it") if exercise.session_id else _("Put your sentence right")
    st.dialog(title, width="medium", on_dismiss=lambda: close_exercise(who))(_draw)(who, report, edit, exercise)


def close_exercise(who: Visitor) -> None:
    """Close the exercise; a question that was not answered is no open round."""
    exercise = st.session_state.pop(EXERCISE, None)
    if isinstance(exercise, Exercise) and exercise.session_id is not None:
        who.core.practice.summary(who.student_id, exercise.session_id, who.caller)


def open_named_exercise(who: Visitor, report: EssayReport, name: EditName) -> None:
    """Open the exercise of the error with this name, where the report has it."""
    edit = _edit_named(report, name)
    if edit is not None:
        open_exercise(who, report.evaluation_id, edit)


def _edit_named(report: EssayReport, name: EditName) -> EditShown | None:
    return next((edit for edit in report.edits if edit_name(edit) == name), None)


def _draw(who: Visitor, report: EssayReport, edit: EditShown, exercise: Exercise) -> None:
    if EXERCISE not in st.session_state:  # closed by a click inside: the dialog goes with the next run of the page
        st.rerun()
    if exercise.session_id is None:
        _draw_own_sentence(report, edit)
    else:
        _draw_question(who, exercise.session_id)


# -- a question of the point -----------------------------------------------------------------------------------


def _draw_question(who: Visitor, session_id: str) -> None:
    """The question, marked at once and kept like every answer of practice."""
    view = who.core.practice.view(who.student_id, session_id, who.caller)
    card = view.cards[0]
    if error := st.session_state.pop(ERROR, None):
        st.error(escaped(error), icon=":material/error:")
    data = own_exercise_data(who.core, view, card, language())
    exercise_card()(
        key=CARD,
        data={**data, "ui": {**data["ui"], "finish": _("Back to the review")}},
        on_answer_change=lambda: keep_answer(who, view, key=CARD),
        on_next_change=lambda: close_exercise(who),
        on_appeal_change=lambda: keep_appeal(who, card, key=CARD),
    )


# -- the writer's own sentence -----------------------------------------------------------------------------------


def _draw_own_sentence(report: EssayReport, edit: EditShown) -> None:
    """The sentence as it was written, to be put right, and what stands in the corrected version once it was tried."""
    start, end = sentence_of(report.essay_content, edit)
    written = report.essay_content[start:end]
    st.markdown(
        _("Here is your sentence as you wrote it. It has an error: {kind}. Put it right.").format(
            kind=error_names()[edit.type]
        )
    )
    with st.form(f"{REWRITE}_form", border=False):
        typed = st.text_area(
            _("Your sentence"), written, max_chars=max(LONGEST_ANSWER, 2 * len(written)), key=_key(report, edit)
        )
        is_checked = st.form_submit_button(
            _("Compare"), type="primary", icon=":material/check:", key=f"{REWRITE}_check"
        )
    if is_checked:
        _draw_comparison(report, edit, typed)


def _key(report: EssayReport, edit: EditShown) -> str:
    return f"{REWRITE}_{report.evaluation_id}_{edit.start}_{edit.end}_{edit.replacement}"


def _draw_comparison(report: EssayReport, edit: EditShown, typed: str) -> None:
    """Whether the sentence is as corrected; any other may be right too, so that it is only laid beside the correction."""
    said = rewritten(report.essay_content, edit, report.edits, typed)
    if said == "as_corrected":
        st.success(_("Yes: that is how it is corrected."), icon=":material/check:")
        st.markdown(escaped(edit.explanation.get(explanation_language())))
    elif said == "unchanged":
        st.info(_("The sentence is as it was. Look for this: {kind}.").format(kind=error_names()[edit.type]))
    else:
        st.info(_("You say it in another way, which may be right too. Compare it with the correction:"))
        corrected = corrected_sentence(report.essay_content, edit, report.edits)
        draw_beside((_("Your sentence"), [(typed, "")]), (_("With these corrections"), [(corrected, "")]))
        st.markdown(escaped(edit.explanation.get(explanation_language())))
