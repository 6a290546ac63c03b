"""The six as a radar with 80 % bands, and the same numbers in a table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from core.portrait.wire import SixKey
from pages.parts.figures import number
from pages.parts.i18n import _
from pages.parts.look import Scheme, scheme
from pages.parts.portrait.view import SIX_KEYS, Aspect
from pages.parts.portrait.words import unknown_names, value_text
from pages.parts.visitor import Visitor

SPOKE_DEGREES = 60
BAND_DEGREES = 12
"""Width of a band on its spoke: wide enough to see, far from its neighbours at 60 degrees."""
BAND_OPACITY = 0.3
RING_LABELS_DEGREES = 60
"""Direction of the rings' numbers, counted from the right: between two spokes, where no band covers them."""
INDIGO: dict[Scheme, str] = {"light": "#2B4C7E", "dark": "#7FA6DB"}
SPOKES: dict[Scheme, str] = {"light": "#C9C3B6", "dark": "#3A444F"}


def draw_six(six: Mapping[SixKey, Aspect], medians: Mapping[str, float | None] | None = None) -> None:
    """Chart and table; an unknown score is named in words and has no mark on the chart."""
    st.subheader(_("The six areas"))
    chart, table = st.tabs([_("Chart"), _("Table")])
    with chart:
        st.plotly_chart(
            radar_figure(six, medians or {}),
            config={"displayModeBar": False},
            alt=_("Radar of the six areas with their 80 % ranges; the same numbers stand in the table."),
            key="portrait_radar",
        )
        st.caption(
            _(
                "Scores from 0 to 100. The wedge on each spoke is the 80 % range: the fewer observations, the longer it is."
            )
        )
    if missing := unknown_names(six):
        st.markdown(_("Not enough data yet: {names}. A gap is not a zero.").format(names=_(", ").join(missing)))
    table.dataframe(six_rows(six, medians or {}), hide_index=True)


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


def radar_figure(six: Mapping[SixKey, Aspect], medians: Mapping[str, float | None]) -> Any:
    """A Plotly figure: a disc for each known score, lines between known neighbours, a wedge over each 80 % band."""
    import plotly.graph_objects as go

    figure, color = go.Figure(), INDIGO[scheme()]
    with_band = [
        (index, six[key]) for index, key in enumerate(SIX_KEYS) if six[key].value is not None and six[key].band
    ]
    lows = [aspect.band[0] if aspect.band else 0.0 for _place, aspect in with_band]
    highs = [aspect.band[1] if aspect.band else 0.0 for _place, aspect in with_band]
    figure.add_barpolar(
        theta=[SPOKE_DEGREES * index for index, _aspect in with_band],
        base=lows,
        r=[high - low for low, high in zip(lows, highs, strict=True)],
        width=[BAND_DEGREES] * len(with_band),
        opacity=BAND_OPACITY,
        marker={"color": color, "line": {"width": 0}},
        hoverinfo="skip",
        name=_("80 % range"),
    )
    if any(medians.get(key) is not None for key in SIX_KEYS):
        figure.add_scatterpolar(
            theta=_closed(range(0, 360, SPOKE_DEGREES)),
            r=_closed([medians.get(key) for key in SIX_KEYS]),
            mode="lines+markers",
            line={"width": 1.5, "dash": "dot"},
            marker={"size": 7, "symbol": "diamond-open"},
            name=_("Median of the class"),
            hovertemplate="%{r:.1f}<extra></extra>",
        )
    figure.add_scatterpolar(
        theta=_closed(range(0, 360, SPOKE_DEGREES)),
        r=_closed([six[key].value for key in SIX_KEYS]),
        mode="lines+markers",
        connectgaps=False,
        line={"width": 2, "color": color},
        marker={"size": 9, "color": color},
        customdata=_closed([f"{six[key].name}: {_hover_text(six[key])}" for key in SIX_KEYS]),
        hovertemplate="%{customdata}<extra></extra>",
        name=_("Score"),
    )
    _set_layout(figure, [six[key] for key in SIX_KEYS])
    return figure


def _set_layout(figure: Any, aspects: list[Aspect]) -> None:
    """The layout: rings at 20, 60 and 85, where the labels change; the label of a spoke says where its score is unknown."""
    names = [aspect.name if aspect.value is not None else f"{aspect.name}<br>{_('unknown')}" for aspect in aspects]
    figure.update_layout(
        height=400,
        margin={"l": 64, "r": 64, "t": 32, "b": 32},
        showlegend=False,
        polar={
            "bgcolor": "rgba(0,0,0,0)",
            "radialaxis": {
                "range": [0, 100],
                "tickvals": [20, 60, 85],
                "angle": RING_LABELS_DEGREES,
                "tickangle": RING_LABELS_DEGREES,
                "ticks": "",
                "showline": False,
                "gridcolor": SPOKES[scheme()],
            },
            "angularaxis": {
                "tickvals": list(range(0, 360, SPOKE_DEGREES)),
                "ticktext": names,
                "direction": "clockwise",
                "rotation": 90,
                "gridcolor": SPOKES[scheme()],
                "linecolor": SPOKES[scheme()],
                "ticks": "",
            },
        },
    )


def _hover_text(aspect: Aspect) -> str:
    return value_text(aspect.value, aspect.band, aspect.n)


def _rounded(value: float | None) -> float | None:
    return None if value is None else float(number(value))


def _closed(values: Any) -> list[Any]:
    """The first value again at the end, so that the line closes."""
    listed = list(values)
    return [*listed, listed[0]]
