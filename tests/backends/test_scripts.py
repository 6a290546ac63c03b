"""From traditional to simplified characters and back."""

from __future__ import annotations

import pytest

from core.backends.scripts import OpenccConverter

CONVERTER = OpenccConverter()


@pytest.mark.parametrize(
    "text", ["把同学的腿打坏了。", "一好一坏", "电脑被弟弟打坏了，怎么办？", "著名的书", "干杯", "皇后"]
)
def test_simplified_text_stays(text: str) -> None:
    assert CONVERTER.simplified(text) == text


@pytest.mark.parametrize(
    ("traditional", "simplified"),
    [
        ("機器打壞了。", "机器打坏了。"),
        ("頭髮", "头发"),
        ("發現", "发现"),
        ("乾隆喝乾了", "乾隆喝干了"),
        ("皇后在後面", "皇后在后面"),
    ],
)
def test_traditional_text_is_converted(traditional: str, simplified: str) -> None:
    assert CONVERTER.simplified(traditional) == simplified


def test_a_text_comes_back_as_it_was() -> None:
    text = "我发现她的头发剪短了，后来才知道理发师把推子打坏了。"
    assert CONVERTER.simplified(CONVERTER.traditional(text)) == text
