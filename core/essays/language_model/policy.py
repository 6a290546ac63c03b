"""How far the edits of a language model are believed: what its samples say of a sentence, and what was measured of that model, as proposals.

An edit is the surer the more of the model's samples make it and the more of them call it certain, and surer still where a judge on this machine
agrees: a corrector of the embedded engine that proposes the same, or the n-gram model, which finds the text likelier with it
(`core.essays.language_model.judging`). For each such cell a measurement (`core.essays.language_model.measuring`) says how often that very model was
right. A model that nobody has measured is asked once, and its edits are places to check.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from core.essays.edits import minimal_change
from core.essays.language_model.answers import SampleEdit, minimal_edits
from core.essays.model import CorrectorKind, EditType, Proposal
from core.wire import Bilingual

ASSUMED_PROBABILITY = 0.6
"""The probability that is assumed for every edit of a language model that nobody has measured: prompted models overcorrect learners' Chinese
(precision of minimal edits about .5 to .7 in the literature)."""
SAMPLES = (1, 3)
"""How often a model may be asked about a passage."""
HIGHEST_CHECK = 0.5
"""The highest probability of an edit of a measured model that is not to be an error: the agreement of a corrector of the embedded engine is in its cell
already, and must not make an error of it once more (`core.essays.merging.candidates.noisy_or`)."""
LEAST_PROBABILITY = 0.1
"""Less probable edits are not proposed: no reader is shown them."""
NO_ERRORS = 1.01
"""A threshold that no probability reaches."""
EMBEDDED_MODELS: frozenset[CorrectorKind] = frozenset(("ngram", "encoder", "usage"))
EDIT_TYPES: tuple[EditType, ...] = ("B", "L", "D", "P", "W", "S")

Agrees = Callable[[int, int, str], bool]
"""Whether a judge on this machine agrees with a change: start, end, replacement."""


class Cell(NamedTuple):
    """Edits that are believed alike."""

    samples: int
    """How many of the samples make the edit, from 1."""
    sure: bool
    """Whether most of all samples that were read, and not only of those that make the edit, call it certain. What one of three samples alone makes is thus
    never sure: 600 sentences have too few such edits to measure them apart."""
    agreed: bool
    """Whether a judge on this machine agrees."""


def possible_cells(samples: int) -> list[Cell]:
    """All cells of edits of so many samples.

    >>> possible_cells(1)
    [Cell(samples=1, sure=False, agreed=False), Cell(samples=1, sure=False, agreed=True), \
Cell(samples=1, sure=True, agreed=False), Cell(samples=1, sure=True, agreed=True)]
    >>> len(possible_cells(3))
    10
    """
    return [
        Cell(votes, sure, agreed)
        for votes in range(1, samples + 1)
        for sure in ((False, True) if is_majority(votes, samples) else (False,))
        for agreed in (False, True)
    ]


def is_majority(votes: int, samples: int) -> bool:
    """Whether so many are more than half of the samples. What fewer make is never an error: of YACLC's half for design .97 of the edits of most
    samples were right, whoever agreed, and .87 of the others (recorded replies, `benchmarks.essays.told`)."""
    return votes * 2 > samples


@dataclass(frozen=True)
class Policy:
    """How often a model is asked about a passage, and how far its edits are believed."""

    samples: int = 1
    probabilities: Mapping[Cell, float] = field(default_factory=dict)
    """0-1, of an edit of the cell; `ASSUMED_PROBABILITY` for a cell that is missing."""
    error_from: float = NO_ERRORS
    """From this probability on an edit may be an error; below it is a place to check at most."""
    error_types: frozenset[EditType] = frozenset()
    """Types that may be errors."""
    measured: bool = False
    """Whether the probabilities were measured of this very model."""

    def probability(self, cell: Cell, type_: EditType) -> float:
        """The probability of an edit, 0-1."""
        probability = self.probabilities.get(cell, ASSUMED_PROBABILITY)
        may_stay = self.may_be_error(cell, type_) or not self.measured
        return probability if may_stay else min(probability, HIGHEST_CHECK)

    def may_be_error(self, cell: Cell, type_: EditType) -> bool:
        """Whether the measurement allows an edit to be shown as an error."""
        is_believed = self.probabilities.get(cell, 0.0) >= self.error_from and type_ in self.error_types
        return is_believed and is_majority(cell.samples, self.samples)

    def corrector(self, cell: Cell, type_: EditType) -> CorrectorKind:
        """The name of the corrector of an edit; under that of an unmeasured model nothing is an error by itself."""
        return "measured_language_model" if self.may_be_error(cell, type_) else "language_model"


UNMEASURED = Policy()
"""For a model that nobody has measured."""


class RatedEdit(NamedTuple):
    """An edit on which samples agree."""

    edit: SampleEdit
    cell: Cell


def rated_edits(text: str, samples: Sequence[Sequence[SampleEdit]], agrees: Agrees) -> list[RatedEdit]:
    """The edits of all samples of one text, each once, with its cell; in order.

    Edits that change the text alike are one, however widely they are written. Type and reason are those that most samples give, the first of
    equally many. Edits that rewrite, or touch protected text, are left out.
    """
    by_change: dict[tuple[int, int, str], list[SampleEdit]] = {}
    votes: Counter[tuple[int, int, str]] = Counter()
    certain: Counter[tuple[int, int, str]] = Counter()
    for sample in samples:
        is_certain: dict[tuple[int, int, str], bool] = {}
        for edit in minimal_edits(text, sample):
            change = minimal_change(text, edit.start, edit.end, edit.replacement)
            by_change.setdefault(change, []).append(edit)
            is_certain[change] = is_certain.get(change, False) or edit.sure
        votes.update(is_certain.keys())
        certain.update(change for change, sure in is_certain.items() if sure)
    rated = []
    for change, edits in sorted(by_change.items()):
        types = Counter(edit.type for edit in edits)
        chosen = max(edits, key=lambda edit: (types[edit.type], edit.reason is not None))
        sure = is_majority(certain[change], len(samples))
        rated.append(RatedEdit(chosen, Cell(votes[change], sure, agrees(*change))))
    return rated


def proposals(
    text: str, samples: Sequence[Sequence[SampleEdit]], policy: Policy, agrees: Agrees, *, name: str
) -> list[Proposal]:
    """What a model proposes for a text, sorted by start.

    Parameters
    ----------
    samples : the edits of each of its answers about the text; at most `policy.samples` are read
    name : the model's
    """
    return [
        Proposal(
            edit.start, edit.end, edit.replacement, edit.type, policy.corrector(cell, edit.type), name, probability,
            explanation=labelled(edit.reason) if edit.reason else None,
        )
        for edit, cell in rated_edits(text, samples[: policy.samples], agrees)
        if (probability := policy.probability(cell, edit.type)) >= LEAST_PROBABILITY
    ]  # fmt: skip


def less_sure_where_silent(
    embedded: Iterable[Proposal], of_model: Sequence[Proposal], read: Sequence[tuple[int, int]]
) -> list[Proposal]:
    """The embedded correctors' proposals, with those of models no surer than `HIGHEST_CHECK` where a measured language model has read the text several
    times and changes nothing there in any sample. Rules know their reason and keep what was counted of them.

    In YACLC's half for design and 300 everyday sentences there were four such errors, too few for a share: one leads away from every correction, two
    change 甚么, one 这副景象, which one of two readers calls wrong.
    """

    def is_silent(proposal: Proposal) -> bool:
        inside = any(start <= proposal.start and proposal.end <= end for start, end in read)
        return inside and not any(proposal.start <= other.end and other.start <= proposal.end for other in of_model)

    return [
        replace(proposal, probability=min(proposal.probability, HIGHEST_CHECK))
        if proposal.corrector in EMBEDDED_MODELS and proposal.probability > HIGHEST_CHECK and is_silent(proposal)
        else proposal
        for proposal in embedded
    ]


def labelled(reason: Bilingual) -> Bilingual:
    """A model's explanation with whose words it is: nobody has checked it."""
    return Bilingual(zh=f"语言模型的说明：{reason.zh}", en=f"The language model’s words: {reason.en}")
