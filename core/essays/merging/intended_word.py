"""Which listed word the writer intended with a character that is corrected."""

from __future__ import annotations

from collections.abc import Container

LONGEST_WORD = 4


def intended_word(text: str, corrected: str, index: int, words: Container[str]) -> str:
    """The listed word around a character that was replaced, where the wrong character forms none there.

    "" where there is no such word, or where it could be one of several: 大学生活 cannot be decided without reading on.

    Parameters
    ----------
    text, corrected : the same but for the character at `index`
    words : in simplified characters, like both texts

    >>> intended_word("我很高心", "我很高兴", 3, {"高兴", "兴"})
    '高兴'
    >>> intended_word("大学声活", "大学生活", 2, {"大学", "大学生", "生活"})
    ''
    """
    spans = [
        (start, start + length)
        for length in range(LONGEST_WORD, 1, -1)
        for start in range(max(0, index - length + 1), min(index, len(text) - length) + 1)
    ]
    matching = [span for span in spans if corrected[slice(*span)] in words and text[slice(*span)] not in words]
    longest = [span for span in matching if not any(_inside(span, longer) for longer in matching)]
    return corrected[slice(*longest[0])] if len(longest) == 1 else ""


def _inside(inner: tuple[int, int], outer: tuple[int, int]) -> bool:
    return inner != outer and outer[0] <= inner[0] and inner[1] <= outer[1]
