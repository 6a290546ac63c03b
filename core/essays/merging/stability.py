"""Only edits that last: evaluated again, the corrected text keeps them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from core.essays.cutting import PARAGRAPH
from core.essays.edits import apply, inverse, reach
from core.essays.model import Change, Edit

PASSES = 3
"""After so many runs over what still changes, a paragraph that has not come to rest is left as it was written."""

Again = Callable[[str], Sequence[Edit]]
"""The edits of a text: judged and merged like the essay itself."""


def lasting(essay: str, edits: Sequence[Edit], again: Again) -> tuple[Edit, ...]:
    """The edits without those that a second run over the corrected text would undo.

    Judges see no further than a paragraph, so that each comes to rest by itself.
    """
    kept: list[Edit] = []
    waiting = [found for found in _by_paragraph(essay, edits) if found[1]]
    for _ in range(PASSES):
        if not waiting:
            break
        unsettled = []
        for (text, own, start), second in zip(waiting, _second(waiting, again), strict=True):
            left = _not_undone(text, own, second)
            if len(left) == len(own):
                kept += (_moved(edit, start) for edit in own)
            elif left:
                unsettled.append((text, left, start))
        waiting = unsettled
    return tuple(sorted(kept, key=lambda edit: (edit.start, edit.end)))


Paragraph = tuple[str, list[Edit], int]
"""Its text, its edits in places of its own, where it begins."""


def _by_paragraph(essay: str, edits: Sequence[Edit]) -> list[Paragraph]:
    """An edit that reaches beyond one paragraph is none that can be looked at by itself, and is left out."""
    found = []
    for place in PARAGRAPH.finditer(essay):
        start, end = place.span()
        own = [_moved(edit, -start) for edit in edits if start <= edit.start and edit.end <= end]
        found.append((place.group(), own, start))
    return found


def _moved(edit: Edit, by: int) -> Edit:
    return replace(edit, start=edit.start + by, end=edit.end + by)


def _second(waiting: Sequence[Paragraph], again: Again) -> list[list[Edit]]:
    """What a second run finds in each corrected paragraph, all of them judged at once."""
    corrected = [apply(text, own) for text, own, _ in waiting]
    found = again("\n".join(corrected))
    made, start = [], 0
    for text in corrected:
        end = start + len(text)
        made.append([_moved(edit, -start) for edit in found if start <= edit.start and edit.end <= end])
        start = end + 1
    return made


def _not_undone(essay: str, edits: Sequence[Edit], second: Sequence[Edit]) -> list[Edit]:
    corrected = apply(essay, edits)
    back = inverse(edits)
    return [
        edit
        for edit, undoing in zip(edits, back, strict=True)
        if not any(_undoes(corrected, undoing, one) for one in second)
    ]


def _undoes(corrected: str, undoing: Change, second: Change) -> bool:
    """Whether a second edit works against a first one. `undoing`: the first one's inverse.

    Whatever it would change of a replaced word or character again; of a rebuilt sentence only what rebuilds it once more, or takes
    it back: a wrong character inside is another matter.
    """
    if undoing.type == "S" and second.type != "S":
        return apply(corrected, [second]) == apply(corrected, [undoing])
    first, last = reach(corrected, undoing.start, undoing.end, undoing.replacement)
    if undoing.start == undoing.end:
        return second.start <= last and first <= second.end
    if second.start == second.end:
        return first < second.start < last
    return second.start < last and first < second.end
