"""What essay evaluation speaks of: proposals of its judges, and the edits that are the only truth about a text.

Positions are code points of the essay exactly as received: nothing is stripped or normalised, CRLF counts two, 𠮷 and an emoji one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from core.wire import Bilingual

EditType = Literal["B", "L", "D", "P", "W", "S"]
"""The contract's marks: wrong character, missing, extra, punctuation, wrong word, sentence structure."""
Judge = Literal["rule", "ngram", "encoder", "usage", "language_model"]
"""Which part of the engine says so."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """One judge's opinion about one place; opinions may overlap and contradict one another."""

    start: int
    end: int
    """Excluded; equal to `start` where something is missing."""
    replacement: str
    """What should stand there; "" where it should go."""
    type: EditType
    judge: Judge
    name: str
    """Id of the rule, or version of the model."""
    chance: float
    """0-1: how often this judge was right about such places. Each recipe in `training/essay` says on what that was fitted; a language
    model's is an assumption (`core.essays.reviewing`)."""
    point: str = ""
    """The grammar point or word that it is about, by its id; "" where it is about none."""
    explanation: Bilingual | None = None
    """Why, in terms of this very place; None where only a model says so."""


@dataclass(frozen=True, slots=True)
class Change:
    """Something that stands there and what should: all that applying, undoing and marking ask for."""

    start: int
    end: int
    original: str
    replacement: str
    type: EditType


@dataclass(frozen=True, slots=True)
class Edit(Change):
    """One thing to change: sorted, without overlap, `essay[start:end] == original`."""

    confidence: float
    """0-1: how sure the engine is of it. Of one judge its probability; of several put together by a rule that was not fitted
    (`core.essays.merging.candidates.agreed`), and less sure for what contradicts it."""
    judges: tuple[str, ...]
    """Who said so, strongest first: `rule:ba-complement`, `ngram`, `encoder`."""
    point: str
    explanation: Bilingual
