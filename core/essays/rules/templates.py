"""Templates of replacements and explanations, filled in from what a pattern matched."""

from __future__ import annotations

import re
from collections.abc import Mapping

FIELD = re.compile(r"\{(\w+)(?:\|(\w+))?\}")


def filled(template: str, values: Mapping[str, str], maps: Mapping[str, Mapping[str, str]]) -> str | None:
    """The template with `{name}` and `{name|map}` filled in; None where a map does not contain the word.

    Raises
    ------
    KeyError
        For a name or map that does not exist.

    >>> filled("一{noun|measure}{noun}", {"noun": "书"}, {"measure": {"书": "本"}})
    '一本书'
    """
    missing = False

    def value(match: re.Match[str]) -> str:
        nonlocal missing
        word = values[match[1]]
        if match[2] is None:
            return word
        mapped = maps[match[2]].get(word)
        missing = missing or mapped is None
        return mapped or ""

    text = FIELD.sub(value, template)
    return None if missing else text
