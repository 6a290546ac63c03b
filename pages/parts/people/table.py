"""The students of a class by name and number, and what can be done about each of them."""

from __future__ import annotations

from typing import Any

import streamlit as st

from core.api.people import PersonLine
from core.records.access import Role
from pages.parts.classes.words import taking_out_text
from pages.parts.dates import short_day
from pages.parts.i18n import _, language, ngettext
from pages.parts.names import one_language
from pages.parts.people.acting import attempt, caller_of, draw_outcome
from pages.parts.people.merging import draw_merging
from pages.parts.people.words import erasing_text
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor

ROW_PX, MOST_ROWS = 35, 14
CHOSEN, CODE, TABLE_ROUND = "people_chosen", "people_code", "people_table_round"
ICONS = {"no_account": "–", "waiting": "○", "code": "◔", "open": "●", "paused": "‖"}


def draw_people(who: Visitor, class_id: str) -> None:
    """The table, a choice of one of them, and the buttons for the chosen one."""
    draw_outcome()
    people = who.core.people.of_class(class_id, caller_of(who), by=who.account.account_id)
    if not people:
        st.markdown(_("Nobody is in this class yet. Bring in a list: copy it from a spreadsheet and paste it."))
        return
    st.markdown(people_sentence(people))
    _draw_table(people)
    by_id = {each.student_id: each for each in people}
    if st.session_state.get(CHOSEN) not in by_id:
        st.session_state.pop(CHOSEN, None)
    student_id = st.selectbox(
        _("Change one of them"),
        list(by_id),
        index=None,
        format_func=lambda key: person_label(by_id[key]),
        placeholder=_("Choose a student"),
        key=CHOSEN,
    )
    if student_id is not None:
        with st.container(border=True):
            _draw_person(who, class_id, by_id[student_id], people)


def people_sentence(people: list[PersonLine]) -> str:
    """`40 students; 38 of them have no password yet: make cards for them.`"""
    sentence = ngettext("{count} student.", "{count} students.", len(people))
    waiting = sum(each.state in ("waiting", "code") for each in people)
    if not waiting:
        return sentence
    more = ngettext(
        "{count} has not chosen a password yet: a card leads to it.",
        "{count} have not chosen a password yet: cards lead to it.",
        waiting,
    )
    return f"{sentence} {more}" if language() == "en" else sentence + more


def person_label(person: PersonLine) -> str:
    """`王小明 · 2026001`: never the same for two."""
    return f"{one_language(person.name) or _('(no name)')} · {person.number}"


def state_words(person: PersonLine) -> str:
    """How the person signs in, with a mark."""
    words = {
        "no_account": _("no sign-in"),
        "waiting": _("needs a card"),
        "code": _("has a code until {day}").format(
            day="" if person.code_until is None else short_day(person.code_until.date())
        ),
        "open": _("has a password"),
        "paused": _("paused"),
    }
    return f"{ICONS[person.state]} {words[person.state]}"


def _draw_table(people: list[PersonLine]) -> None:
    event: Any = st.dataframe(
        [
            {
                _("Student number"): each.number,
                _("Name"): one_language(each.name),
                _("User name"): each.username,
                _("Sign-in"): state_words(each),
            }
            for each in people
        ],
        hide_index=True,
        height=ROW_PX * (min(len(people), MOST_ROWS) + 1) + 2,
        on_select="rerun",
        selection_mode="single-row",
        key=f"people_table_{st.session_state.get(TABLE_ROUND, 0)}",
    )
    rows = event["selection"]["rows"]
    if rows and rows[0] < len(people):
        st.session_state[CHOSEN] = people[rows[0]].student_id
        st.session_state[TABLE_ROUND] = st.session_state.get(TABLE_ROUND, 0) + 1


