"""What the learner model, the map and the study peers need of the store. Each method is one transaction named for its intent."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from datetime import date, datetime, timedelta
from typing import Protocol

from core.records.learner import JobRun, Learner, LearningGoal, PeerConsent, PeerRequest, PeerStamp
from core.records.learner_blocks import EvidenceLog, Fold, FoldCounts


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

    def newest_seq_before(self, organisation_id: str, end: datetime) -> int:
        """The greatest `seq` that was appended before a moment; 0 without any.

        Nothing is ever jumped over: whatever has a smaller `seq` is taken in with it, even if clocks disagree.
        """
        ...

    def students_with_evidence(self, organisation_id: str, after: int, upto: int) -> list[str]:
        """Students with any evidence of after < seq <= upto, in order."""
        ...

    def students_of_other_models(self, organisation_id: str, model: str) -> list[str]:
        """Folded students whose sums were not made with this version of the predictor, in order."""
        ...

    def read_log(
        self, organisation_id: str, student_ids: Sequence[str], *, after: int, upto: int, point_ids: Sequence[str]
    ) -> EvidenceLog:
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
        log: EvidenceLog | None = None,
    ) -> FoldCounts:
        """Read the students' states and their evidence above each one's own watermark up to `upto`, fold, write back.

        One transaction, alone in the organisation: a crash leaves all of it or none, and nothing counts twice.
        Students whose sums were made with another model are folded from the beginning of the log.
        `log`: what was read before of these very students; only what stands above the watermarks now is taken of it, and
        nothing of a student who was erased meanwhile.
        """
        ...

    def mark_learners_outdated(self, organisation_id: str) -> int:
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

    def finish_run(self, run: JobRun, counts: FoldCounts, *, watermark: int, at: datetime) -> bool:
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

    def saved_predictor(self) -> str | None:
        """The kept model as JSON text (`core.tables.predictor.PredictorModel`); None before the first refit."""
        ...

    def save_predictor(self, model: str) -> None:
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

    def consent_by_pseudonym(self, organisation_id: str, pseudonym: str) -> PeerConsent | None:
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
