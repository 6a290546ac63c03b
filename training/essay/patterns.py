"""Plants errors into clean text as learners make them: patterns counted from the marked lines of learner-like text.

Whatever stands marked there (`{参观→拜访}`) is a pattern: where the right side stands in a clean sentence, the wrong one may be put. A pattern
that takes out or puts in a word wants the same neighbour on one side, so that it is planted where learners make it.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from evaluation.essays.learner_text import CHANGE
from training.essay.tagger_labels import Step

LONGEST_PATTERN = 6
"""Characters of a side of a pattern; longer ones belong to their sentence."""
MOST_PLANTED = 3
TEMPER = 0.6
"""Power of the counts: rarer patterns are planted more often than they are met."""


@dataclass
class Patterns:
    """By the first characters of what a clean sentence must hold."""

    replacements: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    """Wrong texts for a right text."""
    omissions: dict[tuple[str, str, str], int] = field(default_factory=Counter)
    """Left neighbour, what is left out, right neighbour."""
    additions: dict[tuple[str, str], Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    """What is added between two neighbours."""


def counted(lines: Iterable[str]) -> Patterns:
    """The patterns of marked lines."""
    found = Patterns()
    for line in lines:
        right = CHANGE.sub(r"\2", line)
        offset, position = 0, 0
        for match in CHANGE.finditer(line):
            offset += match.start() - position
            position = match.end()
            wrong_side, right_side = match[1], match[2]
            before, after = right[offset - 1 : offset], right[offset + len(right_side) : offset + len(right_side) + 1]
            offset += len(right_side)
            if max(len(wrong_side), len(right_side)) > LONGEST_PATTERN:
                continue
            if not right_side:
                found.additions[before, after][wrong_side] += 1
            elif not wrong_side:
                found.omissions[before, right_side, after] += 1
            else:
                found.replacements[right_side][wrong_side] += 1
    return found


class Planter:
    """Draws patterns that fit a sentence."""

    def __init__(self, patterns: Patterns, rng: random.Random) -> None:
        self._patterns, self._rng = patterns, rng
        self._left = {(before, right) for before, right, _ in patterns.omissions}
        self._rightwards = {(right, after) for _, right, after in patterns.omissions}
        self._omitted = {right for _, right, _ in patterns.omissions}

    def planted(self, right: str) -> tuple[str, list[Step]]:
        """A sentence with one to `MOST_PLANTED` errors, and the changes that undo them; without any where no pattern fits."""
        options = list(self._options(right))
        if not options:
            return right, []
        wanted = self._rng.choices(range(1, MOST_PLANTED + 1), (6, 3, 1))[0]
        chosen: list[tuple[int, int, str]] = []
        for start, end, wrong, _ in self._drawn(options, wanted * 3):
            if len(chosen) < wanted and all(end < s or start > e for s, e, _ in chosen):
                chosen.append((start, end, wrong))
        return _undone(right, sorted(chosen))

    def _drawn(self, options: list[tuple[int, int, str, float]], count: int) -> list[tuple[int, int, str, float]]:
        return self._rng.choices(options, [weight for *_, weight in options], k=count)

    def _options(self, right: str) -> Iterable[tuple[int, int, str, float]]:
        for start in range(len(right)):
            for end in range(start + 1, min(len(right), start + LONGEST_PATTERN) + 1):
                part = right[start:end]
                for wrong, count in self._patterns.replacements.get(part, {}).items():
                    yield start, end, wrong, count**TEMPER * len(part)
                if part in self._omitted:
                    before, after = right[start - 1 : start] if start else "", right[end : end + 1]
                    known = ((before, part) in self._left) + ((part, after) in self._rightwards)
                    if known:
                        yield start, end, "", 0.3 * known
            before, after = right[start - 1 : start] if start else "", right[start]
            for wrong, count in self._patterns.additions.get((before, after), {}).items():
                yield start, start, wrong, count**TEMPER


def _undone(right: str, planted: list[tuple[int, int, str]]) -> tuple[str, list[Step]]:
    """The sentence with errors, and the changes of it that undo them."""
    written, changes, position = "", list[Step](), 0
    for start, end, wrong in planted:
        written += right[position:start]
        changes += _smallest(len(written), wrong, right[start:end])
        written += wrong
        position = end
    return written + right[position:], changes


def _smallest(offset: int, wrong: str, right: str) -> list[Step]:
    """The changes of an alignment of two short texts, moved to their offset."""
    from evaluation.essays.told import alignment

    return [(start + offset, end + offset, text) for start, end, text in alignment(wrong, right)]
