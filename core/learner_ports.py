"""What the learner model needs of the store. Each method is one transaction named for its intent."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from datetime import date, datetime, timedelta
from typing import Protocol

from core.learner_blocks import Counts, Fold, Log
from core.learner_records import (
    Contest,
    FirstPortrait,
    JobRun,
    Learner,
    LearningGoal,
    PeerConsent,
    PeerRequest,
    PeerStamp,
    Placement,
    PortraitInput,
    PortraitState,
)  # fmt: skip
from core.records import Call, Evidence, MarkedAnswers, Student
from core.speech_records import KeptRecording, ReadingLine, StoredReading, WholeReading


class MasteryStore(Protocol):
    """Folded states, the fold of a block of students, and the ledger of runs."""

    def learner(self, organisation_id: str, student_id: str) -> Learner | None:
        """The folded state of a student; None when no evidence was ever folded."""
        ...

    def learners(self, organisation_id: str, student_ids: Sequence[str] | None = None) -> list[Learner]:
        """Folded states of an organisation's students (all, or those named), by student id."""
        ...

    def vectors(self, organisation_id: str) -> Iterator[tuple[str, bytes]]:
        """(student_id, vector) of every folded student of the organisation, by student id."""
        ...

    def upto_seq(self, organisation_id: str, end: datetime) -> int:
        """The greatest `seq` that was appended before a moment; 0 without any.

        Nothing is ever jumped over: whatever has a smaller `seq` is taken in with it, even if clocks disagree.
        """
        ...

    def students_between(self, organisation_id: str, after: int, upto: int) -> list[str]:
        """Students with any evidence of after < seq <= upto, in order."""
        ...

    def students_of_other_models(self, organisation_id: str, model: str) -> list[str]:
        """Folded students whose sums were not made with this version of the predictor, in order."""
        ...

    def read_log(
        self, organisation_id: str, student_ids: Sequence[str], *, after: int, upto: int, point_ids: Sequence[str]
    ) -> Log:
        """Evidence of the students about these points with after < seq <= upto, in one pass over the log."""
        ...

    def fold_students(
        self,
        organisation_id: str,
        student_ids: Sequence[str],
        *,
        upto: int,
        model: str,
        point_ids: Sequence[str],
        fold: Fold,
        at: datetime,
        log: Log | None = None,
    ) -> Counts:
        """Read the students' states and their evidence above each one's own watermark up to `upto`, fold, write back.

        One transaction, alone in the organisation: a crash leaves all of it or none, and nothing counts twice.
        Students whose sums were made with another model are folded from the beginning of the log.
        `log`: what was read before of these very students; only what stands above the watermarks now is taken of it, and
        nothing of a student who was erased meanwhile.
        """
        ...

    def outdate_learners(self, organisation_id: str) -> int:
        """Mark all states to be made anew from the log at the next run; how many they are."""
        ...

    def claim_run(
        self, job: str, organisation_id: str, business_date: date, *, holder: str, now: datetime, lease: timedelta
    ) -> JobRun | None:
        """Begin a run, or take over one whose lease has passed; None when another has it, or it is done.

        A run that was done before its day had ended (UTC+8) may be claimed again.
        """
        ...

    def renew_run(self, run: JobRun, lease_until: datetime) -> bool:
        """Hold a run for longer; False when another has taken it over."""
        ...

    def finish_run(self, run: JobRun, counts: Counts, *, watermark: int, at: datetime) -> bool:
        """Note that a run is done and what it took in; False when another has taken it over."""
        ...

    def release_run(self, run: JobRun, at: datetime) -> None:
        """Give a run back undone, so that the next process need not wait for the lease to pass."""
        ...

    def job_runs(self, organisation_id: str, job: str, *, limit: int = 30) -> list[JobRun]:
        """The newest runs of a job, newest date first."""
        ...


class ModelStore(Protocol):
    """The predictor refitted on this database, and how items were answered."""

    def kept_predictor(self) -> str | None:
        """The kept model as JSON text (`core.tables.predictor.PredictorModel`); None before the first refit."""
        ...

    def keep_predictor(self, model: str) -> None:
        """Replace it."""
        ...

    def count_items(self, organisation_id: str) -> int:
        """Add the organisation's new answers to the counts of their items; gives how many items were touched.

        Each answer is counted once, however often this runs.
        """
        ...

    def item_counts(self, item_ids: Collection[str]) -> dict[str, tuple[float, float]]:
        """(answers, sum of their outcomes 0-1) of items over all organisations; items without answers are left out."""
        ...


class DemoStore(Protocol):
    """The simulated past of the demo organisation."""

    def demo_state(self) -> str | None:
        """How far its making has come, as JSON text; None before it was begun."""
        ...

    def change_demo_state(self, before: str | None, after: str) -> bool:
        """Replace the state if it is `before` (None: there is none yet); False when another was quicker."""
        ...

    def add_past(self, student: Student, past: Sequence[MarkedAnswers]) -> bool:
        """Write a student's whole past at once; evidence counts as ingested when its evaluation was made. The items must be
        kept already. False, and nothing written, when the student has answers."""
        ...


