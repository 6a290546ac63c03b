"""Records of the learner model: sums over evidence, runs of the nightly job, goals, peers, portraits."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal

from core.records.evidence import Evidence

# -- mastery ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Sums:
    """Sums over the evidence on a student's knowledge point, or on a student as a whole.

    Every field but the last is a sum, so evidence may come in any order. The four weights are decayed to `last_at`;
    `core.learning.mastery` decays them further to another time.
    """

    attempts: int
    """Direct answers: pieces of evidence with weight 1 or more, less those retracted (negative weight)."""
    correct: int
    """Attempts that were fully right."""
    right: float
    """Sum of weight x outcome, half-life 60 days. For a student as a whole each piece is also multiplied by the probability
    of a wrong answer on its point, so that a right answer on a hard point counts for more."""
    wrong: float
    """Sum of weight x (1 - outcome), half-life 60 days. For a student as a whole: times the probability of a right answer."""
    right_fast: float
    """Like `right`, with the short half-life."""
    wrong_fast: float
    """Like `wrong`, with the short half-life."""
    last_at: datetime
    """Time of the latest evidence."""


@dataclass(frozen=True)
class Learner:
    """The folded state of one student, which the map, the path, the peers and the portrait read."""

    organisation_id: str
    student_id: str
    watermark: int
    """Evidence up to this `seq` is included in the sums."""
    model: str
    """Version of the predictor whose difficulties the student's sums were made with."""
    whole: Sums
    """Sums over all evidence on the student."""
    points: dict[str, Sums]
    """Sums over each knowledge point's own evidence; points without evidence are absent."""
    vector: bytes
    """853 bytes in the order of the knowledge points: 0-200 = 200 x mastery at `updated_at`, 255 = no evidence. Peers are compared by it;
    it knows nothing of the student's level, which the map's mastery does."""
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
    """Unguessable identifier of the process that runs it, by which the process recognises its own lease."""
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
    """A student's goal: a level of a subject, or a list of points, with or without a due date."""

    organisation_id: str
    student_id: str
    subject: str
    target_level: int | None
    """1-7; None when `points` are given."""
    points: tuple[str, ...]
    due: date | None
    minutes_a_week: int | None
    """None = estimated from the student's own pace."""
    set_at: datetime


@dataclass(frozen=True)
class PeerConsent:
    """A student's consent to be matched with peers; deleted when it is withdrawn."""

    organisation_id: str
    student_id: str
    pseudonym: str
    """Shown instead of the student's id until both agree; a new one for every consent."""
    since: datetime


@dataclass(frozen=True)
class PeerStamp:
    """A stamp that changes whenever a student of an organisation consents or a vector changes; cheap to read.

    A withdrawal does not change it: to count consents would cost more than all the rest of the reading.
    """

    newest_consent: datetime
    newest_vector: datetime


@dataclass(frozen=True)
class PeerRequest:
    """A student's request to another to study together; they see each other's names only after it is accepted."""

    request_id: str
    organisation_id: str
    student_id: str
    """The sender."""
    to_student_id: str
    """The receiver."""
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
    """JSON text as given, null for a skill that was not tested; from a placement also level, band and items by skill."""
    source: Literal["api", "placement"]
    created_at: datetime


@dataclass(frozen=True)
class PortraitState:
    """The folded state that a portrait is drawn from: `GET /portrait` reads it and folds nothing."""

    organisation_id: str
    student_id: str
    watermark: int
    """Evidence up to this `seq` is included."""
    standing: str
    """`core.learning.indicators.IndicatorStates` as JSON text."""
    six: str
    """The six scores as JSON text, for the class."""
    version: str
    """Version of the indicator tree and of the model of the map's share; a state of another version is folded again from the beginning."""
    updated_at: datetime
    """Time at which a value last changed."""


@dataclass(frozen=True)
class PortraitInput:
    """The input of the fold of a student's portrait, read inside the transaction that stores the result."""

    student_id: str
    state: PortraitState | None
    baseline: FirstPortrait | None
    evidence: tuple[Evidence, ...]
    """Evidence above the state's watermark, in ingest order: answers by skill, and indicators."""
    seconds: dict[str, int]
    """Seconds spent on the answers among the evidence, by source."""


@dataclass(frozen=True)
class Placement:
    """An adaptive placement test with the items asked and answered so far, so that a refresh loses nothing."""

    placement_id: str
    organisation_id: str
    student_id: str
    steps: str
    """The items asked, each with its result, as JSON text."""
    questionnaire: str
    """JSON text; empty object when none was given."""
    created_at: datetime
    finished_at: datetime | None = None


@dataclass(frozen=True)
class Contest:
    """A value that a student contests, and its value after three items on it."""

    contest_id: str
    organisation_id: str
    student_id: str
    target_kind: Literal["point", "indicator"]
    target: str
    """Knowledge point id or leaf id (D01-D85)."""
    session_id: str
    """The practice session of the three items."""
    before: float | None
    """0-1 for a point, 0-100 for an indicator; None if nothing was known."""
    after: float | None
    created_at: datetime
    settled_at: datetime | None = None
