"""What the drawing of the map and its search are given."""

from __future__ import annotations

import json

import pytest

from core.api.core import Core
from core.wire import Language
from pages.parts.atlas.search import form_and_gloss, search_rows
from pages.parts.atlas.sheet import ShownPoint, all_levels_data, level_data
from pages.parts.i18n import writing_in
from pages.parts.map.words import COLORS, EDGES, GLYPHS, STATUSES

LANGUAGES: tuple[Language, ...] = ("zh", "en")


def shown_points(core: Core, level: int | None) -> list[ShownPoint]:
    """Points with each status in turn."""
    rows = [row for row in core.tables.points.rows if level in (None, row.level)]
    return [ShownPoint(row, STATUSES[index % 5], index == 0, "8 of 10 right") for index, row in enumerate(rows)]


@pytest.mark.parametrize("level", range(1, 8))
def test_every_point_stands_in_one_region_whose_share_is_that_of_its_points(core: Core, level: int) -> None:
    shown = shown_points(core, level)
    with writing_in("en"):
        data = level_data(shown, core.tables.points, core.knowledge.sheets(level), level=level, faded={shown[0].row.id})
    members = [member for region in data["regions"] for member in region["members"]]
    assert sorted(members) == list(range(len(shown)))
    for region in data["regions"]:
        met = sum(shown[member].status in ("exceeded", "mastered") for member in region["members"])
        assert region["counts"] == f"{met} of {len(region['members'])} met"
        assert region["met"] == pytest.approx(met / len(region["members"]), abs=1e-4)
    for sheet in data["sheets"].values():
        assert [len(region["cells"]) for region in sheet["regions"]] == [
            len(each["members"]) for each in data["regions"]
        ]
    assert [point["faded"] for point in data["points"]].count(True) == 1
    assert json.loads(json.dumps(data)) == data


def test_the_map_speaks_the_language_of_the_interface(core: Core) -> None:
    shown = shown_points(core, 2)
    sheets = core.knowledge.sheets(2)
    for language, name, gloss in (("zh", "代词", "估计、允许"), ("en", "Pronouns", "maybe; allowed to")):
        with writing_in(language):
            data = level_data(shown, core.tables.points, sheets, level=2, faded=())
        assert name in {region["name"] for region in data["regions"]}
        assert gloss in {point["gloss"] for point in data["points"]}


def test_the_picture_of_all_levels_has_an_area_for_each(core: Core) -> None:
    with writing_in("en"):
        data = all_levels_data(shown_points(core, None), faded=())
    assert [region["name"] for region in data["regions"]] == [
        f"Level {level}" for level in ("1", "2", "3", "4", "5", "6", "7–9")
    ]
    assert sum(len(region["members"]) for region in data["regions"]) == 853
    for sheet in data["sheets"].values():
        assert sheet["plain"]
        assert len(sheet["regions"]) == 7


def test_every_status_has_a_shape_and_a_colour_of_its_own() -> None:
    assert set(STATUSES) == set(GLYPHS) == set(COLORS) == set(EDGES)
    assert len(set(GLYPHS.values())) == len(set(COLORS.values())) == 5


def hits(core: Core, language: Language, *words: str) -> list[str]:
    """Ids of the points in whose text all the words stand."""
    with writing_in(language):
        return [row[0] for row in search_rows(core, language) if all(word in row[-1] for word in words)]


@pytest.mark.parametrize("words", [("把字句",), ("bazi",), ("ba", "zi", "chuzhi"), ("【三54】",)])
def test_a_point_is_found_by_characters_pinyin_and_number(core: Core, words: tuple[str, ...]) -> None:
    for language in LANGUAGES:
        assert "【三54】" in hits(core, language, *words)


def test_a_point_is_found_by_english_words_and_by_er_spelled_out(core: Core) -> None:
    assert "【一03】" in hits(core, "zh", "wanting", "to")
    for spelled in ("nar", "naer"):
        assert "【一04】" in hits(core, "en", spelled)
    assert hits(core, "en", "no such point") == []


def test_a_name_is_its_form_and_what_it_does(core: Core) -> None:
    for row in core.tables.points.rows:
        for language in LANGUAGES:
            form, gloss = form_and_gloss(row.short.get(language))
            assert form
            assert not set("（(") & set(form[-1:])
            assert not gloss.endswith(("）", ")"))
