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
        """Folded states of all students of an organisation, or of those given, by student id."""
        ...

    def vectors(self, organisation_id: str) -> Iterator[tuple[str, bytes]]:
        """(student_id, vector) of every folded student of the organisation, by student id."""
        ...

    def newest_seq_before(self, organisation_id: str, end: datetime) -> int:
        """The greatest `seq` that was appended before a time; 0 without any.

        No evidence is ever skipped: rows with a smaller `seq` are folded along with it, even if clocks disagree.
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

        One transaction, and only one at a time in an organisation: a crash leaves all of it or nothing, and nothing counts twice.
        Students whose sums were made with another model are folded from the beginning of the log.
        `log`: evidence of exactly these students that was read before; only the rows above the present watermarks are folded, and
        none of a student who was erased meanwhile.
        """
        ...

    def mark_learners_outdated(self, organisation_id: str) -> int:
        """Mark all states to be folded again from the beginning of the log at the next run; returns their number."""
        ...

    def claim_run(
        self, job: str, organisation_id: str, business_date: date, *, holder: str, now: datetime, lease: timedelta
    ) -> JobRun | None:
        """Begin a run, or take over one whose lease has expired; None when another process holds it, or it is done.

        A run that was done before its day had ended (UTC+8) may be claimed again.
        """
        ...

    def renew_run(self, run: JobRun, lease_until: datetime) -> bool:
        """Extend the lease of a run; False when another process has taken it over."""
        ...

    def finish_run(self, run: JobRun, counts: FoldCounts, *, watermark: int, at: datetime) -> bool:
        """Record that a run is done and how much it folded in; False when another process has taken it over."""
        ...

    def release_run(self, run: JobRun, at: datetime) -> None:
        """Release a run that is not done, so that the next process need not wait for the lease to expire."""
        ...

    def job_runs(self, organisation_id: str, job: str, *, limit: int = 30) -> list[JobRun]:
        """The newest runs of a job, newest date first."""
        ...


class ModelStore(Protocol):
    """The predictor refitted on this database, and how items were answered."""

    def saved_predictor(self) -> str | None:
        """The saved model as JSON text (`core.tables.predictor.PredictorModel`); None before the first refit."""
        ...

    def save_predictor(self, model: str) -> None:
        """Save a model in place of the earlier one."""
        ...

    def count_items(self, organisation_id: str) -> int:
        """Add the organisation's new answers to the counts of their items; returns the number of items that changed.

        Each answer is counted once, however often this runs.
        """
        ...

    def item_counts(self, item_ids: Collection[str]) -> dict[str, tuple[float, float]]:
        """(answers, sum of their outcomes 0-1) of items over all organisations; items without answers are left out."""
        ...


class PeerStore(Protocol):
    """Goals, consent, and requests to study together."""

    def goal(self, organisation_id: str, student_id: str, subject: str) -> LearningGoal | None: ...

    def put_goal(self, goal: LearningGoal) -> None:
        """Set the goal for a subject, in place of an earlier one; the student is created if new."""
        ...

    def remove_goal(self, organisation_id: str, student_id: str, subject: str) -> bool: ...

    def answer_times(self, organisation_id: str, student_id: str, since: datetime) -> list[tuple[datetime, int]]:
        """(answered_at, seconds spent) of the student's answers since a time that were not left empty, oldest first."""
        ...

    def consent(self, organisation_id: str, student_id: str) -> PeerConsent | None: ...

    def consents(self, organisation_id: str, student_ids: Sequence[str] | None = None) -> list[PeerConsent]:
        """Consents of all students of an organisation, or of those given, by student id."""
        ...

    def consent_by_pseudonym(self, organisation_id: str, pseudonym: str) -> PeerConsent | None:
        """The consent of the student who has this pseudonym."""
        ...

    def peer_stamp(self, organisation_id: str) -> PeerStamp:
        """The stamp of the organisation's consents and vectors; the time is the beginning of 1970 where there are none."""
        ...

    def peer_vectors(self, organisation_id: str, *, since: PeerStamp | None = None) -> Iterator[tuple[str, bytes]]:
        """(student_id, vector) of the folded students who consent; with `since` only those whose vector or consent is at least as
        new as the stamp's."""
        ...

    def give_consent(self, consent: PeerConsent) -> None:
        """Store a consent; an existing one is left as it is. The student is created if new."""
        ...

    def withdraw_consent(self, organisation_id: str, student_id: str) -> bool:
        """Delete the consent and every request from and to the student; False when there was no consent."""
        ...

    def add_peer_request(self, request: PeerRequest) -> bool:
        """Store a request; False when one of the two has not consented, there is an open or accepted request between them already, or
        the receiver has declined the sender before."""
        ...

    def peer_requests(self, organisation_id: str, student_id: str) -> list[PeerRequest]:
        """Requests from and to the student, newest first."""
        ...

    def settle_peer_request(self, organisation_id: str, request_id: str, *, accepted: bool, at: datetime) -> bool: ...
