"""Measures a language model on sentences with known corrections, and sets how far it is believed.

Measured are the edits that its samples make: how many of each cell are right, how many of the errors are told, how many right sentences are
touched. A cell's probability is its share of right edits with a beta prior: a cell with few edits stays near the share of the other edits that most
samples make, or that fewer make, and where there are few of these near what is assumed of any model.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from core.essays.language_model.alignment import cut_correction
from core.essays.language_model.answers import SampleEdit
from core.essays.language_model.policy import (
    ASSUMED_PROBABILITY,
    EDIT_TYPES,
    NO_ERRORS,
    SAMPLES,
    Agrees,
    Cell,
    Policy,
    is_majority,
    possible_cells,
    rated_edits,
)
from core.essays.merging.selection import DISPLAY_THRESHOLDS
from core.essays.model import EditType

PRIOR_EDITS = 10.0
"""So many edits count as seen before: in every cell of which as many were right as of the other cells, there of which `ASSUMED_PROBABILITY` were."""
MOST_CLEAN_TOUCHED = 0.02
"""At most this share of right sentences may have something marked as an error."""
LEAST_ERROR = DISPLAY_THRESHOLDS["normal"].error
"""What is less sure is never an error at the setting normal."""
MOST_LOST = 0.5
"""Three samples are asked instead of one unless they tell less than this share of what one tells. They cost three times as much; but what one sample
alone says cannot be trusted on text that is less plain than the sentences of the measurement: of a model that touched one of its 300 right
sentences all samples together touched 21 of 300 everyday ones and most of them 12, and of the edits of YACLC's half for design .87 were right that
fewer made and .97 of the others (recorded replies, `benchmarks.essays.told`)."""
Z = 1.959964
"""Of a 95 % interval."""


class MeasuredSentence(Protocol):
    """A sentence as written, with its corrections, each of which is right by itself; the sentence itself where it is right."""

    @property
    def written(self) -> str: ...

    @property
    def right(self) -> Sequence[str]: ...


@dataclass(frozen=True)
class Outcome:
    """One edit of a sentence, and whether it is right."""

    cell: Cell
    type: EditType
    right: bool
    span: tuple[int, int]


@dataclass(frozen=True)
class SentenceOutcome:
    """What a model makes of one sentence, with as many samples as were asked."""

    clean: bool
    """Whether the sentence is right as it is."""
    errors: tuple[tuple[int, int], ...]
    """Where it differs from the nearest of its corrections."""
    edits: Mapping[int, tuple[Outcome, ...]]
    """By the number of samples that are read."""


class Share(NamedTuple):
    """A share with its 95 % interval."""

    hits: int
    of: int

    @property
    def value(self) -> float:
        """0-1; 0 of nothing."""
        return self.hits / self.of if self.of else 0.0

    def interval(self) -> tuple[float, float]:
        """Wilson's interval (1927).

        >>> [round(bound, 3) for bound in Share(6, 300).interval()], Share(0, 0).interval()
        ([0.009, 0.043], (0.0, 1.0))
        """
        if not self.of:
            return 0.0, 1.0
        share, z2 = self.value, Z * Z
        middle = (share + z2 / (2 * self.of)) / (1 + z2 / self.of)
        half = Z * math.sqrt(share * (1 - share) / self.of + z2 / (4 * self.of**2)) / (1 + z2 / self.of)
        return max(0.0, middle - half), min(1.0, middle + half)


class Figures(NamedTuple):
    """What is measured of a policy."""

    told: Share
    """Of the errors, those that an edit overlaps which is marked as an error."""
    right: Share
    """Of the edits marked as errors, those that bring a sentence nearer to a correction."""
    clean_touched: Share
    """Of the right sentences, those in which something is marked as an error."""
    told_or_asked: Share
    """Of the errors, those that any edit overlaps which is shown, as an error or as a place to check."""
    shown_right: Share
    """Of all edits that are shown, those that bring a sentence nearer to a correction."""
    clean_shown: Share
    """Of the right sentences, those in which anything is shown."""


def outcome_of(sentence: MeasuredSentence, samples: Sequence[Sequence[SampleEdit]], agrees: Agrees) -> SentenceOutcome:
    """What samples make of a sentence; `agrees` is the judge on this machine."""
    written, corrections = sentence.written, list(sentence.right)
    distances = {right: distance(written, right) for right in corrections}
    nearest = min(corrections, key=lambda right: distances[right])
    errors = cut_correction(written, 0, len(written), nearest).changes

    def outcome(edit: SampleEdit, cell: Cell) -> Outcome:
        changed = written[: edit.start] + edit.replacement + written[edit.end :]
        nearer = any(distance(changed, right) < before for right, before in distances.items())
        return Outcome(cell, edit.type, nearer, (edit.start, edit.end))

    edits = {
        count: tuple(outcome(edit, cell) for edit, cell in rated_edits(written, samples[:count], agrees))
        for count in SAMPLES
        if count <= len(samples)
    }
    return SentenceOutcome(not errors, tuple((error.start, error.end) for error in errors), edits)


def distance(one: str, other: str) -> int:
    """Levenshtein's distance.

    >>> distance("我去了看", "我去看了"), distance("", "我")
    (2, 1)
    """
    row = list(range(len(other) + 1))
    for i, mine in enumerate(one, start=1):
        previous, row[0] = row[0], i
        for j, theirs in enumerate(other, start=1):
            previous, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, previous + (mine != theirs))
    return row[-1]


def policy_of(outcomes: Sequence[SentenceOutcome]) -> Policy:
    """The policy that a measurement sets: how many samples pay, how often each cell is right, and which cells and types may be errors."""
    available = [count for count in SAMPLES if all(count in outcome.edits for outcome in outcomes)]
    fewest, most = (_policy_with(outcomes, count) for count in (available[0], available[-1]))
    told_of_fewest, told_of_most = (figures_of(outcomes, policy).told.value for policy in (fewest, most))
    return most if told_of_most >= MOST_LOST * told_of_fewest else fewest


def _policy_with(outcomes: Sequence[SentenceOutcome], samples: int) -> Policy:
    edits = [edit for outcome in outcomes for edit in outcome.edits[samples]]
    probabilities = {
        cell: share_right(
            (edit for edit in edits if edit.cell == cell), assumed=share_right(_others_of_most(edits, cell, samples))
        )
        for cell in possible_cells(samples)
    }
    overall = sum(edit.right for edit in edits) / len(edits) if edits else ASSUMED_PROBABILITY
    types = frozenset(
        type_
        for type_ in EDIT_TYPES
        if share_right((edit for edit in edits if edit.type == type_ and probabilities[edit.cell] >= LEAST_ERROR),
                       assumed=max(overall, LEAST_ERROR)) >= LEAST_ERROR
    )  # fmt: skip
    for threshold in sorted({LEAST_ERROR, *(p for p in probabilities.values() if p > LEAST_ERROR)}):
        policy = Policy(samples, probabilities, threshold, types, measured=True)
        if figures_of(outcomes, policy).clean_touched.value <= MOST_CLEAN_TOUCHED:
            return policy
    return Policy(samples, probabilities, NO_ERRORS, types, measured=True)


def _others_of_most(edits: Sequence[Outcome], cell: Cell, samples: int) -> Iterator[Outcome]:
    """The edits of other cells that most samples make, or fewer, as those of the cell: of a few of its own edits a cell cannot be told from these."""
    by_most = is_majority(cell.samples, samples)
    return (edit for edit in edits if edit.cell != cell and is_majority(edit.cell.samples, samples) == by_most)


def share_right(edits: Iterable[Outcome], *, assumed: float = ASSUMED_PROBABILITY) -> float:
    """The share of right edits with the prior: the mean of a beta distribution."""
    counts = Counter(edit.right for edit in edits)
    return round((counts[True] + assumed * PRIOR_EDITS) / (counts.total() + PRIOR_EDITS), 4)


def figures_of(outcomes: Sequence[SentenceOutcome], policy: Policy) -> Figures:
    """What a policy would tell of measured sentences at the setting normal, the embedded engine apart."""

    def is_error(edit: Outcome) -> bool:
        return policy.may_be_error(edit.cell, edit.type)

    def is_shown(edit: Outcome) -> bool:
        return policy.probability(edit.cell, edit.type) >= DISPLAY_THRESHOLDS["normal"].check

    return Figures(*_shares(outcomes, policy.samples, is_error), *_shares(outcomes, policy.samples, is_shown))


def _shares(
    outcomes: Sequence[SentenceOutcome], samples: int, counts: Callable[[Outcome], bool]
) -> tuple[Share, Share, Share]:
    told = errors = right = marked = touched = clean = 0
    for outcome in outcomes:
        chosen = [edit for edit in outcome.edits[samples] if counts(edit)]
        clean += outcome.clean
        touched += outcome.clean and bool(chosen)
        errors += len(outcome.errors)
        told += sum(any(_touch(error, edit.span) for edit in chosen) for error in outcome.errors)
        marked += len(chosen)
        right += sum(edit.right for edit in chosen)
    return Share(told, errors), Share(right, marked), Share(touched, clean)


def _touch(one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Whether two spans overlap; an empty one is touched by what begins or ends there."""
    if one[0] == one[1] or other[0] == other[1]:
        return one[0] <= other[1] and other[0] <= one[1]
    return one[0] < other[1] and other[0] < one[1]
