"""The frame of every page: the visitor, the language, the look and the menu."""

from __future__ import annotations

import streamlit as st

from core.errors import WenluError
from pages.parts.addresses import HOMES, addresses, page_named
from pages.parts.components import PARTS_FOLDER
from pages.parts.demo_note import draw_demo_note
from pages.parts.gate import draw_gate
from pages.parts.i18n import _
from pages.parts.look import draw_look
from pages.parts.menu import draw_menu
from pages.parts.people.first_password import draw_first_password
from pages.parts.visitor import service, settle_language, visitor
from pages.parts.words.hand import draw_word_card


def go_home() -> None:
    """Go from the address / to the first page of the visitor's role."""
    who = visitor()
    if who is not None:
        st.switch_page(page_named(HOMES[who.account.role]))


who, failure = None, None
try:
    who = visitor()
except WenluError as error:  # raised below: before the navigation is set, Streamlit would call every page unknown
    failure = error
settle_language(who.account if who else None)
# Set before the navigation: else the browser's tab would get the icon of a page first, and fetch it from another host.
st.set_page_config(page_title=_("Wenlu"), page_icon=str(PARTS_FOLDER / "shell/mark.svg"))
home = st.Page(go_home, title=_("Wenlu"), url_path="home", default=True)
# All pages are registered for everyone, so that an address survives the sign-in; `require_role` guards each page.
chosen = st.navigation([home, *(address.page() for address in addresses())], position="hidden")
wide = who is not None and chosen.url_path in {address.name for address in addresses() if address.wide}
# Set once a run, here: if the page set it later, it would jump from narrow to wide at every click.
st.set_page_config(layout="wide" if wide else "centered")
draw_look()
if failure is not None:
    raise failure
if who is None:
    draw_gate(service())
elif not who.core.access.people.has_password(who.account):
    draw_first_password(who)
else:
    draw_menu(who, chosen.url_path)
    draw_demo_note(who)
    draw_word_card(who, chosen.url_path)
    chosen.run()
