"""Positions, levels and match types of grammar points."""

from __future__ import annotations

from typing import Any

from tests.contract.school import WHOLE_TEXT, School
from tests.http.service import GRAMMAR_TEXT

EASY = "我是学生。他是老师。我爱吃苹果。你好吗？我很好。我们去学校。"
HARD = (
    "鉴于上述情形，委员会遂决议暂缓施行该项法令，以期缓和舆论之激愤，避免酿成更为严峻的社会危机，维护法治的权威与尊严。"
)


def _analysed(school: School, text: str) -> dict[str, Any]:
    reply = school.post(GRAMMAR_TEXT, {"txt": text}, credential="none")
    assert reply.status == 200, reply.body
    found: dict[str, Any] = reply.body["data"]
    return found


def positions_of_matches(school: School) -> None:
    matches = [match for found in _analysed(school, WHOLE_TEXT)["grammar_dict"].values() for match in found]
    assert len(matches) > 3
    for start, end, text, _ in matches:
        assert WHOLE_TEXT[start:end] == text


def matches_are_not_empty(school: School) -> None:
    matches = [match for found in _analysed(school, WHOLE_TEXT)["grammar_dict"].values() for match in found]
    assert matches
    for start, end, *_ in matches:
        assert 0 <= start < end


def positions_beyond_the_plane(school: School) -> None:
    text = f"😀𠮷{WHOLE_TEXT}"
    matches = [match for found in _analysed(school, text)["grammar_dict"].values() for match in found]
    assert len(matches) > 3
    for start, end, matched, _ in matches:
        assert text[start:end] == matched


def counts_level(school: School, level: str, numerals: str) -> None:
    data = _analysed(school, WHOLE_TEXT)
    of_level = [each for each in data["grammar_list"] if each[1:].startswith(tuple(numerals.split("|")))]
    assert data["grammar_count"][f"level_{level}"] == len(of_level)


def easy_before_hard(school: School) -> None:
    assert int(_analysed(school, EASY)["difficulty_level"]) < int(_analysed(school, HARD)["difficulty_level"])


def hard_text_is_seven(school: School) -> None:
    assert _analysed(school, HARD * 3)["difficulty_level"] == "7"


def official_points(school: School) -> list[dict[str, Any]]:
    """The standard's grammar points, as the map has them."""
    points = school.looked_at("map")[0].body["data"]["knowledge_points"]
    return [point for point in points if point["kind"] == "point"]


def standard_has(school: School, points: str) -> None:
    assert len(official_points(school)) == int(points)


def standard_has_level(school: School, numeral: str) -> None:
    assert [each for each in official_points(school) if each["point_id"].startswith(f"【{numeral}")]


def grammar_stores_nothing(school: School) -> None:
    store, before = school.service.store, len(school.service.store.students("org_0001"))
    ledger = len(list(store.ledger(None, "2026-11")))
    _analysed(school, WHOLE_TEXT)
    assert len(store.students("org_0001")) == before
    assert len(list(store.ledger(None, "2026-11"))) == ledger
