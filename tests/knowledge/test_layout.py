"""Where points lie on the map."""

from __future__ import annotations

from itertools import combinations

import pytest

from core.knowledge.layout import (
    BANDS,
    CELL_HEIGHT,
    CELL_WIDTH,
    HEAD,
    SHAPES,
    category_of,
    learning_order,
    level_layout,
)
from core.knowledge.wire import MapRegion, MapSheet
from core.tables import shipped_tables

POINTS = shipped_tables().points
LEVELS = range(1, 8)


@pytest.fixture(params=[(level, shape) for level in LEVELS for shape in SHAPES], ids=str)
def level_and_sheet(request: pytest.FixtureRequest) -> tuple[int, MapSheet]:
    level, shape = request.param
    return level, level_layout(POINTS, level, shape)


def overlap(one: MapRegion, other: MapRegion) -> bool:
    beside = one.x + one.width <= other.x or other.x + other.width <= one.x
    return not beside and not (one.y + one.height <= other.y or other.y + other.height <= one.y)


def test_every_point_of_a_level_has_one_place_of_its_own(level_and_sheet: tuple[int, MapSheet]) -> None:
    level, sheet = level_and_sheet
    cells = [cell for region in sheet.regions for cell in region.cells]
    assert sorted(cell.point_id for cell in cells) == sorted(row.id for row in POINTS.rows if row.level == level)
    for one, other in combinations(cells, 2):
        assert abs(one.x - other.x) >= CELL_WIDTH - 0.2 or abs(one.y - other.y) >= CELL_HEIGHT - 0.2


def test_regions_lie_beside_one_another_and_hold_their_points(level_and_sheet: tuple[int, MapSheet]) -> None:
    _, sheet = level_and_sheet
    assert not any(overlap(one, other) for one, other in combinations(sheet.regions, 2))
    for region in sheet.regions:
        assert region.x >= 0
        assert region.x + region.width <= sheet.width + 0.2
        assert region.y >= 0
        assert region.y + region.height <= sheet.height + 0.2
        for cell in region.cells:
            assert region.x <= cell.x - region.cell_width / 2 + 0.2
            assert cell.x + region.cell_width / 2 <= region.x + region.width + 0.2
            assert region.y + HEAD <= cell.y
            assert cell.y + CELL_HEIGHT <= region.y + region.height + 0.2


def test_nothing_stands_right_of_a_point_of_its_region_that_rests_on_it(level_and_sheet: tuple[int, MapSheet]) -> None:
    _, sheet = level_and_sheet
    for region in sheet.regions:
        x = {cell.point_id: cell.x for cell in region.cells}
        for edge in POINTS.prerequisites:
            if edge.point_id in x and edge.requires_id in x:
                assert x[edge.requires_id] <= x[edge.point_id]


def test_at_least_seven_tenths_of_all_prerequisites_do_not_lead_to_the_left(
    level_and_sheet: tuple[int, MapSheet],
) -> None:
    _, sheet = level_and_sheet
    x = {cell.point_id: cell.x for region in sheet.regions for cell in region.cells}
    edges = [edge for edge in POINTS.prerequisites if edge.point_id in x and edge.requires_id in x]
    assert sum(x[edge.requires_id] <= x[edge.point_id] for edge in edges) >= 0.7 * len(edges)


def test_the_order_of_learning_puts_each_point_after_what_it_rests_on() -> None:
    for level in LEVELS:
        place = {point_id: index for index, point_id in enumerate(learning_order(POINTS, level))}
        for edge in POINTS.prerequisites:
            if edge.point_id in place and edge.requires_id in place:
                assert place[edge.requires_id] < place[edge.point_id]


def test_every_category_has_a_band_and_regions_of_one_level_never_share_a_category() -> None:
    known = {category for band in BANDS for category in band}
    assert {category_of(row) for row in POINTS.rows} <= known
    for level in LEVELS:
        shown = [category for region in level_layout(POINTS, level).regions for category in region.categories]
        assert len(shown) == len(set(shown))


def test_the_shapes_differ_as_the_screens_do() -> None:
    for level in LEVELS:
        wide, even, tall = (level_layout(POINTS, level, shape) for shape in ("wide", "even", "tall"))
        assert wide.width / wide.height > even.width / even.height > tall.width / tall.height


def test_a_level_without_points_has_no_map() -> None:
    with pytest.raises(ValueError, match="no points on level 8"):
        level_layout(POINTS, 8)
