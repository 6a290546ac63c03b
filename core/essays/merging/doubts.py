"""Selects the clauses of which it is said that something is off in them: sure enough, few, and none about which anything else is said."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from core.essays.merging.selection import Spans
from core.essays.model import Change, Doubt
from core.essays.segmentation import clauses
from core.language.levels import HAN

LARGEST_SHARE = 3
"""One clause in so many at most, the surest ones, and one where there are fewer: a page on which most is doubted helps nobody."""


def select_doubts(
    text: str, doubts: Iterable[Doubt], *, marked: Sequence[Change], exempt_spans: Spans, threshold: float
) -> tuple[Doubt, ...]:
    """The doubts that are shown, by position.

    Parameters
    ----------
    doubts
        What a detector says; of several about one clause the surest counts, and what is about no clause is left out.
    marked
        Errors and places to check: a clause that one of them touches is not doubted beside.
    exempt_spans
        Protected text and names: a clause that holds no other Chinese characters is not doubted.
    threshold
        The least probability, 0-1.
    """
    allowed = [span for span in clauses(text) if not _is_marked(span, marked) and _is_open(text, span, exempt_spans)]
    by_clause: dict[tuple[int, int], Doubt] = {}
    for doubt in doubts:
        span = doubt.start, doubt.end
        if doubt.probability >= threshold and (
            span not in by_clause or doubt.probability > by_clause[span].probability
        ):
            by_clause[span] = doubt
    candidates = [by_clause[span] for span in allowed if span in by_clause]
    surest = sorted(candidates, key=lambda doubt: (-doubt.probability, doubt.start))
    return tuple(sorted(surest[: most_doubts(text)], key=lambda doubt: doubt.start))


def most_doubts(text: str) -> int:
    """How many clauses of a text may be doubted.

    >>> most_doubts("我去。"), most_doubts("我去，他来，你走。他说，我听，你看。")
    (1, 2)
    """
    return max(1, len(clauses(text)) // LARGEST_SHARE)


def doubt_as_change(text: str, doubt: Doubt) -> Change:
    """A doubt in the form in which verdicts name it: its clause, replaced by itself. No edit has this form, since an edit changes something."""
    clause = text[doubt.start : doubt.end]
    return Change(doubt.start, doubt.end, clause, clause, doubt.suspected or "S")


def _is_marked(clause: tuple[int, int], marked: Sequence[Change]) -> bool:
    """Whether a change lies in a clause or at its edge."""
    return any(change.start <= clause[1] and clause[0] <= change.end for change in marked)


def _is_open(text: str, clause: tuple[int, int], exempt_spans: Spans) -> bool:
    """Whether a clause holds a Chinese character outside the exempt spans."""
    start, end = clause
    return any(
        not any(first <= match.start() < last for first, last in exempt_spans)
        for match in HAN.finditer(text, start, end)
    )