class PeerStore(Protocol):
    """Goals, consent, and who asked whom."""

    def goal(self, organisation_id: str, student_id: str, subject: str) -> LearningGoal | None: ...

    def put_goal(self, goal: LearningGoal) -> None:
        """Set the target of a subject, in place of an earlier one; the student is made when new."""
        ...

    def remove_goal(self, organisation_id: str, student_id: str, subject: str) -> bool: ...

    def answer_times(self, organisation_id: str, student_id: str, since: datetime) -> list[tuple[datetime, int]]:
        """(when, seconds spent) of the student's answers from a moment on that were not left empty, oldest first."""
        ...

    def consent(self, organisation_id: str, student_id: str) -> PeerConsent | None: ...

    def consents(self, organisation_id: str, student_ids: Sequence[str] | None = None) -> list[PeerConsent]:
        """Standing consents of an organisation's students (all, or of those named), by student id."""
        ...

    def consent_under(self, organisation_id: str, pseudonym: str) -> PeerConsent | None:
        """Whose pseudonym it is."""
        ...

    def peer_stamp(self, organisation_id: str) -> PeerStamp:
        """Moments of what does not exist are the beginning of 1970."""
        ...

    def peer_vectors(self, organisation_id: str, *, since: PeerStamp | None = None) -> Iterator[tuple[str, bytes]]:
        """(student_id, vector) of the folded students whose consent stands; with `since` those alone whose vector or
        consent is as new as the stamp's, or newer."""
        ...

    def give_consent(self, consent: PeerConsent) -> None:
        """Keep a consent; one that stands already is left as it is. The student is made when new."""
        ...

    def withdraw_consent(self, organisation_id: str, student_id: str) -> bool:
        """Consent and every request from and to the student go; False when there was none."""
        ...

    def add_peer_request(self, request: PeerRequest) -> bool:
        """False when one of the two has not consented, an open or accepted request between them stands already, or the
        other has declined this one before."""
        ...

    def peer_requests(self, organisation_id: str, student_id: str) -> list[PeerRequest]:
        """From and to the student, newest first."""
        ...

    def settle_peer_request(self, organisation_id: str, request_id: str, *, accepted: bool, at: datetime) -> bool: ...


class PortraitStore(Protocol):
    """Baselines, folded portraits, placements, contests."""

    def first_portrait(self, organisation_id: str, student_id: str) -> FirstPortrait | None:
        """The baseline in force."""
        ...

    def first_portraits(self, organisation_id: str, student_id: str) -> list[FirstPortrait]:
        """Every baseline there was, oldest first."""
        ...

    def portrait_state(self, organisation_id: str, student_id: str) -> PortraitState | None: ...

    def portrait_states(self, organisation_id: str) -> list[PortraitState]:
        """Of all the organisation's students that have one, by student id."""
        ...

    def move_portraits(
        self,
        organisation_id: str,
        student_ids: Sequence[str],
        fold: Callable[[PortraitInput], tuple[PortraitState | None, str | None]],
        *,
        version: str,
        at: datetime,
        evidence: Sequence[Evidence] = (),
        first: FirstPortrait | None = None,
        call: Call | None = None,
        create: bool = False,
    ) -> list[PortraitInput]:
        """Create the students if new and `create` says so, keep the baseline and append the evidence, fold each portrait, keep what came of
        it and count the call, all in one transaction.

        `fold` gets a student's state (None when it is of another `version`) with the evidence above it, and gives the new
        state, or None where nothing is to be written, and the reply to remember. What it was given comes back; students who
        do not exist (any more) are passed over. Raises `QuotaExceeded`, `AlreadyAnswered`.
        """
        ...

    def add_placement(self, placement: Placement) -> None: ...

    def put_placement(self, placement: Placement, *, before: str) -> bool:
        """Keep the steps of a placement in place of those `before`; False when another was quicker."""
        ...

    def placement(self, organisation_id: str, placement_id: str) -> Placement | None: ...

    def latest_placement(self, organisation_id: str, student_id: str) -> Placement | None: ...

    def add_contest(self, contest: Contest) -> bool:
        """False when the student has an open contest of the same target."""
        ...

    def contests(self, organisation_id: str, student_id: str) -> list[Contest]:
        """Newest first."""
        ...

    def settle_contest(self, organisation_id: str, contest_id: str, *, after: float | None, at: datetime) -> bool:
        """False when it is settled already."""
        ...


class SpeechStore(Protocol):
    """Readings aloud with their reports."""

    def add_reading(self, reading: WholeReading) -> None:
        """Write the report, what it says of the student, the tasks of the plan that it finishes, the recording where it is
        kept, and the reply to be repeated; create the student if new; all or nothing. Raises `AlreadyAnswered`."""
        ...

    def reading(self, organisation_id: str, evaluation_id: str) -> StoredReading | None: ...

    def readings(
        self, organisation_id: str, student_id: str, *, limit: int, text_key: str | None = None
    ) -> list[StoredReading]:
        """The newest readings, newest first; with `text_key` those of one text."""
        ...

    def reading_lines(
        self, organisation_id: str, student_id: str, *, limit: int, words: bool = False
    ) -> list[ReadingLine]:
        """As `readings`, without the reports: of texts longer than a word, or of single words (`WORD_LENGTH`)."""
        ...

    def recording(self, organisation_id: str, evaluation_id: str) -> KeptRecording | None: ...

    def kept_recordings(self, organisation_id: str, student_id: str) -> frozenset[str]:
        """Ids of the student's evaluations whose recordings are kept."""
        ...

    def forget_reading(self, organisation_id: str, student_id: str, evaluation_id: str) -> bool:
        """Remove report, recording and remembered reply. The evidence stays: the log is never changed, and holds neither words
        nor voice. False when the student has no such reading."""
        ...
