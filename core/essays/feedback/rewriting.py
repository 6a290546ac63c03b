"""A sentence of an essay that its writer puts right, compared with the sentence as it is corrected."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from itertools import combinations
from typing import Literal

from core.essays.edits import apply
from core.essays.model import Change
from core.essays.segmentation import enclosing_sentences
from core.essays.wire import EditShown

Rewritten = Literal["as_corrected", "unchanged", "other"]
"""As a correction has it; as it was; in another way, of which nobody here can say whether it is right."""
MOST_OTHERS = 6
"""So many further errors of a sentence may each be corrected or left; of one with more, all or none."""
SPACE = re.compile(r"\s+")


def sentence_of(essay: str, edit: EditShown) -> tuple[int, int]:
    """Start and end of the sentence that holds an error, without the space around it."""
    start, end = enclosing_sentences(essay, edit.start, edit.end)
    text = essay[start:end]
    first, last = start + len(text) - len(text.lstrip()), end - (len(text) - len(text.rstrip()))
    return min(first, edit.start), max(last, edit.end)


def corrected_sentence(essay: str, edit: EditShown, edits: Sequence[EditShown]) -> str:
    """The sentence that holds an error, with every correction in it."""
    start, end = sentence_of(essay, edit)
    return _applied(essay, start, end, _within(edits, start, end))


def rewritten(essay: str, edit: EditShown, edits: Sequence[EditShown], typed: str) -> Rewritten:
    """How a sentence that was typed again compares with its corrections.

    As corrected it is where this error is, whatever was done about the others of the sentence. Spaces do not count, nor does the width of marks,
    except where the error is one of punctuation.
    """
    start, end = sentence_of(essay, edit)
    within = _within(edits, start, end)
    others = [each for each in within if each is not edit]
    chosen = (
        [subset for size in range(len(others) + 1) for subset in combinations(others, size)]
        if len(others) <= MOST_OTHERS
        else [(), tuple(others)]
    )
    plain = _plain if edit.type == "P" else _even
    right = {plain(_applied(essay, start, end, sorted((edit, *subset), key=_position))) for subset in chosen}
    if plain(typed) in right:
        return "as_corrected"
    return "unchanged" if plain(typed) == plain(essay[start:end]) else "other"


def _within(edits: Sequence[EditShown], start: int, end: int) -> list[EditShown]:
    return [edit for edit in edits if start <= edit.start and edit.end <= end]


def _applied(essay: str, start: int, end: int, edits: Sequence[EditShown]) -> str:
    changes = [
        Change(edit.start - start, edit.end - start, edit.original, edit.replacement, edit.type) for edit in edits
    ]
    return apply(essay[start:end], changes)


def _position(edit: EditShown) -> tuple[int, int]:
    return edit.start, edit.end


def _plain(text: str) -> str:
    return SPACE.sub("", text)


def _even(text: str) -> str:
    return unicodedata.normalize("NFKC", _plain(text))
