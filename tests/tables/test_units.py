"""The road's units: every grammar point once and in order, and everything that a step names is there."""

from __future__ import annotations

from collections import Counter

import pytest

from core.plan.lessons.resources import ResourceCatalogue
from core.tables import Tables, shipped_tables
from core.tables.content.units import Unit

UNITS_A_LEVEL = {1: 12, 2: 12, 3: 12, 4: 12, 5: 12, 6: 12, 7: 18}
LEAST_WORDS_OF_THE_LEVEL = 6


@pytest.fixture(scope="module")
def tables() -> Tables:
    return shipped_tables()


@pytest.fixture(scope="module")
def units(tables: Tables) -> list[Unit]:
    return tables.units


def test_the_levels_follow_one_another_with_their_units_numbered(units: list[Unit]) -> None:
    wanted = [f"u{level}-{number:02d}" for level, count in UNITS_A_LEVEL.items() for number in range(1, count + 1)]
    assert [unit.id for unit in units] == wanted


def test_every_grammar_point_is_new_in_one_unit_of_its_level(units: list[Unit], tables: Tables) -> None:
    placed = Counter(point for unit in units for point in unit.points)
    assert placed == Counter(point.id for point in tables.points.grammar)
    level_of = {point.id: point.level for point in tables.points.grammar}
    assert [(unit.id, point) for unit in units for point in unit.points if level_of[point] != unit.level] == []


def test_what_a_point_rests_on_comes_before_it(units: list[Unit], tables: Tables) -> None:
    order = {point: place for place, point in enumerate(point for unit in units for point in unit.points)}
    level_of = {point.id: point.level for point in tables.points.grammar}
    late = [
        (edge.point_id, edge.requires_id)
        for edge in tables.points.prerequisites
        if edge.point_id in order
        and edge.requires_id in order
        and level_of[edge.point_id] == level_of[edge.requires_id]
        and order[edge.requires_id] > order[edge.point_id]
    ]
    assert late == []


def test_what_is_watched_heard_said_and_written_is_there_and_not_above_the_level(
    units: list[Unit], tables: Tables
) -> None:
    catalogue, titles = ResourceCatalogue(tables).by_id, {title.id: title for title in tables.essay_titles}
    sentences = {sentence.id: sentence for sentence in tables.content.sentences}
    for unit in units:
        assert catalogue[unit.lesson].level <= unit.level, unit.id
        assert catalogue[unit.dialogue].level <= unit.level, unit.id
        assert titles[unit.essay].level == unit.level, unit.id
        assert all(sentences[sentence_id].level <= unit.level for sentence_id in unit.say), unit.id


def test_nothing_is_used_by_two_units(units: list[Unit]) -> None:
    named = [name for unit in units for name in (unit.lesson, unit.dialogue, unit.essay, *unit.say)]
    assert [name for name, count in Counter(named).items() if count > 1] == []


def test_the_words_are_listed_and_most_of_them_are_of_the_level(units: list[Unit], tables: Tables) -> None:
    for unit in units:
        levels = [tables.words.levels[word] for word in unit.words]
        assert max(levels) <= unit.level, unit.id
        assert levels.count(unit.level) >= LEAST_WORDS_OF_THE_LEVEL, unit.id


def test_what_is_said_uses_points_that_were_met(units: list[Unit], tables: Tables) -> None:
    sentences = {sentence.id: sentence for sentence in tables.content.sentences}
    met: set[str] = set()
    for unit in units:
        met |= set(unit.points)
        said = [sentences[sentence_id].point for sentence_id in unit.say]
        assert any(point in unit.points for point in said), unit.id
        assert all(point is None or point in met for point in said), unit.id


def test_every_goal_says_what_one_can_do(units: list[Unit]) -> None:
    assert [unit.id for unit in units if "能" not in unit.goal.zh or unit.goal.zh.endswith("。")] == []
    assert [unit.id for unit in units if unit.goal.en.endswith(".") or unit.goal.en.startswith("can ")] == []
    assert len({unit.title.zh for unit in units}) == len({unit.title.en for unit in units}) == len(units)
