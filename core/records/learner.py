"""The rows of the learner model: sums over evidence, runs of the nightly job, goals, peers, portraits."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal

from core.records.evidence import Evidence

# -- mastery ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Sums:
    """What the evidence on one thing (a point of a student, or a student as a whole) adds up to.

    Every field but the last is a sum, so evidence may come in any order. The four weights are decayed to `last_at`;
    `core.learning.mastery` decays them further to another time.
    """

    attempts: int
    """Direct answers: pieces of evidence with weight 1 or more, less those taken back (negative weight)."""
    correct: int
    """Attempts that were fully right."""
    right: float
    """Sum of weight x outcome, half-life 60 days. Of a student as a whole: each piece also times the chance of being wrong
    on its point, so that a right answer on a hard point counts for more."""
    wrong: float
    """Sum of weight x (1 - outcome), half-life 60 days. Of a student as a whole: times the chance of being right."""
    right_fast: float
    """As `right`, with the short half-life."""
    wrong_fast: float
    """As `wrong`, with the short half-life."""
    last_at: datetime
    """Time of the latest evidence."""


@dataclass(frozen=True)
class Learner:
    """The folded state of one student: what the map, the path, the peers and the portrait read."""

    organisation_id: str
    student_id: str
    watermark: int
    """Evidence up to this `seq` is in the sums."""
    model: str
    """Version of the predictor whose difficulties the student's sums were made with."""
    whole: Sums
    points: dict[str, Sums]
    """Own evidence of each knowledge point; points without evidence are absent."""
    vector: bytes
    """853 bytes in the order of the knowledge points: 0-200 = 200 x mastery at `updated_at`, 255 = no evidence."""
    updated_at: datetime


@dataclass(frozen=True)
class JobRun:
    """One line of the nightly job's ledger."""

    job: str
    organisation_id: str
    business_date: date
    """The day whose end bounds the input (UTC+8)."""
    status: Literal["running", "done"]
    holder: str
    """Who runs it: unguessable, so that a process knows its own lease."""
    lease_until: datetime
    watermark_from: int
    watermark_to: int
    started_at: datetime
    finished_at: datetime | None = None
    students: int = 0
    records: int = 0
    points_changed: int = 0


# -- goals and peers ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class LearningGoal:
    """What a student works towards: a level of a subject, or named points, perhaps by a date."""

    organisation_id: str
    student_id: str
    subject: str
    target_level: int | None
    """1-7; None when points are named."""
    points: tuple[str, ...]
    due: date | None
    minutes_a_week: int | None
    """None = from the student's own pace."""
    set_at: datetime


@dataclass(frozen=True)
class PeerConsent:
    """A student's word on being matched; withdrawn = absent."""

    organisation_id: str
    student_id: str
    pseudonym: str
    """Shown instead of the student's id until both agree; made afresh at every consent."""
    since: datetime


@dataclass(frozen=True)
class PeerStamp:
    """What changes whenever a student of an organisation consents or a vector does; cheap to read.

    A withdrawal leaves it as it is: to count consents would cost more than all the rest of the reading.
    """

    newest_consent: datetime
    newest_vector: datetime


@dataclass(frozen=True)
class PeerRequest:
    """One student asks another to study together; both see each other's name only when it is accepted."""

    request_id: str
    organisation_id: str
    student_id: str
    """Who asks."""
    to_student_id: str
    status: Literal["open", "accepted", "declined"]
    created_at: datetime
    settled_at: datetime | None = None


# -- portrait ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class FirstPortrait:
    """The baseline of a portrait: a questionnaire and first test results. The newest one is in force; earlier ones are
    kept, so that the past can be drawn as it was."""

    organisation_id: str
    student_id: str
    questionnaire: str
    """JSON text as given."""
    test_results: str
    """JSON text as given, null for a skill that was not tested; of a placement also level, band and items by skill."""
    source: Literal["api", "placement"]
    created_at: datetime


@dataclass(frozen=True)
class PortraitState:
    """What a portrait is made from, folded up to a watermark: `GET /portrait` reads this and folds nothing."""

    organisation_id: str
    student_id: str
    watermark: int
    """Evidence up to this `seq` is in it."""
    standing: str
    """`core.learning.indicators.IndicatorStates` as JSON text."""
    six: str
    """Scores of the six as JSON text, for the class."""
    version: str
    """Of the tree and of the model of the map's share; another one means that the state is folded afresh."""
    updated_at: datetime
    """When a value last changed."""


@dataclass(frozen=True)
class PortraitInput:
    """What the store hands to a fold of a student's portrait, read inside the transaction that keeps the result."""

    student_id: str
    state: PortraitState | None
    first: FirstPortrait | None
    evidence: tuple[Evidence, ...]
    """Above the state's watermark, in ingest order: answers by skill, and indicators."""
    seconds: dict[str, int]
    """Time spent on the answers among them, by source."""


@dataclass(frozen=True)
class Placement:
    """An adaptive placement: what was asked and answered so far, so that a refresh loses nothing."""

    placement_id: str
    organisation_id: str
    student_id: str
    steps: str
    """The items asked with what came of each, as JSON text."""
    questionnaire: str
    """JSON text; empty object when none was given."""
    created_at: datetime
    finished_at: datetime | None = None


@dataclass(frozen=True)
class Contest:
    """A value that a student contests, and what three items said about it."""

    contest_id: str
    organisation_id: str
    student_id: str
    target_kind: Literal["point", "indicator"]
    target: str
    """Knowledge point id or leaf id (D01-D85)."""
    session_id: str
    """The practice session of the three items."""
    before: float | None
    """0-1 for a point, 0-100 for an indicator; None where nothing was known."""
    after: float | None
    created_at: datetime
    settled_at: datetime | None = None
