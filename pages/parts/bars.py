"""Plain horizontal bars: a score on 0-100 with its number and its n, readable without colour."""

from __future__ import annotations

from html import escape

import streamlit as st


def draw_bar(name: str, score: float, note: str) -> None:
    """One line: name, bar, score, note."""
    width = max(0.0, min(100.0, score))
    st.html(
        '<div style="display:grid;grid-template-columns:6em 1fr 3.5em;gap:4px 16px;align-items:center;font-size:15px">'
        f"<span>{escape(name)}</span>"
        '<span style="height:8px;border-radius:4px;background:color-mix(in srgb, currentColor 12%, transparent)">'
        f'<span style="display:block;height:8px;border-radius:4px;width:{width}%;background:currentColor;opacity:.75"></span>'
        f'</span><strong style="text-align:right;font-variant-numeric:tabular-nums">{score:.0f}</strong>'
        f'<span></span><span style="font-size:13px;opacity:.8;margin-top:-6px">{escape(note)}</span></div>'
    )
