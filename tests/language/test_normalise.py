"""Answers brought to one form."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.language.normalise import fold, source_offsets, spell_digits


@pytest.mark.parametrize(
    ("typed", "folded"), [("Ａ", "a"), (" 图 书 馆 。", "图书馆"), ("“好”！", "好"), ("３：３０", "330")]
)
def test_width_space_and_punctuation_do_not_count(typed: str, folded: str) -> None:
    assert fold(typed) == folded


@pytest.mark.parametrize(
    ("typed", "spelt"),
    [("3", "三"), ("10", "十"), ("12个", "十二个"), ("40", "四十"), ("05", "零五"), ("100", "一零零")],
)
def test_digits_are_spelt_as_chinese_numerals(typed: str, spelt: str) -> None:
    assert spell_digits(typed) == spelt


@given(st.text(max_size=40))
def test_every_kept_character_knows_where_it_came_from(text: str) -> None:
    places = source_offsets(text)
    assert places == sorted(places)
    assert all(0 <= place < len(text) for place in places)
