"""Styles that theme tokens cannot express, and which theme is shown (light or dark), for what is drawn on a canvas."""

from __future__ import annotations

from typing import Literal

import streamlit as st

Scheme = Literal["light", "dark"]

PRIMARY_TEXT = (
    "<style>button[kind='primary'], button[kind='primaryFormSubmit'] { color: light-dark(#ffffff, #14181d); }</style>"
)
"""Streamlit writes white on every primary button; on the lighter vermilion of the dark theme that is 3.2 : 1."""
AXIS_TEXT = (
    "<style>.js-plotly-plot :is(.xtick, .ytick, .angularaxistick, .radialaxis) text, .js-plotly-plot :is(.xtitle, .ytitle)"
    " { fill: light-dark(#5B6472, #C9CDD3) !important; }</style>"
)
"""Streamlit's own gray on the axes of a chart is 3.6 : 1 on paper."""
WORD_CARD = (
    "<style>.st-key-word_card { position: absolute; inset: 0 0 auto; height: 0; width: auto; max-width: 100%; }</style>"
)
"""The card of the word at hand takes no room in the page: it lies over it."""
AXIS: dict[Scheme, str] = {"light": "#5B6472", "dark": "#C9CDD3"}
"""The same for charts on a canvas, where style sheets do not reach."""


def draw_look() -> None:
    """Put the styles into the page: dark text on the primary button of the dark theme, darker axes on the light one."""
    st.html(PRIMARY_TEXT + AXIS_TEXT + WORD_CARD)


def scheme() -> Scheme:
    """Light or dark, as the browser shows the page."""
    return "dark" if st.context.theme.type == "dark" else "light"
