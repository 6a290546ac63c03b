"""Rulings for the whole school: how far one reaches, who changes by it, and the list of those in force, each with a way back."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import partial

import streamlit as st

from core.api.rulings import AnswerScope, EssayRulingPreview, RemarkedAnswer, RulingPreview, RulingView, SameMark
from core.errors import WenluError
from core.records.items import Item
from pages.parts.addresses import page_named
from pages.parts.dates import day_name
from pages.parts.essays.state import ESSAY
from pages.parts.evidence import answer_text, question_line
from pages.parts.i18n import _, language, ngettext
from pages.parts.names import student_label
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor

MOST_LINES = 5
"""Lines that are shown at once; the rest are one click away."""
UNDOING = "ruling_being_undone"
"""Session state: the key of the ruling between the choice to undo it and the confirmation."""
ALONE: AnswerScope = "answer"


def scope_names() -> dict[AnswerScope, str]:
    """How far an upheld appeal may reach, the safest first."""
    return {
        "answer": _("This answer alone"),
        "accept": _("Everybody who gave this answer, from now on too"),
        "retire": _("Take the question out: it counts for nobody"),
    }


def choose_scope(key: str) -> AnswerScope:
    """The teacher's choice; this answer alone until another is chosen."""
    names = scope_names()
    scope: AnswerScope = st.radio(
        _("How far does it reach?"),
        list(names),
        format_func=names.__getitem__,
        key=f"scope_{key}",
        help=_("What reaches further holds for the whole school, in all its classes."),
    )
    return scope


def draw_preview(preview: RulingPreview, item: Item) -> None:
    """Who changes, from which mark to which, on how many points of the map."""
    st.markdown(f"**{_counts_text(preview)}**")
    if preview.points:
        points = _(", ").join(escaped(point) for point in preview.points)
        st.markdown(_("On the map this touches: {points}").format(points=points))
    _draw_lines([_remarked(line, item) for line in preview.lines], preview.answers)


def _counts_text(preview: RulingPreview) -> str:
    answers = ngettext("{count} answer changes", "{count} answers change", preview.answers)
    students = ngettext("{count} student", "{count} students", preview.students)
    return _("{answers}, of {students}.").format(answers=answers, students=students)


def _remarked(line: RemarkedAnswer, item: Item) -> str:
    after = _("does not count") if line.score_after is None else f"{line.score_after:.3g}"
    parts = [
        f"**{escaped(student_label(line.name, line.number))}**",
        escaped(answer_text(item, line.given)),
        f"{line.score_before:.3g} → {after}",
        f":gray[{day_name(line.answered_at)}]",
    ]
    if line.declined_before:
        parts.append(f":orange[:material/history: {_('the marking was kept before')}]")
    return " · ".join(parts)


def draw_marks_preview(preview: EssayRulingPreview) -> None:
    """Which marks are taken back, of whom, in which sentence."""
    marks = ngettext("{count} mark goes", "{count} marks go", preview.marks)
    students = ngettext("{count} student", "{count} students", preview.students)
    st.markdown(f"**{_('{marks}, of {students}.').format(marks=marks, students=students)}**")
    if preview.points:
        points = _(", ").join(escaped(point) for point in preview.points)
        st.markdown(_("On the map this touches: {points}").format(points=points))
    _draw_lines([_same_mark(line) for line in preview.lines], preview.marks)


def _same_mark(line: SameMark) -> str:
    change = f":gray[~~{escaped(line.original) or '∅'}~~] **{escaped(line.replacement) or '∅'}**"
    sentence = f"{escaped(line.quote_before)}{change}{escaped(line.quote_after)}"
    return f"**{escaped(student_label(line.name, line.number))}** · {escaped(line.title)} · {sentence}"


def _draw_lines(lines: Sequence[str], count: int) -> None:
    st.markdown("\n".join(f"- {line}" for line in lines[:MOST_LINES]))
    if len(lines) > MOST_LINES:
        with st.expander(_("The others who change"), type="compact"):
            st.markdown("\n".join(f"- {line}" for line in lines[MOST_LINES:]))
    if count > len(lines):
        st.caption(
            _("{shown} of {count} are named; the others are too many, or in classes that are not yours.").format(
                shown=len(lines), count=count
            )
        )


# -- the list ------------------------------------------------------------------------------------------------


