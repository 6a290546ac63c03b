"""Marks, positions and frameworks of essays."""

from __future__ import annotations

from typing import Any

from core.essays import marks
from tests.contract.school import ESSAY_TEXT, School


def _reviewed(school: School) -> dict[str, Any]:
    found: dict[str, Any] = school.looked_at("essay")[0].body["data"]
    return found


def marks_give_essay_back(school: School) -> None:
    made = _reviewed(school)
    read = marks.parse(made["marked_version"])
    assert (read.essay, read.corrected) == (ESSAY_TEXT, made["corrected_version"])


def positions_of_essay(school: School) -> None:
    errors = _reviewed(school)["word_level"]["errors"]
    assert len(errors) > 2
    for error in errors:
        start, end = map(int, error["position"].split("-"))
        assert ESSAY_TEXT[start:end] == error["original"]
    assert any(int(error["position"].split("-")[0]) > ESSAY_TEXT.index("😀") for error in errors)
