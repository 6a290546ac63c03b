"""How long what was asked of a student rests before it comes again."""

from __future__ import annotations

from collections.abc import Collection
from datetime import timedelta

TEXT_PAUSE = timedelta(days=60)
"""A text, an exchange or a sentence does not come back to a student before this, in whatever item, as long as there are others."""
WORD_ENTRY = "L"
"""How the ids of the word list begin, and no others: a word is to come back in other items, and only those pause."""


def resting(sources: Collection[str]) -> frozenset[str]:
    """Those of the sources of items shown within `TEXT_PAUSE` that pause: all but words.

    >>> sorted(resting(["p0001", "L1-0001", "s1001"]))
    ['p0001', 's1001']
    """
    return frozenset(source for source in sources if not source.startswith(WORD_ENTRY))
