"""The teacher's view: the choice of a student, and a score of the teacher's own with a rubric."""

from __future__ import annotations

import streamlit as st

from core.api.essay_reviews import LONGEST_NOTE, MOST_POINTS, RUBRIC, EssayOverride, RubricPart
from core.api.essays import EssayView
from core.errors import WenluError
from pages.parts.addresses import page_named
from pages.parts.essays.history import day_of
from pages.parts.essays.state import STUDENT
from pages.parts.i18n import _, language
from pages.parts.names import student_label
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor


def rubric_names() -> dict[RubricPart, str]:
    """The names of the parts that a teacher scores."""
    return {
        "language": _("Language"),
        "structure": _("Structure"),
        "coherence": _("Coherence"),
        "content": _("Content"),
    }


def rubric_text(override: EssayOverride) -> str:
    """`Language 4/5 · Content 3/5`; the parts that were scored."""
    names = rubric_names()
    return " · ".join(f"{names[part]} {points}/{MOST_POINTS}" for part, points in override.rubric.items())


def giver_text(override: EssayOverride) -> str:
    """Who gave the score, and when."""
    return " · ".join(part for part in (override.teacher, day_of(override.at)) if part)


def draw_student_choice(who: Visitor) -> str | None:
    """Draw the choice of the student whose reviews are shown; the choice is kept in the address."""
    st.title(_("Essay review"), anchor=False)
    names = {
        line.student_id: student_label(line.name, line.number) for line in who.core.answers.class_lines(who.caller)
    }
    student_id = st.query_params.get(STUDENT)
    if student_id and student_id not in names:
        st.warning(_("There is no such student in your organisation."), icon=":material/search_off:")
        student_id = None
    chosen = st.selectbox(
        _("Student"),
        list(names),
        index=list(names).index(student_id) if student_id else None,
        format_func=names.__getitem__,
        placeholder=_("Choose a student") if names else _("There are no students yet"),
        key="essay_student",
        width=360,
    )
    if chosen is None:
        st.markdown(_("Choose a student to read the essays, the marks, and to give a score of your own."))
        st.page_link(page_named("class_inbox"), label=_("To the class"), icon=":material/groups:")
        return None
    st.query_params[STUDENT] = chosen
    return chosen


def draw_override(who: Visitor, view: EssayView, override: EssayOverride | None) -> None:
    """Draw the form with score, rubric and note, which the student sees above the score of the machine."""
    st.subheader(_("Your own score"), anchor=False)
    names = rubric_names()
    with st.form(f"essay_override_{view.evaluation_id}"):
        score = st.number_input(
            _("Score of 100"),
            min_value=0.0,
            max_value=100.0,
            value=override.score if override else view.report.overall_score,
            step=1.0,
            format="%.0f",
            width=200,
        )
        rubric: dict[RubricPart, int] = {}
        for column, part in zip(st.columns(len(RUBRIC)), RUBRIC, strict=True):
            points = column.selectbox(
                names[part],
                list(range(MOST_POINTS + 1)),
                index=override.rubric.get(part) if override else None,
                placeholder=_("0–5"),
                key=f"essay_rubric_{part}_{view.evaluation_id}",
            )
            if points is not None:
                rubric[part] = points
        note = st.text_area(
            _("Note to the student (optional)"),
            value=override.note if override else "",
            max_chars=LONGEST_NOTE,
            height=80,
        )
        submitted = st.form_submit_button(_("Keep my score"), type="primary", icon=":material/check:")
    if submitted:
        _keep_override(who, view, score, rubric, note)
    if override is not None:
        st.button(
            _("Take my score back"),
            icon=":material/undo:",
            type="tertiary",
            key="essay_override_back",
            on_click=lambda: who.core.essay_reviews.override(
                view.evaluation_id, score=None, rubric={}, note="", caller=who.caller
            ),
        )


def _keep_override(who: Visitor, view: EssayView, score: float, rubric: dict[RubricPart, int], note: str) -> None:
    try:
        who.core.essay_reviews.override(view.evaluation_id, score=score, rubric=rubric, note=note, caller=who.caller)
    except WenluError as error:
        st.error(escaped(error.remedy(language())), icon=":material/error:")
        return
    st.toast(_("Kept. The student sees it above the score of the machine."), icon=":material/check:")
    st.rerun()
