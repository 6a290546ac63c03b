"""The tree of indicators (3 > 6 > 36 > 85) as a sunburst, and as a table that can be downloaded."""

from __future__ import annotations

from itertools import pairwise
from typing import Any
from urllib.parse import quote

import streamlit as st

from core.portrait.wire import IndicatorNode, Portrait
from pages.parts.figures import csv_bytes
from pages.parts.i18n import _
from pages.parts.look import Scheme, scheme
from pages.parts.portrait.view import name_of, parents_of, walk
from pages.parts.portrait.words import node_text

KEY = "portrait_tree"
NODE_PARAMETER = "node"
"""Query parameter: the id of the node that is open."""
HEAD = (
    "id", "parent", "name_zh", "name_en", "kind", "group", "score", "low_80", "high_80", "own_unit", "unit",
    "observations", "coverage", "updated_at",
)  # fmt: skip

COLOR_BOUNDS = (20, 40, 60, 85)
"""Where the colour changes: the bounds of the labels, and one in the middle of the widest."""
RAMP: dict[Scheme, tuple[str, ...]] = {
    "light": ("#DCE5F1", "#B4C7E1", "#819FCB", "#4F73A8", "#2B4C7E"),
    "dark": ("#2A3A52", "#3B547A", "#5478A8", "#7FA6DB", "#B5CEF0"),
}
"""One hue of indigo, from the paper to the ink: readable in gray and by the colour-blind."""
TEXT_ON_RAMP: dict[Scheme, tuple[str, ...]] = {
    "light": ("#0E151D", "#0E151D", "#0E151D", "#FFFFFF", "#FFFFFF"),
    "dark": ("#E8E4DC", "#FFFFFF", "#FFFFFF", "#14181D", "#14181D"),
}
INK: dict[Scheme, str] = {"light": "#0E151D", "dark": "#E8E4DC"}
PAPER: dict[Scheme, str] = {"light": "#FBF8F3", "dark": "#14181D"}
GRAY: dict[Scheme, str] = {"light": "#8A919D", "dark": "#6B7380"}
RINGS = (("9%", "24%"), ("24%", "43%"), ("43%", "64%"), ("64%", "72%"))
RINGS_NARROW = (("10%", "34%"), ("34%", "60%"), ("60%", "86%"), ("86%", "99%"))
NARROW_PX = 520
"""Below this width the names of the 85 have no room around the disc."""
ROUND_ON_PHONES = (
    f"<style>@media (max-width: {NARROW_PX}px) {{ .st-key-{KEY}, .st-key-{KEY} :is(.stFullScreenFrame, .stFullScreenFrame > div, "
    ".stFullScreenFrame > div > div, .stEChartsChart, .stEChartsChart > div, div:has(> .stEChartsChart)) "
    "{ height: 380px !important; flex: none !important; } }</style>"
)
"""A chart has one height for all screens; on a phone the disc would hang in the middle of an empty page."""


def draw_tree(view: Portrait) -> None:
    """The sunburst; a click puts the node into the address."""
    st.subheader(_("All 85 indicators"))
    chart, table = st.tabs([_("Chart"), _("Table")])
    with chart:
        _draw_ramp()
        st.html(ROUND_ON_PHONES)
        st.echarts_chart(
            sunburst(view.indicators, scheme()),
            height=680,
            key=KEY,
            on_select=lambda: _open_clicked(view),
            renderer="svg",
            alt=_("Sunburst of the indicators; the same numbers stand in the table. Choose one below to open it."),
        )
    with table:
        st.dataframe(tree_rows(view.indicators), hide_index=True, height=420)
        st.download_button(
            _("Download as CSV"),
            lambda: csv_bytes(HEAD, csv_rows(view.indicators)),
            file_name="wenlu-portrait.csv",
            mime="text/csv",
            icon=":material/download:",
        )


def open_node(node_id: str | None) -> None:
    """Put a node into the address, or take it out."""
    if node_id is None:
        st.query_params.pop(NODE_PARAMETER, None)
    else:
        st.query_params[NODE_PARAMETER] = node_id


def _open_clicked(view: Portrait) -> None:
    """Open the node clicked. ECharts counts nodes parents first, after an invisible root with index 0."""
    indices = [index for group in st.session_state[KEY].selection.selected for index in group["data_indices"]]
    nodes = list(walk(view.indicators))
    if indices and 0 < indices[0] <= len(nodes):
        open_node(nodes[indices[0] - 1].id)


