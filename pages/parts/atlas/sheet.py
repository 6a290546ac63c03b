"""What the drawing of the map is given: where things lie, how they are called, how they stand. All of it is plain JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from core.knowledge.wire import MapSheet
from core.tables.points import KnowledgePoint, Points
from pages.parts.atlas.search import form_and_gloss
from pages.parts.i18n import _, language
from pages.parts.map.words import COLORS, EDGES, GLYPHS, level_short, status_names

MET = ("exceeded", "mastered")
ISLAND, GAP = (460.0, 400.0), 40.0
"""Size of a level in the picture of all levels, and the space between two."""
COLUMNS = {"wide": 4, "even": 3, "tall": 2}
WIDER_FROM = 160
"""A level of so many points takes two places."""


@dataclass(frozen=True)
class ShownPoint:
    """A point as the picture shows it: its row, and its status today or in the past month chosen."""

    row: KnowledgePoint
    status: str
    ready: bool
    told: str
    """Status and figures in words."""


@dataclass(frozen=True)
class Region:
    """An area of the picture: its name, the points in it by id, the level that it stands for or 0."""

    name: str
    members: Sequence[str]
    level: int = 0


def level_data(
    shown: Sequence[ShownPoint],
    table: Points,
    sheets: Mapping[str, MapSheet],
    *,
    level: int,
    faded: Collection[str],
) -> dict[str, Any]:
    """The map of a level. `sheets`: where things lie, by shape; `faded` points step back."""
    index_of = {point.row.id: index for index, point in enumerate(shown)}
    named = [
        Region(region_name(region.categories, table), [cell.point_id for cell in region.cells])
        for region in sheets["wide"].regions
    ]
    orders = {shape: _order_like(sheets["wide"], sheet) for shape, sheet in sheets.items()}
    links = [
        [index_of[edge.requires_id], index_of[edge.point_id]]
        for edge in table.prerequisites
        if edge.requires_id in index_of and edge.point_id in index_of
    ]
    return {
        "sheets": {shape: _geometry(sheet, orders[shape]) for shape, sheet in sheets.items()},
        "links": links,
        **_state(shown, named, level=level, faded=faded),
    }


def all_levels_data(shown: Sequence[ShownPoint], *, faded: Collection[str]) -> dict[str, Any]:
    """The levels side by side, each with its points as dots."""
    levels = sorted({point.row.level for point in shown})
    named = [
        Region(
            _("Level {level}").format(level=level_short(level)),
            [point.row.id for point in shown if point.row.level == level],
            level,
        )
        for level in levels
    ]
    sizes = [2 if len(region.members) >= WIDER_FROM else 1 for region in named]
    return {
        "sheets": {shape: _islands(sizes, columns) for shape, columns in COLUMNS.items()},
        "links": [],
        **_state(shown, named, level=0, faded=faded),
    }


def region_name(categories: Sequence[str], table: Points) -> str:
    """`介词、连词、助词`, `Prepositions, conjunctions, particles`."""
    first, *rest = (table.category_text([category], language()) for category in categories)
    return _(", ").join([first, *(each[:1].lower() + each[1:] for each in rest)])


def _order_like(wanted: MapSheet, sheet: MapSheet) -> list[int]:
    """Where each region of one sheet stands on another."""
    places = {tuple(region.categories): index for index, region in enumerate(sheet.regions)}
    return [places[tuple(region.categories)] for region in wanted.regions]


def _geometry(sheet: MapSheet, order: Sequence[int]) -> dict[str, Any]:
    return {
        "width": sheet.width,
        "height": sheet.height,
        "cell": sheet.cell_height,
        "regions": [
            {
                "x": region.x,
                "y": region.y,
                "width": region.width,
                "height": region.height,
                "cells": [[cell.x, cell.y] for cell in region.cells],
                "cell": region.cell_width,
            }
            for region in (sheet.regions[index] for index in order)
        ],
    }


def _islands(sizes: Sequence[int], columns: int) -> dict[str, Any]:
    """Areas of one or two places, row by row."""
    width, height = ISLAND
    regions: list[dict[str, float]] = []
    column = row = 0
    for size in sizes:
        if column + size > columns:
            column, row = 0, row + 1
        wide = size * width + (size - 1) * GAP
        regions.append({"x": column * (width + GAP), "y": row * (height + GAP), "width": wide, "height": height})
        column += size
    total = columns * (width + GAP) - GAP
    return {"width": total, "height": (row + 1) * (height + GAP) - GAP, "cell": 0, "plain": True, "regions": regions}


def _state(
    shown: Sequence[ShownPoint], regions: Sequence[Region], *, level: int, faded: Collection[str]
) -> dict[str, Any]:
    """How points and regions stand, with what the drawing says."""
    index_of = {point.row.id: index for index, point in enumerate(shown)}
    status_of = {point.row.id: point.status for point in shown}
    return {
        "level": level,
        "language": language(),
        "points": [_point(point, faded=point.row.id in faded) for point in shown],
        "regions": [_region(region, status_of, index_of) for region in regions],
        "colors": COLORS,
        "edges": EDGES,
        "words": {
            "alt": _(
                "Map of the points. Arrow keys move from point to point, Enter opens one, plus and minus zoom, Escape shows all. {counts}"
            ).format(counts=alt_text(shown)),
            "enlarge": _("Closer"),
            "reduce": _("Further away"),
            "whole": _("Show all"),
            "screen": _("Full screen"),
            "opened": _("The details stand beside the map."),
            "levels": _("Click a level to open it."),
            "regions": _("Click a region to come closer."),
            "points": _("Click a point for its details; drag to move, wheel or fingers to zoom."),
        },
    }  # fmt: skip


def _point(point: ShownPoint, *, faded: bool) -> dict[str, Any]:
    short = point.row.short.get(language())
    form, gloss = form_and_gloss(short)
    return {
        "id": point.row.id,
        "form": form,
        "gloss": gloss,
        "title": short,
        "kind": point.row.kind,
        "status": point.status,
        "ready": point.ready,
        "faded": faded,
        "told": f"{GLYPHS[point.status]} {point.told}",
    }


def _region(region: Region, status_of: Mapping[str, str], index_of: Mapping[str, int]) -> dict[str, Any]:
    met = sum(status_of[point_id] in MET for point_id in region.members)
    count = len(region.members)
    counts = _("{met} of {count} met").format(met=met, count=count)
    share = f"{100 * met / count:.0f} %"
    return {
        "name": region.name,
        "counts": counts,
        "share": share,
        "met": round(met / count, 4),
        "title": _("{region}: {met} of {count} met").format(region=region.name, met=met, count=count),
        "level": region.level,
        "members": [index_of[point_id] for point_id in region.members],
    }


def alt_text(shown: Sequence[ShownPoint]) -> str:
    """The text in place of the picture: how many points of each status it shows; the table lists them one by one."""
    names = status_names()
    counts = Counter(point.status for point in shown)
    return _(", ").join(f"{names[status]}: {counts[status]}" for status in names)
