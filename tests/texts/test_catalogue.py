"""The catalogue of grammar points."""

from __future__ import annotations

from typing import get_args

import pytest

from core.api.core import Core
from core.tables.grammar import MatchType
from core.texts.wire import PointView


@pytest.fixture(scope="module")
def points(texts_core: Core) -> list[PointView]:
    return texts_core.texts.catalogue()


def test_all_572_points_stand_in_the_order_of_the_standard(texts_core: Core, points: list[PointView]) -> None:
    assert [point.id for point in points] == [row.id for row in texts_core.tables.points.grammar]
    assert len(points) == len({point.id for point in points}) == 572


def test_every_point_has_pattern_explanation_two_examples_and_a_near_miss(points: list[PointView]) -> None:
    for point in points:
        assert point.pattern, point.id
        assert point.title_en, point.id
        assert point.explanation.zh and point.explanation.en, point.id  # noqa: PT018 - one check for each point
        assert len(point.examples) >= 2, point.id
        assert all(example.zh and example.en for example in point.examples), point.id
        assert point.near_miss is not None, point.id
        assert point.category, point.id


def test_every_point_can_be_found_in_a_text_by_some_kind_of_match(points: list[PointView]) -> None:
    kinds = set(get_args(MatchType))
    assert [point.id for point in points if not point.match_types] == []
    assert all(
        set(point.match_types) <= kinds and len(set(point.match_types)) == len(point.match_types) for point in points
    )


def test_points_with_exercises_are_marked_and_no_others(texts_core: Core, points: list[PointView]) -> None:
    with_sentences = {row.point for row in texts_core.tables.content.sentences if row.point}
    assert {point.id for point in points if point.practisable} == with_sentences
