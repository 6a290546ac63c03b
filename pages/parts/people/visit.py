"""The page of a visitor who comes by the code of a class: name, user name and password, nothing else."""

from __future__ import annotations

import streamlit as st

from core.api.core import Core
from core.api.people import JoinDoor
from core.errors import WenluError
from pages.parts.i18n import _, language
from pages.parts.shown_text import escaped

ASKED = "join_asked"
LONGEST_CODE = 20


def join_code() -> str:
    """The code in the address; empty without one."""
    return st.query_params.get("join", "")[:LONGEST_CODE]


def draw_join_visit(core: Core, code: str) -> None:
    """Which class the code opens, and the form; after it what happens next."""
    if (asked := st.session_state.get(ASKED)) is not None and asked[0] == code:
        _draw_asked(asked[1], asked[2])
        return
    try:
        door = _door(core, code)
    except WenluError as error:
        st.error(escaped(error.remedy(language())), icon=":material/error:")
        return
    st.subheader(_("Join {class_name}").format(class_name=escaped(door.class_name)))
    if door.school != door.class_name:
        st.markdown(escaped(door.school))
    with st.form("join_form"):
        name = st.text_input(_("Your name"), max_chars=60, autocomplete="name")
        number = st.text_input(_("Your number at school, if you have one"), max_chars=40)
        username = st.text_input(_("Choose a user name"), max_chars=64, autocomplete="username")
        password = st.text_input(
            _("Choose a password (8 characters or more)"), type="password", max_chars=256, autocomplete="new-password"
        )
        if not st.form_submit_button(_("Ask to join") if door.approval else _("Join"), type="primary"):
            return
    try:
        inside = core.people.ask_to_join(
            code,
            name=name,
            number=number,
            username=username.strip(),
            password=password,
            language=language(),
            address=visitor_address(),
        )
    except WenluError as error:
        st.error(escaped(refusal_text(error)), icon=":material/error:")
        return
    st.session_state[ASKED] = (code, inside, door.address)
    st.rerun()


def _door(core: Core, code: str) -> JoinDoor:
    """What the code opens, asked once a page: each further look would count as a try."""
    known = st.session_state.get("join_door")
    if known is not None and known[0] == code:
        door: JoinDoor = known[1]
        return door
    door = core.people.join_door(code, address=visitor_address())
    st.session_state["join_door"] = (code, door)
    return door


def _draw_asked(inside: bool, school: str) -> None:
    if inside:
        st.success(_("You are in the class. Sign in with your user name and password."), icon=":material/check:")
    else:
        st.success(
            _("Your teacher has been asked to let you in. After that, sign in with your user name and password."),
            icon=":material/hourglass_top:",
        )
    if st.button(_("To the sign-in"), type="primary", key="join_signin"):
        st.query_params.pop("join", None)
        if school:
            st.query_params["school"] = school
        st.session_state.pop(ASKED, None)
        st.rerun()


def refusal_text(error: WenluError) -> str:
    """What to do about a refusal; of a password more than the core's general advice."""
    if any(fault.field == "password" for fault in getattr(error, "faults", ())):
        return password_advice()
    return error.remedy(language())


def password_advice() -> str:
    """Which passwords are taken."""
    return _(
        "Choose a password of at least 8 characters that nobody would guess first: no row of digits, not your user name."
    )


def visitor_address() -> str:
    """The network address of the visitor, by which guesses are limited."""
    return st.context.ip_address or "local"
