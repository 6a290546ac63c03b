"""The side bar: the name, the pages, the switches of language and theme, the sign-out button."""

from __future__ import annotations

import streamlit as st

from core.wire import Language
from pages.parts.addresses import Address, addresses
from pages.parts.brand import draw_name
from pages.parts.class_switch import draw_switch
from pages.parts.components import account_bar
from pages.parts.i18n import _, language, use_language
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor, save_language

KEY = "settings"
HOMEWORK = "assignments"
"""The page whose title bears the number of what a student still has to do."""
LANGUAGES: list[tuple[Language, str]] = [("zh", "中文"), ("en", "English")]


def draw_menu(who: Visitor) -> None:
    """The side bar of a signed-in visitor."""
    with st.sidebar:
        draw_name(size_px=32)
        draw_switch(who)
        to_do = who.core.assignments.open_count(who.student_id, who.caller) if who.account.role == "student" else 0
        for address in addresses():
            if address.in_menu and who.account.role in address.roles:
                st.page_link(address.page(), label=label_of(address, who, to_do), icon=address.icon)
        st.space("medium")
        st.caption(escaped(who.account.display_name))
        draw_settings(who)


def label_of(address: Address, who: Visitor, to_do: int) -> str:
    """The title of a page with the number of what waits behind it: `to_do`, of what a student was given; essays to mark."""
    if address.name == HOMEWORK and to_do:
        return _("{title} · **{count} to do**").format(title=address.title, count=to_do)
    waiting = who.core.marking.count_waiting(who.caller) if address.name == "marking" else 0
    return f"{address.title} ({waiting})" if waiting else address.title


def draw_settings(who: Visitor | None) -> None:
    """The switch of language (kept in the account, before sign-in in the address), that of the theme, and the sign-out button."""
    words = {
        "language": _("Language"),
        "theme": _("Light or dark"),
        "System": _("Auto"),
        "Light": _("Light"),
        "Dark": _("Dark"),
        "leave": _("Sign out"),
    }
    account_bar()(
        key=KEY,
        data={"ui": words, "leave": who is not None, "language": language(), "languages": LANGUAGES},
        on_language_change=lambda: _change_language(who),
    )


def _change_language(who: Visitor | None) -> None:
    chosen: Language = "en" if st.session_state[KEY]["language"] == "en" else "zh"
    if who is not None:
        save_language(who, chosen)
    else:
        st.query_params["lang"] = chosen
        use_language(chosen)
