"""What the tagger learns from: sentences with, at each character, what is to be done there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

KEEP, DELETE, REPLACE = range(3)
UNKNOWN: Final = "\x00"
"""Stands in the alphabet for characters that are not in it."""
HIDDEN: Final = "\x01"
"""Stands in the alphabet for a character that is hidden and to be told."""

Step = tuple[int, int, str]
"""Start, end, replacement: an insertion, or the deletion or replacement of one character."""


@dataclass(frozen=True)
class Labelled:
    """A sentence with its labels; `gaps` and `inserted` have one more, for the end."""

    written: str
    operations: list[int]
    replaced: list[str]
    """The character that should stand there; "" where none is to be learned."""
    gaps: list[int]
    """Whether something is missing before the character."""
    inserted: list[str]


def labelled(written: str, changes: Iterable[Step]) -> Labelled:
    """Labels from the changes of an alignment, in any lengths.

    >>> labelled("他跑的快", [(2, 3, "得"), (3, 3, "很")])
    Labelled(written='他跑的快', operations=[0, 0, 2, 0], replaced=['', '', '得', ''], gaps=[0, 0, 0, 1, 0], inserted=['', '', '', '很', ''])
    """
    operations, replaced = [KEEP] * len(written), [""] * len(written)
    gaps, inserted = [0] * (len(written) + 1), [""] * (len(written) + 1)
    for start, end, replacement in changes:
        if start == end:
            gaps[start], inserted[start] = 1, replacement
            continue
        common = min(end - start, len(replacement))
        for offset in range(common):
            operations[start + offset], replaced[start + offset] = REPLACE, replacement[offset]
        for offset in range(common, end - start):
            operations[start + offset] = DELETE
        if len(replacement) > common:
            gaps[end], inserted[end] = 1, replacement[common:]
    return Labelled(written, operations, replaced, gaps, inserted)


def alphabet_of(texts: Iterable[str], *, least: int = 2) -> str:
    """The characters that occur at least so often, the commonest first, after the marks for unknown and hidden ones."""
    counts = Counter(character for text in texts for character in text)
    return UNKNOWN + HIDDEN + "".join(one for one, count in counts.most_common() if count >= least)


def insertions_of(sentences: Sequence[Labelled], *, least: int = 3) -> list[str]:
    """The texts that are missing at least so often, the commonest first."""
    counts = Counter(text for sentence in sentences for text in sentence.inserted if text)
    return [text for text, count in counts.most_common() if count >= least]
