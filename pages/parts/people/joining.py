"""The code by which visitors ask to join a class, and those who wait to be admitted."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlencode

import streamlit as st

from core.access.roster.wire import JoinView, MayBe, WaitingLine
from pages.parts.dates import day_name, moment_name
from pages.parts.i18n import _, language, ngettext
from pages.parts.names import student_label
from pages.parts.people.acting import attempt, caller_of, draw_outcome
from pages.parts.people.cards import site_address
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor

USUAL_DAYS, MOST_DAYS = 14, 120
MOST_OFFERED = 3
"""Students who may be the person that asks, at most."""


def draw_join(who: Visitor, class_id: str) -> None:
    """Those who wait first, since they wait for the teacher; then the code, or what opens one."""
    draw_outcome()
    view = who.core.people.joining(class_id, caller_of(who), by=who.account.account_id)
    _draw_waiting(who, class_id, view.waiting)
    if view.code is None:
        st.markdown(
            _(
                "With a code students put themselves on the list: they give their name and choose a user name and a password."
            )
        )
        _draw_opening(who, class_id, view, _("Open a code"), primary=True)
        return
    _draw_code(who, class_id, view)
    with st.expander(_("A new code"), icon=":material/refresh:"):
        st.caption(_("The code before it stops working."))
        _draw_opening(who, class_id, view, _("Make a new code"), primary=False)


def _draw_code(who: Visitor, class_id: str, view: JoinView) -> None:
    assert view.code is not None
    assert view.expires_at is not None
    with st.container(border=True):
        st.markdown(f"## {view.code}")
        st.code(f"{site_address()}/?{urlencode({'join': view.code})}", language=None)
        approval = (
            _("You admit each who asks.")
            if view.approval
            else _("Whoever has it is in at once, except those who may be here already: you admit them.")
        )
        st.caption(_("Holds until {day}. {approval}").format(day=day_name(view.expires_at), approval=approval))
        st.button(
            _("End the code"), icon=":material/link_off:", key="people_join_end", on_click=_end, args=(who, class_id)
        )


def _draw_opening(who: Visitor, class_id: str, view: JoinView, label: str, *, primary: bool) -> None:
    days = st.number_input(_("Days that it holds"), 1, MOST_DAYS, USUAL_DAYS, key="people_join_days")
    approval = st.toggle(
        _("I admit each who asks"),
        value=view.approval,
        help=_(
            "Otherwise everybody who comes by the code is in the class at once, except those whose number or name is here already."
        ),
        key="people_join_approval",
    )
    st.button(
        label,
        type="primary" if primary else "secondary",
        icon=":material/qr_code:",
        key="people_join_open",
        on_click=_open,
        args=(who, class_id, int(days), approval),
    )


def _draw_waiting(who: Visitor, class_id: str, waiting: Sequence[WaitingLine]) -> None:
    if not waiting:
        return
    st.markdown(
        ngettext("**{count} student waits to be admitted.**", "**{count} students wait to be admitted.**", len(waiting))
    )
    # Whoever may be on the list already is looked at one by one.
    new = [each.request_id for each in waiting if not each.may_be]
    if len(new) > 1:
        st.button(
            _("Admit all")
            if len(new) == len(waiting)
            else _("Admit the {count} who are not on the list").format(count=len(new)),
            icon=":material/done_all:",
            key="people_admit_all",
            on_click=_settle,
            args=(who, class_id, new, True),
        )
    for each in waiting:
        with st.container(border=True, horizontal=True, vertical_alignment="center"):
            st.markdown(waiting_text(each), width="stretch")
            for person in each.may_be[:MOST_OFFERED]:
                st.button(
                    _("Same person: {name}").format(name=escaped(student_label(person.name, person.number))),
                    type="primary",
                    key=f"same_{each.request_id}_{person.student_id}",
                    on_click=_admit_as,
                    args=(who, class_id, each, person),
                )
            st.button(
                _("Somebody else: admit") if each.may_be else _("Admit"),
                key=f"admit_{each.request_id}",
                on_click=_settle,
                args=(who, class_id, [each.request_id], True),
            )
            st.button(
                _("Refuse"),
                type="tertiary",
                key=f"refuse_{each.request_id}",
                on_click=_settle,
                args=(who, class_id, [each.request_id], False),
            )


def waiting_text(person: WaitingLine) -> str:
    """Name, number, user name and time; under them what should make the teacher look twice."""
    parts = [
        f"**{escaped(person.name)}**",
        escaped(person.number),
        escaped(person.username),
        moment_name(person.asked_at),
    ]
    lines = [" · ".join(part for part in parts if part)]
    if person.may_be:
        names = _(", ").join(escaped(student_label(each.name, each.number)) for each in person.may_be[:MOST_OFFERED])
        lines.append(
            f":orange[:material/person_search: {_('This may be {names}, who has never signed in: the same person?').format(names=names)}]"
        )
        return "  \n".join(lines)
    if person.number_taken:
        lines.append(
            f":orange[:material/warning: {_('A student has this number already; this one would be shown under the user name.')}]"
        )
    if person.name_taken:
        lines.append(f":orange[:material/warning: {_('A student of this name is in the class already.')}]")
    return "  \n".join(lines)


def _open(who: Visitor, class_id: str, days: int, approval: bool) -> None:
    def act() -> None:
        who.core.people.open_joining(class_id, caller_of(who), by=who.account.account_id, days=days, approval=approval)

    attempt(act)


def _end(who: Visitor, class_id: str) -> None:
    def act() -> str:
        who.core.people.end_joining(class_id, caller_of(who), by=who.account.account_id)
        return _("The code has ended.")

    attempt(act)


def _admit_as(who: Visitor, class_id: str, asking: WaitingLine, person: MayBe) -> None:
    def act() -> str:
        who.core.people.admit_as(
            class_id, asking.request_id, person.student_id, caller_of(who), by=who.account.account_id
        )
        sentence = _("{name} can sign in with the user name and the password that they chose.").format(
            name=student_label(person.name or asking.name, person.number)
        )
        if person.name in ("", asking.name):
            return sentence
        typed = _("They typed the name {typed}; that on the list stays, and you can change it there.")
        return (" " if language() == "en" else "").join([sentence, typed.format(typed=asking.name)])

    attempt(act)


def _settle(who: Visitor, class_id: str, request_ids: list[str], admitted: bool) -> None:
    def act() -> str:
        count = who.core.people.settle_joining(
            class_id, request_ids, caller_of(who), admitted=admitted, by=who.account.account_id
        )
        if admitted:
            return ngettext("{count} student was admitted.", "{count} students were admitted.", count)
        return _("Refused; nothing is kept.")

    attempt(act)
