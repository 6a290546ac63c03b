"""How an edit that a student has dismissed as right is recognised in another draft, and left out from then on.

An edit is recognised by its sentence, by its position in the sentence, and by what it would change. The sentence is taken twice: as it was
written, and with its other edits applied, so that a dismissal remains valid when other errors of the sentence have been corrected.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Sequence

from core.essays.edits import apply, corrected_range, minimal_change
from core.essays.merging.doubts import doubt_as_change
from core.essays.merging.selection import Selection
from core.essays.model import Change, Doubt
from core.essays.segmentation import enclosing_sentences

KEY_LENGTH = 32
"""Hexadecimal digits: 128 bits."""


def dismissal_keys(essay: str, edit: Change, edits: Sequence[Change]) -> tuple[str, str]:
    """Two keys of an edit or of a place to check: one in its sentence as written, one with the other `edits` of the sentence applied.

    >>> one = dismissal_keys("我很高心。他来了。", Change(3, 4, "心", "兴", "B"), [])
    >>> one == dismissal_keys("今天下雨。我很高心。", Change(8, 9, "心", "兴", "B"), [])
    True
    """
    first, last = enclosing_sentences(essay, edit.start, edit.end)
    sentence, start, end = essay[first:last], edit.start - first, edit.end - first
    others = [
        Change(other.start - first, other.end - first, other.original, other.replacement, other.type)
        for other in edits
        if first <= other.start and other.end <= last and not _overlaps(edit, other)
    ]
    mended = apply(sentence, others), *corrected_range(start, end, others)
    return _key(sentence, start, end, edit.replacement), _key(*mended, edit.replacement)


def without_dismissed(essay: str, selection: Selection, dismissed: Collection[str]) -> Selection:
    """The selection without the edits and places to check that have one of the dismissed keys.

    The remaining edits determine the corrected sentence, so that leaving one out may make another one match a key.
    """
    remaining = selection
    while dismissed:
        edits = remaining.edits
        reduced = Selection(
            tuple(edit for edit in edits if not is_dismissed(essay, edit, edits, dismissed)),
            tuple(edit for edit in remaining.checks if not is_dismissed(essay, edit, edits, dismissed)),
        )
        if reduced == remaining:
            break
        remaining = reduced
    return remaining


def doubts_not_dismissed(
    essay: str, doubts: Sequence[Doubt], edits: Sequence[Change], dismissed: Collection[str]
) -> list[Doubt]:
    """The doubts without those whose clause the writer has called meant, or a teacher right."""
    return [doubt for doubt in doubts if not is_dismissed(essay, doubt_as_change(essay, doubt), edits, dismissed)]


def is_dismissed(essay: str, edit: Change, edits: Sequence[Change], dismissed: Collection[str]) -> bool:
    """Whether an edit has one of the dismissed keys."""
    return any(key in dismissed for key in dismissal_keys(essay, edit, edits))


def sentence_around(essay: str, start: int, end: int) -> tuple[str, str]:
    """What stands in the sentence before a span, and after it."""
    first, last = enclosing_sentences(essay, start, end)
    return essay[first:start], essay[end:last]


def _overlaps(one: Change, other: Change) -> bool:
    """Whether two changes share a character or have the same span; an edit overlaps itself."""
    return (one.start < other.end and other.start < one.end) or (one.start, one.end) == (other.start, other.end)


def _key(sentence: str, start: int, end: int, replacement: str) -> str:
    """A key in which neither white space around the sentence counts, nor how widely the change is written."""
    first, last, new = minimal_change(sentence, start, end, replacement)
    indent = len(sentence) - len(sentence.lstrip())
    key_text = "\n".join((sentence.strip(), str(first - indent), sentence[first:last], new))
    return hashlib.sha256(key_text.encode()).hexdigest()[:KEY_LENGTH]
