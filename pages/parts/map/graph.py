"""The graph of the map as an ECharts option: shipped coordinates, a shape and a colour for each status.

The option is plain JSON. Nodes come in the order of `Graph.ids`, so that a chosen index leads back to a point.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from core.tables.points import KnowledgePoint, Points
from pages.parts.i18n import _, language
from pages.parts.map.words import COLORS, EDGES, GLYPHS, READY_COLOR, shortened, status_names
from pages.parts.points.list import IGNORED_MARKS

STAR = "path://M0,-10L2.9,-3.4L10,-2.8L4.6,1.9L6.2,9L0,5.2L-6.2,9L-4.6,1.9L-10,-2.8L-2.9,-3.4Z"
TRANSPARENT = "rgba(128,128,128,0.02)"
"""The inside of a ring: almost invisible, so that it takes clicks (ECharts passes clicks through a shape without any fill)."""
SIZES_PX = {"point": 18, "sub": 13, "word": 13}
"""Official points are larger than the words and sub-points that this project split off them."""
FILLED = {"learning": 0.5, "begun": 0.27}
"""Share of the width that is filled from the left; of the others all or nothing."""
STAR_EXTRA_PX = 4
"""A star of the same size looks smaller than a disc."""
HALO_EXTRA_PX = 10
ALL_LEVELS_SCALE = 0.45
"""The factor by which shapes shrink in the picture of all levels."""
WIDTH_TO_HEIGHT = 0.95
"""Width over height at which the square of coordinates is drawn."""
PANELS = {1: (0, 0), 2: (1, 0), 3: (2, 0), 4: (0, 1), 5: (1, 1), 6: (2, 1), 7: (1, 2)}
"""Column and row of each level in the picture of all levels."""
PANEL_PITCH = 2.6
UNIT_PX = 250
"""Coordinates are sent in about the size of pixels: ECharts rounds the ends of a line to halves of its own unit."""
FADED = 0.15
CLOSE_ZOOM = 2.0
"""Zoom when the picture goes to a point by itself."""
LABEL_CHARACTERS = 7
GRAY = "#8A919D"
SERIES = "map"


@dataclass(frozen=True)
class ShownPoint:
    """A point as the picture shows it: its row, and its status today or in the past month chosen."""

    row: KnowledgePoint
    status: str
    ready: bool
    hover_text: str
    """Shown after the name while the mouse is over the point."""


@dataclass(frozen=True)
class Graph:
    """The ECharts option, and the ids of the points that its nodes stand for."""

    spec: dict[str, Any]
    ids: list[str]


def graph_of(
    shown: Sequence[ShownPoint],
    table: Points,
    *,
    faded: Collection[str],
    framed: str | None,
    centre: str | None,
    all_levels: bool,
) -> Graph:
    """The picture of the given points: `faded` ones step back, `framed` is enlarged and outlined, the view zooms in on `centre`.

    The index of a node depends on the points and on `ready` alone, so that a choice stays valid when the filter changes.
    """
    ready = [point for point in shown if point.ready]
    halos = [_halo(point, faded=point.row.id in faded, all_levels=all_levels) for point in ready]
    nodes = [_node(point, faded=point.row.id in faded, framed=framed, all_levels=all_levels) for point in shown]
    titles = _titles(shown) if all_levels else []
    centre_row = table.by_id.get(centre or "")
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
        **(
            {} if centre_row is None else {"center": coordinates(centre_row, all_levels=all_levels), "zoom": CLOSE_ZOOM}
        ),
        "data": [*halos, *nodes, *titles],
        "links": _links(table, {point.row.id for point in shown}, faded),
    }
    tooltip = {
        "formatter": "{b}",
        "confine": True,
        "transitionDuration": 0,
        "extraCssText": "max-width:320px;white-space:normal",
    }
    ids = [point.row.id for point in (*ready, *shown)]
    return Graph({"animation": False, "tooltip": tooltip, "series": [series]}, ids)


def coordinates(row: KnowledgePoint, *, all_levels: bool) -> tuple[float, float]:
    """Coordinates in the picture: inside the level's own square, or the square's panel among all levels."""
    panel_column, panel_row = PANELS[row.level] if all_levels else (0, 0)
    return round((row.x + PANEL_PITCH * panel_column) * WIDTH_TO_HEIGHT * UNIT_PX, 1), round(
        (row.y + PANEL_PITCH * panel_row) * UNIT_PX, 1
    )


def _node(point: ShownPoint, *, faded: bool, framed: str | None, all_levels: bool) -> dict[str, Any]:
    x, y = coordinates(point.row, all_levels=all_levels)
    in_focus = point.row.id == framed
    node: dict[str, Any] = {
        "id": point.row.id,
        "name": f"{GLYPHS[point.status]} {point.row.short.get(language())} · {point.hover_text}",
        "x": x,
        "y": y,
        "symbol": STAR if point.status == "exceeded" else "circle",
        "symbolSize": _size(point, all_levels=all_levels) + (HALO_EXTRA_PX if in_focus else 0),
        "itemStyle": {**_fill_and_outline(point.status), **({"opacity": FADED} if faded else {})},
        "label": {
            "show": in_focus or (not all_levels and not faded),
            "position": "bottom",
            "distance": 3,
            "fontSize": 15 if in_focus else 11,
            "formatter": label_of(point.row),
        },
    }
    if in_focus:
        node["itemStyle"].update(borderColor=READY_COLOR, borderWidth=3, opacity=1)
    return node


def _halo(point: ShownPoint, *, faded: bool, all_levels: bool) -> dict[str, Any]:
    """A second ring around a point that can be learnt next."""
    x, y = coordinates(point.row, all_levels=all_levels)
    return {
        "id": f"halo {point.row.id}",
        "name": f"{GLYPHS[point.status]} {point.row.short.get(language())} · {point.hover_text}",
        "x": x,
        "y": y,
        "symbol": "circle",
        "symbolSize": _size(point, all_levels=all_levels) + HALO_EXTRA_PX * (ALL_LEVELS_SCALE if all_levels else 1),
        "itemStyle": {
            "color": TRANSPARENT,
            "borderColor": READY_COLOR,
            "borderWidth": 1.5,
            "opacity": FADED if faded else 1,
        },
        "label": {"show": False},
    }


def _fill_and_outline(status: str) -> dict[str, Any]:
    """Fill and outline: a full shape, a disc filled in part, an empty ring."""
    if share := FILLED.get(status):
        stops = ((0, COLORS[status]), (share, COLORS[status]), (share, TRANSPARENT), (1, TRANSPARENT))
        partly_filled = [{"offset": offset, "color": color} for offset, color in stops]
        fill: Any = {"type": "linear", "x": 0, "y": 0, "x2": 1, "y2": 0, "colorStops": partly_filled}
    else:
        fill = TRANSPARENT if status == "not_started" else COLORS[status]
    return {"color": fill, "borderColor": EDGES[status], "borderWidth": 2 if status == "not_started" else 1.5}


def _size(point: ShownPoint, *, all_levels: bool) -> float:
    size = SIZES_PX[point.row.kind] + (STAR_EXTRA_PX if point.status == "exceeded" else 0)
    return size * ALL_LEVELS_SCALE if all_levels else size


def label_of(row: KnowledgePoint) -> str:
    """What fits under a point: the part of the name after its heading.

    Braces are escaped, for ECharts reads {a} and {b} in a formatter.
    """
    return (
        shortened(row.short.zh.partition("（")[0].translate(IGNORED_MARKS), LABEL_CHARACTERS)
        .replace("{", "｛")
        .replace("}", "｝")
    )


def _links(table: Points, inside: set[str], faded: Collection[str]) -> list[dict[str, Any]]:
    """Edges from a prerequisite to the point that needs it, both in the picture and on one level: lines across levels
    would cover everything else; the details list those."""
    links = []
    for edge in table.prerequisites:
        level = table.by_id[edge.point_id].level
        if edge.point_id in inside and edge.requires_id in inside and table.by_id[edge.requires_id].level == level:
            link: dict[str, Any] = {"source": edge.requires_id, "target": edge.point_id}
            if edge.point_id in faded or edge.requires_id in faded:
                link["lineStyle"] = {"opacity": FADED / 2}
            links.append(link)
    return links


def _titles(shown: Sequence[ShownPoint]) -> list[dict[str, Any]]:
    """The number of each level over its panel; they move with the picture."""
    return [
        {
            "id": f"level {level}",
            "name": f"{level}",
            "x": PANEL_PITCH * panel_column * WIDTH_TO_HEIGHT * UNIT_PX,
            "y": (PANEL_PITCH * panel_row - 1.2) * UNIT_PX,
            "symbolSize": 1,
            "itemStyle": {"color": TRANSPARENT},
            "label": {
                "show": True,
                "position": "top",
                "fontSize": 16,
                "formatter": "7–9" if level == 7 else f"{level}",
            },
        }
        for level, (panel_column, panel_row) in PANELS.items()
        if any(point.row.level == level for point in shown)
    ]


def selected_point(ids: Sequence[str], selection: Mapping[str, Any]) -> str | None:
    """The point of a selection that the chart reports; None when no node is chosen."""
    groups = [group for group in selection.get("selected", []) if group.get("data_type") in ("node", "main")]
    indices = [int(index) for group in groups for index in group.get("data_indices", [])]
    return next((ids[index] for index in indices if 0 <= index < len(ids)), None)


def alt_text(shown: Sequence[ShownPoint]) -> str:
    """The text in place of the picture: how many points of each status it shows; the table lists them one by one."""
    names = status_names()
    counts = {status: sum(point.status == status for point in shown) for status in names}
    return _(", ").join(f"{names[status]}: {count}" for status, count in counts.items())
