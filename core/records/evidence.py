"""The evidence log, from which everything known about a student is derived: one row for each piece of evidence."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal

UNDONE = "undone:"
"""What the key of a piece begins with that takes back a piece of a ruling which was undone; the key of that piece follows."""
TargetKind = Literal["point", "word", "tone", "sound", "skill", "indicator"]  # tone: as written, 3-3; sound: zh-z


@dataclass(frozen=True)
class Evidence:
    """One statement about a student, appended once and never changed.

    `outcome` is 0-1 (1 = fully right), `weight` how much of one answer it is worth, `idempotency_key` unique in
    the organisation. `seq` is the ingest order, assigned by the store.

    For a behaviour (target_kind indicator) `outcome` is in the indicator's unit: a percentage as a share 0-1, minutes, times, a
    level 1-9, 0 or 1 of a switch; `weight` is 1, one observation, whatever `max` the percentage was given with. For a
    proof (three items on a contested value) `weight` comes in addition to that of the answer: .9 on a point, so that
    it does not count as a further attempt, 2 on an indicator.
    """

    student_id: str
    kind: str
    """answer, retraction, appeal_upheld, essay_error, essay_marked (by a teacher), misread_tone, misread_sound, read_aloud, essay_use, essay_scored, behaviour, proof, word_recalled, ...

    A retraction takes an earlier piece back: the same target, outcome and occurrence with the opposite weight. It is below 0, but for
    a retraction that itself is taken back.
    """
    target_kind: TargetKind
    target: str
    outcome: float
    weight: float
    source: str
    """Evaluation id and position, `ev_...#3`."""
    occurred_at: datetime
    idempotency_key: str
    item_id: str = ""
    seq: int = 0


def standing(evidence: Iterable[Evidence]) -> list[Evidence]:
    """The evidence, in its order, without the pieces of rulings that were undone and without what took them back: as if there had been no ruling.

    Both pieces of such a pair cancel in every sum; left out before anything is added up, they leave no rounding behind.
    """
    pieces = list(evidence)
    undone = {
        piece.idempotency_key.removeprefix(UNDONE) for piece in pieces if piece.idempotency_key.startswith(UNDONE)
    }
    if not undone:
        return pieces
    return [
        piece
        for piece in pieces
        if piece.idempotency_key not in undone and not piece.idempotency_key.startswith(UNDONE)
    ]


def taken_back(piece: Evidence) -> Evidence:
    """What takes a piece of a ruling back once the ruling is undone; `standing` knows the pair by its keys."""
    return replace(
        piece, kind="retraction", weight=-piece.weight, idempotency_key=UNDONE + piece.idempotency_key, seq=0
    )
