"""Evidence without what was retracted: a retraction takes back a piece that is equal but for kind, sign of the weight, and key."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from core.records.evidence import Evidence

RETRACTION = "retraction"


def without_retracted(evidence: Iterable[Evidence]) -> list[Evidence]:
    """The evidence, in its order, without retractions and what they take back."""
    pieces = list(evidence)
    taken_back = Counter(_identity(piece, -piece.weight) for piece in pieces if piece.kind == RETRACTION)
    if not taken_back:
        return pieces
    remaining = []
    for piece in pieces:
        if piece.kind == RETRACTION:
            continue
        identity = _identity(piece, piece.weight)
        if taken_back[identity] > 0:
            taken_back[identity] -= 1
        else:
            remaining.append(piece)
    return remaining


def _identity(piece: Evidence, weight: float) -> tuple[object, ...]:
    """What a piece and its retraction have in common."""
    subject = piece.source, piece.target_kind, piece.target, piece.outcome
    return piece.student_id, *subject, piece.occurred_at, weight
