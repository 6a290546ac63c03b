"""Where the points of a level lie on the map: regions by category, in learning order from left to right. The same table gives the same map.

A region is a rectangle that holds the points of one or a few neighbouring categories of the standard; regions stand in rows. In a region
points stand in columns, so that nothing stands right of a point that rests on it; in a row regions stand by the mean place of their points in
learning order.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from math import ceil, log
from statistics import fmean
from typing import Literal, NamedTuple

from core.knowledge.wire import MapCell, MapRegion, MapSheet
from core.learning.path import shortest_path
from core.learning.sums.states import requirements, teaching_order
from core.tables.points import KnowledgePoint, Points

CELL_WIDTH, CELL_HEIGHT = 140.0, 98.0
"""What a point takes with its name under it, in units of the map: pixels where it is neither enlarged nor made smaller."""
WIDEST_CELL = 180.0
"""Cells of a row with room to spare grow up to this width."""
HEAD, PADDING, GAP = 46.0, 10.0, 20.0
"""Height of the region's name over its points; the space around them; the space between regions."""
LEAST_POINTS = 8
"""Categories with fewer points share a region with their neighbours: its name would not fit."""
LEAST_COLUMNS = 3
"""A narrower region has no room for its name."""
LEAST_ROWS = 2
"""A lower row of regions has no room, seen from afar, for names over their points."""
MOST_COLUMNS = 30
Shape = Literal["wide", "even", "tall"]
SHAPES: Mapping[Shape, float] = {"wide": 1.8, "even": 1.15, "tall": 0.75}
"""Width over height that a map comes near to: for a whole screen, beside a list, and for a telephone."""
BANDS: tuple[tuple[str, ...], ...] = (
    ("名词", "代词", "数词", "量词", "动词", "形容词", "副词", "介词", "连词", "助词", "叹词", "拟声词"),
    ("语素", "短语", "固定格式", "句子成分"),
    ("句子的类型", "提问的方法", "特殊句型", "特殊句式", "复句", "句群"),
    ("动作的态", "特殊表达法", "强调的方法", "口语格式"),
)
"""Categories in the order in which they may share a region; those of different bands never do."""
OF_THEIR_OWN = frozenset({"特殊句型", "特殊句式", "复句"})
"""Categories under 句子的类型 that are regions of their own."""


class _Block(NamedTuple):
    """The points of a region, and the columns and rows that they take."""

    categories: tuple[str, ...]
    ids: list[str]
    order: float
    """Mean place of its points in learning order."""

    def columns(self, rows: int) -> int:
        return max(LEAST_COLUMNS, ceil(len(self.ids) / rows))


class _Row(NamedTuple):
    """Regions beside one another, each with this many rows of points at most."""

    blocks: list[_Block]
    rows: int

    @property
    def columns(self) -> int:
        return sum(block.columns(self.rows) for block in self.blocks)

    @property
    def edges(self) -> float:
        """The width that padding and gaps take."""
        return len(self.blocks) * 2 * PADDING + (len(self.blocks) - 1) * GAP

    @property
    def height(self) -> float:
        tallest = max(LEAST_ROWS, *(ceil(len(block.ids) / block.columns(self.rows)) for block in self.blocks))
        return HEAD + tallest * CELL_HEIGHT + PADDING


@lru_cache(maxsize=32)
def level_layout(points: Points, level: int, shape: Shape = "wide") -> MapSheet:
    """The map of a level. Raises `ValueError` for a level without points."""
    blocks = _blocks(points, level)
    best = min(_arrangements(blocks), key=lambda rows: _misfit(rows, SHAPES[shape]))
    return _placed(best)


@lru_cache(maxsize=16)
def learning_order(points: Points, level: int) -> tuple[str, ...]:
    """The points of a level, each after everything on that level that it rests on, otherwise as they are taught."""
    inside = [row.id for row in points.rows if row.level == level]
    others = {row.id for row in points.rows if row.level != level}
    return tuple(shortest_path(requirements(points), others, inside, teaching_order(points)))


def category_of(row: KnowledgePoint) -> str:
    """The category under which the map shows a point: word classes and the larger kinds of sentences by themselves, otherwise the
    widest category."""
    group, _, rest = row.category.partition("/")
    second = rest.partition("/")[0]
    by_itself = second and (group == "词类" or second in OF_THEIR_OWN)
    return second if by_itself else group


