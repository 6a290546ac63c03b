"""The six as a radar with 80 % ranges, and the same numbers in a table."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import streamlit as st

from core.portrait.wire import SixKey
from pages.parts.components import Component, component_from
from pages.parts.figures import number, with_interval
from pages.parts.i18n import _
from pages.parts.portrait.view import SIX_KEYS, Aspect
from pages.parts.portrait.words import TIER_BOUNDS, unknown_names, value_text
from pages.parts.visitor import Visitor


@cache
def radar() -> Component:
    """The six areas on spokes, each with its score in words; the text grows with the drawing."""
    return component_from(
        "portrait_radar", scripts=("shell/dom.js", "portrait/radar.js"), styles=("portrait/radar.css",)
    )


def draw_radar(six: Mapping[SixKey, Aspect], medians: Mapping[str, float | None] | None = None) -> None:
    """The drawing; an unknown score is named in words and has no mark on it."""
    radar()(key="portrait_radar", data=radar_data(six, medians or {}))


def draw_table(six: Mapping[SixKey, Aspect], medians: Mapping[str, float | None] | None = None) -> None:
    """The same numbers, with how many observations stand behind each; what is unknown is named."""
    st.subheader(_("The six areas"))
    if missing := unknown_names(six):
        st.markdown(_("Not enough data yet: {names}. A gap is not a zero.").format(names=_(", ").join(missing)))
    st.dataframe(six_rows(six, medians or {}), hide_index=True)
    st.caption(
        _("Scores from 0 to 100. The wedge on each spoke is the 80 % range: the fewer observations, the longer it is.")
    )


def medians_for(who: Visitor) -> Mapping[str, float | None]:
    """The medians of the class, for a teacher who switches them on; a student is compared with nobody."""
    if who.account.role == "student" or not st.toggle(_("Show the median of the class"), key="portrait_medians"):
        return {}
    medians = who.core.portrait.of_class(who.caller).medians
    if all(value is None for value in medians.values()):
        st.caption(_("A median needs at least ten students with data."))
        return {}
    return medians


def six_rows(six: Mapping[SixKey, Aspect], medians: Mapping[str, float | None]) -> list[dict[str, Any]]:
    """One row for each of the six."""
    rows: list[dict[str, Any]] = []
    for key in SIX_KEYS:
        aspect = six[key]
        low, high = aspect.band or (None, None)
        row = {
            _("Area"): aspect.name,
            _("Score of 100"): _rounded(aspect.value),
            _("80 % range, from"): _rounded(low),
            _("80 % range, to"): _rounded(high),
            _("Observations"): round(aspect.n),
        }
        if medians:
            row[_("Median of the class")] = _rounded(medians.get(key))
        rows.append(row)
    return rows


def radar_data(six: Mapping[SixKey, Aspect], medians: Mapping[str, float | None]) -> dict[str, Any]:
    """Everything that the drawing shows: the areas in order, rings where the labels change."""
    aspects = [six[key] for key in SIX_KEYS]
    return {
        "said": _("Radar of the six areas with their 80 % ranges: {values}.").format(
            values="; ".join(f"{aspect.name} {value_text(aspect.value, aspect.band, aspect.n)}" for aspect in aspects)
        ),
        "rings": list(TIER_BOUNDS),
        "areas": [
            {
                "name": aspect.name,
                "value": aspect.value,
                "band": list(aspect.band) if aspect.band else None,
                "said": _("no data yet") if aspect.value is None else with_interval(aspect.value, aspect.band),
            }
            for aspect in aspects
        ],
        "medians": [medians.get(key) for key in SIX_KEYS],
    }


def _rounded(value: float | None) -> float | None:
    return None if value is None else float(number(value))
