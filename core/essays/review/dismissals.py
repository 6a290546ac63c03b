""" "This is right": how a dismissed edit is known again in another draft, and how it is left out from then on.

An edit is known by its sentence, by its place in it, and by what it would change. The sentence is taken twice: as it was written,
and with its other edits made, so that a dismissal outlives the mending of what stands beside it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Sequence

from core.essays.cutting import stretch
from core.essays.edits import apply, least, transposed
from core.essays.merging.selection import Merged
from core.essays.model import Change

KEY_LENGTH = 32
"""Hexadecimal digits: 128 bits."""


def known_by(essay: str, edit: Change, edits: Sequence[Change]) -> tuple[str, str]:
    """Two keys of an edit, or of a place to check: in its sentence as written, and with the other `edits` made there.

    >>> one = known_by("我很高心。他来了。", Change(3, 4, "心", "兴", "B"), [])
    >>> one == known_by("今天下雨。我很高心。", Change(8, 9, "心", "兴", "B"), [])
    True
    """
    first, last = stretch(essay, edit.start, edit.end)
    sentence, start, end = essay[first:last], edit.start - first, edit.end - first
    others = [
        Change(other.start - first, other.end - first, other.original, other.replacement, other.type)
        for other in edits
        if first <= other.start and other.end <= last and not _overlap(edit, other)
    ]
    mended = apply(sentence, others), *transposed(start, end, others)
    return _key(sentence, start, end, edit.replacement), _key(*mended, edit.replacement)


def without_dismissed(essay: str, found: Merged, dismissed: Collection[str]) -> Merged:
    """What was found, without what is known by one of the keys.

    Edits that stay are those by which a sentence is mended, so that leaving one out may make another one known.
    """
    left = found
    while dismissed:
        edits = left.edits
        less = Merged(
            tuple(edit for edit in edits if not dismissed_before(essay, edit, edits, dismissed)),
            tuple(edit for edit in left.checks if not dismissed_before(essay, edit, edits, dismissed)),
        )
        if less == left:
            break
        left = less
    return left


def dismissed_before(essay: str, edit: Change, edits: Sequence[Change], dismissed: Collection[str]) -> bool:
    """Whether an edit is known by one of the keys."""
    return any(key in dismissed for key in known_by(essay, edit, edits))


def sentence_of(essay: str, start: int, end: int) -> tuple[str, str]:
    """What stands in the sentence before a place, and behind it."""
    first, last = stretch(essay, start, end)
    return essay[first:start], essay[end:last]


def _overlap(one: Change, other: Change) -> bool:
    """Whether they share a character, or are at the same place; an edit overlaps itself."""
    return (one.start < other.end and other.start < one.end) or (one.start, one.end) == (other.start, other.end)


def _key(sentence: str, start: int, end: int, replacement: str) -> str:
    """White space around the sentence does not count, nor how widely a change is written."""
    first, last, new = least(sentence, start, end, replacement)
    indent = len(sentence) - len(sentence.lstrip())
    told = "\n".join((sentence.strip(), str(first - indent), sentence[first:last], new))
    return hashlib.sha256(told.encode()).hexdigest()[:KEY_LENGTH]
