"""Reads a language model's answer about a passage and accepts only changes that can be located in it and are small enough.

Offsets are computed here and never taken from the answer. Quotes that do not occur in the passage, or occur more than once, are refused; what is
left is cut into its smallest changes (`core.essays.language_model.alignment`), and refused where these change more than `MOST_CHANGED` of a
sentence. Names, numbers and Latin text are protected from this corrector as from the others (`core.essays.merging.protection`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import BeforeValidator, ConfigDict, Field

from core.essays.edits import LINE_BREAKS
from core.essays.language_model.alignment import cut_correction
from core.essays.language_model.json_text import object_in, valid_entries
from core.essays.merging.protection import protected_spans, touches
from core.essays.model import EditType
from core.essays.prompting import MOST_EDITS
from core.essays.segmentation import enclosing_sentences
from core.wire import Bilingual, Closed

MOST_CHANGED = 0.3
"""The largest share of a sentence's characters that a correction may change: with more it would be another sentence."""
ALWAYS_ALLOWED = 2.0
"""So many characters may be changed in any sentence."""
LONGEST_REARRANGED = 40
"""Characters between the first and the last place of a change that moves something."""
MARKS = "，。！？；：、,.!?;:“”‘’《》（）…— "


@dataclass(frozen=True)
class SampleEdit:
    """A change that one answer of a language model makes, in offsets of the passage that it was asked about."""

    start: int
    end: int
    replacement: str
    type: EditType
    reason: Bilingual | None = None
    """In the model's own words."""
    sure: bool = False
    """Whether the model calls it certain: any teacher would mark this error, and correct it so."""


@dataclass(frozen=True)
class PassageAnswer:
    """What was accepted of an answer about a passage."""

    edits: tuple[SampleEdit, ...] = ()
    refused: int = 0
    """How many of the edits in the answer were not accepted."""


def _certainty(value: object) -> Literal["certain", "likely"]:
    """A weak model may leave the certainty out or write a word of its own: then nothing is certain."""
    return "certain" if value == "certain" else "likely"


class _QuotedEdit(Closed):
    model_config = ConfigDict(extra="ignore", frozen=True)
    quote: str = Field(min_length=1, max_length=400)
    correction: str = Field(max_length=400)
    type: EditType
    sure: Annotated[Literal["certain", "likely"], BeforeValidator(_certainty)] = "likely"
    reason: str = Field(default="", max_length=400)
    reason_en: str = Field(default="", max_length=600)


def read_answer(answer: str, passage: str) -> PassageAnswer | None:
    """What is accepted of an answer; None where it contains no JSON object."""
    content = object_in(answer)
    if content is None:
        return None
    quoted = valid_entries(content.get("edits"), _QuotedEdit)[:MOST_EDITS]
    located = [list(_located(edit, passage)) for edit in quoted]
    edits = dict.fromkeys(edit for changes in located for edit in changes)
    ordered = sorted(edits, key=lambda edit: (edit.start, edit.end, edit.replacement, edit.type))
    return PassageAnswer(tuple(ordered), sum(not changes for changes in located))


def _located(edit: _QuotedEdit, passage: str) -> Iterator[SampleEdit]:
    offset = _only_offset(edit.quote, passage)
    if offset is None or edit.quote == edit.correction:
        return
    reason = Bilingual(zh=edit.reason, en=edit.reason_en or edit.reason) if edit.reason else None
    end = offset + len(edit.quote)
    yield from minimal_edits(
        passage, [SampleEdit(offset, end, edit.correction, edit.type, reason, edit.sure == "certain")]
    )


def minimal_edits(text: str, edits: Iterable[SampleEdit]) -> Iterator[SampleEdit]:
    """The edits cut into their smallest changes, without those that rewrite a sentence or touch protected text."""
    protected = protected_spans(text)
    for edit in edits:
        if not 0 <= edit.start <= edit.end <= len(text):
            continue
        cut = cut_correction(text, edit.start, edit.end, edit.replacement)
        if not cut.changes or _changes_too_much(text, edit.start, edit.end, cut.characters):
            continue
        for change in cut.changes:
            moved = change in cut.rearranged
            if (moved and change.end - change.start > LONGEST_REARRANGED) or any(
                mark in change.replacement + text[change.start : change.end] for mark in LINE_BREAKS
            ):
                continue
            if _touches_protected(text, change.start, change.end, change.replacement, protected):
                continue
            type_ = "S" if moved else fitting_type(edit.type, text[change.start : change.end], change.replacement)
            yield SampleEdit(change.start, change.end, change.replacement, type_, edit.reason, edit.sure)


def _touches_protected(text: str, start: int, end: int, replacement: str, protected: list[tuple[int, int]]) -> bool:
    """Whether a change alters protected text; what is moved as a whole is not altered, and nothing is written in Latin letters that was not."""
    altered = [
        (first, last)
        for first, last in protected
        if not (start <= first and last <= end and text[first:last] in replacement)
    ]
    new_latin = [span for span in protected_spans(replacement) if replacement[slice(*span)] not in text[start:end]]
    return bool(new_latin) or touches(start, end, altered)


def _changes_too_much(text: str, start: int, end: int, characters: int) -> bool:
    first, last = enclosing_sentences(text, start, end)
    return characters > max(ALWAYS_ALLOWED, MOST_CHANGED * (last - first))


def _only_offset(quote: str, text: str) -> int | None:
    first = text.find(quote)
    return first if first >= 0 and text.find(quote, first + 1) < 0 else None


def fitting_type(claimed: EditType, original: str, replacement: str) -> EditType:
    """The type that the model claims, where the change can have it; else the one that fits."""
    if not (original + replacement).strip(MARKS):
        return "P"
    if not original:
        return "L"
    if not replacement:
        return "D"
    if claimed == "B":
        return "B" if len(original) == len(replacement) == 1 else "W"
    return claimed if claimed in ("W", "S") else "W"
