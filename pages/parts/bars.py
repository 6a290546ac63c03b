"""Plain horizontal bars: a score on 0-100 with its number and its n, readable without colour."""

from __future__ import annotations

import streamlit as st

from pages.parts.shown_text import escaped_html


def draw_bar(name: str, score: float, note: str) -> None:
    """One line with name, bar and score, and the note below; in a narrow window the name stands above the bar."""
    width = max(0.0, min(100.0, score))
    st.html(
        '<div style="display:flex;flex-wrap:wrap;gap:0 16px;font-size:15px">'
        f'<span style="flex:1 0 9em">{escaped_html(name)}</span>'
        '<div style="flex:1000 1 260px;display:grid;grid-template-columns:1fr 2.5em;gap:4px 16px;align-items:center">'
        '<span style="height:8px;border-radius:4px;background:color-mix(in srgb, currentColor 12%, transparent)">'
        f'<span style="display:block;height:8px;border-radius:4px;width:{width}%;background:currentColor;opacity:.75"></span>'
        f'</span><strong style="text-align:right;font-variant-numeric:tabular-nums">{score:.0f}</strong>'
        f'<span style="grid-column:1/-1;font-size:13px;opacity:.8;margin-top:-6px">{escaped_html(note)}</span></div></div>'
    )
