"""Every page with its address, title and icon, and its place in the menu of each role that sees it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

import streamlit as st
from streamlit.navigation.page import Page

from core.records.access import Role
from core.wire import Language
from pages.parts.i18n import catalogue, language

FOLDER = Path(__file__).resolve().parents[1]
Place = Literal["today", "learn", "speak", "write", "me", "class", "work", "content", "administration"]
"""Where pages belong together: the menu lists a role's places, each opens with its first page and shows the others as tabs."""


@dataclass(frozen=True)
class Address:
    """A page: the file of that name in pages/, served at /<name>."""

    name: str
    title: str
    icon: str
    places: Mapping[Role, Place]
    """The place of the page in the menu of each role that sees it."""
    wide: bool = False
    """Whether the page takes the whole width of the window."""
    tab: str = ""
    """What the page is called within its place, where that is not its title."""
    under: str = ""
    """The page that this one is opened from, where it is none of the tabs itself."""
    leads_on: tuple[Role, ...] = ()
    """The roles for which it is an old address that leads on to the first page of its place, and no tab."""

    @property
    def roles(self) -> tuple[Role, ...]:
        """The roles that see the page."""
        return tuple(self.places)

    def page(self) -> Page:
        """Streamlit's handle of the page; equal handles are made at every run."""
        return st.Page(FOLDER / f"{self.name}.py", title=self.title, icon=self.icon, url_path=self.name)


def addresses() -> list[Address]:
    """All pages, those of a place in the order of its tabs. Never named speech, grammar, v1, docs, metrics: those are mounted."""
    return list(_by_name(language()).values())


def _student(place: Place) -> dict[Role, Place]:
    return {"student": place}


def _staff(place: Place) -> dict[Role, Place]:
    return {"teacher": place, "admin": place}


@cache
def _by_name(chosen: Language) -> dict[str, Address]:
    """The pages by their names, made once for each language: a page asks for dozens of links in a run."""
    _ = catalogue(chosen).gettext
    listed = [
        Address("today", _("Today"), ":material/wb_sunny:", _student("today")),
        Address("plan", _("Daily plan"), ":material/calendar_view_week:", _student("today"), wide=True),
        Address("class_inbox", _("Class overview"), ":material/groups:", _staff("class")),
        Address("class_map", _("Class knowledge map"), ":material/grid_on:", _staff("class"), wide=True),
        Address("classes", _("Manage classes"), ":material/school:", _staff("class")),
        Address("people", _("Students and accounts"), ":material/group:", _staff("class")),
        Address("assignments", _("Assignments"), ":material/assignment:", _student("today") | _staff("work")),
        Address("marking", _("Marking"), ":material/grading:", _staff("work"), wide=True),
        Address("take_home", _("Reports to take home"), ":material/family_home:", _staff("work")),
        Address("road", _("The road"), ":material/signpost:", _student("learn")),
        Address("practice", _("Practice"), ":material/edit_note:", _student("learn")),
        Address("items", _("Items"), ":material/inventory_2:", _staff("content"), wide=True),
        Address("own_texts", _("Texts with questions"), ":material/article:", _staff("content"), wide=True),
        Address("lessons", _("Lessons"), ":material/auto_stories:", {"student": "learn", "teacher": "content"}),
        Address(
            "lesson",
            _("Lesson"),
            ":material/auto_stories:",
            {"student": "learn", "teacher": "content"},
            under="lessons",
        ),
        Address("own_lessons", _("Lessons of our own"), ":material/draw:", {"teacher": "content"}, wide=True),
        Address(
            "story",
            _("Story"),
            ":material/auto_stories:",
            {"student": "learn", "teacher": "content"},
            under="lessons",
        ),
        Address("points", _("Grammar"), ":material/account_tree:", _student("learn") | _staff("content")),
        Address("my_words", _("My words"), ":material/bookmark:", _student("learn")),
        Address("text_level", _("Text level"), ":material/text_increase:", _student("learn") | _staff("content")),
        Address(
            "speaking",
            _("Speaking"),
            ":material/record_voice_over:",
            _student("speak"),
            wide=True,
            tab=_("Read a text"),
        ),
        Address("tone_pairs", _("Tone pairs"), ":material/grid_view:", _student("speak"), wide=True),
        Address(
            "speaking_history",
            _("History of speaking"),
            ":material/history:",
            _student("speak"),
            wide=True,
            tab=_("My history"),
        ),
        Address("read_aloud", _("Reading aloud"), ":material/mic:", _student("speak"), wide=True, under="speaking"),
        Address("writing", _("Writing"), ":material/ink_pen:", _student("write"), wide=True),
        Address(
            "essay_review",
            _("Essay review"),
            ":material/rate_review:",
            _student("write") | _staff("content"),
            wide=True,
            leads_on=("student",),
        ),
        Address("present", _("Presentation"), ":material/slideshow:", _staff("content")),
        Address("portrait", _("Portrait"), ":material/radar:", _student("me"), wide=True),
        Address("knowledge_map", _("Knowledge map"), ":material/hub:", _student("me"), wide=True),
        Address("learning_path", _("Path and peers"), ":material/route:", _student("me")),
        Address("report", _("Report"), ":material/monitoring:", _student("me")),
        Address("placement", _("Placement"), ":material/stairs:", _student("me")),
        Address("admin", _("Administration"), ":material/tune:", {"admin": "administration"}),
        Address("settings", _("Settings"), ":material/settings:", _student("me") | _staff("me")),
        Address("account", _("Account"), ":material/person:", _student("me") | _staff("me")),
        Address("about", _("About"), ":material/info:", _student("me") | _staff("me")),
    ]
    return {address.name: address for address in listed}


HOMES: dict[Role, str] = {"student": "today", "teacher": "class_inbox", "admin": "admin"}


def page_named(name: str) -> Page:
    """Streamlit's handle of one page, to link to it or to switch to it."""
    return _by_name(language())[name].page()
