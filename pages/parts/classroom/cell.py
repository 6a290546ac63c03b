"""One cell of the heat map, opened: a student's answers on a point, and what can be given for it; and the point's whole column."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.errors import WenluError
from core.knowledge.wire import ClassMap, ClassStudent
from pages.parts.addresses import page_named
from pages.parts.assignments.gift import Gift, draw_give_button
from pages.parts.evidence import evidence_line
from pages.parts.i18n import _, language, ngettext
from pages.parts.map.words import GLYPHS, basis_text, estimate_text, right_text, status_names
from pages.parts.names import student_label
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor

STUDENT, POINT = "class_cell_student", "class_cell_point"
NOT_MET_CODES = (1, 4)
"""Statuses by their code: learning, begun."""
MOST_ANSWERS = 10


def choose_cell(student_id: str, point_id: str) -> None:
    """Open a cell: both boxes below the chart show it."""
    st.session_state[STUDENT] = student_id
    st.session_state[POINT] = point_id


def draw_cell(who: Visitor, view: ClassMap, students: Sequence[ClassStudent]) -> None:
    """Boxes for student and point, which a click on a cell fills; below them the answers and what can be given."""
    names = {student.student_id: student_label(student.name, student.number) for student in students}
    points = {point.point_id: f"{point.point_id} {point.name}" for point in view.points}
    for key, offered in ((STUDENT, names), (POINT, points)):
        if st.session_state.get(key) not in offered:
            st.session_state.pop(key, None)
    with st.container(border=True, key="class_cell"):
        st.caption(_("Click a cell to see the answers under it, or choose a student and a point here."))
        student_column, point_column = st.columns(2)
        student_id = student_column.selectbox(
            _("Student"),
            sorted(names, key=names.__getitem__),
            index=None,
            format_func=names.__getitem__,
            placeholder=_("Choose a student"),
            key=STUDENT,
        )
        point_id = point_column.selectbox(
            _("Knowledge point"),
            list(points),
            index=None,
            format_func=points.__getitem__,
            placeholder=_("Choose a point"),
            key=POINT,
        )
        if point_id is not None and student_id is not None:
            _draw_answers(who, student_id, point_id)
        if point_id is not None:
            _draw_gifts(view, point_id, student_id)


def _draw_answers(who: Visitor, student_id: str, point_id: str) -> None:
    """The status with its figures, and the latest answers, each with its question."""
    try:
        detail = who.core.knowledge.detail(student_id, point_id, who.caller)
        sources = list(dict.fromkeys(line.source for line in detail.evidence if line.opens))
        answers = who.core.answers.evidence(student_id, sources[:MOST_ANSWERS], who.caller)
    except WenluError as error:
        st.warning(escaped(error.remedy(language())), icon=":material/search_off:")
        return
    state = detail.state
    st.markdown(
        f"{GLYPHS[state.shown]} **{escaped(status_names()[state.shown])}** · {escaped(right_text(state))}  \n"
        f":small[{_('Estimate today: **{estimate}**').format(estimate=estimate_text(state))} · {basis_text(state)}]"
    )
    if not answers:
        st.caption(_("No answers on this point yet."))
    if answers:  # one element, not ten: a click on a cell waits for each
        st.markdown("\n\n".join(map(evidence_line, answers)))
    if len(sources) > MOST_ANSWERS:
        st.caption(_("The latest {count} are shown.").format(count=MOST_ANSWERS))
    st.page_link(
        page_named("knowledge_map"),
        label=_("Map"),
        icon=":material/hub:",
        query_params={"student": student_id, "point": point_id},
    )


def _draw_gifts(view: ClassMap, point_id: str, student_id: str | None) -> None:
    """Give it to the student of the cell, and to everybody of the column who has begun it and not met it."""
    index = next(index for index, point in enumerate(view.points) if point.point_id == point_id)
    title = _("Practise: {point}").format(point=view.points[index].name)
    column = [student.student_id for student in view.students if student.statuses[index] in NOT_MET_CODES]
    with st.container(horizontal=True):
        if student_id is not None:
            gift = Gift(title=title, point_id=point_id, student_ids=(student_id,), mends=True)
            draw_give_button(gift, "class_cell_give", label=_("Give to this student"), in_fragment=True)
        if column:
            gift = Gift(title=title, point_id=point_id, student_ids=tuple(column), mends=True)
            label = ngettext(
                "Give to the {count} who has not met it", "Give to the {count} who have not met it", len(column)
            )
            draw_give_button(gift, "class_column_give", label=label, in_fragment=True)
