"""What answers need of the store. Each method is one transaction named for its intent."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Protocol

from core.records.access import Call
from core.records.answers import AnswerRow, Appeal, DayScores, EvaluationRow, PracticeSession
from core.records.evidence import Evidence
from core.records.rulings import SubmittedRulings
from core.records.students import Activity


class AnswerStore(Protocol):
    """Evaluations, answers, the evidence log, practice sessions and appeals."""

    def add_evaluation(
        self,
        evaluation: EvaluationRow,
        answers: Sequence[AnswerRow],
        evidence: Sequence[Evidence],
        *,
        call: Call | None,
        reply: str | None,
        rulings: SubmittedRulings | None = None,
    ) -> EvaluationRow:
        """Store evaluation, answers and evidence, create the student if new, count the call; all or nothing.

        `rulings`: what rulings in force make of the answers, stored with them (their evidence is among `evidence`). Raises
        `RulingsChanged` where others are in force by now: then the answers are to be marked again.

        When the student's session_id was submitted before, the earlier row is returned unchanged and nothing is
        written or counted (the service compares fingerprints); if the fingerprint is the same, the earlier result is stored
        as the reply to the call. Raises `QuotaExceeded`.
        """
        ...

    def evaluation(self, organisation_id: str, evaluation_id: str) -> EvaluationRow | None: ...

    def evaluation_of_session(self, organisation_id: str, student_id: str, session_id: str) -> EvaluationRow | None: ...

    def answers_of(self, organisation_id: str, *evaluation_ids: str) -> list[AnswerRow]:
        """The answers of one or several evaluations, by evaluation and position."""
        ...

    def answers_between(self, organisation_id: str, student_id: str, start: datetime, end: datetime) -> list[AnswerRow]:
        """Answers with start <= answered_at < end, oldest first."""
        ...

    def activity(self, organisation_id: str, start: datetime, end: datetime) -> list[Activity]:
        """Activity in start <= answered_at < end of each student who ever answered, by student id."""
        ...

    def scores_by_day(self, organisation_id: str, start: datetime, end: datetime) -> list[DayScores]:
        """Scores with start <= answered_at < end of all students, one row for each student and day."""
        ...

    def evidence_above(self, organisation_id: str, seq: int, *, limit: int = 10_000) -> list[Evidence]:
        """The evidence above a watermark, in ingest order."""
        ...

    def evidence_of(
        self, organisation_id: str, student_id: str, *, targets: Collection[str] | None = None
    ) -> list[Evidence]:
        """The evidence on a student, or on these of its targets, in ingest order, without what rulings said that were undone
        (`core.records.evidence.standing`)."""
        ...

    def evidence_stamp(self, organisation_id: str, student_id: str) -> tuple[int, int]:
        """How many pieces of evidence there are on a student, and the number of the newest: while both stay, so does all of it."""
        ...

    def append_evidence(self, organisation_id: str, evidence: Sequence[Evidence], *, at: datetime | None = None) -> int:
        """Append evidence; rows whose idempotency key exists already are skipped. Returns the number of new rows.

        `at`: the ingest time, which bounds what a nightly run takes in (None: the time at which each piece occurred).
        """
        ...

    def add_practice(self, session: PracticeSession) -> None: ...

    def practice(self, organisation_id: str, session_id: str) -> PracticeSession | None: ...

    def latest_practice(self, organisation_id: str, student_id: str) -> PracticeSession | None:
        """The newest session, finished or not."""
        ...

    def practices_with_purpose(self, organisation_id: str, student_id: str) -> list[PracticeSession]:
        """The student's sessions that are steps of something, oldest first."""
        ...

    def answers_of_practices(
        self, organisation_id: str, student_id: str, sessions: Sequence[PracticeSession]
    ) -> dict[str, list[AnswerRow]]:
        """The answers given in each of the sessions, by the session's id."""
        ...

    def extend_practice(self, session: PracticeSession, *, before: Sequence[str]) -> bool:
        """Store the items and settings of a session that got a further item; False, and nothing written, where its items are not `before` any
        more."""
        ...

    def finish_practice(self, organisation_id: str, session_id: str, at: datetime) -> None: ...

    def evaluations_of_practice(self, organisation_id: str, student_id: str, session_id: str) -> list[EvaluationRow]:
        """Evaluations whose session_id is `<session_id>:<position>`, oldest first."""
        ...

    def add_appeal(self, appeal: Appeal) -> bool:
        """Store an appeal; False when this answer was appealed before."""
        ...

    def appeals(
        self, organisation_id: str, *, status: str | None = None, student_id: str | None = None
    ) -> list[Appeal]:
        """The organisation's appeals, newest first, with the items as JSON text."""
        ...

    def appeal(self, organisation_id: str, appeal_id: str) -> Appeal | None: ...

    def settle_appeal(
        self,
        organisation_id: str,
        appeal_id: str,
        *,
        upheld: bool,
        reply: str,
        evidence: Sequence[Evidence],
        at: datetime | None = None,
    ) -> bool:
        """Close an open appeal and append its evidence (`at`: the ingest time); False when it is not open."""
        ...
