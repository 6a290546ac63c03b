"""What the judge of edits is asked, and what it answers: how probable a change is, from what all embedded correctors say of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from core.essays.model import CorrectorKind


@dataclass(frozen=True)
class Opinions:
    """A change of a text in its minimal form, and which embedded correctors propose it."""

    start: int
    end: int
    replacement: str
    probabilities: Mapping[CorrectorKind, float]
    """Of each corrector that proposes it, 0-1, as it says itself."""


class EditJudge(Protocol):
    """Weighs changes that embedded correctors propose."""

    @property
    def version(self) -> str:
        """Name and version, as reports state them."""
        ...

    def probabilities(self, simplified: str, changes: Sequence[Opinions]) -> Sequence[float]:
        """How probable each change of a text is, 0-1, as fitted on learners' sentences.

        What it says of a change depends on the sentence of the change alone, and on the other changes proposed there.
        """
        ...