def sunburst(nodes: list[IndicatorNode], look: Scheme) -> dict[str, Any]:
    """The chart as ECharts options: every leaf has the same angle, the value is in the colour and the tooltip."""
    series = {
        "type": "sunburst",
        "data": [_slice(node, look) for node in nodes],
        "sort": None,
        "nodeClick": False,
        "selectedMode": "single",
        "select": {"itemStyle": {"borderColor": "#B93A2B" if look == "light" else "#E0705F", "borderWidth": 3}},
        "emphasis": {"focus": "none"},
        "itemStyle": {"borderColor": PAPER[look], "borderWidth": 1},
        "levels": _levels(RINGS, outside=True, look=look),
    }
    narrow = {"series": [{"levels": _levels(RINGS_NARROW, outside=False, look=look)}]}
    return {
        "animation": False,  # a field can be clicked from the moment it is seen
        "tooltip": {"formatter": "{b}"},
        "series": [series],
        "media": [{"query": {"maxWidth": NARROW_PX}, "option": narrow}],
    }


def _levels(rings: tuple[tuple[str, str], ...], *, outside: bool, look: Scheme) -> list[dict[str, Any]]:
    """Options of the rings, after those of the invisible root; the leaves' names stand around the disc or are not shown."""
    first, second, third, leaves = ({"r0": low, "r": high} for low, high in rings)
    around = {"position": "outside", "fontSize": 11, "color": INK[look], "width": 90, "overflow": "truncate"}
    return [
        {},
        {**first, "label": {"rotate": 0, "fontSize": 12, "width": 76, "overflow": "break", "show": outside}},
        {**second, "label": {"rotate": 0, "fontSize": 12 if outside else 11, "width": 72, "overflow": "break"}},
        {**third, "label": {"fontSize": 11, "width": 72, "overflow": "truncate", "show": outside}},
        {**leaves, "label": around if outside else {"show": False}},
    ]


def _slice(node: IndicatorNode, look: Scheme) -> dict[str, Any]:
    name = name_of(node)
    label: dict[str, Any] = {"formatter": name, "textBorderWidth": 0, "color": INK[look]}
    style: dict[str, Any] = {}
    if node.value is None:
        style = {"color": hatch(look), "borderColor": GRAY[look], "borderType": "dashed"}
    else:
        color_index = sum(node.value >= bound for bound in COLOR_BOUNDS)
        style["color"] = RAMP[look][color_index]
        if node.children:
            label["color"] = TEXT_ON_RAMP[look][color_index]
    option: dict[str, Any] = {
        "name": _("{name}: {value}").format(name=name, value=node_text(node)),
        "label": label,
        "itemStyle": style,
    }
    if node.children:
        option["children"] = [_slice(child, look) for child in node.children]
    else:
        option["value"] = 1
    return option


def hatch(look: Scheme) -> dict[str, str]:
    """Thin slanting lines for what is not known."""
    image = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><path d="M0 8 8 0" '
        f'stroke="{GRAY[look]}" stroke-opacity=".45" stroke-width="1"/></svg>'
    )
    return {"image": f"data:image/svg+xml,{quote(image)}", "repeat": "repeat"}


def _draw_ramp() -> None:
    """The legend of the colours."""
    names = [
        f"< {COLOR_BOUNDS[0]}",
        *(f"{low}–{high}" for low, high in pairwise(COLOR_BOUNDS)),
        f"≥ {COLOR_BOUNDS[-1]}",
    ]
    chips = "".join(_chip(f"background:{color}", name) for color, name in zip(RAMP[scheme()], names, strict=True))
    slanted = f"background:repeating-linear-gradient(135deg,transparent 0 3px,{GRAY[scheme()]} 3px 4px)"
    unknown = _chip(slanted, _("not known, or never scored"))
    st.html(f'<div style="display:flex;flex-wrap:wrap;gap:4px 14px;font-size:13px">{chips}{unknown}</div>')


def _chip(style: str, name: str) -> str:
    box = f'<span style="width:18px;height:12px;border-radius:3px;border:1px solid {GRAY[scheme()]};{style}"></span>'
    return f'<span style="display:inline-flex;gap:6px;align-items:center">{box}{name}</span>'


def tree_rows(nodes: list[IndicatorNode]) -> list[dict[str, Any]]:
    """One row for each node, parents before their children, names indented by depth."""
    return [
        {
            _("Number"): node.id,
            _("Indicator"): "　" * len(parents_of(nodes, node.id)) + name_of(node),
            _("Value"): node_text(node),
            _("Share known"): f"{node.coverage:.0%}",
        }
        for node in walk(nodes)
    ]


def csv_rows(nodes: list[IndicatorNode]) -> list[tuple[object, ...]]:
    """Every node with all that the page shows of it."""
    rows: list[tuple[object, ...]] = []
    for node in walk(nodes):
        parents = parents_of(nodes, node.id)
        low, high = node.band or (None, None)
        rows.append(
            (
                node.id, parents[-1].id if parents else "", node.name_zh, node.name_en, node.kind or "", node.group or "",
                _rounded_or_empty(node.value), _rounded_or_empty(low), _rounded_or_empty(high), _rounded_or_empty(node.raw), node.unit,
                _rounded_or_empty(node.n), _rounded_or_empty(node.coverage), node.updated_at or "",
            )
        )  # fmt: skip
    return rows


def _rounded_or_empty(value: float | None) -> object:
    return "" if value is None else round(value, 2)
