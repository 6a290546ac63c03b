"""What a plan can recommend: every lesson, point, dialogue and passage as something that plays."""

from __future__ import annotations

from collections import Counter

import pytest
from pydantic import TypeAdapter

from core.plan.lessons.composed import pattern_picture
from core.plan.lessons.resources import ResourceCatalogue
from core.tables import Tables
from core.tables.content.lessons import Pattern, slides_seconds
from core.wire import Identifier

TABLES = Tables()
CATALOGUE = ResourceCatalogue(TABLES)


def test_every_lesson_point_and_text_is_a_resource_once() -> None:
    kinds = Counter(resource.kind for resource in CATALOGUE.all)
    texts = len(TABLES.content.dialogues) + len(TABLES.content.passages)
    assert kinds == {"lesson": len(TABLES.lessons), "point_lesson": 572, "dialogue": texts}
    assert len(CATALOGUE.by_id) == len(CATALOGUE.all)


def test_ids_can_stand_in_a_path_and_stay_the_same() -> None:
    for resource in CATALOGUE.all:
        TypeAdapter(Identifier).validate_python(resource.resource_id)
        assert resource.resource_id.isascii()
    again = ResourceCatalogue(Tables())
    assert again.all == CATALOGUE.all
    assert {"point_3-34", "point_7-044", "audio_d0001", f"lesson_{TABLES.lessons[0].id}"} <= again.by_id.keys()


def test_every_resource_plays_for_as_long_as_it_says() -> None:
    for resource in CATALOGUE.all:
        slides = CATALOGUE.slides_of(resource.resource_id)
        assert 5 <= len(slides) <= 12, resource.resource_id
        assert resource.seconds == slides_seconds(slides, resource.level)
        assert 1 <= resource.minutes <= 15, resource.resource_id


def test_the_lesson_of_a_point_explains_asks_and_lets_produce() -> None:
    for resource in CATALOGUE.all:
        if resource.kind == "point_lesson":
            doing = Counter(slide.do for slide in CATALOGUE.slides_of(resource.resource_id))
            assert doing == {"show": 3, "listen": 1, "check": 3, "say": 2, "read": 1, "write": 1}


def test_in_the_lessons_of_points_the_right_option_stands_in_every_place() -> None:
    checks = [slide for each in TABLES.points.grammar[:60] for slide in CATALOGUE.slides_of(f"point_{each.level}-{each.id[2:-1]}") if slide.do == "check"]  # fmt: skip
    places = Counter(slide.key for slide in checks)
    assert all(places[place] > len(checks) / 5 for place in range(3))


def test_what_is_about_a_point_begins_with_the_written_lessons() -> None:
    taught = next(resource for resource in CATALOGUE.all if resource.kind == "lesson" and resource.points)
    found = CATALOGUE.about(taught.points[0])
    assert taught in found
    assert [resource.kind for resource in found] == sorted(
        (resource.kind for resource in found), key=["lesson", "point_lesson", "dialogue"].index
    )
    assert CATALOGUE.about("【no such point】") == ()


@pytest.mark.parametrize("level", range(1, 8))
def test_a_level_has_something_for_every_skill_and_type(level: int) -> None:
    for skill in ("listening", "speaking", "reading", "writing"):
        assert CATALOGUE.of(level, skill), skill
    assert CATALOGUE.of(level, None, "video")
    assert CATALOGUE.of(level, "listening", "audio")
    assert all(resource.level == level for resource in CATALOGUE.of(level))


def test_an_unknown_resource_has_no_slides() -> None:
    with pytest.raises(KeyError):
        CATALOGUE.slides_of("lesson_n9-99")


@pytest.mark.parametrize(
    ("pattern", "blocks"),
    [
        ("动词 + 了（+ 数量 + 宾语）", ["动词", "了*", "（数量）", "（宾语）"]),
        ("定语 +（的）+ 名词", ["定语", "（的）*", "名词"]),
        ("主语（多个）+ 都 / 一起 + 动词 / 形容词；别的", ["主语（多个）", "都 / 一起*", "动词 / 形容词"]),
        ("共 +（动词 +）数量", ["共*", "（动词）", "数量"]),
        ("除了……（以外），都/还/也……", ["除了……（以外），*", "都/还/也……*"]),
    ],
)
def test_a_written_pattern_becomes_blocks(pattern: str, blocks: list[str]) -> None:
    assert [part.text + "*" * part.key for part in pattern_picture(pattern).parts] == blocks


def test_every_point_has_a_picture_of_its_pattern_with_something_to_learn() -> None:
    pictures = {page.id: pattern_picture(page.pattern) for page in TABLES.point_pages.values()}
    assert all(isinstance(picture, Pattern) for picture in pictures.values())
    without = [name for name, picture in pictures.items() if not any(part.key for part in picture.parts)]
    assert len(without) < 90
