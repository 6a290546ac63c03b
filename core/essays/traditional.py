"""Whether an essay is written in traditional characters, so that what is put in has to be as well."""

from __future__ import annotations

from collections.abc import Container


def is_traditional(text: str, simplified: str, forms: Container[str]) -> bool:
    """Whether more characters of an essay are traditional than could be and are not.

    Parameters
    ----------
    text, simplified : as sent, and in simplified characters of the same length
    forms : simplified characters that have another traditional form

    >>> is_traditional("我說漢語", "我说汉语", "说汉语"), is_traditional("我说漢语", "我说汉语", "说汉语")
    (True, False)
    """
    pairs = list(zip(text, simplified, strict=True))
    turned = sum(written != plain for written, plain in pairs)
    return turned > sum(written == plain and plain in forms for written, plain in pairs)
