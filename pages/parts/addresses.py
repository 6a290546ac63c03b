"""Every page with its address, title and icon, and the roles that see it in the menu."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import streamlit as st
from streamlit.navigation.page import Page

from core.records.access import Role
from core.wire import Language
from pages.parts.i18n import catalogue, language

FOLDER = Path(__file__).resolve().parents[1]
EVERYONE: tuple[Role, ...] = ("student", "teacher", "admin")


@dataclass(frozen=True)
class Address:
    """A page: the file of that name in pages/, served at /<name>."""

    name: str
    title: str
    icon: str
    roles: tuple[Role, ...]
    wide: bool = False
    """Whether the page takes the whole width of the window."""
    in_menu: bool = True
    """Whether the menu lists the page; the others are opened from a page that it lists."""

    def page(self) -> Page:
        """Streamlit's handle of the page; equal handles are made at every run."""
        return st.Page(FOLDER / f"{self.name}.py", title=self.title, icon=self.icon, url_path=self.name)


def addresses() -> list[Address]:
    """All pages in the order of the menu. Never named speech, grammar, v1, docs, metrics: those are mounted."""
    return list(_by_name(language()).values())


@cache
def _by_name(chosen: Language) -> dict[str, Address]:
    """The pages by their names, made once for each language: a page asks for dozens of links in a run."""
    _ = catalogue(chosen).gettext
    listed = [
        Address("class_inbox", _("Class overview"), ":material/groups:", ("teacher", "admin")),
        Address("class_map", _("Class knowledge map"), ":material/grid_on:", ("teacher", "admin"), wide=True),
        Address("classes", _("Manage classes"), ":material/school:", ("teacher", "admin")),
        Address("people", _("Students and accounts"), ":material/group:", ("teacher", "admin")),
        Address("today", _("Today"), ":material/wb_sunny:", ("student",)),
        Address("plan", _("Daily plan"), ":material/calendar_view_week:", ("student",), wide=True),
        Address("practice", _("Practice"), ":material/edit_note:", ("student",)),
        Address("lessons", _("Lessons"), ":material/auto_stories:", ("student", "teacher")),
        Address("lesson", _("Lesson"), ":material/auto_stories:", ("student", "teacher"), in_menu=False),
        Address("writing", _("Writing"), ":material/ink_pen:", ("student",)),
        Address("essay_review", _("Essay review"), ":material/rate_review:", EVERYONE, wide=True),
        Address("speaking", _("Speaking"), ":material/record_voice_over:", ("student",), wide=True),
        Address("tone_pairs", _("Tone pairs"), ":material/grid_view:", ("student",), wide=True, in_menu=False),
        Address(
            "speaking_history", _("History of speaking"), ":material/history:", ("student",), wide=True, in_menu=False
        ),
        Address("read_aloud", _("Reading aloud"), ":material/mic:", ("student",), wide=True, in_menu=False),
        Address("portrait", _("Portrait"), ":material/radar:", ("student",)),
        Address("placement", _("Placement"), ":material/stairs:", ("student",)),
        Address("report", _("Report"), ":material/monitoring:", ("student",)),
        Address("knowledge_map", _("Knowledge map"), ":material/hub:", ("student",), wide=True),
        Address("learning_path", _("Path and peers"), ":material/route:", ("student",)),
        Address("assignments", _("Assignments"), ":material/assignment:", EVERYONE),
        Address("marking", _("Marking"), ":material/grading:", ("teacher", "admin"), wide=True),
        Address("take_home", _("Reports to take home"), ":material/family_home:", ("teacher", "admin")),
        Address("items", _("Items"), ":material/inventory_2:", ("teacher", "admin"), wide=True),
        Address("text_level", _("Text level"), ":material/text_increase:", EVERYONE),
        Address("points", _("Grammar"), ":material/account_tree:", EVERYONE),
        Address("admin", _("Administration"), ":material/tune:", ("admin",)),
        Address("account", _("Account"), ":material/person:", EVERYONE),
        Address("about", _("About"), ":material/info:", EVERYONE),
    ]
    return {address.name: address for address in listed}


HOMES: dict[Role, str] = {"student": "today", "teacher": "class_inbox", "admin": "admin"}


def page_named(name: str) -> Page:
    """Streamlit's handle of one page, to link to it or to switch to it."""
    return _by_name(language())[name].page()
