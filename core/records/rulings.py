"""Rulings of teachers that hold for a whole organisation: what they say, and the answers that they re-mark."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

AnswerScope = Literal["answer", "accept", "retire"]
"""How far an upheld appeal reaches: this answer alone; the answer is accepted from everyone; the item is retired and counts for nobody."""
Scope = Literal["answer", "accept", "retire", "everywhere"]
"""Of a mark in essays `answer` is one essay alone, and `everywhere` is wherever the mark stands in the organisation."""
Outcome = Literal["right", "void"]
"""What a ruling makes of an answer: fully right, or no evidence at all."""


@dataclass(frozen=True)
class Ruling:
    """A decision of a teacher. It holds for the whole organisation, in all its classes, until it is undone."""

    ruling_id: str
    organisation_id: str
    scope: Scope
    by: str
    """Account id of the teacher."""
    teacher: str
    """Name shown for who gave it; empty for a caller without a person."""
    made_at: datetime
    item_id: str = ""
    """Empty for a mark in essays."""
    addition: str = ""
    """The answer that the item accepts from now on, in the form of `Item.accepted`; of scope `accept` only."""
    appeal_id: str = ""
    """The appeal that it settled."""
    evaluation_id: str = ""
    """The essay with the dismissal that it settled; empty for an answer. With `start`, `end` and `replacement` it names the edit."""
    start: int = 0
    end: int = 0
    replacement: str = ""
    edit_keys: tuple[str, str] = ("", "")
    """How the mark is recognised in other essays (`core.essays.review.dismissals.dismissal_keys`)."""
    students: int = 0
    """How many were re-marked when it was given."""
    answers: int = 0
    """Answers, or marks in essays, that it changed when it was given."""
    change_id: int = 0
    """The change of the item's state that came with it; 0 for none."""
    undone_at: datetime | None = None
    undone_by: str = ""


@dataclass(frozen=True)
class RuledAnswer:
    """An answer that a ruling in force re-marks. The mark that was first given stays with the answer."""

    organisation_id: str
    student_id: str
    evaluation_id: str
    position: int
    item_id: str
    ruling_id: str
    outcome: Outcome

    @property
    def source(self) -> str:
        """As evidence names the answer."""
        return f"{self.evaluation_id}#{self.position}"


@dataclass(frozen=True)
class SubmittedRulings:
    """What rulings in force make of answers that are just being handed in."""

    item_ids: Sequence[str]
    ruling_ids: frozenset[str]
    """All rulings in force on these items when the answers were marked; where others are by then, nothing is stored."""
    answers: Sequence[RuledAnswer] = ()


EVIDENCE_KINDS = ("answer", "proof")
"""The kinds of evidence that come from an answer (`core.records.evidence.Evidence`)."""
