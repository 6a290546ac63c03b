"""Edits as a whole: whether they hold, what they make of an essay, how to undo them, where a place of the essay went."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from core.essays.model import Change

INVERSE = {"L": "D", "D": "L"}
"""Undoing what was missing removes it; the other types undo to themselves."""
LINE_BREAKS = "\r\n"


def check(essay: str, edits: Sequence[Change]) -> None:
    """Raises `ValueError` naming the first edit that does not hold: sorted, without overlap, about what stands there, changing
    it, and of a type that fits.

    Several insertions may stand at one place; they are applied in their order.
    """
    last = 0
    for number, edit in enumerate(edits):
        fault = _fault(essay, edit, last)
        if fault:
            raise ValueError(f"edit {number} at {edit.start}-{edit.end}: {fault}")
        last = edit.end


def _fault(essay: str, edit: Change, last: int) -> str:
    if not last <= edit.start <= edit.end <= len(essay):
        return f"lies outside {last}-{len(essay)}"
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
    """The essay with its edits made, which are expected to hold.

    >>> apply("我很喜次他", [Change(3, 4, "次", "欢", "B")])
    '我很喜欢他'
    """
    made: list[str] = []
    last = 0
    for edit in edits:
        made += (essay[last : edit.start], edit.replacement)
        last = edit.end
    return "".join((*made, essay[last:]))


def inverse(edits: Iterable[Change]) -> list[Change]:
    """The changes that undo them: in places of the corrected text, sorted; apply them to it and the essay is there again."""
    found, shift = [], 0
    for edit in edits:
        start = edit.start + shift
        end = start + len(edit.replacement)
        undone = INVERSE.get(edit.type, edit.type)
        found.append(Change(start, end, edit.replacement, edit.original, undone))  # type: ignore[arg-type]
        shift += len(edit.replacement) - len(edit.original)
    return found


def transposed(start: int, end: int, edits: Iterable[Change]) -> tuple[int, int]:
    """Where the stretch from `start` to `end` of the essay stands in the corrected text.

    Where it begins or ends inside an edit it takes the whole replacement in. What is inserted right before or after it stays
    outside. With `inverse` of the edits it leads back.

    >>> transposed(3, 5, [Change(0, 0, "", "了", "L"), Change(4, 6, "题高", "提高", "W")])
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


# -- one change in its least form ------------------------------------------------------------------------------


def least(text: str, start: int, end: int, replacement: str) -> tuple[int, int, str]:
    """The same change without what it leaves as it is, as far to the left as it can stand.

    Two changes of `text` come to the same text if and only if this is equal.

    >>> least("他高星极了", 1, 3, "高兴"), least("好好的", 1, 2, "")
    ((2, 3, '兴'), (0, 1, ''))
    """
    original = text[start:end]
    head = _common(original, replacement)
    tail = _common(original[head:][::-1], replacement[head:][::-1])
    start, end, replacement = start + head, end - tail, replacement[head : len(replacement) - tail]
    if replacement and start == end:
        while start and text[start - 1] == replacement[-1] and replacement[-1] not in LINE_BREAKS:
            start, end, replacement = start - 1, end - 1, replacement[-1] + replacement[:-1]
    elif not replacement:
        while start and end > start and text[start - 1] == text[end - 1] and text[start - 1] not in LINE_BREAKS:
            start, end = start - 1, end - 1
    return start, end, replacement


def reach(text: str, start: int, end: int, replacement: str) -> tuple[int, int]:
    """From where to where a change in its least form could as well stand: 了 put in before 了 could follow it."""
    last = end
    if start == end:
        while last < len(text) and text[last] == replacement[(last - end) % len(replacement)]:
            last += 1
    elif not replacement:
        while last < len(text) and text[last] == text[start + (last - end) % (end - start)]:
            last += 1
    return start, last


def _common(one: str, other: str) -> int:
    """Length of what two texts begin with alike."""
    length = 0
    while length < min(len(one), len(other)) and one[length] == other[length]:
        length += 1
    return length
