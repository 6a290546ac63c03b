"""Names of kinds of lessons, and a lesson's title and facts in words."""

from __future__ import annotations

from typing import Literal, get_args

import streamlit as st

from core.tables.resources import Resource, ResourceKind
from pages.parts.i18n import _, language
from pages.parts.map.words import level_short
from pages.parts.names import skill_names

KINDS: tuple[ResourceKind, ...] = ("lesson", "unit_lesson", "point_lesson", "dialogue", "link")
KIND_ICONS: dict[ResourceKind, str] = {
    "lesson": ":material/auto_stories:",
    "unit_lesson": ":material/flag:",
    "point_lesson": ":material/account_tree:",
    "dialogue": ":material/headphones:",
    "link": ":material/link:",
}


CourseView = Literal["units", "points"]
View = Literal["units", "points", "all"]


def draw_view_choice(default: View) -> View:
    """How lessons are listed: unit by unit, point by point, or all with a search."""
    names: dict[View, str] = {"units": _("By unit"), "points": _("By grammar point"), "all": _("Search all")}
    chosen = st.segmented_control(
        _("Show lessons"),
        get_args(View),
        default=default,
        format_func=names.__getitem__,
        required=True,
        key="lessons_view",
        persist_state="session",
    )
    return chosen or default


def kind_names() -> dict[ResourceKind, str]:
    """Kinds in the interface language."""
    return {
        "lesson": _("Lesson"),
        "unit_lesson": _("Lesson of a unit"),
        "point_lesson": _("Lesson on a point"),
        "dialogue": _("To listen to"),
        "link": _("Link"),
    }


def title_text(resource: Resource) -> str:
    """The Chinese title; in the English interface followed by the English one."""
    title = resource.title
    return title.zh if language() == "zh" or title.zh == title.en else f"{title.zh} · {title.en}"


def facts_text(resource: Resource) -> str:
    """`Level 3 · Speaking · 4.5 min`."""
    return " · ".join(
        (
            _("Level {level}").format(level=level_short(resource.level)),
            skill_names()[resource.skill],
            _("{minutes} min").format(minutes=f"{resource.minutes:g}"),
        )
    )
