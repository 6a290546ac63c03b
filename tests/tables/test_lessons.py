"""Mini-lessons and titles of essays: whole, inside their level, and as long as they say."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from streamlit.material_icon_names import ALL_MATERIAL_ICONS

from core.backends.jieba import JiebaSegmenter
from core.errors import CorruptTable
from core.tables import shipped_tables
from core.tables.content.lessons import (
    PACING,
    EssayTitle,
    Lesson,
    Line,
    Slide,
    essay_titles,
    lesson_seconds,
    lessons,
    slide_seconds,
)
from core.tables.content.pictures import Place, Route, Scene
from core.wire import Bilingual
from core.wiring import level_list, segmenter_of

TABLES = shipped_tables()
HAN_RUN = re.compile(r"[\u4e00-\u9fff]+")
HALF_WIDTH = re.compile(r"[,?!;\"]")
MOST_ABOVE = 4
"""New words that a lesson explains."""
GOOD: dict[str, Any] = json.loads(TABLES.lessons[0].model_dump_json(by_alias=True))


@pytest.fixture(scope="module")
def segmenter() -> JiebaSegmenter:
    return segmenter_of(TABLES)


def lines_of(lesson: Lesson) -> list[Line]:
    """All lines in their order."""
    return [line for slide in lesson.slides for line in slide.lines]


def written(tmp_path: Path, **changed: Any) -> Path:
    """A folder with one lesson file of one good lesson, changed."""
    row = {**GOOD, "slides": [_bare(slide) for slide in GOOD["slides"]], **changed}
    (tmp_path / "lessons-1.jsonl").write_text(json.dumps(row, ensure_ascii=False), "utf-8")
    return tmp_path


def _bare(slide: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in slide.items() if value is not None}


def test_a_good_lesson_is_read(tmp_path: Path) -> None:
    assert lessons(written(tmp_path)) == [TABLES.lessons[0]]


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"skill": "singing"}, "lessons-1.jsonl, line 1, skill='singing'"),
        ({"id": "n2-01"}, "the id names another level"),
        ({"slides": [{"do": "say", "lines": [{"zh": "你好"}]}] * 9}, "a line of a written lesson has its English"),
        ({"slides": [{"do": "check", "ask": {"zh": "谁？", "en": "Who?"}, "options": ["我", "你", "我"]}] * 9}, "three different"),
        ({"slides": [{"do": "show", "picture": {"kind": "moon"}}] * 9}, "slides.0.picture"),
    ],
)  # fmt: skip
def test_the_first_bad_lesson_stops_with_file_line_field_and_value(
    tmp_path: Path, changed: dict[str, Any], said: str
) -> None:
    with pytest.raises(CorruptTable, match=said):
        lessons(written(tmp_path, **changed))


def test_a_lesson_that_stands_twice_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path) / "lessons-1.jsonl"
    text = path.read_text("utf-8")
    path.write_text(f"{text}\n{text}", "utf-8")
    with pytest.raises(CorruptTable, match="stands twice"):
        lessons(tmp_path)


def test_every_lesson_shows_asks_and_lets_produce() -> None:
    for lesson in TABLES.lessons:
        doing = Counter(slide.do for slide in lesson.slides)
        assert doing["check"] >= 2, lesson.id
        assert doing["say"] + doing["write"] >= 1, lesson.id
        assert 12 <= len(lines_of(lesson)) <= 40, lesson.id
        pictures = sum(slide.picture is not None for slide in lesson.slides)
        assert lesson.kind == "audio" or pictures * 2 >= len(lesson.slides), lesson.id
        assert not [line.zh for line in lines_of(lesson) if HALF_WIDTH.search(line.zh)], lesson.id


def test_points_are_of_the_lessons_level_or_one_below() -> None:
    rows = TABLES.points.by_id
    either: list[Lesson | EssayTitle] = [*TABLES.lessons, *TABLES.essay_titles]
    for row in either:
        assert all(rows[point].level in (row.level - 1, row.level) for point in row.points), row.id
        assert all(rows[point].kind == "point" for point in row.points), row.id


def test_a_lesson_has_at_most_four_words_above_its_level(segmenter: JiebaSegmenter) -> None:
    levels = level_list(TABLES)
    beyond = {}
    for lesson in TABLES.lessons:
        runs = [run for line in lines_of(lesson) for run in HAN_RUN.findall(line.zh)]
        hard = {token.text for run in runs for token in levels.beyond(segmenter.words(run), level=lesson.level)}
        if len(hard) > MOST_ABOVE:
            beyond[lesson.id] = hard
    assert beyond == {}


def test_every_icon_is_a_material_symbol_that_streamlit_ships() -> None:
    pictures = [slide.picture for lesson in TABLES.lessons for slide in lesson.slides]
    named = {icon for picture in pictures if isinstance(picture, Scene) for icon in picture.icons}
    named |= {picture.icon for picture in pictures if isinstance(picture, Route) and picture.icon}
    named |= {icon for picture in pictures if isinstance(picture, Place) for icon in (picture.thing, picture.of)}
    assert named <= ALL_MATERIAL_ICONS


def test_minutes_follow_from_what_is_played() -> None:
    line = Line(zh="你好，小林！", en="Hello!")
    spoken = 4 / PACING.characters_a_second[0]
    shown = slide_seconds(Slide(do="show", lines=(line,)), 1)
    assert shown == pytest.approx(spoken + PACING.pause)
    assert slide_seconds(Slide(do="listen", lines=(line,)), 1) == pytest.approx(2 * shown)
    said = slide_seconds(Slide(do="say", lines=(line,)), 1)
    assert said == pytest.approx(shown + PACING.repeat * spoken + PACING.breath)
    asked = Bilingual(zh="写", en="Write")
    assert slide_seconds(Slide(do="write", ask=asked, lines=(line,)), 1) == pytest.approx(shown + 4 * 5)
    note = Bilingual(zh="好", en="one two three four five six seven")
    assert slide_seconds(Slide(do="show", note=note), 1) == pytest.approx(7 / PACING.words_a_second)


def test_written_lessons_take_two_to_twelve_minutes() -> None:
    assert {
        lesson.id: lesson_seconds(lesson) for lesson in TABLES.lessons if not 120 <= lesson_seconds(lesson) <= 720
    } == {}


def test_there_are_ten_titles_of_essays_a_level_at_least_with_words_of_the_level() -> None:
    counts = Counter(title.level for title in TABLES.essay_titles)
    assert sorted(counts) == list(range(1, 8))
    assert min(counts.values()) >= 10
    levels = level_list(TABLES)
    above = {
        (title.id, word)
        for title in TABLES.essay_titles
        for word in title.words
        if any(levels.level(part).level > title.level for part in HAN_RUN.findall(word))
    }
    assert above == set()


def test_a_title_whose_length_is_upside_down_is_refused(tmp_path: Path) -> None:
    row: EssayTitle = TABLES.essay_titles[0]
    text = row.model_dump_json().replace(f"[{row.characters[0]},{row.characters[1]}]", "[60,30]")
    (tmp_path / "essay_titles.jsonl").write_text(text, "utf-8")
    with pytest.raises(CorruptTable, match="least and most"):
        essay_titles(tmp_path / "essay_titles.jsonl")
