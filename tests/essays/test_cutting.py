"""A correction that quotes more than it changes is cut into its smallest changes."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.essays.edits import apply
from core.essays.language_model.alignment import cut_correction
from core.essays.model import Change


@pytest.mark.parametrize(
    ("written", "right", "changes"),
    [
        ("我很喜次学习汉语的。", "我很喜欢学习汉语。", [("次", "欢"), ("的", "")]),
        ("他跑的快。", "他跑得很快。", [("的", "得很")]),
        ("因为天气不好，但是我去了。", "虽然天气不好，但是我去了。", [("因为", "虽然")]),
        ("我去北京昨天。", "我昨天去北京。", [("去北京昨天", "昨天去北京")]),
        ("我做完了作业。", "我把作业做完了。", [("做完了作业", "把作业做完了")]),
        ("我毕业了北京大学。", "我从北京大学毕业了。", [("毕业了北京大学", "从北京大学毕业了")]),
        ("他教我汉语三年。", "他教我三年汉语。", [("汉语三年", "三年汉语")]),
        ("我都也去。", "我也都去。", [("都也", "也都")]),
        ("一样。", "一样。", []),
    ],
)
def test_changes_are_small_and_what_moves_is_one(written: str, right: str, changes: list[tuple[str, str]]) -> None:
    cut = cut_correction(written, 0, len(written), right)
    assert [(written[one.start : one.end], one.replacement) for one in cut.changes] == changes


@given(st.text("我你他了的，。A", max_size=14), st.text("我你他了的，。A", max_size=14), st.integers(0, 3))
def test_the_changes_together_make_the_correction(written: str, right: str, skipped: int) -> None:
    start = min(skipped, len(written))
    cut = cut_correction(written, start, len(written), right)
    changes = [Change(*one[:2], written[one.start : one.end], one.replacement, "S") for one in cut.changes]
    assert all(one.end <= other.start for one, other in pairwise(changes))
    assert apply(written, changes) == written[:start] + right
