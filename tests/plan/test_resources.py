"""What a plan can recommend: every lesson, point, dialogue and passage as something that plays."""

from __future__ import annotations

from collections import Counter

import pytest
from pydantic import TypeAdapter

from core.plan.lessons.resources import ResourceCatalogue
from core.tables import Tables, shipped_tables
from core.tables.content.lessons import slides_seconds
from core.wire import Identifier

TABLES = shipped_tables()
CATALOGUE = ResourceCatalogue(TABLES)


def test_every_lesson_point_and_text_is_a_resource_once() -> None:
    kinds = Counter(resource.kind for resource in CATALOGUE.all)
    texts = len(TABLES.content.dialogues) + len(TABLES.content.passages)
    assert kinds == {"lesson": len(TABLES.lessons), "unit_lesson": 90, "point_lesson": 572, "dialogue": texts}
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
