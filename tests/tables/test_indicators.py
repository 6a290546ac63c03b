"""The tree of the portrait, stars and experience as checked tables."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.errors import CorruptTable
from core.tables import DATA, shipped_tables
from core.tables.indicators import Experience, Indicators
from core.tables.words.placement import placement_words

FILE = DATA / "indicators.csv"


def changed(tmp_path: Path, old: str, new: str) -> Path:
    text = FILE.read_text("utf-8")
    assert old in text
    copy = tmp_path / "indicators.csv"
    copy.write_text(text.replace(old, new, 1), "utf-8")
    return copy


def test_the_tree_has_its_kinds_and_groups() -> None:
    rows = shipped_tables().indicators.rows
    kinds = [row.data_type for row in rows]
    assert {kind: kinds.count(kind) for kind in set(kinds)} == {
        "percentage": 35,
        "count": 20,
        "level": 12,
        "duration": 9,
        "switch": 9,
    }
    assert [row.leaf_id for row in rows if row.reversed] == ["D49", "D60", "D85"]
    habits = {row.third_id for row in rows} - {row.third_id for row in rows if row.weight > 0}
    assert habits == {"T05", "T35"}


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (",rate,min/week,60,15,", ",rate,min/week,,15,", "line 9, target=None: does not suit duration"),
        (",rate,min/week,60,15,", ",rate,min/week,60,90,", "line 9, x0=90.0: must lie between 0 and the target"),
        (",share,%,,,0.65,", ",share,%,,,,", "line 3, prior=None: is for percentages"),
        (",times/item,3,1,,0,0,", ",times/item,3,1,,0,1,", "line 11, weight=1.0: settings and habits have weight 0"),
        ("D02,", "D01,", "line 3, leaf_id='D01': stands twice"),
        (",2026.11,", ",2026.12,", "the tree has one version"),
    ],
)
def test_the_first_bad_row_stops_with_line_field_and_value(tmp_path: Path, old: str, new: str, message: str) -> None:
    with pytest.raises(CorruptTable, match=message):
        Indicators(changed(tmp_path, old, new))


@pytest.mark.parametrize(
    ("experience", "star", "following"),
    [(0, 0, 50), (49, 0, 50), (50, 1, 110), (559, 7, 560), (560, 8, 960), (2539, 14, 2540), (2540, 15, None)],
)
def test_a_star_is_the_highest_whose_experience_is_reached(experience: int, star: int, following: int | None) -> None:
    table = shipped_tables().experience
    assert (table.star_level(experience), table.next_star(experience)) == (star, following)


def test_acts_earn_what_was_decided() -> None:
    assert shipped_tables().experience.of_act == {
        "question_answered": 1,
        "question_right": 1,
        "reading_aloud": 5,
        "essay": 10,
        "plan_day": 5,
    }


def test_stars_rise_row_by_row(tmp_path: Path) -> None:
    stars = tmp_path / "stars.csv"
    stars.write_text("star,experience\n1,50\n2,40\n", "utf-8")
    with pytest.raises(CorruptTable, match="line 3, star=2: stars and experience rise"):
        Experience(stars, DATA / "experience.csv")


def test_the_placement_has_80_words_for_each_of_nine_levels_of_the_list() -> None:
    tables = shipped_tables()
    levels = {word.id: word.level for word in tables.words.rows}
    rows = tables.placement_words
    assert [sum(row.level == level for row in rows) for level in range(1, 10)] == [80] * 9
    assert all(levels[row.word_id] == min(row.level, 7) for row in rows)


def test_a_word_stands_once_in_the_placement(tmp_path: Path) -> None:
    file = tmp_path / "placement_words.csv"
    file.write_text("word_id,level\nL1-0001,1\nL1-0001,2\n", "utf-8")
    with pytest.raises(CorruptTable, match="line 3, word_id='L1-0001': stands twice"):
        placement_words(file)
