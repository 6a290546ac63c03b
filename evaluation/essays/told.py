"""How many of the errors in learners' sentences are told, how many of the changes are right, and by how much the text comes nearer.

Punctuation is left out, since the corrections of these sets treat it freely. An error is a place where a sentence differs from the nearest of its
corrections; it is told where a change overlaps it. A change is right where it alone brings the sentence nearer to any of its corrections (lenient:
a deletion at random is right in 29 %). The distance removed is lenient on nothing: it falls with every wrong change.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from core.arrays import Int64
from core.essays.language_model.alignment import WHOLE, Cut, shortest_steps
from evaluation.essays.error_kinds import DE, Kind, kind_of, sound_alike
from evaluation.essays.nearness import Change, Distances, is_nearer
from evaluation.essays.sets import LearnerRow

FARTHEST_MOVE = 20
"""Characters between the two places of a span that was moved."""


class Place(NamedTuple):
    """One error: a place in the sentence as written (without punctuation), and its kind."""

    start: int
    end: int
    kind: Kind


@dataclass(frozen=True)
class Told:
    """What was told of one sentence: the unit of resampling, since the errors of a sentence hang together."""

    errors: Counter[Kind]
    found: Counter[Kind]
    changes: int
    right: int
    distance: int
    """Levenshtein distance of the sentence to the nearest correction."""
    left: int
    """The same once all changes are made."""

    def counts(self) -> Int64:
        """errors, found, changes, right, distance, left."""
        return np.array(
            [self.errors.total(), self.found.total(), self.changes, self.right, self.distance, self.left], np.int64
        )


def told(row: LearnerRow, changes: Iterable[Change]) -> Told:
    """What changes of a sentence tell of it.

    >>> row = LearnerRow("我昨天去了二个商店。", ("我昨天去了两个商店。", "昨天我去了两个商店。"))
    >>> one = told(row, [(5, 6, "两")])
    >>> one.errors.total(), one.found.total(), one.changes, one.right, one.distance, one.left
    (1, 1, 1, 1, 1, 0)
    """
    bare, places = without_punctuation(row.written)
    bare_row = LearnerRow(bare, tuple(without_punctuation(right)[0] for right in row.right))
    moved = [change for change in (bare_change(change, places) for change in changes) if change is not None]
    nearest = min(bare_row.right, key=lambda right: Distances(bare, right).distance)
    errors = errors_between(bare, nearest)
    nearer = is_nearer(bare_row)
    corrected = _applied(bare, moved)
    found = [error for error in errors if any(overlaps(error, change) for change in moved)]
    return Told(
        errors=Counter(error.kind for error in errors),
        found=Counter(error.kind for error in found),
        changes=len(moved),
        right=sum(map(nearer, moved)),
        distance=Distances(bare, nearest).distance,
        left=min(Distances(corrected, right).distance for right in bare_row.right),
    )


def without_punctuation(text: str) -> tuple[str, list[int]]:
    """The letters and figures of a text, and for each offset of the text (its length too) the offset among them."""
    kept, places = list[str](), list[int]()
    for character in text:
        places.append(len(kept))
        if unicodedata.category(character)[0] in "LN":
            kept.append(character)
    return "".join(kept), [*places, len(kept)]


def bare_change(change: Change, places: Sequence[int]) -> Change | None:
    """A change of a text as one of its letters and figures; None where it changes none of them."""
    start, end, replacement = places[change[0]], places[change[1]], without_punctuation(change[2])[0]
    return (start, end, replacement) if start < end or replacement else None


def _applied(text: str, changes: Sequence[Change]) -> str:
    for start, end, replacement in sorted(changes, reverse=True):
        text = text[:start] + replacement + text[end:]
    return text


def overlaps(error: Place, change: Change) -> bool:
    """Whether a change overlaps an error; a place between two characters is overlapped by what ends or begins there."""
    start, end, _ = change
    if error.start == error.end or start == end:
        return start <= error.end and error.start <= end
    return start < error.end and error.start < end


# -- the errors of a sentence --------------------------------------------------------------------------------


def errors_between(written: str, right: str) -> list[Place]:
    """The places where a sentence differs from a correction, by position; a span that was moved is one error over both of its places.

    >>> errors_between("我去北京昨天", "我昨天去北京")
    [Place(start=1, end=6, kind='order')]
    >>> errors_between("他跑的快", "他跑得很快")
    [Place(start=2, end=3, kind='的地得'), Place(start=3, end=3, kind='missing')]
    """
    spans = _differences(written, right)
    moves = _moves(spans)
    in_moves = {index for pair in moves for index in pair}
    errors = [
        Place(min(spans[one].start, spans[other].start), max(spans[one].end, spans[other].end), "order")
        for one, other in moves
    ]
    for index, span in enumerate(spans):
        if index not in in_moves:
            kind = kind_of(written[: span.start], written[span.start : span.end], span.right, written[span.end :])
            errors.append(Place(span.start, span.end, kind))
    return sorted(errors)


class _Span(NamedTuple):
    start: int
    end: int
    written: str
    right: str


def _differences(written: str, right: str) -> list[_Span]:
    """Maximal runs of a shortest alignment in which nothing stays; substitutions of what neighbours an insertion are told apart from it."""
    spans: list[_Span] = []
    for start, end, replacement in alignment(written, right):
        spans.append(_Span(start, end, written[start:end], replacement))
    return spans


def alignment(written: str, right: str) -> list[Change]:
    """The changes of a shortest alignment; neighbours are joined where they are of one form (insertion, deletion, replacement).

    Of equally short alignments the one is taken that replaces characters by such as stand for one another (的 by 得, 坐 by 做).

    >>> alignment("他跑的快", "他跑得很快"), alignment("我见面他", "我跟他见面")
    ([(2, 3, '得'), (3, 3, '很')], [(1, 1, '跟他'), (3, 4, '')])
    """
    joined: list[Cut] = []
    for step in shortest_steps(written, right, _replacement_cost):
        if joined and joined[-1].end == step.start and joined[-1].form == step.form:
            last = joined.pop()
            step = Cut(last.start, step.end, last.replacement + step.replacement)
        joined.append(step)
    return [(step.start, step.end, step.replacement) for step in joined]


def _replacement_cost(one: str, other: str) -> int:
    if one == other:
        return 0
    return WHOLE - 1 if {one, other} <= DE or sound_alike(one, other) else WHOLE


def _moves(spans: Sequence[_Span]) -> list[tuple[int, int]]:
    """Pairs of a span from which something is gone and one where it came, not far away.

    What is gone may be part of what came (`对` and more came with it), or be replaced by another word; single function words and marks of
    measure turn up anywhere and are no moves unless they are all that is gone and all that came.
    """
    pairs: list[tuple[int, int]] = []
    used: set[int] = set()
    for one, gone in enumerate(spans):
        if one in used or not gone.written:
            continue
        came = [
            other
            for other, span in enumerate(spans)
            if other not in used | {one}
            and abs(span.start - gone.start) <= FARTHEST_MOVE
            and (
                (not gone.right and not span.written and span.right == gone.written)
                or (len(gone.written) > 1 and gone.written in span.right)
            )
        ]
        if came:
            other = min(came, key=lambda index: abs(spans[index].start - gone.start))
            used |= {one, other}
            pairs.append((one, other))
    return pairs


# -- figures -------------------------------------------------------------------------------------------------


def measured(rows: Sequence[LearnerRow], corrector: Callable[[str], Iterable[Change]]) -> list[Told]:
    """What a corrector tells of each sentence."""
    return [told(row, corrector(row.written)) for row in rows]


def share_told(counts: Int64) -> float:
    """Of summed counts the share of the errors that was told."""
    return float(counts[1] / max(1, counts[0]))


def share_right(counts: Int64) -> float:
    """Of summed counts the share of the changes that are right."""
    return float(counts[3] / max(1, counts[2]))


def distance_removed(counts: Int64) -> float:
    """Of summed counts the share of the distance to the nearest correction that the changes remove; below 0 where they add to it."""
    return float((counts[4] - counts[5]) / max(1, counts[4]))


def by_kind(sentences: Iterable[Told]) -> dict[Kind, tuple[int, int]]:
    """Of each kind the errors told and all errors."""
    found, errors = Counter[Kind](), Counter[Kind]()
    for sentence in sentences:
        found += sentence.found
        errors += sentence.errors
    return {kind: (found[kind], count) for kind, count in errors.most_common()}
