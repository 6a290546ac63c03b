"""Evidence that stands: a retraction takes back a piece that is equal but for kind, sign of the weight, and key."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from core.records.evidence import Evidence

RETRACTION = "retraction"


def standing(evidence: Iterable[Evidence]) -> list[Evidence]:
    """The evidence, in its order, without retractions and what they take back."""
    pieces = list(evidence)
    taken_back = Counter(_said(piece, -piece.weight) for piece in pieces if piece.kind == RETRACTION)
    if not taken_back:
        return pieces
    left = []
    for piece in pieces:
        if piece.kind == RETRACTION:
            continue
        said = _said(piece, piece.weight)
        if taken_back[said] > 0:
            taken_back[said] -= 1
        else:
            left.append(piece)
    return left


def _said(piece: Evidence, weight: float) -> tuple[object, ...]:
    """What a piece and its retraction have in common."""
    told = piece.source, piece.target_kind, piece.target, piece.outcome
    return piece.student_id, *told, piece.occurred_at, weight