def _draw_person(who: Visitor, class_id: str, person: PersonLine, people: list[PersonLine]) -> None:
    """Name and number to change, then what concerns the sign-in, then what takes the person away."""
    key = f"people_{person.student_id}"
    st.markdown(f"**{escaped(person_label(person))}**  \n:small[{escaped(state_words(person))}]")
    _draw_code(person)
    with st.form(f"{key}_form", border=False):
        name_column, number_column, button_column = st.columns([2, 2, 1], vertical_alignment="bottom")
        name = name_column.text_input(_("Name"), value=person.name, max_chars=60, key=f"{key}_name")
        number = number_column.text_input(_("Student number"), value=person.number, max_chars=40, key=f"{key}_number")
        if button_column.form_submit_button(_("Save"), width="stretch"):
            attempt(lambda: _save(who, person, name, number))
            st.rerun()
    with st.container(horizontal=True):
        if person.account_id is not None:
            _draw_sign_in(who, person, key)
        if not _is_everyone(who, class_id):
            with st.popover(_("Remove from the class"), icon=":material/group_remove:"):
                st.markdown(taking_out_text(who))
                st.button(
                    _("Remove from the class"), key=f"{key}_remove", on_click=_remove, args=(who, class_id, person)
                )
        if _role(who) == "admin":
            draw_merging(who, person, people, key)
            _draw_erasing(who, person, key)


def _role(who: Visitor) -> Role:
    return who.account.role


def _is_everyone(who: Visitor, class_id: str) -> bool:
    return any(each.class_id == class_id and each.everyone for each in who.scope.classes)


def _draw_code(person: PersonLine) -> None:
    """The code that was just made, shown once."""
    made = st.session_state.get(CODE)
    if made is None or made[0] != person.student_id:
        return
    st.session_state.pop(CODE)
    st.info(
        _(
            "One-time code for {name}: **{code}**. It is shown only now; the student signs in with it and chooses a password."
        ).format(name=escaped(person.name), code=made[1]),
        icon=":material/key:",
    )


def _draw_sign_in(who: Visitor, person: PersonLine, key: str) -> None:
    if person.state == "paused":
        st.button(
            _("Let in again"),
            icon=":material/lock_open:",
            key=f"{key}_resume",
            on_click=_pause,
            args=(who, person, False),
        )
        return
    with st.popover(_("Reset the password"), icon=":material/key:"):
        st.markdown(
            _(
                "The password stops working, and the student is signed out everywhere. You get a one-time code to pass on."
            )
        )
        st.button(_("Make a one-time code"), key=f"{key}_reset", on_click=_reset, args=(who, person))
    with st.popover(_("Pause"), icon=":material/pause:"):
        st.markdown(_("The student cannot sign in until you let them in again. Nothing is lost."))
        st.button(_("Pause the account"), key=f"{key}_pause", on_click=_pause, args=(who, person, True))


def _draw_erasing(who: Visitor, person: PersonLine, key: str) -> None:
    with st.popover(_("Erase"), icon=":material/delete:"):
        st.markdown(erasing_text())
        typed = st.text_input(
            _("To confirm, type the id: {id}").format(id=escaped(person.student_id)), key=f"{key}_erase_typed"
        )
        st.button(
            _("Erase"),
            type="primary",
            disabled=typed.strip() != person.student_id,
            key=f"{key}_erase",
            on_click=_erase,
            args=(who, person),
        )


def _save(who: Visitor, person: PersonLine, name: str, number: str) -> str | None:
    changed = False
    if number.strip() != person.number:
        who.core.people.renumber(person.student_id, number, caller_of(who), by=who.account.account_id)
        changed = True
    if name.strip() != person.name:
        who.core.people.rename(person.student_id, name, caller_of(who), by=who.account.account_id)
        changed = True
    return _("Saved.") if changed else None


def _reset(who: Visitor, person: PersonLine) -> None:
    def act() -> None:
        code = who.core.people.reset(person.student_id, caller_of(who), by=who.account.account_id)
        st.session_state[CODE] = (person.student_id, code)

    attempt(act)


def _pause(who: Visitor, person: PersonLine, paused: bool) -> None:
    def act() -> str:
        who.core.people.pause(person.student_id, caller_of(who), paused=paused, by=who.account.account_id)
        text = _("{name} is paused and signed out.") if paused else _("{name} can sign in again.")
        return text.format(name=person.name)

    attempt(act)


def _remove(who: Visitor, class_id: str, person: PersonLine) -> None:
    def act() -> str:
        who.core.classes.move(
            [person.student_id], caller_of(who), out_of=class_id, into=None, by=who.account.account_id
        )
        return _("{name} is no longer in this class.").format(name=person.name)

    attempt(act)


def _erase(who: Visitor, person: PersonLine) -> None:
    def act() -> str:
        receipt = who.core.student_data.erase(person.student_id, caller_of(who), by=who.account.account_id)
        removed = sum(receipt.counts.values())
        return ngettext("{count} row was removed.", "{count} rows were removed.", removed)

    attempt(act)
