"""Records of essay evaluation that the capability and the store exchange."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from core.records.evidence import Evidence

Verdict = Literal["accepted", "dismissed", "meant", "asked"]
"""A student's verdict on an edit: accepted, or dismissed because the text is right as it is. On a clause in which something is said to be off:
meant as it stands, or asked about, because the student does not see what is off."""
WAITING_VERDICTS: tuple[Verdict, ...] = ("dismissed", "asked")
"""The verdicts that a teacher settles."""
PASSED_OVER: tuple[Verdict, ...] = ("dismissed", "meant")
"""The verdicts after which the student's later evaluations say nothing of the place, unless a teacher overrules."""
Settlement = Literal["upheld", "overruled"]
"""A teacher's decision on a dismissal: upheld (the student was right), or overruled (the edit stands). On a question about a clause: the clause
is right, or something is off in it."""
RubricPart = Literal["language", "structure", "coherence", "content"]
"""The parts of a teacher's rubric, each scored 0-5."""


@dataclass(frozen=True)
class EssayLine:
    """A stored evaluation without its report: one entry in the list of essays."""

    evaluation_id: str
    organisation_id: str
    student_id: str
    act: str
    """Equal for all drafts of one essay: the writing that it was handed in as, or else student, title and day (`core.essays.history.act_of`)."""
    title: str
    hsk_level: str
    summary: str
    """JSON of `core.essays.history_wire.EssayFigures`."""
    created_at: datetime


@dataclass(frozen=True)
class StoredEssay:
    """A stored evaluation with its report, which is the JSON text first returned, so that a later request gets the same."""

    line: EssayLine
    report: str


@dataclass(frozen=True)
class NewEssay:
    """A new evaluation with the evidence that is stored along with it in one transaction."""

    stored: StoredEssay
    evidence: Sequence[Evidence]
    ruled: frozenset[str] | None = None
    """Keys of the marks that rulings had it pass over (`core.ports.rulings.RulingStore.ruled_essay_keys`); where others are in force by now,
    nothing is stored. None: as they are."""


@dataclass(frozen=True)
class EssayVerdictRow:
    """A student's verdict on an edit, or on a place to check, and the teacher's decision on that verdict."""

    evaluation_id: str
    organisation_id: str
    student_id: str
    start: int
    """As in the report, with `end` and `replacement`: together they name the edit."""
    end: int
    replacement: str
    verdict: Verdict
    note: str
    edit_keys: tuple[str, str]
    """Keys by which the edit is recognised in another draft, as written and as corrected (`core.essays.review.dismissals.dismissal_keys`). They are hashes
    and contain no words of the text."""
    judged_at: datetime
    settled: Settlement | None = None
    teacher_note: str = ""
    ruling_id: str = ""
    """The ruling that settled it; empty where it was settled by itself, or waits."""
    made_by_ruling: bool = False
    """Whether the student never dismissed the edit, and a ruling on another's essay did it."""


@dataclass(frozen=True)
class EssayOverrideRow:
    """A teacher's own score of an essay."""

    evaluation_id: str
    organisation_id: str
    student_id: str
    score: float
    """0-100."""
    rubric: dict[RubricPart, int]
    """Each 0-5; parts that the teacher left out are absent."""
    note: str
    teacher: str
    """Displayed name of the teacher who gave the score; empty for a call that names no person."""
    at: datetime
