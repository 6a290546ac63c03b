"""Whether an essay is written in traditional characters, so that insertions have to be as well."""

from __future__ import annotations

from collections.abc import Container


def is_traditional(text: str, simplified: str, forms: Container[str]) -> bool:
    """Whether an essay has more traditional characters than simplified ones for which a traditional form exists.

    Parameters
    ----------
    text, simplified : the essay as sent, and in simplified characters of the same length
    forms : the simplified characters that have a different traditional form

    >>> is_traditional("我說漢語", "我说汉语", "说汉语"), is_traditional("我说漢语", "我说汉语", "说汉语")
    (True, False)
    """
    pairs = list(zip(text, simplified, strict=True))
    turned = sum(written != plain for written, plain in pairs)
    return turned > sum(written == plain and plain in forms for written, plain in pairs)
