"""Edits: which are valid, what they produce, and where spans move."""

from __future__ import annotations

import pytest

from core.essays import edits as editing
from core.essays.model import Change, EditType


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ((2, 1, "", "", "D"), "lies outside"),
        ((0, 9, "我很高心", "", "D"), "lies outside"),
        ((0, 1, "你", "他", "B"), "'我' stands there, not '你'"),
        ((0, 1, "我", "我", "B"), "changes nothing"),
        ((0, 2, "我很", "他很", "B"), "one for one"),
        ((0, 1, "我", "我们", "L"), "missing cannot replace"),
        ((0, 1, "我", "他", "D"), "extra cannot become"),
        ((0, 0, "", "他", "W"), "needs both words"),
    ],
)
def test_an_invalid_edit_is_named(change: tuple[int, int, str, str, EditType], why: str) -> None:
    with pytest.raises(ValueError, match=f"edit 0 .*{why}"):
        editing.check("我很高心", [Change(*change)])


def test_edits_that_overlap_or_are_out_of_order_are_invalid() -> None:
    one, other = Change(2, 4, "高心", "高兴", "W"), Change(3, 4, "心", "兴", "B")
    with pytest.raises(ValueError, match="edit 1 at 3-4: lies outside 4-4"):
        editing.check("我很高心", [one, other])
    with pytest.raises(ValueError, match="edit 1"):
        editing.check("我很高心", [other, Change(0, 1, "我", "他", "B")])


@pytest.mark.parametrize(
    ("text", "change", "minimal"),
    [
        ("他高星极了", (1, 3, "高兴"), (2, 3, "兴")),
        ("我吃了了", (3, 4, ""), (2, 3, "")),
        ("我吃了", (3, 3, "了"), (2, 2, "了")),
        ("看看书", (2, 2, "看看"), (0, 0, "看看")),
        ("好\n\n好", (2, 3, ""), (2, 3, "")),
        ("一样", (0, 2, "一样"), (2, 2, "")),
    ],
)
def test_changes_that_produce_the_same_text_have_one_form(
    text: str, change: tuple[int, int, str], minimal: tuple[int, int, str]
) -> None:
    assert editing.minimal_change(text, *change) == minimal


def test_a_span_is_followed_through_the_edits_and_back() -> None:
    essay = "我题高了很多"
    changes = [Change(1, 2, "题", "提", "B"), Change(4, 4, "", "得", "L"), Change(4, 6, "很多", "多", "W")]
    corrected = editing.apply(essay, changes)
    assert corrected == "我提高了得多"
    first, last = editing.corrected_range(2, 4, changes)
    assert corrected[first:last] == "高了"
    assert editing.corrected_range(first, last, editing.inverse(changes)) == (2, 4)
    assert editing.corrected_range(5, 6, changes) == (5, 6)
