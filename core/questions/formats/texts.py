"""Texts as every format can carry them: no control characters, one kind of line end, nothing around them."""

from __future__ import annotations

import re
from typing import Annotated

from pydantic import BeforeValidator, StringConstraints

MOST_TEXT = 20_000
"""Code points of a stem, an explanation or a transcript: several times the longest passage of the bank."""
MOST_LINE = 1_000
"""Code points of an option or an answer."""
MOST_TAG = 64
"""As in the request for questions."""

LINE_ENDS = re.compile("\r\n|[\r\u2028\u2029\x85\x0b\x0c]")
FORBIDDEN_CHARACTERS = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff\ufeff]")
"""Control characters, halves of surrogate pairs, the byte order mark and code points that are no characters: XML or a CSV reader
would refuse or drop them."""
NOT_IN_TAGS = re.compile(r"[\[\]\\|,\n\t]")
"""Marks that one of the formats sets between tags."""


def clean(text: object) -> object:
    """The text without what a format could not bring back; other values as they are.

    >>> clean("  一行\\r\\n两行\\x07 ")
    '一行\\n两行'
    """
    return FORBIDDEN_CHARACTERS.sub("", LINE_ENDS.sub("\n", text)).strip() if isinstance(text, str) else text


def one_line(text: object) -> object:
    """The clean text on one line.

    >>> one_line("喝\\n茶")
    '喝 茶'
    """
    if not isinstance(text, str):
        return text
    lines = (line.strip() for line in str(clean(text)).split("\n"))
    return " ".join(line for line in lines if line).replace("\t", " ")


def tag_of(text: str) -> str:
    """The text as a tag; empty where nothing is left of it."""
    return NOT_IN_TAGS.sub(" ", str(clean(text))).strip()[:MOST_TAG].strip()


def tags_of(texts: list[str]) -> tuple[str, ...]:
    """The texts as tags, each once."""
    return tuple(dict.fromkeys(tag for tag in map(tag_of, texts) if tag))


Text = Annotated[str, BeforeValidator(clean), StringConstraints(max_length=MOST_TEXT)]
"""Any number of lines."""
Line = Annotated[str, BeforeValidator(one_line), StringConstraints(max_length=MOST_LINE)]
"""One line."""
Tag = Annotated[str, BeforeValidator(one_line), StringConstraints(min_length=1, max_length=MOST_TAG)]