def _blocks(points: Points, level: int) -> list[list[_Block]]:
    """The regions of each band that has points on this level. Raises `ValueError` where there are none."""
    order = learning_order(points, level)
    if not order:
        raise ValueError(f"There are no points on level {level}.")
    rank = {point_id: index for index, point_id in enumerate(order)}
    members: dict[str, list[str]] = {}
    for point_id in order:
        members.setdefault(category_of(points.by_id[point_id]), []).append(point_id)
    bands = [_of_band([(each, members[each]) for each in band if each in members]) for band in BANDS]
    return [
        [_Block(names, ids := sorted(unsorted, key=rank.__getitem__), fmean(rank[each] for each in ids)) for names, unsorted in band]
        for band in bands
        if band
    ]  # fmt: skip


def _of_band(categories: Sequence[tuple[str, list[str]]]) -> list[tuple[tuple[str, ...], list[str]]]:
    """Neighbouring categories together until they have points enough; what is left over at the end goes with the last."""
    regions: list[tuple[tuple[str, ...], list[str]]] = []
    names: tuple[str, ...] = ()
    ids: list[str] = []
    for name, points in categories:
        names, ids = (*names, name), [*ids, *points]
        if len(ids) >= LEAST_POINTS:
            regions.append((names, ids))
            names, ids = (), []
    if ids and regions:
        regions[-1] = (regions[-1][0] + names, regions[-1][1] + ids)
    elif ids:
        regions.append((names, ids))
    return regions


def _arrangements(bands: Sequence[Sequence[_Block]]) -> Iterator[list[_Row]]:
    """Every way to put neighbouring bands into one row, at every width."""
    for cuts in range(2 ** (len(bands) - 1)):
        shelves: list[list[_Block]] = [[]]
        for index, band in enumerate(bands):
            if index and cuts >> (index - 1) & 1:
                shelves.append([])
            shelves[-1].extend(band)
        ordered = [sorted(shelf, key=lambda block: (block.order, block.categories)) for shelf in shelves]
        for columns in range(4, MOST_COLUMNS + 1):
            rows = [row for shelf in ordered for row in _in_rows(shelf, columns)]
            if rows:
                yield rows


def _in_rows(shelf: list[_Block], columns: int) -> list[_Row]:
    """The regions in one row of this many columns; where even the narrowest do not fit, in several."""
    if LEAST_COLUMNS * len(shelf) > columns:
        half = len(shelf) // 2
        return [] if half == 0 else [*_in_rows(shelf[:half], columns), *_in_rows(shelf[half:], columns)]
    most = max(len(block.ids) for block in shelf)
    fitting = (row for rows in range(LEAST_ROWS, most + 1) if (row := _Row(shelf, rows)).columns <= columns)
    return [next(fitting)]


def _misfit(rows: Sequence[_Row], aspect: float) -> float:
    """How far the shape is from the one wanted, and how much of the map is empty."""
    width, height = _size(rows)
    taken = sum(len(block.ids) for row in rows for block in row.blocks) * CELL_WIDTH * CELL_HEIGHT
    return abs(log(width / height / aspect)) + 1.5 * (1 - taken / (width * height))


def _size(rows: Sequence[_Row]) -> tuple[float, float]:
    width = max(row.columns * CELL_WIDTH + row.edges for row in rows)
    return width, sum(row.height for row in rows) + GAP * (len(rows) - 1)


def _placed(rows: Sequence[_Row]) -> MapSheet:
    width, height = _size(rows)
    regions: list[MapRegion] = []
    top = 0.0
    for row in rows:
        cell = min(WIDEST_CELL, (width - row.edges) / row.columns)
        spare = (width - row.edges - cell * row.columns) / len(row.blocks)
        left = 0.0
        for block in row.blocks:
            columns = block.columns(row.rows)
            region = _region(block, columns, (left, top), row.height, columns * cell + 2 * PADDING + spare)
            regions.append(region)
            left += region.width + GAP
        top += row.height + GAP
    return MapSheet(width=round(width, 1), height=round(height, 1), cell_height=CELL_HEIGHT, regions=regions)


def _region(block: _Block, columns: int, corner: tuple[float, float], height: float, width: float) -> MapRegion:
    """A region with its points in columns, each filled from the top before the next begins."""
    left, top = corner
    rows = ceil(len(block.ids) / columns)
    used = ceil(len(block.ids) / rows)
    step = (width - 2 * PADDING) / used
    return MapRegion(
        categories=list(block.categories),
        x=round(left, 1),
        y=round(top, 1),
        width=round(width, 1),
        height=round(height, 1),
        cell_width=round(min(step, WIDEST_CELL), 1),
        cells=[
            MapCell(
                point_id=point_id,
                x=round(left + PADDING + step * (index // rows + 0.5), 1),
                y=round(top + HEAD + CELL_HEIGHT * (index % rows), 1),
            )
            for index, point_id in enumerate(block.ids)
        ],
    )
