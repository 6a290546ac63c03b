"""Which listed word a corrected character belongs to."""

from __future__ import annotations

from collections.abc import Container

LONGEST_WORD = 4


def meant_word(text: str, corrected: str, at: int, words: Container[str]) -> str:
    """The listed word around a character that was replaced, where the wrong character makes none there.

    "" where there is no such word, or where it could be one or another: of 大学生活 nobody knows without reading on.

    Parameters
    ----------
    text, corrected : the same but for the character at `at`
    words : in simplified characters, like both texts

    >>> meant_word("我很高心", "我很高兴", 3, {"高兴", "兴"})
    '高兴'
    >>> meant_word("大学声活", "大学生活", 2, {"大学", "大学生", "生活"})
    ''
    """
    places = [
        (start, start + length)
        for length in range(LONGEST_WORD, 1, -1)
        for start in range(max(0, at - length + 1), min(at, len(text) - length) + 1)
    ]
    found = [place for place in places if corrected[slice(*place)] in words and text[slice(*place)] not in words]
    widest = [one for one in found if not any(_inside(one, other) for other in found)]
    return corrected[slice(*widest[0])] if len(widest) == 1 else ""


def _inside(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return one != other and other[0] <= one[0] and one[1] <= other[1]
