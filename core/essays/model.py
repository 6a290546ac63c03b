"""The terms of essay evaluation: proposals of its correctors, and the edits from which everything about a text follows.

Positions are code points of the essay exactly as received: nothing is stripped or normalised; CRLF counts as two, 𠮷 or an emoji as one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from core.wire import Bilingual

EditType = Literal["B", "L", "D", "P", "W", "S"]
"""The contract's marks: wrong character, missing, extra, punctuation, wrong word, sentence structure."""
CorrectorKind = Literal["rule", "ngram", "encoder", "usage", "language_model", "measured_language_model"]
"""Which part of the engine made a proposal. The last two are the operator's language model: with assumed probabilities, and with those that
`wenlu model` measured of that very model."""
Suspected = Literal["B", "L", "D", "W", "S", ""]
"""The kind of error that is suspected in a clause, by the contract's marks (`S`: the order of the words); "" where no kind is."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """One corrector's opinion about one place in a text; proposals may overlap and contradict one another."""

    start: int
    end: int
    """Excluded; equal to `start` where something is missing."""
    replacement: str
    """The text that should stand there; "" where what stands there should be removed."""
    type: EditType
    corrector: CorrectorKind
    name: str
    """Id of the rule, or version of the model."""
    probability: float
    """0-1: how often this corrector was right about such places. Each recipe in `training/essay` says on what that was fitted; a language
    model's is measured by `wenlu model`, else an assumption (`core.essays.language_model.policy`)."""
    point: str = ""
    """Id of the grammar point or word that the proposal is about; "" where it is about none."""
    explanation: Bilingual | None = None
    """The reason, in terms of this very place; None where only a model proposes the change."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """A clause in which something is off, without a correction: it is never an error, costs nothing and corrects nothing."""

    start: int
    end: int
    """Excluded; the two are those of a clause (`core.essays.segmentation.clauses`)."""
    probability: float
    """0-1, calibrated: the share of the clauses called so that are off in learners' writing."""
    suspected: Suspected = ""


@dataclass(frozen=True, slots=True)
class Change:
    """What stands in a text and what should stand there: all that applying, undoing and marking need."""

    start: int
    end: int
    original: str
    replacement: str
    type: EditType


@dataclass(frozen=True, slots=True)
class Edit(Change):
    """One correction of an essay. The edits of an essay are sorted and do not overlap, and `essay[start:end] == original`."""

    confidence: float
    """0-1: how sure the engine is of it: the probability of a single corrector, or several of them combined by a rule that was not fitted
    (`core.essays.merging.candidates.noisy_or`); it is lower where other proposals conflict."""
    correctors: tuple[str, ...]
    """The correctors that proposed it, the surest first: `rule:ba-complement`, `ngram`, `encoder`."""
    point: str
    explanation: Bilingual
