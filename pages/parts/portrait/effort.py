"""Effort beside ability: two bars for each skill, which are never added up."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from core.portrait.wire import Portrait, SixKey
from pages.parts.i18n import _
from pages.parts.portrait.view import LANGUAGE_SKILLS, Aspect
from pages.parts.portrait.words import value_text
from pages.parts.shown_text import escaped_html

TRACK = "height:8px;border-radius:4px;background:color-mix(in srgb, currentColor 12%, transparent)"
ABILITY = "background:currentColor;opacity:.75"
EFFORT = "background:repeating-linear-gradient(90deg,currentColor 0 3px,transparent 3px 6px);opacity:.75"
"""Ability is solid, effort is dashed: they are told apart without colour."""


def draw_effort(view: Portrait, six: Mapping[SixKey, Aspect]) -> None:
    """Ability (what the student can do) and effort (how much the student does); effort never enters ability."""
    st.subheader(_("Ability and effort"))
    rows = [
        _row(six[key], view.effort.get(key))
        for key in LANGUAGE_SKILLS
        if six[key].value is not None or view.effort.get(key) is not None
    ]
    if not rows:
        st.caption(_("Neither is known yet: a round of practice gives the first data."))
        return
    with st.container(border=True):
        st.html(f'<div style="display:grid;gap:14px;font-size:15px">{"".join(rows)}</div>')
    st.caption(
        _(
            "Effort counts the time and work of recent weeks (after 21 days it counts half). It never raises or lowers ability."
        )
    )


def _row(aspect: Aspect, effort: float | None) -> str:
    effort_text = _("Not enough data yet") if effort is None else f"{effort:.0f}"
    ability_text = value_text(aspect.value, aspect.band, aspect.n)
    bars = _bar(_("Ability"), aspect.value, ability_text, ABILITY) + _bar(_("Effort"), effort, effort_text, EFFORT)
    return (
        '<div style="display:grid;grid-template-columns:5em 1fr;gap:0 16px;align-items:start">'
        f'<strong>{escaped_html(aspect.name)}</strong><div style="display:grid;gap:6px">{bars}</div></div>'
    )


def _bar(name: str, value: float | None, text: str, fill: str) -> str:
    """A bar with its text under it; a value not known gives an empty bar."""
    width = 0.0 if value is None else max(0.0, min(100.0, value))
    return (
        f'<div><div style="{TRACK}"><div style="height:8px;border-radius:4px;width:{width}%;{fill}"></div></div>'
        f'<div style="font-size:13px;opacity:.85">{escaped_html(name)} · {escaped_html(text)}</div></div>'
    )
