"""The graph of the map as an ECharts option: shipped coordinates, a shape and a colour for each status.

The option is plain JSON. Nodes come in the order of `Graph.ids`, so that a chosen index leads back to a point.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from core.tables.points import KnowledgePoint, Points
from pages.parts.map.words import COLORS, EDGES, GLYPHS, READY_COLOR, shortened, status_names
from pages.parts.points.list import UNSAID

STAR = "path://M0,-10L2.9,-3.4L10,-2.8L4.6,1.9L6.2,9L0,5.2L-6.2,9L-4.6,1.9L-10,-2.8L-2.9,-3.4Z"
NOTHING = "rgba(128,128,128,0.02)"
"""The inside of a ring: all but unseen, yet it takes clicks (ECharts passes over shapes without any fill)."""
SIZES = {"point": 18, "sub": 13, "word": 13}
"""Official points are larger than this project's own children of them."""
STAR_MORE = 4
"""A star of the same size looks smaller than a disc."""
HALO_MORE = 10
SMALLER = 0.45
"""With all levels in one picture the shapes shrink to this."""
WIDER = 0.95
"""How much wider than high the square of coordinates is drawn."""
PANELS = {1: (0, 0), 2: (1, 0), 3: (2, 0), 4: (0, 1), 5: (1, 1), 6: (2, 1), 7: (1, 2)}
"""Column and row of each level in the picture of all levels."""
PITCH = 2.6
UNIT = 250
"""Coordinates are sent in about the size of pixels: ECharts rounds the ends of a line to halves of its own unit."""
FADED = 0.15
CLOSE = 2.0
"""Zoom when the picture goes to a point by itself."""
LABEL_CHARACTERS = 7
GRAY = "#8A919D"
SERIES = "map"


@dataclass(frozen=True)
class Shown:
    """A point as the picture shows it: its row and its status at the time looked at."""

    row: KnowledgePoint
    status: str
    ready: bool
    said: str
    """What stands on hover under the name."""


@dataclass(frozen=True)
class Graph:
    """The option and the points behind its nodes."""

    spec: dict[str, Any]
    ids: list[str]


def graph_of(
    shown: Sequence[Shown],
    table: Points,
    *,
    faded: Collection[str],
    framed: str | None,
    centre: str | None,
    all_levels: bool,
) -> Graph:
    """The picture of the given points: `faded` ones step back, `framed` is enlarged, `centre` is looked at closely.

    Which node has which index depends on the points and on `ready` alone, so that a choice outlives a filter.
    """
    ready = [each for each in shown if each.ready]
    halos = [_halo(each, faded=each.row.id in faded, all_levels=all_levels) for each in ready]
    nodes = [_node(each, faded=each.row.id in faded, framed=framed, all_levels=all_levels) for each in shown]
    titles = _titles(shown) if all_levels else []
    looked_at = table.by_id.get(centre or "")
    series = {
        "id": SERIES,
        "type": "graph",
        "layout": "none",
        "roam": True,
        "roamTrigger": "global",
        "scaleLimit": {"min": 0.6, "max": 12},
        "preserveAspect": True,
        "left": 24,
        "right": 24,
        "top": 24,
        "bottom": 32,
        "selectedMode": "single",
        "animation": False,
        "edgeSymbol": ["none", "none" if all_levels else "arrow"],
        "edgeSymbolSize": 6,
        "lineStyle": {"color": GRAY, "opacity": 0.4 if all_levels else 0.6, "width": 1},
        "labelLayout": {"hideOverlap": True},
        "emphasis": {"scale": 1.25, "label": {"show": True}},
        "select": {"itemStyle": {"borderColor": READY_COLOR, "borderWidth": 3}, "label": {"fontWeight": "bold"}},
        **({} if looked_at is None else {"center": place_of(looked_at, all_levels=all_levels), "zoom": CLOSE}),
        "data": [*halos, *nodes, *titles],
        "links": _links(table, {each.row.id for each in shown}, faded),
    }
    tooltip = {
        "formatter": "{b}",
        "confine": True,
        "transitionDuration": 0,
        "extraCssText": "max-width:320px;white-space:normal",
    }
    ids = [each.row.id for each in (*ready, *shown)]
    return Graph({"animation": False, "tooltip": tooltip, "series": [series]}, ids)


def place_of(row: KnowledgePoint, *, all_levels: bool) -> tuple[float, float]:
    """Coordinates in the picture: inside the level's own square, or the square's panel among all levels."""
    column, line = PANELS[row.level] if all_levels else (0, 0)
    return round((row.x + PITCH * column) * WIDER * UNIT, 1), round((row.y + PITCH * line) * UNIT, 1)


