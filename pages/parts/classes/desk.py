"""One class: its students with ways to move them, its settings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st

from core.access.wire import ClassLine
from core.errors import WenluError
from core.records.students import Student
from pages.parts.addresses import page_named
from pages.parts.classes.settings import draw_settings
from pages.parts.classes.words import facts, students_name, taking_out_text
from pages.parts.i18n import _, language, ngettext
from pages.parts.names import one_language
from pages.parts.people.acting import caller_of
from pages.parts.people.choice import SHOWN
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor

TABLE, TARGET, NEWCOMERS = "class_members", "class_target", "class_newcomers"
NOTE, FAULT, UNDO = "class_note", "class_desk_fault", "class_undo"
NOWHERE = ""
"""Stands for no class, where one is chosen to move students into."""


def draw_class(who: Visitor, line: ClassLine, lines: Sequence[ClassLine]) -> None:
    """The class that was opened: students and settings."""
    st.page_link(page_named("classes"), label=_("All classes"), icon=":material/arrow_back:")
    st.title(escaped(one_language(line.name)))
    st.caption(" · ".join([students_name(line.students), *map(escaped, facts(line))]))
    _draw_messages(who)
    if line.archived_at is None and st.button(
        _("Bring students in, sign-in cards, join code"), icon=":material/group_add:", key="class_people"
    ):
        st.session_state[SHOWN] = line.class_id
        st.switch_page(page_named("people"))
    students, settings = st.tabs([_("Students"), _("Settings")])
    with students:
        _draw_students(who, line, lines)
    with settings:
        draw_settings(who, line)


def _draw_messages(who: Visitor) -> None:
    if fault := st.session_state.pop(FAULT, None):
        st.error(escaped(fault), icon=":material/error:")
    if (note := st.session_state.get(NOTE)) is not None:
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(f":material/check: {escaped(note)}")
            if st.session_state.get(UNDO) is not None:
                st.button(
                    _("Undo"),
                    type="tertiary",
                    icon=":material/undo:",
                    key="class_undo_move",
                    on_click=_undo,
                    args=(who,),
                )


def _draw_students(who: Visitor, line: ClassLine, lines: Sequence[ClassLine]) -> None:
    members = who.core.classes.members(line.class_id, caller_of(who), by=who.account.account_id)
    if line.everyone:
        st.info(
            _(
                "Every student of the school is in this class. To teach some of them, make a class and put them into it."
            ),
            icon=":material/groups:",
        )
    else:
        inside = {student.student_id for student in members}
        known = who.core.classes.students(caller_of(who), by=who.account.account_id)
        _draw_newcomers(who, line, {each.student_id: each for each in known if each.student_id not in inside})
    if not members:
        st.markdown(_("Nobody is in this class yet."))
        return
    chosen = st.dataframe(
        [
            {_("Name"): one_language(student.name or student.student_id), _("Number"): student.shown_number}
            for student in members
        ],
        hide_index=True,
        height=min(36 * (len(members) + 1) + 2, 520),
        on_select="rerun",
        selection_mode="multi-row",
        key=f"{TABLE}_{line.class_id}_{len(members)}",
    ).selection.rows
    selected = [members[row].student_id for row in chosen if row < len(members)]
    if line.everyone:
        return
    if not selected:
        st.caption(
            _(
                "Tick students to move them to another class or to take them out of this one. What they did stays theirs."
            )
        )
        return
    _draw_move(who, line, lines, selected)


def _draw_newcomers(who: Visitor, line: ClassLine, others: Mapping[str, Student]) -> None:
    if not others:
        return
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.multiselect(
            _("Put students into this class"),
            list(others),
            format_func=lambda each: f"{one_language(others[each].name)} ({others[each].shown_number})",
            placeholder=_("Choose by name or number"),
            key=NEWCOMERS,
        )
        st.button(
            _("Put in"),
            icon=":material/person_add:",
            key="class_put_in",
            disabled=not st.session_state.get(NEWCOMERS),
            on_click=lambda: _move(who, list(st.session_state[NEWCOMERS]), out_of=None, into=line.class_id),
        )


def _draw_move(who: Visitor, line: ClassLine, lines: Sequence[ClassLine], selected: list[str]) -> None:
    targets = {
        each.class_id: one_language(each.name)
        for each in lines
        if each.class_id != line.class_id and not each.everyone and each.archived_at is None
    }
    with st.container(horizontal=True, vertical_alignment="bottom"):
        target = st.selectbox(
            _("Move to"),
            [*targets, NOWHERE],
            format_func=lambda each: targets.get(each, _("no other class: only take out")),
            key=TARGET,
        )
        st.button(
            ngettext("Move {count} student", "Move {count} students", len(selected))
            if target
            else ngettext("Take {count} student out", "Take {count} students out", len(selected)),
            type="primary",
            icon=":material/move_item:" if target else ":material/group_remove:",
            key="class_move",
            on_click=_move,
            args=(who, selected),
            kwargs={"out_of": line.class_id, "into": target or None},
        )
    if not target:
        st.caption(taking_out_text(who))


def _move(who: Visitor, student_ids: list[str], *, out_of: str | None, into: str | None) -> None:
    try:
        who.core.classes.move(student_ids, caller_of(who), out_of=out_of, into=into, by=who.account.account_id)
    except WenluError as error:
        st.session_state[FAULT] = error.remedy(language())
        return
    st.session_state.pop(NEWCOMERS, None)
    st.session_state[NOTE] = (
        ngettext("{count} student moved.", "{count} students moved.", len(student_ids))
        if into is not None
        else ngettext("{count} student taken out.", "{count} students taken out.", len(student_ids))
    )
    # A teacher reaches the students of the own classes: whoever left the last of them cannot be brought back by this teacher.
    reached = {each.student_id for each in who.core.classes.students(caller_of(who), by=who.account.account_id)}
    st.session_state[UNDO] = (student_ids, into, out_of) if reached.issuperset(student_ids) else None


def _undo(who: Visitor) -> None:
    student_ids, out_of, into = st.session_state.pop(UNDO)
    st.session_state.pop(NOTE)
    _move(who, student_ids, out_of=out_of, into=into)
    st.session_state.pop(NOTE, None)
