"""Cuts a correction into the smallest changes that can be made one without the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from core.essays.edits import minimal_change
from core.language.levels import HAN

WHOLE = 1000
"""The cost of one changed character. A replacement costs one less than two of other forms would, so that words stay opposite their corrections."""


class Cut(NamedTuple):
    """One change of a text."""

    start: int
    end: int
    replacement: str

    @property
    def form(self) -> str:
        """insert, delete or replace."""
        return "insert" if self.start == self.end else "replace" if self.replacement else "delete"


@dataclass(frozen=True)
class CutCorrection:
    """A correction in its smallest changes."""

    changes: tuple[Cut, ...]
    """Sorted, without overlap, in offsets of the text, each in its minimal form but for those that rearrange a span."""
    rearranged: tuple[Cut, ...]
    """Those of the changes that move something: the two places are one change."""
    characters: int
    """How many characters change; what is only moved counts once."""


def cut_correction(text: str, start: int, end: int, replacement: str) -> CutCorrection:
    """The smallest changes by which `replacement` differs from `text[start:end]`.

    Changed characters that touch one another are one change: a word is replaced as a word. So are the two places between which something
    moves: neither change alone would leave a sentence.

    >>> cut_correction("我很喜次学习汉语的。", 0, 10, "我很喜欢学习汉语。").changes
    (Cut(start=3, end=4, replacement='欢'), Cut(start=8, end=9, replacement=''))
    >>> cut_correction("我去北京昨天。", 0, 7, "我昨天去北京。").changes
    (Cut(start=1, end=6, replacement='昨天去北京'),)
    """
    spans = _joined_words(text, [Cut(start + one.start, start + one.end, one.replacement) for one in
                                 _differences(text[start:end], replacement)])  # fmt: skip
    groups = _moves(text, spans)
    changes: list[Cut] = []
    rearranged: list[Cut] = []
    characters = 0
    for group in groups:
        if len(group) == 1:
            (one,) = group
            changes.append(Cut(*minimal_change(text, *one)))
            swapped = one.form == "replace" and sorted(text[one.start : one.end]) == sorted(one.replacement)
            characters += max(one.end - one.start, len(one.replacement)) // (2 if swapped else 1)
            if swapped:
                rearranged.append(changes[-1])
        else:
            first, last = group[0].start, group[-1].end
            moved = Cut(first, last, _applied(text, first, last, group))
            characters += _changed_by_move(group)
            changes.append(moved)
            rearranged.append(moved)
    return CutCorrection(tuple(sorted(changes)), tuple(rearranged), characters)


def _differences(written: str, right: str) -> list[Cut]:
    """The runs of a shortest alignment in which nothing stays."""
    runs: list[Cut] = []
    for step in shortest_steps(written, right, _replacement_cost):
        if runs and runs[-1].end == step.start:
            last = runs.pop()
            step = Cut(last.start, step.end, last.replacement + step.replacement)
        runs.append(step)
    return runs


def shortest_steps(written: str, right: str, replacement_cost: Callable[[str, str], int]) -> list[Cut]:
    """The insertions, deletions and replacements of single characters in a cheapest alignment, in order.

    Parameters
    ----------
    replacement_cost : of a character by another; 0 for the same one. An insertion or deletion costs `WHOLE`
    """
    table = _costs(written, right, replacement_cost)
    i, j = len(written), len(right)
    steps: list[Cut] = []
    while i or j:
        here = table[i][j]
        if i and j and here == table[i - 1][j - 1] + replacement_cost(written[i - 1], right[j - 1]):
            i, j = i - 1, j - 1
            if written[i] != right[j]:
                steps.append(Cut(i, i + 1, right[j]))
        elif j and here == table[i][j - 1] + WHOLE:
            j -= 1
            steps.append(Cut(i, i, right[j]))
        else:
            i -= 1
            steps.append(Cut(i, i + 1, ""))
    return steps[::-1]


def _costs(written: str, right: str, replacement_cost: Callable[[str, str], int]) -> list[list[int]]:
    """The cost of aligning each prefix of the one with each of the other."""
    table = [[column * WHOLE for column in range(len(right) + 1)]]
    for i, one in enumerate(written):
        row = [(i + 1) * WHOLE]
        for j, other in enumerate(right):
            row.append(min(table[i][j] + replacement_cost(one, other), table[i][j + 1] + WHOLE, row[j] + WHOLE))
        table.append(row)
    return table


def _replacement_cost(one: str, other: str) -> int:
    """Marks are not replaced by characters: a comma that goes and a word that comes are two changes."""
    if one == other:
        return 0
    return WHOLE - 1 if bool(HAN.match(one)) == bool(HAN.match(other)) else 2 * WHOLE


def _joined_words(text: str, spans: Sequence[Cut]) -> list[Cut]:
    """The runs, those joined between which a single character stays that both sides write otherwise around it: 了解 for 理解了 is one word for
    another, not two changes of one character each."""
    joined: list[Cut] = []
    for span in spans:
        if joined and joined[-1].form == span.form == "replace" and span.start - joined[-1].end == 1:
            last = joined.pop()
            span = Cut(last.start, span.end, last.replacement + text[last.end : span.start] + span.replacement)
        joined.append(span)
    return joined


def _moves(text: str, spans: Sequence[Cut]) -> list[list[Cut]]:
    """The runs in groups: those between which something moves, with all that stands between them, and each other one by itself."""
    links = [
        (one, other)
        for one in range(len(spans))
        for other in range(one + 1, len(spans))
        if _is_move(text, spans[one], spans[other])
    ]
    groups: list[list[Cut]] = []
    index = 0
    while index < len(spans):
        last = index
        grown = True
        while grown:
            farther = max([last, *(other for one, other in links if index <= one <= last)])
            grown, last = farther > last, farther
        groups.append(list(spans[index : last + 1]))
        index = last + 1
    return groups


def _is_move(text: str, one: Cut, other: Cut) -> bool:
    """Whether what goes at one of the places comes at the other: 把作业 for a later 作业 too."""
    gone_first, gone_other = text[one.start : one.end], text[other.start : other.end]
    return _comes_again(gone_first, one.replacement, other.replacement) or _comes_again(
        gone_other, other.replacement, one.replacement
    )


def _comes_again(gone: str, instead: str, elsewhere: str) -> bool:
    """Whether a text that goes at a place comes at another place; a single character only where nothing comes instead of it."""
    if not HAN.search(gone) or (instead and len(gone) < 2):
        return False
    return bool(elsewhere) and (gone in elsewhere or (elsewhere in gone and bool(HAN.search(elsewhere))))


def _applied(text: str, first: int, last: int, group: Sequence[Cut]) -> str:
    parts, position = [], first
    for one in group:
        parts += [text[position : one.start], one.replacement]
        position = one.end
    return "".join([*parts, text[position:last]])


def _changed_by_move(group: Sequence[Cut]) -> int:
    gone = sum(one.end - one.start for one in group)
    come = sum(len(one.replacement) for one in group)
    return max(gone, come)