def _node(each: Shown, *, faded: bool, framed: str | None, all_levels: bool) -> dict[str, Any]:
    x, y = place_of(each.row, all_levels=all_levels)
    in_focus = each.row.id == framed
    node: dict[str, Any] = {
        "id": each.row.id,
        "name": f"{GLYPHS[each.status]} {shortened(each.row.name, 40)} · {each.said}",
        "x": x,
        "y": y,
        "symbol": STAR if each.status == "exceeded" else "circle",
        "symbolSize": _size(each, all_levels=all_levels) + (HALO_MORE if in_focus else 0),
        "itemStyle": {**_inside(each.status), **({"opacity": FADED} if faded else {})},
        "label": {
            "show": in_focus or (not all_levels and not faded),
            "position": "bottom",
            "distance": 3,
            "fontSize": 15 if in_focus else 11,
            "formatter": label_of(each.row),
        },
    }
    if in_focus:
        node["itemStyle"].update(borderColor=READY_COLOR, borderWidth=3, opacity=1)
    return node


def _halo(each: Shown, *, faded: bool, all_levels: bool) -> dict[str, Any]:
    """A second ring around a point that can be learnt next."""
    x, y = place_of(each.row, all_levels=all_levels)
    return {
        "id": f"halo {each.row.id}",
        "name": f"{GLYPHS[each.status]} {shortened(each.row.name, 40)} · {each.said}",
        "x": x,
        "y": y,
        "symbol": "circle",
        "symbolSize": _size(each, all_levels=all_levels) + HALO_MORE * (SMALLER if all_levels else 1),
        "itemStyle": {
            "color": NOTHING,
            "borderColor": READY_COLOR,
            "borderWidth": 1.5,
            "opacity": FADED if faded else 1,
        },
        "label": {"show": False},
    }


def _inside(status: str) -> dict[str, Any]:
    """Fill and outline: a full shape, a half-filled disc, an empty ring."""
    if status == "learning":
        stops = ((0, COLORS[status]), (0.5, COLORS[status]), (0.5, NOTHING), (1, NOTHING))
        half = [{"offset": offset, "color": color} for offset, color in stops]
        fill: Any = {"type": "linear", "x": 0, "y": 0, "x2": 1, "y2": 0, "colorStops": half}
    else:
        fill = NOTHING if status == "not_started" else COLORS[status]
    return {"color": fill, "borderColor": EDGES[status], "borderWidth": 2 if status == "not_started" else 1.5}


def _size(each: Shown, *, all_levels: bool) -> float:
    size = SIZES[each.row.kind] + (STAR_MORE if each.status == "exceeded" else 0)
    return size * SMALLER if all_levels else size


def label_of(row: KnowledgePoint) -> str:
    """What fits under a point: the part of the name after its heading.

    Braces are escaped, for ECharts reads {a} and {b} in a formatter.
    """
    text = row.name.rpartition("：")[2] or row.name
    return shortened(text.translate(UNSAID), LABEL_CHARACTERS).replace("{", "｛").replace("}", "｝")


def _links(table: Points, inside: set[str], faded: Collection[str]) -> list[dict[str, Any]]:
    """Edges from a prerequisite to what rests on it, both ends in the picture and on one level: lines across levels
    would cover everything else, and stand in the details."""
    links = []
    for edge in table.prerequisites:
        level = table.by_id[edge.point_id].level
        if edge.point_id in inside and edge.requires_id in inside and table.by_id[edge.requires_id].level == level:
            link: dict[str, Any] = {"source": edge.requires_id, "target": edge.point_id}
            if edge.point_id in faded or edge.requires_id in faded:
                link["lineStyle"] = {"opacity": FADED / 2}
            links.append(link)
    return links


def _titles(shown: Sequence[Shown]) -> list[dict[str, Any]]:
    """The number of each level over its panel; they move with the picture."""
    return [
        {
            "id": f"level {level}",
            "name": f"{level}",
            "x": PITCH * column * WIDER * UNIT,
            "y": (PITCH * line - 1.2) * UNIT,
            "symbolSize": 1,
            "itemStyle": {"color": NOTHING},
            "label": {
                "show": True,
                "position": "top",
                "fontSize": 16,
                "formatter": "7–9" if level == 7 else f"{level}",
            },
        }
        for level, (column, line) in PANELS.items()
        if any(each.row.level == level for each in shown)
    ]


def point_at(ids: Sequence[str], selection: Mapping[str, Any]) -> str | None:
    """The point of a selection that the chart reports; None when nothing is chosen."""
    nodes = [group for group in selection.get("selected", []) if group.get("data_type") in ("node", "main")]
    indices = [int(index) for group in nodes for index in group.get("data_indices", [])]
    return next((ids[index] for index in indices if 0 <= index < len(ids)), None)


def alt_of(shown: Sequence[Shown]) -> str:
    """How many points of each status the picture holds; the table below says the same point by point."""
    names = status_names()
    counts = {status: sum(each.status == status for each in shown) for status in names}
    return ", ".join(f"{names[status]}: {count}" for status, count in counts.items())
