"""Sums by the definition, one piece at a time: what folds are compared with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from core.learning.mastery import DIRECT_WEIGHT, FAST_HALF_LIFE, HALF_LIFE
from core.records.learner import Sums

NOW = datetime(2026, 11, 22, tzinfo=UTC)


@dataclass(frozen=True)
class Piece:
    """A piece of evidence on a point."""

    point: str
    outcome: float
    weight: float
    days_ago: float

    @property
    def at(self) -> datetime:
        """When it occurred."""
        return NOW - timedelta(days=self.days_ago)


def summed(pieces: Sequence[Piece], easier_by: Mapping[str, float] | None = None) -> Sums:
    """Sums of the pieces; `easier_by` gives the base probability of each point for sums of a student as a whole."""
    latest = max(piece.at for piece in pieces)
    totals = [0.0, 0.0, 0.0, 0.0]
    attempts = correct = 0
    for piece in pieces:
        right, wrong = piece.weight * piece.outcome, piece.weight * (1.0 - piece.outcome)
        if easier_by is not None:
            right, wrong = right * (1.0 - easier_by[piece.point]), wrong * easier_by[piece.point]
        for place, half_life in enumerate((HALF_LIFE, FAST_HALF_LIFE)):
            left = 2.0 ** -((latest - piece.at) / half_life)
            totals[2 * place] += right * left
            totals[2 * place + 1] += wrong * left
        attempts += piece.weight >= DIRECT_WEIGHT
        correct += piece.weight >= DIRECT_WEIGHT and piece.outcome >= 1.0
    return Sums(attempts, correct, totals[0], totals[1], totals[2], totals[3], latest)


def learner_of(pieces: Sequence[Piece], base: Mapping[str, float]) -> tuple[Sums | None, dict[str, Sums]]:
    """The sums of a student as a whole and on each point."""
    points = {piece.point for piece in pieces}
    own = {point: summed([piece for piece in pieces if piece.point == point]) for point in points}
    return (summed(pieces, base) if pieces else None), own
