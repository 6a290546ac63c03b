"""Lessons on the board: one for each point and unit, inside their level, with one right option in every place, two to five minutes long."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from streamlit.material_icon_names import ALL_MATERIAL_ICONS

from core.errors import CorruptTable
from core.plan.lessons.boards import board_slides
from core.tables import shipped_tables
from core.tables.content.board_lessons import KEY, BoardLesson, board_lessons
from core.tables.content.lessons import slides_seconds
from core.wiring import level_list, segmenter_of

TABLES = shipped_tables()
LESSONS = TABLES.board_lessons
HAN_RUN = re.compile(r"[\u4e00-\u9fff]+")
SPOKEN = re.compile(r"[\u4e00-\u9fffA-Za-z0-9]+")
HALF_WIDTH = re.compile(r"[\u4e00-\u9fff][,?!;:][\u4e00-\u9fff]|\"")
MOST_ABOVE = 3
"""Words above the level, which the English explains."""
LEVELS = {point.id: point.level for point in TABLES.points.grammar} | {unit.id: unit.level for unit in TABLES.units}


def about(lesson: BoardLesson) -> str:
    """The point or the unit of a lesson."""
    return lesson.point or str(lesson.unit)


def sentences(lesson: BoardLesson) -> Iterator[str]:
    """Every right Chinese sentence of a lesson."""
    yield from (line.zh for line in lesson.meet)
    yield from (step.zh for step in lesson.build.steps)
    yield from (lesson.contrast.left.zh, lesson.contrast.right.zh, lesson.trap.right.zh)
    yield from (said.zh for said in lesson.say)
    yield lesson.write.zh


def test_every_point_and_every_unit_has_its_lesson() -> None:
    wanted = Counter(point.id for point in TABLES.points.grammar) + Counter(unit.id for unit in TABLES.units)
    assert Counter(map(about, LESSONS)) == wanted


def test_a_lesson_takes_two_to_five_minutes() -> None:
    seconds = {about(lesson): slides_seconds(board_slides(lesson), LEVELS[about(lesson)]) for lesson in LESSONS}
    assert {name: length for name, length in seconds.items() if not 120 <= length <= 300} == {}


def test_the_parts_on_the_board_make_the_sentence() -> None:
    broken = [
        (about(lesson), step.zh)
        for lesson in LESSONS
        for step in lesson.build.steps
        if "".join(SPOKEN.findall("".join(part.removeprefix(KEY) for part in step.parts)))
        != "".join(SPOKEN.findall(step.zh))
    ]
    assert broken == []


def test_the_right_option_stands_in_every_place_about_equally_often() -> None:
    places = Counter(check.key for lesson in LESSONS for check in lesson.checks)
    assert all(places[place] > sum(places.values()) / 4 for place in range(3))


def test_a_lesson_has_at_most_three_words_above_its_level() -> None:
    segmenter, levels = segmenter_of(TABLES), level_list(TABLES)
    beyond = {}
    for lesson in LESSONS:
        texts = [*sentences(lesson), *(option for check in lesson.checks for option in check.options)]
        runs = [run for text in texts for run in HAN_RUN.findall(text)]
        level = LEVELS[about(lesson)]
        hard = {token.text for run in runs for token in levels.beyond(segmenter.words(run), level=level)}
        if len(hard) > MOST_ABOVE:
            beyond[about(lesson)] = hard
    assert beyond == {}


def test_no_sentence_stands_twice_in_a_lesson_and_marks_are_full_width() -> None:
    twice = {
        about(lesson): text for lesson in LESSONS for text, times in Counter(sentences(lesson)).items() if times > 1
    }
    assert twice == {}
    assert [(about(lesson), text) for lesson in LESSONS for text in sentences(lesson) if HALF_WIDTH.search(text)] == []


def test_every_icon_is_a_material_symbol_that_streamlit_ships() -> None:
    assert {icon for lesson in LESSONS for icon in lesson.scene.icons} <= ALL_MATERIAL_ICONS


@pytest.mark.parametrize(
    ("changed", "named"),
    [
        ({"unit": "u1-01"}, "a lesson is on a point or on a unit"),
        ({"point": None}, "a lesson is on a point or on a unit"),
        ({"trap": {"wrong": "他高。", "mark": "矮", "right": {"zh": "他很高。", "en": "He is tall."}}}, "trap"),
    ],
)
def test_the_first_bad_lesson_stops_with_its_file_and_line(tmp_path: Path, changed: dict[str, Any], named: str) -> None:
    good = json.loads(LESSONS[0].model_dump_json(by_alias=True, exclude_none=True))
    file = tmp_path / "board_lessons-1.jsonl"
    file.write_text(json.dumps({**good, **changed}, ensure_ascii=False) + "\n", "utf-8")
    with pytest.raises(CorruptTable, match=named):
        board_lessons([file])
