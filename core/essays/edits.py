"""Edits as a whole: whether they are valid, how to apply and undo them, and where a span of the essay stands afterwards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from core.essays.model import Change

INVERSE = {"L": "D", "D": "L"}
"""Types of the edits that undo others: an insertion is undone by a removal; all other types are their own inverse."""
LINE_BREAKS = "\r\n"


def check(essay: str, edits: Sequence[Change]) -> None:
    """Raise `ValueError` naming the first edit that is not valid.

    Edits must be sorted and must not overlap; each must quote the text that stands there, change it, and be of a type that fits the change.

    Several insertions may stand at one position; they are applied in their order.
    """
    previous_end = 0
    for number, edit in enumerate(edits):
        fault = _fault(essay, edit, previous_end)
        if fault:
            raise ValueError(f"edit {number} at {edit.start}-{edit.end}: {fault}")
        previous_end = edit.end


def _fault(essay: str, edit: Change, previous_end: int) -> str:
    if not previous_end <= edit.start <= edit.end <= len(essay):
        return f"lies outside {previous_end}-{len(essay)}"
    if essay[edit.start : edit.end] != edit.original:
        return f"{essay[edit.start : edit.end]!r} stands there, not {edit.original!r}"
    if edit.original == edit.replacement:
        return f"changes nothing of {edit.original!r}"
    if edit.type == "B" and not len(edit.original) == len(edit.replacement) == 1:
        return f"a wrong character is one for one, not {edit.original!r} for {edit.replacement!r}"
    if edit.type == "L" and edit.original:
        return f"what is missing cannot replace {edit.original!r}"
    if edit.type == "D" and edit.replacement:
        return f"what is extra cannot become {edit.replacement!r}"
    if edit.type == "W" and not (edit.original and edit.replacement):
        return "a wrong word needs both words"
    return ""


def apply(essay: str, edits: Iterable[Change]) -> str:
    """The essay with its edits applied; they are expected to be valid (`check`).

    >>> apply("我很喜次他", [Change(3, 4, "次", "欢", "B")])
    '我很喜欢他'
    """
    parts: list[str] = []
    last = 0
    for edit in edits:
        parts += (essay[last : edit.start], edit.replacement)
        last = edit.end
    return "".join((*parts, essay[last:]))


def inverse(edits: Iterable[Change]) -> list[Change]:
    """The changes that undo edits: sorted, in offsets of the corrected text; applied to it they restore the essay."""
    changes, shift = [], 0
    for edit in edits:
        start = edit.start + shift
        end = start + len(edit.replacement)
        inverse_type = INVERSE.get(edit.type, edit.type)
        changes.append(Change(start, end, edit.replacement, edit.original, inverse_type))  # type: ignore[arg-type]
        shift += len(edit.replacement) - len(edit.original)
    return changes


def corrected_range(start: int, end: int, edits: Iterable[Change]) -> tuple[int, int]:
    """Where the span from `start` to `end` of the essay stands in the corrected text.

    Where the span begins or ends inside an edit, the range includes the whole replacement. What is inserted right before or after the span
    stays outside. With the `inverse` of the edits the function leads back from the corrected text to the essay.

    >>> corrected_range(3, 5, [Change(0, 0, "", "了", "L"), Change(4, 6, "题高", "提高", "W")])
    (4, 7)
    """
    first, last, shift = start, end, 0
    to_start = to_end = 0
    for edit in edits:
        grown = len(edit.replacement) - len(edit.original)
        if edit.end <= start:
            to_start = shift + grown
        elif edit.start < start:
            first, to_start = edit.start, shift
        if edit.start < end and edit.end <= end:
            to_end = shift + grown
        elif edit.start < end < edit.end:
            last, to_end = edit.end, shift + grown
        shift += grown
    return first + to_start, max(first + to_start, last + to_end)


# -- the minimal form of one change ----------------------------------------------------------------------------


def minimal_change(text: str, start: int, end: int, replacement: str) -> tuple[int, int, str]:
    """The same change without the characters that it leaves as they are, as far to the left as it can stand.

    Two changes of `text` produce the same text if and only if their minimal forms are equal.

    >>> minimal_change("他高星极了", 1, 3, "高兴"), minimal_change("好好的", 1, 2, "")
    ((2, 3, '兴'), (0, 1, ''))
    """
    original = text[start:end]
    head = _common_prefix_length(original, replacement)
    tail = _common_prefix_length(original[head:][::-1], replacement[head:][::-1])
    start, end, replacement = start + head, end - tail, replacement[head : len(replacement) - tail]
    if replacement and start == end:
        while start and text[start - 1] == replacement[-1] and replacement[-1] not in LINE_BREAKS:
            start, end, replacement = start - 1, end - 1, replacement[-1] + replacement[:-1]
    elif not replacement:
        while start and end > start and text[start - 1] == text[end - 1] and text[start - 1] not in LINE_BREAKS:
            start, end = start - 1, end - 1
    return start, end, replacement


def equivalent_range(text: str, start: int, end: int, replacement: str) -> tuple[int, int]:
    """The range in which a change in its minimal form could equally well stand: 了 inserted before 了 could as well follow it."""
    last = end
    if start == end:
        while last < len(text) and text[last] == replacement[(last - end) % len(replacement)]:
            last += 1
    elif not replacement:
        while last < len(text) and text[last] == text[start + (last - end) % (end - start)]:
            last += 1
    return start, last


def _common_prefix_length(one: str, other: str) -> int:
    """Length of the longest common prefix of two texts."""
    length = 0
    while length < min(len(one), len(other)) and one[length] == other[length]:
        length += 1
    return length
