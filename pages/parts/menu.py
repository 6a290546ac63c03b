"""The side bar: the name, the pages, the language, light or dark, the way out."""

from __future__ import annotations

import streamlit as st

from core.wire import Language
from pages.parts.addresses import addresses
from pages.parts.brand import draw_name
from pages.parts.components import account_bar
from pages.parts.i18n import _, language, use_language
from pages.parts.visitor import Visitor, keep_language

LANGUAGES: dict[Language, str] = {"zh": "中文", "en": "English"}


def draw_menu(who: Visitor) -> None:
    """The side bar of a signed-in visitor."""
    with st.sidebar:
        draw_name(size_px=32)
        for address in addresses():
            if who.account.role in address.roles:
                st.page_link(address.page(), label=address.title, icon=address.icon)
        st.space("medium")
        st.caption(who.account.display_name)
        draw_language_choice(who)
        words = {"theme": _("Light or dark"), "System": _("Auto"), "Light": _("Light"), "Dark": _("Dark")}
        account_bar()(key="account", data={"ui": {**words, "leave": _("Sign out")}, "leave": True})


def draw_language_choice(who: Visitor | None) -> None:
    """中文 or English; kept at the account once there is one, until then in the address."""
    st.segmented_control(
        _("Language"),
        list(LANGUAGES),
        default=language(),
        format_func=lambda code: LANGUAGES[code],
        label_visibility="collapsed",
        key=f"language_choice_{language()}",
        on_change=_changed,
        args=(who, f"language_choice_{language()}"),
    )


def _changed(who: Visitor | None, key: str) -> None:
    chosen: Language = st.session_state[key] or language()
    if who is not None:
        keep_language(who, chosen)
    else:
        st.query_params["lang"] = chosen
        use_language(chosen)