def draw_rulings(who: Visitor) -> None:
    """The rulings that reach further than one answer, those in force first; nothing where there never was one."""
    rulings = [ruling for ruling in who.core.rulings.listed(who.caller) if ruling.scope != ALONE]
    if not rulings:
        return
    st.subheader(_("Rulings for the whole school"), anchor=False)
    st.caption(_("They hold in all classes, for answers and essays to come too, until they are undone."))
    in_force = [ruling for ruling in rulings if ruling.undone_at is None]
    if not in_force:
        st.markdown(_("None is in force."))
    for ruling in in_force:
        with st.container(border=True):
            _draw_ruling(ruling)
            draw_undo(who, ruling.ruling_id, ruling.students)
    undone = [ruling for ruling in rulings if ruling.undone_at is not None]
    if undone:
        with st.expander(_("Undone ({count})").format(count=len(undone)), type="compact"):
            for ruling in undone:
                _draw_ruling(ruling)


def _draw_ruling(ruling: RulingView) -> None:
    day = day_name(ruling.made_at)
    given_by = _("{teacher}, {day}").format(teacher=escaped(ruling.teacher), day=day) if ruling.teacher else day
    st.markdown(f":material/gavel: **{_ruling_text(ruling)}**  \n:small[:gray[{given_by} · {_reach_text(ruling)}]]")
    if ruling.item is not None:
        st.markdown(escaped(question_line(ruling.item, language())))
    if ruling.evaluation_id and ruling.undone_at is None:
        st.page_link(
            page_named("essay_review"),
            label=_("Open the essay"),
            icon=":material/rate_review:",
            query_params={ESSAY: ruling.evaluation_id},
        )


def _ruling_text(ruling: RulingView) -> str:
    if ruling.scope == "retire":
        return _("The question is out: it counts for nobody.")
    if ruling.scope == "everywhere":
        change = escaped(ruling.replacement) or _("(nothing)")
        return _("A mark in essays is taken back everywhere: “{replacement}” is no longer asked for.").format(replacement=change)  # fmt: skip
    accepted = ruling.addition if ruling.item is None else answer_text(ruling.item, json.dumps(ruling.addition))
    return _("“{answer}” is accepted from everyone.").format(answer=escaped(accepted))


def _reach_text(ruling: RulingView) -> str:
    students = ngettext("{count} student", "{count} students", ruling.students)
    if ruling.scope == "everywhere":
        return _("{marks} of {students}").format(
            marks=ngettext("{count} mark", "{count} marks", ruling.answers), students=students
        )
    return _("{answers} of {students}").format(
        answers=ngettext("{count} answer", "{count} answers", ruling.answers), students=students
    )


def draw_undo(who: Visitor, ruling_id: str, students: int) -> None:
    """The button to undo a ruling; then what that leads to, and a button to confirm."""
    consequence = ngettext(
        "Every mark of {count} student is again what it was before, and the question waits for you again.",
        "Every mark of {count} students is again what it was before, and the question waits for you again.",
        students,
    )
    draw_undoing(
        ruling_id, consequence, partial(who.core.rulings.undo, ruling_id, who.caller, by=who.account.account_id)
    )


def draw_undoing(key: str, consequence: str, undo: Callable[[], bool]) -> None:
    """A button to undo; then the consequence, and a button to confirm. `undo`: False where somebody did before."""
    if st.session_state.get(UNDOING) != key:
        st.button(_("Undo"), icon=":material/undo:", key=f"undo_{key}", on_click=_choose, args=(key,))
        return
    st.markdown(f":material/info: {consequence}")
    with st.container(horizontal=True):
        st.button(_("Yes, undo"), type="primary", key=f"undo_yes_{key}", on_click=_undo, args=(undo,))
        st.button(_("Back"), key=f"undo_no_{key}", on_click=_choose, args=(None,))


def _choose(key: str | None) -> None:
    st.session_state[UNDOING] = key


def _undo(undo: Callable[[], bool]) -> None:
    st.session_state.pop(UNDOING, None)
    try:
        was_in_force = undo()
    except WenluError as error:
        st.toast(escaped(error.remedy(language())), icon=":material/error:")
        return
    if was_in_force:
        st.toast(_("Undone: everything is as it was before."), icon=":material/undo:")
    else:
        st.toast(_("Someone else undid this in the meantime."), icon=":material/info:")
