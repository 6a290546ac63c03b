"""Keeps only stable edits: those that an evaluation of the corrected text would not undo."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from core.essays.edits import apply, equivalent_range, inverse
from core.essays.model import Change, Edit
from core.essays.segmentation import PARAGRAPH

PASSES = 3
"""A paragraph that has not become stable after so many runs over its corrected text is left as it was written."""

FindEdits = Callable[[str], Sequence[Edit]]
"""Gives the edits of a text, corrected and merged like the essay itself."""


def stable_edits(essay: str, edits: Sequence[Edit], find_edits: FindEdits) -> tuple[Edit, ...]:
    """The edits without those that a second run over the corrected text would undo.

    Correctors see no further than a paragraph, so that each paragraph becomes stable by itself.
    """
    kept: list[Edit] = []
    waiting = [paragraph for paragraph in _by_paragraph(essay, edits) if paragraph[1]]
    for _ in range(PASSES):
        if not waiting:
            break
        unstable = []
        for (text, own_edits, start), second in zip(waiting, _edits_of_corrected(waiting, find_edits), strict=True):
            remaining = _not_undone(text, own_edits, second)
            if len(remaining) == len(own_edits):
                kept += (_shifted(edit, start) for edit in own_edits)
            elif remaining:
                unstable.append((text, remaining, start))
        waiting = unstable
    return tuple(sorted(kept, key=lambda edit: (edit.start, edit.end)))


Paragraph = tuple[str, list[Edit], int]
"""The text of a paragraph, its edits in offsets of that text, and its offset in the essay."""


def _by_paragraph(essay: str, edits: Sequence[Edit]) -> list[Paragraph]:
    """The paragraphs of an essay. An edit that reaches beyond one paragraph cannot be checked by itself and is left out."""
    paragraphs = []
    for match in PARAGRAPH.finditer(essay):
        start, end = match.span()
        own_edits = [_shifted(edit, -start) for edit in edits if start <= edit.start and edit.end <= end]
        paragraphs.append((match.group(), own_edits, start))
    return paragraphs


def _shifted(edit: Edit, by: int) -> Edit:
    return replace(edit, start=edit.start + by, end=edit.end + by)


def _edits_of_corrected(waiting: Sequence[Paragraph], find_edits: FindEdits) -> list[list[Edit]]:
    """The edits that a second run finds in each corrected paragraph; all of them are read in one run."""
    corrected = [apply(text, own_edits) for text, own_edits, _ in waiting]
    edits = find_edits("\n".join(corrected))
    by_paragraph, start = [], 0
    for text in corrected:
        end = start + len(text)
        by_paragraph.append([_shifted(edit, -start) for edit in edits if start <= edit.start and edit.end <= end])
        start = end + 1
    return by_paragraph


def _not_undone(essay: str, edits: Sequence[Edit], second: Sequence[Edit]) -> list[Edit]:
    corrected = apply(essay, edits)
    inverse_edits = inverse(edits)
    return [
        edit
        for edit, undoing in zip(edits, inverse_edits, strict=True)
        if not any(_undoes(corrected, undoing, second_edit) for second_edit in second)
    ]


def _undoes(corrected: str, undoing: Change, second: Change) -> bool:
    """Whether a second edit undoes a first one, whose inverse is `undoing`.

    For a replaced word or character that is any further change of it; for a rebuilt sentence only one that rebuilds it once more or takes the
    change back, because a wrong character inside it is another matter.
    """
    if undoing.type == "S" and second.type != "S":
        return apply(corrected, [second]) == apply(corrected, [undoing])
    first, last = equivalent_range(corrected, undoing.start, undoing.end, undoing.replacement)
    if undoing.start == undoing.end:
        return second.start <= last and first <= second.end
    if second.start == second.end:
        return first < second.start < last
    return second.start < last and first < second.end
