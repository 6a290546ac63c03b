"""The side bar: the name, the places, the switches of language and theme, the sign-out button; and the tabs of the place that is open."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import streamlit as st

from core.wire import Language
from pages.parts.addresses import Address, Place, addresses
from pages.parts.brand import draw_name
from pages.parts.class_switch import draw_switch
from pages.parts.components import account_bar
from pages.parts.i18n import _, language, use_language
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor, save_language

KEY = "settings"
HOMEWORK = "assignments"
"""The page whose title bears the number of what a student still has to do."""
LOOK = """<style>
.st-key-place_open a, .st-key-bar_place_open a { background-color: light-dark(rgb(205 176 126 / .15), rgb(167 178 195 / .15)); }
.st-key-place_open p, .st-key-bar_place_open p, .st-key-tab_open p { font-weight: 600; }
.st-key-tabs { gap: 4px; border-bottom: 1px solid light-dark(#E7E1D6, #2B333D); }
.st-key-tabs a > span:first-child { display: none; }
.st-key-tabs a { background-color: transparent; border-radius: 0; padding: 4px 8px; margin: 0; white-space: nowrap; }
.st-key-tab_open a { box-shadow: inset 0 -2px light-dark(#B93A2B, #E0705F); }
.st-key-places_bar { display: none; }
@media (max-width: 640px) {
  .st-key-places_bar { display: flex; flex-wrap: nowrap; justify-content: space-around; gap: 0; position: fixed; inset: auto 0 0; z-index: 99;
    padding-bottom: env(safe-area-inset-bottom); background: light-dark(#FBF8F3, #14181D); border-top: 1px solid light-dark(#E7E1D6, #2B333D); }
  .st-key-places_bar div { width: 100%; min-width: 0; }
  .st-key-places_bar a { width: 100%; margin: 0; flex-direction: column; gap: 0; min-height: 56px; padding: 4px 2px; justify-content: center; border-radius: 0; }
  .st-key-places_bar a p { font-size: 12px; line-height: 1.3; text-align: center; }
  .stApp [data-testid=stMain] { height: calc(100% - 57px - env(safe-area-inset-bottom)); }
}
</style>"""
"""The place and the tab that are open; on a telephone the places lie at the foot of the screen, and the page ends above them."""
LANGUAGES: list[tuple[Language, str]] = [("zh", "中文"), ("en", "English")]


def draw_menu(who: Visitor, name: str) -> None:
    """The side bar of a signed-in visitor, and the same places at the foot of a telephone's screen; `name`: the page that is open."""
    shown = shown_places(who, name)
    with st.sidebar:
        draw_name(size_px=32)
        draw_switch(who)
        for place in shown:
            _draw_place(place, "place")
        st.space("medium")
        st.caption(escaped(who.account.display_name))
        draw_settings(who)
    st.html(LOOK)
    with st.container(key="places_bar", horizontal=True):
        for place in shown:
            _draw_place(place, "bar_place")
    open_place = next((place for place in shown if place.is_open), None)
    if open_place is not None and len(open_place.tabs) > 1:
        _draw_tabs(open_place, name)


@dataclass(frozen=True)
class ShownPlace:
    """A place of the menu: its pages, and what waits on each of them."""

    label: str
    icon: str
    tabs: tuple[Address, ...]
    waiting: Mapping[str, int]
    is_open: bool


def shown_places(who: Visitor, name: str) -> list[ShownPlace]:
    """The places of the visitor's role in the order of the menu; the page `name` is open."""
    role = who.account.role
    of_role = [address for address in addresses() if role in address.roles]
    # What a teacher sees of one student is opened from the class and comes back there.
    here = next((address.places[role] for address in of_role if address.name == name), "class")
    waiting = waiting_on(who)
    words = place_words()
    return [
        ShownPlace(
            label=words[place][0],
            icon=words[place][1],
            tabs=tuple(
                address
                for address in of_role
                if address.places[role] == place and not address.under and role not in address.leads_on
            ),
            waiting=waiting,
            is_open=place == here,
        )
        for place in words
        if any(address.places[role] == place for address in of_role)
    ]


def place_words() -> dict[Place, tuple[str, str]]:
    """Name and icon of each place, in the order of the menu."""
    return {
        "today": (_("Today"), ":material/wb_sunny:"),
        "learn": (_("Learn"), ":material/auto_stories:"),
        "speak": (_("Speak"), ":material/record_voice_over:"),
        "write": (_("Write"), ":material/ink_pen:"),
        "class": (_("Class"), ":material/groups:"),
        "work": (_("Work"), ":material/assignment:"),
        "content": (_("Content"), ":material/inventory_2:"),
        "administration": (_("Administration"), ":material/tune:"),
        "me": (_("Me"), ":material/person:"),
    }


def waiting_on(who: Visitor) -> dict[str, int]:
    """How much waits behind a page, by its name: what a student was given and has not done, essays to mark."""
    if who.account.role == "student":
        return {HOMEWORK: who.core.assignments.open_count(who.student_id, who.caller)}
    return {"marking": who.core.marking.count_waiting(who.caller)}


def _draw_place(place: ShownPlace, key: str) -> None:
    waiting = sum(place.waiting.get(address.name, 0) for address in place.tabs)
    first = place.tabs[0]
    with st.container(key=f"{key}_open" if place.is_open else f"{key}_{first.name}"):
        st.page_link(first.page(), label=f"{place.label} ({waiting})" if waiting else place.label, icon=place.icon)


def _draw_tabs(place: ShownPlace, name: str) -> None:
    """The pages of the place that is open, each one click away."""
    shown = next((address.under or address.name for address in addresses() if address.name == name), name)
    with st.container(key="tabs", horizontal=True):
        for address in place.tabs:
            with st.container(key="tab_open" if address.name == shown else f"tab_{address.name}", width="content"):
                st.page_link(address.page(), label=tab_label(address, place.waiting.get(address.name, 0)))


def tab_label(address: Address, waiting: int) -> str:
    """What a page is called within its place, with the number of what waits behind it."""
    name = address.tab or address.title
    if not waiting:
        return name
    return (
        _("{title} · **{count} to do**").format(title=name, count=waiting)
        if address.name == HOMEWORK
        else f"{name} ({waiting})"
    )


def draw_settings(who: Visitor | None) -> None:
    """The switch of language (kept in the account, before sign-in in the address), that of the theme, and the sign-out button."""
    account_bar()(
        key=KEY,
        data={"ui": bar_words(), "leave": who is not None, "language": language(), "languages": LANGUAGES},
        on_language_change=lambda: _change_language(who),
    )


def bar_words() -> dict[str, str]:
    """The words of these switches."""
    return {
        "language": _("Language"),
        "theme": _("Light or dark"),
        "System": _("Auto"),
        "Light": _("Light"),
        "Dark": _("Dark"),
        "leave": _("Sign out"),
    }


def _change_language(who: Visitor | None) -> None:
    chosen: Language = "en" if st.session_state[KEY]["language"] == "en" else "zh"
    if who is not None:
        save_language(who, chosen)
    else:
        st.query_params["lang"] = chosen
        use_language(chosen)
