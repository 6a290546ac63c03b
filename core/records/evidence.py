"""The evidence log, from which everything known about a student is derived: one row for each piece of evidence."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

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
    """answer, retraction, appeal_upheld, essay_error, essay_marked (by a teacher), misread_tone, misread_sound, read_aloud, essay_use, essay_scored, behaviour, proof, ...

    A retraction takes an earlier piece back: the same target, outcome and occurrence with the weight below 0.
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
